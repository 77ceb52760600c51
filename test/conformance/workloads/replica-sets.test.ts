import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { assertAnswer, assertContains, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { eventually } from "../eventually.ts";
import { condition, controllerOf, Place, selector, template } from "./place.ts";

const client = connect();
after(() => client.close());

async function makeSet(spec: Json = {}): Promise<{ place: Place; set: Json }> {
  const place = await Place.open(client);
  return { place, set: await place.make("apps/v1", "replicasets", { replicas: 2, selector, template, ...spec }) };
}

describe("a ReplicaSet", { concurrency: 4 }, () => {
  test("makes as many pods as it has replicas, and counts them", async () => {
    const { place, set } = await makeSet();
    const pods = await place.pods(2);
    assertContains(pods[0].metadata, {
      generateName: `${set.metadata.name}-`,
      labels: { app: "shop" },
      ownerReferences: controllerOf(set),
    });
    await place.until(set.path, {
      status: { observedGeneration: 1, replicas: 2, fullyLabeledReplicas: 2, readyReplicas: undefined },
    });
    await place.run(pods[0]);
    await place.until(set.path, { status: { replicas: 2, readyReplicas: 1, availableReplicas: 1 } });
  });

  test("calls a pod available once it has been ready for long enough", async () => {
    const { place, set } = await makeSet({ replicas: 1, minReadySeconds: 3600 });
    const [pod] = await place.pods(1);
    const since = (time: Date) => [
      { type: "Ready", status: "True", lastTransitionTime: time.toISOString().slice(0, 19).concat("Z") },
    ];
    await place.setStatus(pod, { phase: "Running", conditions: since(new Date()) });
    await place.until(set.path, { status: { readyReplicas: 1, availableReplicas: undefined } });
    await place.setStatus(pod, { conditions: since(new Date(Date.now() - 7_200_000)) });
    await place.until(set.path, { status: { readyReplicas: 1, availableReplicas: 1 } });
  });

  test("replaces a pod that is deleted, or that has failed", async () => {
    const { place } = await makeSet();
    const [first, second] = await place.pods(2);
    assertAnswer(await client.delete(place.at("v1", "pods", first.metadata.name)), 200);
    await place.end(second, "Failed");
    await eventually(async () => {
      const pods = await place.list("v1", "pods");
      const phases = pods.map(({ status }) => status.phase).toSorted();
      // The failed one is left for people to look at.
      assert.deepEqual(phases, ["Failed", "Pending", "Pending"]);
    });
  });

  test("that has too many pods ends those first that do least", async () => {
    const { place, set } = await makeSet({ replicas: 3 });
    const [pending, running, ready] = await place.pods(3);
    await place.setStatus(running, { phase: "Running", conditions: [{ type: "Ready", status: "False" }] });
    await place.run(ready);
    await place.until(set.path, { status: { readyReplicas: 1 } });
    const scale = (replicas: number) => client.patch("merge", `${set.path}/scale`, { spec: { replicas } });
    assertAnswer(await scale(2), 200);
    await eventually(async () => assertAnswer(await client.get(place.at("v1", "pods", pending.metadata.name)), 404));
    assertAnswer(await scale(1), 200);
    await eventually(async () => assertAnswer(await client.get(place.at("v1", "pods", running.metadata.name)), 404));
    const [left] = await place.pods(1);
    assert.equal(left.metadata.name, ready.metadata.name);
  });

  test("spares a pod with a high cost of deletion", async () => {
    const { place, set } = await makeSet();
    const [dear] = await place.pods(2);
    for (const pod of await place.pods(2)) await place.run(pod);
    await place.until(set.path, { status: { readyReplicas: 2 } });
    const annotations = { "controller.kubernetes.io/pod-deletion-cost": "100" };
    const path = place.at("v1", "pods", dear.metadata.name);
    assertAnswer(await client.patch("merge", path, { metadata: { annotations } }), 200);
    // A change of the pod that shows in the set tells that its controller has seen the cost as well.
    await place.setStatus(dear, { conditions: [{ type: "Ready", status: "False" }] });
    await place.until(set.path, { status: { readyReplicas: 1 } });
    await place.run((await client.get(path)).body);
    await place.until(set.path, { status: { readyReplicas: 2 } });

    assertAnswer(await client.patch("merge", `${set.path}/scale`, { spec: { replicas: 1 } }), 200);
    const [left] = await place.pods(1);
    assert.equal(left.metadata.name, dear.metadata.name);
  });

  test("adopts a pod that it selects and that nobody controls", async () => {
    const place = await Place.open(client);
    const stray = await place.make("v1", "pods", template.spec, { labels: { app: "shop" } });
    const set = await place.make("apps/v1", "replicasets", { replicas: 1, selector, template });
    await place.until(stray.path, { metadata: { ownerReferences: controllerOf(set) } });
    await place.until(set.path, { status: { replicas: 1 } });
    assert.equal((await place.list("v1", "pods")).length, 1);
  });

  test("lets go of a pod that it no longer selects, and replaces it", async () => {
    const { place } = await makeSet({ replicas: 1 });
    const [pod] = await place.pods(1);
    const path = place.at("v1", "pods", pod.metadata.name);
    assertAnswer(await client.patch("merge", path, { metadata: { labels: { app: "free" } } }), 200);
    await place.until(path, { metadata: { ownerReferences: undefined } });
    const [next] = await place.pods(1, "app=shop");
    assert.notEqual(next.metadata.name, pod.metadata.name);
  });

  test("leaves a pod alone that another controls", async () => {
    const { place, set } = await makeSet({ replicas: 1 });
    await place.pods(1);
    const other = await place.make("apps/v1", "replicasets", { replicas: 1, selector, template });
    await place.until(other.path, { status: { replicas: 1 } });
    const owners = (await place.pods(2)).map(({ metadata }) => metadata.ownerReferences[0].name);
    assert.deepEqual(owners.toSorted(), [set.metadata.name, other.metadata.name].toSorted());
  });

  test("says why it cannot make pods", async () => {
    const place = await Place.open(client);
    const quota = await place.make("v1", "resourcequotas", { hard: { pods: "0" } });
    await place.until(quota.path, { status: { used: { pods: "0" } } });
    const set = await place.make("apps/v1", "replicasets", { replicas: 1, selector, template });
    const failed = await eventually(async () => {
      const found = condition((await client.get(set.path)).body, "ReplicaFailure");
      assert.ok(found, "it has not failed yet");
      return found;
    });
    const message = new RegExp(
      `^pods "${set.metadata.name}-\\w{5}" is forbidden: exceeded quota: ${quota.metadata.name}, requested: pods=1, used: pods=0, limited: pods=0$`,
    );
    assertContains(failed, { status: "True", reason: "FailedCreate", message });
    await eventually(async () => {
      const fieldSelector = `involvedObject.name=${set.metadata.name},reason=FailedCreate`;
      const { items } = (await client.get(place.at("v1", "events"), { fieldSelector })).body;
      assertContains(items[0], {
        type: "Warning",
        message: /^Error creating: pods ".*" is forbidden: exceeded quota: /,
      });
    });
  });

  test("tells in events which pods it makes and ends", async () => {
    const { place, set } = await makeSet({ replicas: 1 });
    const [pod] = await place.pods(1);
    assertAnswer(await client.patch("merge", `${set.path}/scale`, { spec: { replicas: 0 } }), 200);
    const source = { component: "replicaset-controller" };
    await place.untilEvents("ReplicaSet", set.metadata.name, [
      { type: "Normal", reason: "SuccessfulCreate", message: `Created pod: ${pod.metadata.name}`, source },
      { type: "Normal", reason: "SuccessfulDelete", message: `Deleted pod: ${pod.metadata.name}`, source },
    ]);
  });
});

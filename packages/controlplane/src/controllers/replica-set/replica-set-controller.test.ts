import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Pod, ReplicaSet } from "@pintle/kinds";
import { createSeededRandom, type ObjectMeta } from "@pintle/machinery";
import { condition, Shop, selector, template } from "../workload/shop-fixture.test.ts";
import { replicaSetController } from "./replica-set-controller.ts";

const open = () => Shop.open([replicaSetController]);
const names = (objects: readonly { readonly metadata: ObjectMeta }[]) => objects.map(({ metadata }) => metadata.name);
const ownerOf = (set: ReplicaSet) => {
  const { name = "", uid = "" } = set.metadata;
  return { apiVersion: "apps/v1", kind: "ReplicaSet", name, uid, controller: true, blockOwnerDeletion: true };
};

/** The pods that count, by name. */
async function alive(shop: Shop): Promise<readonly Pod[]> {
  return (await shop.pods()).filter(({ metadata }) => metadata.deletionTimestamp === undefined);
}

describe("a ReplicaSet's number of pods", () => {
  test("is what it asks for, each of them its own and made of its template", async () => {
    await using shop = await open();
    const annotated = { ...template, metadata: { ...template.metadata, annotations: { team: "shop" } } };
    const set = await shop.makeSet({ template: annotated });
    const pods = await shop.pods();
    assert.equal(pods.length, 3);
    for (const { metadata, spec } of pods) {
      assert.equal(metadata.generateName, "web-");
      assert.deepEqual(metadata.labels, { app: "shop" });
      assert.deepEqual(metadata.annotations, { team: "shop" });
      assert.deepEqual(metadata.ownerReferences, [ownerOf(set)]);
      assert.equal(spec?.containers[0]?.image, "shop:1");
      assert.equal(metadata.managedFields?.[0]?.manager, "kube-controller-manager");
    }
    assert.deepEqual(set.status, {
      replicas: 3,
      fullyLabeledReplicas: 3,
      terminatingReplicas: 0,
      observedGeneration: 1,
    });
  });

  test("stays what it is when nothing happens", async () => {
    await using shop = await open();
    const before = await shop.makeSet();
    await shop.change("ReplicaSet", { metadata: { labels: { seen: "yes" } } });
    assert.equal((await shop.pods()).length, 3);
    assert.deepEqual((await shop.set()).status, before.status);
  });

  test("follows its scale up and down to nothing", async () => {
    await using shop = await open();
    await shop.makeSet({ replicas: 1 });
    for (const replicas of [5, 2, 0]) {
      await shop.change("ReplicaSet", { spec: { replicas } });
      assert.equal((await shop.pods()).length, replicas);
      assert.equal((await shop.set()).status?.replicas, replicas);
    }
  });

  test("grows beyond what is made in one burst", async () => {
    await using shop = await open();
    const set = await shop.makeSet({ replicas: 510 });
    assert.equal(set.status?.replicas, 510);
  });

  test("is made up again when a pod is deleted, and when one fails or succeeds", async () => {
    await using shop = await open();
    await shop.makeSet();
    const [first, second, third] = await shop.pods();
    assert.ok(first && second && third);
    await shop.delete("Pod", first.metadata.name ?? "");
    await shop.setStatus(second, { phase: "Failed" });
    await shop.setStatus(third, { phase: "Succeeded" });
    await shop.plane.settle();
    const phases = (await shop.pods()).map(({ status }) => status?.phase);
    assert.deepEqual(phases.toSorted(), ["Failed", "Pending", "Pending", "Pending", "Succeeded"]);
    assert.equal((await shop.set()).status?.replicas, 3);
  });

  test("counts a pod no more from the moment when it is told to end", async () => {
    await using shop = await open();
    await shop.makeSet();
    await shop.runAll();
    const [first] = await shop.pods();
    await shop.delete("Pod", first?.metadata.name ?? "");
    const { status } = await shop.set();
    assert.equal((await shop.pods()).length, 4);
    assert.equal(status?.replicas, 3);
    assert.equal(status?.terminatingReplicas, 1);
    await shop.runAll();
    assert.equal((await shop.set()).status?.terminatingReplicas, 0);
  });

  test("is left as it is once the set is being deleted", async () => {
    await using shop = await open();
    await shop.makeSet({}, { finalizers: ["example.com/wait"] });
    await shop.delete("ReplicaSet", "web");
    const [first] = await shop.pods();
    await shop.delete("Pod", first?.metadata.name ?? "");
    assert.equal((await shop.pods()).length, 2);
    assert.equal((await shop.set()).status?.replicas, 2);
  });

  test("begins anew for a set of the same name", async () => {
    await using shop = await open();
    await shop.makeSet({ replicas: 2 });
    await shop.delete("ReplicaSet", "web", { propagationPolicy: "Background" });
    for (const { metadata } of await shop.pods()) await shop.delete("Pod", metadata.name ?? "");
    const set = await shop.makeSet({ replicas: 2 });
    assert.deepEqual(
      (await shop.pods()).map(({ metadata }) => metadata.ownerReferences),
      [[ownerOf(set)], [ownerOf(set)]],
    );
  });

  test("is kept by nobody once the controllers have ended", async () => {
    await using shop = await open();
    await shop.makeSet();
    await shop.plane.stop();
    const [first] = await shop.pods();
    await shop.delete("Pod", first?.metadata.name ?? "");
    assert.equal((await shop.pods()).length, 2);
  });
});

describe("a ReplicaSet's pods are ready", () => {
  test("and available at once where nothing else is asked for", async () => {
    await using shop = await open();
    await shop.makeSet();
    const [first] = await shop.pods();
    assert.ok(first);
    await shop.run(first);
    await shop.plane.settle();
    const { status } = await shop.set();
    assert.equal(status?.readyReplicas, 1);
    assert.equal(status?.availableReplicas, 1);
  });

  test("and available when they have been so for long enough, each in its time", async () => {
    await using shop = await open();
    await shop.makeSet({ replicas: 2, minReadySeconds: 30 });
    const [first, second] = await shop.pods();
    assert.ok(first && second);
    await shop.run(first);
    await shop.plane.clock.advance(10_000);
    await shop.run(second);
    await shop.plane.clock.advance(19_999);
    assert.equal((await shop.set()).status?.readyReplicas, 2);
    assert.equal((await shop.set()).status?.availableReplicas, undefined);
    await shop.plane.clock.advance(1);
    assert.equal((await shop.set()).status?.availableReplicas, 1);
    await shop.plane.clock.advance(10_000);
    assert.equal((await shop.set()).status?.availableReplicas, 2);
  });

  test("and are waited for by settle until they are available", async () => {
    await using shop = await open();
    await shop.makeSet({ minReadySeconds: 30 });
    const before = shop.plane.clock.now();
    await shop.runAll();
    assert.equal((await shop.set()).status?.availableReplicas, 3);
    assert.equal(shop.plane.clock.now() - before, 30_000);
  });

  test("no more when they say so", async () => {
    await using shop = await open();
    await shop.makeSet();
    await shop.runAll();
    const [first] = await shop.pods();
    assert.ok(first);
    await shop.setStatus(first, { conditions: [{ type: "Ready", status: "False" }] });
    await shop.plane.settle();
    assert.equal((await shop.set()).status?.readyReplicas, 2);
  });

  test("and fully labeled only with all labels of the template", async () => {
    await using shop = await open();
    const labels = { app: "shop", tier: "front" };
    await shop.makeSet({ template: { ...template, metadata: { labels } } });
    const [first] = await shop.pods();
    const place = shop.place("Pod", first?.metadata.name);
    await shop.plane.user.patch(place, "merge", { metadata: { labels: { tier: null } } });
    await shop.plane.settle();
    const { status } = await shop.set();
    assert.equal(status?.replicas, 3);
    assert.equal(status?.fullyLabeledReplicas, 2);
  });
});

describe("a ReplicaSet with too many pods", () => {
  test("ends those that do least: without a node, then not ready, then ready", async () => {
    await using shop = await open();
    await shop.makeSet();
    const [ready, running, pending] = await shop.pods();
    assert.ok(ready && running && pending);
    await shop.run(ready);
    await shop.run(running);
    await shop.setStatus(running, { conditions: [{ type: "Ready", status: "False" }] });
    await shop.change("ReplicaSet", { spec: { replicas: 2 } });
    assert.deepEqual(names(await alive(shop)).toSorted(), names([ready, running]).toSorted());
    await shop.change("ReplicaSet", { spec: { replicas: 1 } });
    assert.deepEqual(names(await alive(shop)), names([ready]));
  });

  test("spares those whose deletion costs more", async () => {
    await using shop = await open();
    await shop.makeSet();
    await shop.runAll();
    const [, dear] = await shop.pods();
    const annotations = { "controller.kubernetes.io/pod-deletion-cost": "10" };
    await shop.plane.user.patch(shop.place("Pod", dear?.metadata.name), "merge", { metadata: { annotations } });
    await shop.change("ReplicaSet", { spec: { replicas: 1 } });
    assert.deepEqual(names(await alive(shop)), [dear?.metadata.name]);
  });
});

describe("what a ReplicaSet tells", () => {
  test("are the pods that it makes and ends", async () => {
    await using shop = await open();
    await shop.makeSet({ replicas: 1 });
    const [pod] = names(await shop.pods());
    await shop.change("ReplicaSet", { spec: { replicas: 0 } });
    assert.deepEqual(await shop.told("ReplicaSet"), [
      `SuccessfulCreate: Created pod: ${pod}`,
      `SuccessfulDelete: Deleted pod: ${pod}`,
    ]);
  });

  test("is why it cannot make pods, until it can; and only a few are tried", async () => {
    await using shop = await open();
    const lift = await limitPods(shop, "1");
    await shop.plane.user.create(shop.place("ReplicaSet"), {
      metadata: { name: "web" },
      spec: { replicas: 50, selector, template },
    });
    await shop.plane.clock.advance(1);
    const failed = condition(await shop.set(), "ReplicaFailure");
    assert.equal(failed?.status, "True");
    assert.equal(failed?.reason, "FailedCreate");
    assert.match(
      String(failed?.message),
      /^pods "web-\w{5}" is forbidden: exceeded quota: few, requested: pods=1, used: pods=1, limited: pods=1$/,
    );
    const told = await shop.told("ReplicaSet");
    assert.equal(told.filter((text) => text.startsWith("SuccessfulCreate: ")).length, 1);
    const failures = told.filter((text) => text.startsWith("FailedCreate: Error creating: pods ")).length;
    assert.ok(failures >= 2 && failures < 8, `${failures} pods were tried in vain`);

    await lift();
    await shop.plane.settle();
    const { status: after } = await shop.set();
    assert.equal(after?.replicas, 50);
    assert.equal(after?.conditions, undefined);
  });

  test("is told while all else is at rest, where it cannot be helped", async () => {
    await using shop = await open();
    const lift = await limitPods(shop, "0");
    const { status } = await shop.makeSet();
    assert.equal(status?.replicas, 0);
    await lift();
    await shop.plane.settle();
    assert.deepEqual(await shop.pods(), []);
    await shop.plane.clock.advance(60_000);
    assert.equal((await shop.pods()).length, 3);
  });
});

/** Allows so many pods, until what is given back is called. */
async function limitPods(shop: Shop, pods: string): Promise<() => Promise<unknown>> {
  const place = { group: "", plural: "resourcequotas", namespace: "shop" };
  await shop.plane.user.create(place, { metadata: { name: "few" }, spec: { hard: { pods } } });
  const status = { hard: { pods }, used: { pods: "0" } };
  await shop.plane.user.patch({ ...place, name: "few", subresource: "status" }, "merge", { status });
  return () => shop.plane.user.delete({ ...place, name: "few" });
}

test("the same seed gives the same pods in the same order, and another seed other ones", async () => {
  const namesBy = async (seed: number) => {
    await using shop = await Shop.open([replicaSetController], seed);
    await shop.makeSet({ replicas: 4 });
    return names(await shop.pods());
  };
  const seed = createSeededRandom(7).uint32();
  assert.deepEqual(await namesBy(seed), await namesBy(seed));
  assert.notDeepEqual(await namesBy(seed), await namesBy(seed + 1));
});

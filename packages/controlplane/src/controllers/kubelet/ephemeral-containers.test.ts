import assert from "node:assert/strict";
import { test } from "node:test";
import type { Event, Pod } from "@pintle/kinds";
import { Cluster, condition, state } from "./cluster-fixture.test.ts";

const namespace = "shop";

/** As `kubectl debug` does it. */
async function debug({ plane }: Cluster, command: readonly string[]): Promise<void> {
  const place = { group: "", plural: "pods", namespace, name: "web", subresource: "ephemeralcontainers" };
  const ephemeralContainers = [{ name: "debug", image: "busybox", command }];
  await plane.user.patch(place, "strategic", { spec: { ephemeralContainers } });
  await plane.settle();
}

test("a container that is added to a pod runs beside the others, and the pod is as ready as before", async () => {
  await using cluster = await Cluster.open();
  await cluster.run();
  await debug(cluster, ["sleep", "infinity"]);
  const pod = await cluster.pod();
  assert.deepEqual([state(pod, "debug"), state(pod), pod.status?.phase], ["running", "running", "Running"]);
  assert.equal(condition(pod, "Ready"), "True");
  assert.equal(pod.status?.ephemeralContainerStatuses?.[0]?.ready, false);
});

test("a container that is added to a pod is not started again, and the pod outlives it", async () => {
  await using cluster = await Cluster.open();
  await cluster.run();
  await debug(cluster, ["false"]);
  const pod: Pod = await cluster.pod();
  assert.deepEqual([state(pod, "debug"), pod.status?.phase], ["terminated 1 Error", "Running"]);
  assert.equal(condition(pod, "Ready"), "True");
});

test("a pod whose others have succeeded has succeeded, although an added container runs", async () => {
  await using cluster = await Cluster.open();
  const once = { name: "main", image: "shop:1", command: ["sleep", "60"] };
  await cluster.make({ nodeName: "node-1", restartPolicy: "Never", containers: [once] });
  await cluster.plane.clock.advance(1_000);
  const place = { group: "", plural: "pods", namespace, name: "web", subresource: "ephemeralcontainers" };
  await cluster.plane.user.patch(place, "strategic", {
    spec: { ephemeralContainers: [{ name: "debug", image: "b" }] },
  });
  await cluster.plane.clock.advance(1_000);
  assert.equal(state(await cluster.pod(), "debug"), "running");
  await cluster.plane.settle();
  assert.equal((await cluster.pod()).status?.phase, "Succeeded");
});

test("what is told of containers names each of them, so that none is counted for another", async () => {
  await using cluster = await Cluster.open();
  const containers = ["one", "two"].map((name) => ({ name, image: "shop:1" }));
  await cluster.run({ containers, initContainers: [{ name: "first", image: "shop:1" }] });
  await debug(cluster, ["true"]);
  const events = await cluster.plane.user.list<Event>({ group: "", plural: "events", namespace });
  const started = events.filter(({ reason }) => reason === "Started");
  assert.deepEqual(started.map(({ involvedObject, count }) => [involvedObject.fieldPath, count]).toSorted(), [
    ["spec.containers{one}", 1],
    ["spec.containers{two}", 1],
    ["spec.ephemeralContainers{debug}", 1],
    ["spec.initContainers{first}", 1],
  ]);
});

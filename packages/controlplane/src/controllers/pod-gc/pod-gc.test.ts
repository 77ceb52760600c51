import assert from "node:assert/strict";
import { test } from "node:test";
import type { Pod } from "@pintle/kinds";
import { startTestPlane, type TestPlane } from "../kit/plane-fixture.test.ts";
import { chooseEnded, podGarbageCollector } from "./pod-gc.ts";

const pods = { group: "", plural: "pods", namespace: "default" };
const nodes = { group: "", plural: "nodes" };
const web = { ...pods, name: "web" };
const startPlane = () => startTestPlane({ controllers: [podGarbageCollector] });

async function makePod(plane: TestPlane, spec: object = {}, metadata: object = {}): Promise<void> {
  const containers = [{ name: "main", image: "busybox" }];
  await plane.user.create(pods, { metadata: { name: "web", ...metadata }, spec: { containers, ...spec } });
}

test("a pod on a node that there is not goes after forty seconds, as failed", async () => {
  await using plane = await startPlane();
  await makePod(plane, { nodeName: "n" }, { finalizers: ["example.com/one"] });
  await plane.clock.advance(39_000);
  assert.equal((await plane.find(web))?.metadata.deletionTimestamp, undefined);
  await plane.clock.advance(1_000);
  const pod = await plane.find<Pod>(web);
  assert.notEqual(pod?.metadata.deletionTimestamp, undefined);
  assert.equal(pod?.status?.phase, "Failed");
  const condition = pod?.status?.conditions?.find(({ type }) => type === "DisruptionTarget");
  assert.deepEqual(
    [condition?.status, condition?.reason, condition?.message],
    ["True", "DeletionByPodGC", "PodGC: node no longer exists"],
  );
});

test("nobody waits for a node to come back", async () => {
  await using plane = await startPlane();
  await makePod(plane, { nodeName: "n" });
  await plane.settle();
  assert.ok(await plane.find(web));
});

test("a pod stays where its node comes in time", async () => {
  await using plane = await startPlane();
  await makePod(plane, { nodeName: "n" });
  await plane.clock.advance(30_000);
  await plane.user.create(nodes, { metadata: { name: "n" } });
  await plane.clock.advance(60_000);
  assert.ok(await plane.find(web));
});

test("pods go with their node, after the same time", async () => {
  await using plane = await startPlane();
  await plane.user.create(nodes, { metadata: { name: "n" } });
  await makePod(plane, { nodeName: "n" });
  await plane.clock.advance(60_000);
  assert.ok(await plane.find(web));
  await plane.user.delete({ ...nodes, name: "n" });
  await plane.clock.advance(40_000);
  assert.equal(await plane.find(web), undefined);
});

test("a pod that was deleted before it had a node is told to have failed", async () => {
  await using plane = await startPlane();
  await makePod(plane, {}, { finalizers: ["example.com/one"] });
  await plane.user.delete(web);
  await plane.settle();
  assert.equal((await plane.find<Pod>(web))?.status?.phase, "Failed");
});

test("a pod that is ending on a node that is out of service goes at once", async () => {
  await using plane = await startPlane();
  await plane.user.create(nodes, { metadata: { name: "n" } });
  await makePod(plane, { nodeName: "n" });
  await plane.user.delete(web);
  await plane.settle();
  assert.ok(await plane.find(web));
  const taints = [{ key: "node.kubernetes.io/out-of-service", effect: "NoExecute" }];
  await plane.user.patch({ ...nodes, name: "n" }, "merge", { spec: { taints } });
  await plane.settle();
  assert.equal(await plane.find(web), undefined);
});

test("a node is out of service only while it is not ready, whatever else is true of it", async () => {
  const goes = async (ready: "True" | "False", key: string) => {
    await using plane = await startPlane();
    await plane.user.create(nodes, { metadata: { name: "n" } });
    const conditions = [
      { type: "Ready", status: ready },
      { type: "MemoryPressure", status: ready === "True" ? "False" : "True" },
    ];
    await plane.user.patch({ ...nodes, name: "n", subresource: "status" }, "merge", { status: { conditions } });
    await plane.user.patch({ ...nodes, name: "n" }, "merge", { spec: { taints: [{ key, effect: "NoExecute" }] } });
    await makePod(plane, { nodeName: "n" });
    await plane.settle();
    assert.ok(await plane.find(web), "it is not told to end yet");
    await plane.user.delete(web);
    await plane.settle();
    return (await plane.find(web)) === undefined;
  };
  assert.equal(await goes("False", "node.kubernetes.io/out-of-service"), true);
  assert.equal(await goes("True", "node.kubernetes.io/out-of-service"), false);
  assert.equal(await goes("False", "example.com/tired"), false);
});

test("of pods that have ended, those that are too many go: evicted ones first, then the oldest", () => {
  const pod = (name: string, creationTimestamp: string, reason?: string) =>
    ({ metadata: { name, creationTimestamp }, status: { phase: "Failed", reason } }) as unknown as Pod;
  const found = [
    pod("b", "2026-01-02T00:00:00Z"),
    pod("a", "2026-01-02T00:00:00Z"),
    pod("old", "2026-01-01T00:00:00Z"),
    pod("evicted", "2026-01-03T00:00:00Z", "Evicted"),
  ];
  const names = (limit: number) => chooseEnded(found, limit).map(({ metadata }) => metadata.name);
  assert.deepEqual(names(4), []);
  assert.deepEqual(names(1), ["evicted", "old", "a"]);
});

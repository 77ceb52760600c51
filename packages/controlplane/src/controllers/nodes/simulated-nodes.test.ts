import assert from "node:assert/strict";
import { test } from "node:test";
import type { Event, Lease, Node } from "@pintle/kinds";
import { UsageError } from "@pintle/machinery";
import { startTestPlane, type TestPlane } from "../kit/plane-fixture.test.ts";
import { refuse } from "../kit/refusal-fixture.test.ts";
import { secondsBetween } from "../kubelet/cluster-fixture.test.ts";
import { createNodeControllers } from "./node-controllers.ts";
import { nodeManifest } from "./node-manifest.ts";
import { createSimulatedNodes } from "./simulated-nodes.ts";

const start = (count: number) =>
  startTestPlane({ controllers: [createSimulatedNodes(count)], namespaces: ["kube-node-lease"] });
const nodesOf = ({ user }: TestPlane) => user.list<Node>({ group: "", plural: "nodes" });
const leasesOf = ({ user }: TestPlane) =>
  user.list<Lease>({ group: "coordination.k8s.io", plural: "leases", namespace: "kube-node-lease" });

test("nodes are registered as kubelets do it, ready and without taints", async () => {
  await using plane = await start(2);
  const [first, second] = await nodesOf(plane);
  assert.deepEqual([first?.metadata.name, second?.metadata.name], ["node-1", "node-2"]);
  assert.equal(first?.metadata.labels?.["kubernetes.io/hostname"], "node-1");
  assert.equal(first?.metadata.labels?.["kubernetes.io/os"], "linux");
  assert.equal(first?.metadata.labels?.["kubernetes.io/arch"], "amd64");
  assert.equal(first?.spec?.taints, undefined);
  assert.deepEqual([first?.spec?.podCIDR, second?.spec?.podCIDR], ["10.244.0.0/24", "10.244.1.0/24"]);
  assert.equal(first?.status?.allocatable?.pods, "110");
  const ready = first?.status?.conditions?.find(({ type }) => type === "Ready");
  assert.deepEqual([ready?.status, ready?.reason], ["True", "KubeletReady"]);
});

test("nodes renew their leases, and say every five minutes that they are well", async () => {
  await using plane = await start(1);
  await plane.clock.advance(1_000);
  const [before] = await leasesOf(plane);
  assert.equal(before?.spec?.holderIdentity, "node-1");
  assert.equal(before?.metadata.ownerReferences?.[0]?.kind, "Node");
  await plane.clock.advance(320_000);
  const [after] = await leasesOf(plane);
  assert.equal(secondsBetween(before?.spec?.renewTime, after?.spec?.renewTime), 320);
  const [node] = await nodesOf(plane);
  const ready = node?.status?.conditions?.find(({ type }) => type === "Ready");
  assert.ok(secondsBetween(ready?.lastTransitionTime, ready?.lastHeartbeatTime) >= 300);
});

test("nodes tell that they have started, and when they are closed to pods or opened again", async () => {
  const controllers = [createSimulatedNodes(1)];
  await using plane = await startTestPlane({ controllers, namespaces: ["kube-node-lease"] });
  for (const unschedulable of [true, true, false]) {
    await plane.user.patch({ group: "", plural: "nodes", name: "node-1" }, "merge", { spec: { unschedulable } });
    await plane.settle();
  }
  const events = await plane.user.list<Event>({ group: "", plural: "events", namespace: "default" });
  assert.deepEqual(events.map(({ message, count }) => [message, count]).toSorted(), [
    ["Node node-1 status is now: NodeNotSchedulable", 1],
    ["Node node-1 status is now: NodeReady", 1],
    ["Node node-1 status is now: NodeSchedulable", 1],
    ["Starting kubelet.", 1],
  ]);
});

test("heartbeats keep nobody waiting", async () => {
  await using plane = await start(3);
  await plane.settle();
  assert.ok(plane.clock.monotonic() < 10_000);
});

test("a node whose lease cannot be renewed keeps no other from renewing its own", async () => {
  await using plane = await start(3);
  await plane.clock.advance(1_000);
  const before = await leasesOf(plane);
  await refuse(plane, "UPDATE", "leases", "object.metadata.name != 'node-1'");
  await plane.clock.advance(320_000);
  const after = await leasesOf(plane);
  const renewed = after.map(({ spec }, at) => secondsBetween(before[at]?.spec?.renewTime, spec?.renewTime) > 300);
  assert.deepEqual(renewed, [false, true, true]);
  const reported = (await nodesOf(plane)).map(({ status }) => {
    const ready = status?.conditions?.find(({ type }) => type === "Ready");
    return secondsBetween(ready?.lastTransitionTime, ready?.lastHeartbeatTime) >= 300;
  });
  assert.deepEqual(reported, [false, true, true]);
});

test("a node that is deleted does not come back, and beats no more", async () => {
  await using plane = await start(2);
  await plane.clock.advance(1_000);
  await plane.user.delete({ group: "", plural: "nodes", name: "node-1" });
  const lease = { group: "coordination.k8s.io", plural: "leases", namespace: "kube-node-lease", name: "node-1" };
  await plane.user.delete(lease);
  await plane.clock.advance(60_000);
  assert.deepEqual(
    (await nodesOf(plane)).map(({ metadata }) => metadata.name),
    ["node-2"],
  );
  assert.equal(await plane.find(lease), undefined);
  assert.deepEqual(plane.complaints, []);
});

test("a node tells when it is cordoned, and when it is not any more", async () => {
  await using plane = await start(1);
  const told = async (unschedulable: boolean) => {
    await plane.user.patch({ group: "", plural: "nodes", name: "node-1" }, "merge", { spec: { unschedulable } });
    await plane.settle();
    const events = await plane.user.list<Event>({ group: "", plural: "events", namespace: "default" });
    return events.map(({ message }) => message).filter((message) => message?.endsWith("Schedulable"));
  };
  const [cordoned, free] = ["NodeNotSchedulable", "NodeSchedulable"].map((is) => `Node node-1 status is now: ${is}`);
  assert.deepEqual(await told(true), [cordoned]);
  assert.deepEqual((await told(false)).toSorted(), [cordoned, free]);
});

test("no two nodes share an address or a network", () => {
  const all = Array.from({ length: 3_000 }, (_, index) => nodeManifest(index, 0));
  assert.equal(new Set(all.map(({ spec }) => spec?.podCIDR)).size, 3_000);
  assert.equal(new Set(all.map(({ status }) => status.addresses?.[0]?.address)).size, 3_000);
  assert.ok(all.every(({ spec }) => /^10\.(24[4-9]|25[0-5])\.\d+\.0\/24$/.test(spec?.podCIDR ?? "")));
});

test("a number of nodes that there cannot be is refused", () => {
  for (const count of [-1, 1.5, Number.NaN, 3_001]) {
    assert.throws(
      () => createSimulatedNodes(count),
      (error: unknown) => error instanceof UsageError && error.code === "PINTLE_NODES_INVALID",
    );
  }
});

test("without nodes nobody schedules or runs anything", () => {
  assert.deepEqual(createNodeControllers({ nodes: 0 }), []);
  assert.deepEqual(
    createNodeControllers({}).map(({ name }) => name),
    ["simulated-nodes", "kubelet", "default-scheduler"],
  );
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Pod } from "@pintle/kinds";
import { Cluster, condition, container, secondsBetween, state } from "./cluster-fixture.test.ts";

const notReady = "False ContainersNotReady containers with unready status: [main]";

/** Lets so much time pass and looks. */
async function after(cluster: Cluster, ms: number): Promise<Pod> {
  await cluster.plane.clock.advance(ms);
  return cluster.pod();
}

const startedAt = ({ status }: Pod) => status?.containerStatuses?.[0]?.state?.running?.startedAt;
const changedAt = ({ status }: Pod, type: string) =>
  status?.conditions?.find((each) => each.type === type)?.lastTransitionTime;

describe("a pod that starts", () => {
  test("is first seen with a host, containers that are being created, and no address", async () => {
    await using cluster = await Cluster.open();
    await cluster.make({ nodeName: "node-1" });
    const pod = await after(cluster, 0);
    assert.equal(pod.status?.phase, "Pending");
    assert.equal(state(pod), "waiting ContainerCreating");
    assert.equal(pod.status?.hostIP, "172.18.0.2");
    assert.equal(pod.status?.podIP, undefined);
    assert.equal(condition(pod, "PodReadyToStartContainers"), "False");
    assert.equal(condition(pod, "Initialized"), "True");
    assert.equal(condition(pod, "Ready"), notReady);
    assert.equal(condition(pod, "ContainersReady"), notReady);
    assert.equal(condition(pod, "PodScheduled"), "True");
  });

  test("runs and is ready after some milliseconds", async () => {
    await using cluster = await Cluster.open();
    const before = cluster.plane.clock.now();
    const pod = await cluster.run();
    assert.ok(cluster.plane.clock.now() - before < 1_000);
    assert.equal(pod.status?.phase, "Running");
    assert.deepEqual(pod.status?.podIPs, [{ ip: "10.244.0.2" }]);
    for (const type of ["PodReadyToStartContainers", "Initialized", "Ready", "ContainersReady", "PodScheduled"]) {
      assert.equal(condition(pod, type), "True", type);
    }
    const [status] = pod.status?.containerStatuses ?? [];
    assert.match(status?.containerID ?? "", /^containerd:\/\/[0-9a-f]{64}$/);
    assert.match(status?.imageID ?? "", /^shop@sha256:[0-9a-f]{64}$/);
    assert.equal(status?.started, true);
    assert.equal(pod.metadata.managedFields?.at(-1)?.manager, "kubelet");
    assert.deepEqual(await cluster.told(), [
      'Pulled: Container image "shop:1" already present on machine and can be accessed by the pod',
      "Created: Container created",
      "Started: Container started",
    ]);
  });

  test("has an address of its own, or that of its host where it shares the network", async () => {
    await using cluster = await Cluster.open();
    const pods = [await cluster.run(), await cluster.run({}, { name: "two" })];
    const host = await cluster.run({ hostNetwork: true }, { name: "host" });
    assert.deepEqual(
      [...pods, host].map(({ status }) => status?.podIP),
      ["10.244.0.2", "10.244.0.3", "172.18.0.2"],
    );
  });

  test("starts its init containers one after the other, and the others when all have succeeded", async () => {
    await using cluster = await Cluster.open();
    const sleeping = (name: string) => ({ name, image: "init:1", command: ["sleep", "5"] });
    await cluster.make({ nodeName: "node-1", initContainers: [sleeping("one"), sleeping("two")] });
    const states = (pod: Pod) => ["one", "two", "main"].map((name) => state(pod, name));
    assert.deepEqual(states(await after(cluster, 100)), [
      "running",
      "waiting PodInitializing",
      "waiting PodInitializing",
    ]);
    const second = await after(cluster, 5_000);
    assert.deepEqual(states(second), ["terminated 0 Completed", "running", "waiting PodInitializing"]);
    assert.equal(second.status?.phase, "Pending");
    const why = "False ContainersNotInitialized containers with incomplete status: [two]";
    assert.equal(condition(second, "Initialized"), why);
    await cluster.plane.settle();
    const pod = await cluster.pod();
    assert.deepEqual(states(pod), ["terminated 0 Completed", "terminated 0 Completed", "running"]);
    assert.equal(condition(pod, "Ready"), "True");
  });

  test("has a sidecar beside it that has started before and runs on", async () => {
    await using cluster = await Cluster.open();
    const sidecar = { name: "side", image: "side:1", restartPolicy: "Always" };
    const startupProbe = { exec: { command: ["ok"] }, initialDelaySeconds: 20 };
    await cluster.make({ nodeName: "node-1", initContainers: [{ ...sidecar, startupProbe }] });
    const early = await after(cluster, 15_000);
    assert.deepEqual([state(early, "side"), state(early)], ["running", "waiting PodInitializing"]);
    await cluster.plane.settle();
    const pod = await cluster.pod();
    assert.deepEqual([state(pod, "side"), state(pod), condition(pod, "Ready")], ["running", "running", "True"]);
  });

  test("is ready when its readiness probe is first tried after the initial delay, and has succeeded often enough", async () => {
    await using cluster = await Cluster.open();
    const readinessProbe = { exec: { command: ["ok"] }, initialDelaySeconds: 12, periodSeconds: 5 };
    const pod = await cluster.run({ containers: [{ ...container, readinessProbe }] });
    assert.equal(secondsBetween(startedAt(pod), changedAt(pod, "Ready")), 15);
    const often = { ...readinessProbe, successThreshold: 3 };
    const second = await cluster.run({ containers: [{ ...container, readinessProbe: often }] }, { name: "often" });
    assert.equal(secondsBetween(startedAt(second), changedAt(second, "Ready")), 25);
  });

  test("is not asked whether it is ready before it has started", async () => {
    await using cluster = await Cluster.open();
    const startupProbe = { exec: { command: ["ok"] }, initialDelaySeconds: 30 };
    await cluster.make({ nodeName: "node-1", containers: [{ ...container, startupProbe }] });
    const early = await after(cluster, 29_000);
    assert.equal(early.status?.containerStatuses?.[0]?.started, false);
    assert.equal(condition(early, "Ready"), notReady);
    await cluster.plane.settle();
    const pod = await cluster.pod();
    assert.equal(pod.status?.containerStatuses?.[0]?.started, true);
    assert.equal(condition(pod, "Ready"), "True");
  });

  test("waits for its readiness gates, which others open", async () => {
    await using cluster = await Cluster.open();
    const type = "example.com/open";
    const closed = await cluster.run({ readinessGates: [{ conditionType: type }] });
    assert.equal(
      condition(closed, "Ready"),
      `False ReadinessGatesNotReady corresponding condition of pod readiness gate "${type}" does not exist.`,
    );
    assert.equal(condition(closed, "ContainersReady"), "True");
    const place = { group: "", plural: "pods", namespace: "shop", name: "web", subresource: "status" };
    const open = { type, status: "True" };
    await cluster.plane.user.patch(place, "strategic", { status: { conditions: [open] } });
    await cluster.plane.settle();
    const pod = await cluster.pod();
    assert.equal(condition(pod, "Ready"), "True");
    assert.equal(condition(pod, type), "True");
  });

  test("is left alone on a node that nobody simulates, and on one that does not exist", async () => {
    await using cluster = await Cluster.open();
    await cluster.plane.user.create({ group: "", plural: "nodes" }, { metadata: { name: "iron" } });
    for (const nodeName of ["iron", "none"]) {
      const pod = await cluster.run({ nodeName }, { name: nodeName });
      assert.equal(pod.status?.phase, "Pending");
      assert.equal(pod.status?.containerStatuses, undefined);
    }
  });
});

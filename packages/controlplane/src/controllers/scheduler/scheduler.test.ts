import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Pod } from "@pintle/kinds";
import { Cluster, condition, container } from "../kubelet/cluster-fixture.test.ts";
import { createScheduler } from "./scheduler.ts";

const open = (nodes: number) => Cluster.open({ nodes, controllers: [createScheduler()] });
const nodeOf = ({ spec }: Pod) => spec?.nodeName;
const requests = (amounts: object) => ({ containers: [{ ...container, resources: { requests: amounts } }] });

/** Makes a pod and lets it be placed. */
async function place(cluster: Cluster, spec: object = {}, name = "web", metadata: object = {}): Promise<Pod> {
  await cluster.make(spec, { name, ...metadata });
  await cluster.plane.settle();
  return cluster.pod(name);
}

/** What the scheduler says of a pod for which there is no node. */
function misfit(filters: string, preemption: string, count = 1): string {
  const begin = `0/${count} nodes are available:`;
  return `${begin} ${filters}. no new claims to deallocate, preemption: ${begin} ${preemption}.`;
}
const useless = (count = 1) => `${count} Preemption is not helpful for scheduling`;
const nobody = (count = 1) => `${count} No preemption victims found for incoming pod`;

describe("a pod", () => {
  test("is bound to a node, is told of, and runs there", async () => {
    await using cluster = await open(1);
    const pod = await place(cluster);
    assert.equal(nodeOf(pod), "node-1");
    assert.equal(condition(pod, "PodScheduled"), "True");
    assert.equal(pod.status?.phase, "Running");
    assert.equal((await cluster.told())[0], "Scheduled: Successfully assigned shop/web to node-1");
  });

  test("goes where most is left, so that pods are spread evenly", async () => {
    await using cluster = await open(3);
    for (let index = 0; index < 6; index++) await place(cluster, requests({ cpu: "1", memory: "1Gi" }), `web-${index}`);
    const nodes = await Promise.all([0, 1, 2, 3, 4, 5].map(async (index) => nodeOf(await cluster.pod(`web-${index}`))));
    const counts = ["node-1", "node-2", "node-3"].map((name) => nodes.filter((each) => each === name).length);
    assert.deepEqual(counts, [2, 2, 2]);
  });

  test("waits where no node has room for it, and says what is missing", async () => {
    await using cluster = await open(2);
    const pod = await place(cluster, requests({ cpu: "64", memory: "1Ti" }));
    const message = misfit("2 Insufficient cpu, 2 Insufficient memory", useless(2), 2);
    assert.equal(condition(pod, "PodScheduled"), `False Unschedulable ${message}`);
    assert.deepEqual(await cluster.told(), [`FailedScheduling: ${message}`]);
  });

  test("is placed when room is made", async () => {
    await using cluster = await open(1);
    await place(cluster, requests({ cpu: "20" }), "big");
    const waiting = await place(cluster, requests({ cpu: "20" }));
    assert.equal(condition(waiting, "PodScheduled"), `False Unschedulable ${misfit("1 Insufficient cpu", nobody())}`);
    await cluster.delete("big");
    await cluster.plane.settle();
    assert.equal((await cluster.pod()).status?.phase, "Running");
  });

  test("is placed when another pod has completed, which needs no room any more", async () => {
    await using cluster = await open(1);
    await place(cluster, { ...requests({ cpu: "20" }), restartPolicy: "Never" }, "job");
    assert.equal(nodeOf(await place(cluster, requests({ cpu: "20" }))), "node-1");
  });

  test("counts for what its containers need together, or its greatest init container", async () => {
    await using cluster = await open(1);
    const needs = (name: string, cpu: string) => ({ name, image: "shop:1", resources: { requests: { cpu } } });
    const spec = { initContainers: [needs("init", "33")], containers: [needs("main", "1")] };
    assert.match(condition(await place(cluster, spec), "PodScheduled"), /Insufficient cpu/);
    const two = { containers: [needs("a", "17"), needs("b", "16")] };
    assert.match(condition(await place(cluster, two, "two"), "PodScheduled"), /Insufficient cpu/);
  });

  test("waits for nodes where there are none", async () => {
    await using cluster = await open(0);
    const pod = await place(cluster);
    assert.equal(condition(pod, "PodScheduled"), "False Unschedulable no nodes available to schedule pods");
  });

  test("goes only to nodes with the labels that it selects, as soon as there is one", async () => {
    await using cluster = await open(2);
    const pod = await place(cluster, { nodeSelector: { disk: "ssd" } });
    const message = misfit("2 node(s) didn't match Pod's node affinity/selector", useless(2), 2);
    assert.equal(condition(pod, "PodScheduled"), `False Unschedulable ${message}`);
    await cluster.patchNode("node-2", { metadata: { labels: { disk: "ssd" } } });
    assert.equal(nodeOf(await cluster.pod()), "node-2");
  });

  test("is kept away by taints that it does not tolerate, and by a cordon", async () => {
    await using cluster = await open(2);
    await cluster.patchNode("node-1", { spec: { taints: [{ key: "team", value: "a", effect: "NoSchedule" }] } });
    await cluster.patchNode("node-2", { spec: { unschedulable: true } });
    const pod = await place(cluster);
    const message = misfit("1 node(s) had untolerated taint(s), 1 node(s) were unschedulable", useless(2), 2);
    assert.equal(condition(pod, "PodScheduled"), `False Unschedulable ${message}`);
    const tolerations = [{ key: "team", operator: "Equal", value: "a", effect: "NoSchedule" }];
    assert.equal(nodeOf(await place(cluster, { tolerations }, "tolerant")), "node-1");
    await cluster.patchNode("node-2", { spec: { unschedulable: null } });
    assert.equal(nodeOf(await cluster.pod()), "node-2");
  });

  test("would rather avoid what its taints say is better avoided", async () => {
    await using cluster = await open(2);
    await cluster.patchNode("node-1", { spec: { taints: [{ key: "slow", effect: "PreferNoSchedule" }] } });
    for (const name of ["a", "b", "c"]) assert.equal(nodeOf(await place(cluster, {}, name)), "node-2");
  });

  test("needs a port of its host for itself", async () => {
    await using cluster = await open(1);
    const ports = (hostPort: number) => ({ containers: [{ ...container, ports: [{ containerPort: 80, hostPort }] }] });
    assert.equal(nodeOf(await place(cluster, ports(80), "first")), "node-1");
    assert.equal(nodeOf(await place(cluster, ports(81), "other")), "node-1");
    const pod = await place(cluster, ports(80));
    const why = "1 node(s) didn't have free ports for the requested pod ports";
    assert.equal(condition(pod, "PodScheduled"), `False Unschedulable ${misfit(why, nobody())}`);
  });

  test("is one of so many on a node", async () => {
    await using cluster = await open(1);
    const status = { allocatable: { cpu: "1", memory: "1Gi", pods: "1" } };
    const node = { group: "", plural: "nodes", name: "node-1", subresource: "status" };
    await cluster.plane.user.patch(node, "merge", { status });
    await place(cluster, {}, "first");
    const pod = await place(cluster);
    assert.equal(condition(pod, "PodScheduled"), `False Unschedulable ${misfit("1 Too many pods", nobody())}`);
  });

  test("is not touched where it is gated, another's or going away", async () => {
    await using cluster = await open(1);
    const gated = await place(cluster, { schedulingGates: [{ name: "example.com/wait" }] }, "gated");
    const foreign = await place(cluster, { schedulerName: "mine" }, "foreign");
    assert.deepEqual([nodeOf(gated), nodeOf(foreign)], [undefined, undefined]);
    assert.deepEqual([...(await cluster.told("gated")), ...(await cluster.told("foreign"))], []);
    const pods = { group: "", plural: "pods", namespace: "shop", name: "gated" };
    await cluster.plane.user.patch(pods, "merge", { spec: { schedulingGates: null } });
    await cluster.plane.settle();
    assert.equal(nodeOf(await cluster.pod("gated")), "node-1");
  });

  test("does not ask anybody to make room where its policy forbids it", async () => {
    await using cluster = await open(1);
    await cluster.plane.user.create(
      { group: "scheduling.k8s.io", plural: "priorityclasses" },
      { metadata: { name: "polite" }, value: 10, preemptionPolicy: "Never" },
    );
    const pod = await place(cluster, { ...requests({ cpu: "33" }), priorityClassName: "polite" });
    assert.match(condition(pod, "PodScheduled"), /preemption: not eligible due to preemptionPolicy=Never\.$/);
  });
});

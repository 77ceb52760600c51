import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Node, Pod } from "@pintle/kinds";
import type { PlaneController } from "../kit/plane-controller.ts";
import { Cluster, container } from "../kubelet/cluster-fixture.test.ts";
import { createScheduler } from "./scheduler.ts";
import { WaitingPods } from "./waiting-pods.ts";

const labels = { app: "web" };
const spread = {
  maxSkew: 1,
  topologyKey: "kubernetes.io/hostname",
  whenUnsatisfiable: "DoNotSchedule",
  labelSelector: { matchLabels: labels },
} as const;
const spec = { topologySpreadConstraints: [spread] };
const nodeOf = async (cluster: Cluster, name: string) => (await cluster.pod(name)).spec?.nodeName;

/** One pod on the first of two nodes, and one that must not follow it there as long as the second is empty, and closed. */
async function openUneven(): Promise<Cluster> {
  const cluster = await Cluster.open({ nodes: 2, controllers: [createScheduler()] });
  await cluster.patchNode("node-2", { spec: { unschedulable: true } });
  for (const name of ["first", "second"]) {
    await cluster.make(spec, { name, labels });
    await cluster.plane.settle();
  }
  assert.equal(await nodeOf(cluster, "first"), "node-1");
  assert.equal(await nodeOf(cluster, "second"), undefined);
  return cluster;
}

describe("a pod that waits because pods would be spread unevenly", () => {
  test("is placed when another comes to where fewest were", async () => {
    await using cluster = await openUneven();
    await cluster.make({ nodeName: "node-2" }, { name: "other", labels: { app: "other" } });
    await cluster.plane.settle();
    assert.equal(await nodeOf(cluster, "second"), undefined);
    await cluster.make({ nodeName: "node-2" }, { name: "third", labels });
    await cluster.plane.settle();
    assert.equal(await nodeOf(cluster, "second"), "node-1");
  });

  test("is placed when the node goes where fewest were", async () => {
    await using cluster = await openUneven();
    await cluster.plane.user.delete({ group: "", plural: "nodes", name: "node-2" });
    await cluster.plane.settle();
    assert.equal(await nodeOf(cluster, "second"), "node-1");
  });

  test("is placed when one of them begins to end, before it is gone", async () => {
    await using cluster = await Cluster.open({ nodes: 1, controllers: [createScheduler()] });
    await cluster.patchNode("node-1", { spec: { unschedulable: true } });
    await makeBareNode(cluster);
    await cluster.make({ nodeName: "bare" }, { name: "first", labels });
    await cluster.make(spec, { name: "second", labels });
    await cluster.plane.settle();
    assert.equal(await nodeOf(cluster, "second"), undefined);
    await cluster.delete("first");
    await cluster.plane.settle();
    assert.notEqual((await cluster.pod("first")).metadata.deletionTimestamp, undefined);
    assert.equal(await nodeOf(cluster, "second"), "bare");
  });
});

/** A node that nobody simulates, so that pods stay there for as long as they are given to end. */
async function makeBareNode({ plane }: Cluster): Promise<void> {
  const nodes = { group: "", plural: "nodes" };
  const metadata = { name: "bare", labels: { "kubernetes.io/hostname": "bare" } };
  const made = await plane.user.create<Node>(nodes, { metadata });
  const status = { allocatable: { cpu: "8", memory: "8Gi", pods: "10" } };
  await plane.user.updateStatus({ ...nodes, name: "bare" }, { ...made, status });
  await plane.user.patch({ ...nodes, name: "bare" }, "merge", { spec: { taints: null } });
}

test("a pod that is deleted while it is bound leaves no ghost that takes up room", async () => {
  let cluster: Cluster | undefined;
  const scheduler: PlaneController = {
    name: "hasty",
    start(context) {
      const { loopback } = context;
      return createScheduler().start({
        ...context,
        loopback: {
          async request(request) {
            const answer = await loopback.request(request);
            if (!request.path.endsWith("/hasty/binding")) return answer;
            await cluster?.delete("hasty", { gracePeriodSeconds: 0 });
            return answer;
          },
        },
      });
    },
  };
  cluster = await Cluster.open({ nodes: 1, controllers: [scheduler] });
  await using _ = cluster;
  const containers = [{ ...container, resources: { requests: { cpu: "20" } } }];
  await cluster.make({ containers }, { name: "hasty" });
  await cluster.plane.settle();
  assert.equal(await cluster.find("hasty"), undefined);
  await cluster.make({ containers }, { name: "calm" });
  await cluster.plane.settle();
  assert.equal(await nodeOf(cluster, "calm"), "node-1");
});

describe("those who wait", () => {
  const pod = (rest: object, namespace = "shop"): Pod => ({
    ...{ apiVersion: "v1", kind: "Pod" },
    metadata: { name: "a", namespace, labels },
    spec: { containers: [], ...rest },
  });
  const fill = () => {
    const waiting = new WaitingPods();
    waiting.add("shop/big", pod({}));
    waiting.add("shop/even", pod(spec));
    waiting.add("yard/even", pod(spec, "yard"));
    waiting.add("shop/near", pod({ affinity: { podAffinity: {} } }));
    waiting.add("shop/lax", pod({ topologySpreadConstraints: [{ ...spread, whenUnsatisfiable: "ScheduleAnyway" }] }));
    return waiting;
  };

  test("are all helped by room", () => {
    const waiting = fill();
    assert.equal(waiting.takeHelped({ type: "room" }).length, 5);
    assert.deepEqual(waiting.takeHelped({ type: "room" }), []);
  });

  test("are helped by company where they are placed by others, of their own kind where they are spread", () => {
    assert.deepEqual(fill().takeHelped({ type: "company", pod: pod({}) }), ["shop/even", "shop/near"]);
    const stranger = { ...pod({}), metadata: { name: "b", namespace: "shop" } };
    assert.deepEqual(fill().takeHelped({ type: "company", pod: stranger }), ["shop/near"]);
  });

  test("are helped by a node that goes where they are spread", () => {
    assert.deepEqual(fill().takeHelped({ type: "loss" }), ["shop/even", "yard/even"]);
  });

  test("wait no more when they are gone", () => {
    const waiting = fill();
    waiting.delete("shop/even");
    assert.deepEqual(waiting.takeHelped({ type: "loss" }), ["yard/even"]);
  });
});

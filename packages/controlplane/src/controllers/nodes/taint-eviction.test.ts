import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Pod, Taint, Toleration } from "@pintle/kinds";
import { Cluster, condition } from "../kubelet/cluster-fixture.test.ts";
import { createScheduler } from "../scheduler/scheduler.ts";
import { taintEvictionController, toleratedSeconds } from "./taint-eviction.ts";

const taint = (key: string, effect: Taint["effect"] = "NoExecute"): Taint => ({ key, effect });
const tolerate = (key: string, tolerationSeconds?: number): Toleration => ({
  ...({ key, operator: "Exists", effect: "NoExecute" } as const),
  ...(tolerationSeconds !== undefined && { tolerationSeconds }),
});

const open = () => Cluster.open({ controllers: [taintEvictionController] });

async function setTaints(cluster: Cluster, ...taints: readonly object[]): Promise<void> {
  await cluster.patchNode("node-1", { spec: { taints } });
}

/** Whether the pod is there and is not told to end. */
async function stays(cluster: Cluster, name = "web"): Promise<boolean> {
  const pod = await cluster.find(name);
  return pod !== undefined && pod.metadata.deletionTimestamp === undefined;
}

describe("a taint that nobody may stay with", () => {
  test("ends pods that do not tolerate it, and tells why", async () => {
    await using cluster = await open();
    await cluster.run({}, { finalizers: ["example.com/wait"] });
    await setTaints(cluster, taint("team"));
    const pod = await cluster.pod();
    assert.notEqual(pod.metadata.deletionTimestamp, undefined);
    const why = "True DeletionByTaintManager Taint manager: deleting due to NoExecute taint";
    assert.equal(condition(pod, "DisruptionTarget"), why);
    assert.ok((await cluster.told()).includes("TaintManagerEviction: Marking for deletion Pod shop/web"));
  });

  test("ends none that tolerate it for ever, or that are elsewhere", async () => {
    await using cluster = await Cluster.open({ nodes: 2, controllers: [taintEvictionController] });
    await cluster.run({ tolerations: [tolerate("team")] });
    await cluster.run({ tolerations: [{ operator: "Exists" }] }, { name: "all" });
    await cluster.run({ nodeName: "node-2" }, { name: "elsewhere" });
    await setTaints(cluster, taint("team"));
    await cluster.plane.clock.advance(3_600_000);
    for (const name of ["web", "all", "elsewhere"]) assert.ok(await stays(cluster, name), name);
  });

  test("ends a pod that is put there later", async () => {
    await using cluster = await open();
    await setTaints(cluster, taint("team"));
    await cluster.make({ nodeName: "node-1" });
    await cluster.plane.settle();
    assert.equal(await stays(cluster), false);
  });

  test("of another effect ends nobody", async () => {
    await using cluster = await open();
    await cluster.run();
    await setTaints(cluster, taint("team", "NoSchedule"), taint("slow", "PreferNoSchedule"));
    await cluster.plane.clock.advance(600_000);
    assert.ok(await stays(cluster));
  });

  test("keeps others from coming", async () => {
    await using cluster = await Cluster.open({ nodes: 2, controllers: [createScheduler(), taintEvictionController] });
    await setTaints(cluster, taint("team"));
    await cluster.make();
    await cluster.plane.settle();
    assert.equal((await cluster.pod()).spec?.nodeName, "node-2");
  });
});

describe("a taint that is tolerated for a time", () => {
  test("ends the pod after that time, for which nobody waits", async () => {
    await using cluster = await open();
    await cluster.run({ tolerations: [tolerate("team", 60)] });
    const before = cluster.plane.clock.now();
    await setTaints(cluster, taint("team"));
    assert.equal(cluster.plane.clock.now(), before);
    await cluster.plane.clock.advance(59_999);
    assert.ok(await stays(cluster));
    await cluster.plane.clock.advance(1);
    assert.equal(await stays(cluster), false);
  });

  test("and goes in time leaves the pod where it is, which is told", async () => {
    await using cluster = await open();
    await cluster.run({ tolerations: [tolerate("team", 60)] });
    await setTaints(cluster, taint("team"));
    await cluster.plane.clock.advance(30_000);
    await setTaints(cluster);
    await cluster.plane.clock.advance(600_000);
    assert.ok(await stays(cluster));
    assert.ok((await cluster.told()).includes("TaintManagerEviction: Cancelling deletion of Pod shop/web"));
  });

  test("and comes again begins anew", async () => {
    await using cluster = await open();
    await cluster.run({ tolerations: [tolerate("team", 60)] });
    for (const seconds of [50, 50]) {
      await setTaints(cluster, taint("team"));
      await cluster.plane.clock.advance(seconds * 1_000);
      await setTaints(cluster);
    }
    assert.ok(await stays(cluster));
  });

  test("is not tolerated for longer by a toleration that comes later, but ends at once by a taint that does", async () => {
    await using cluster = await open();
    await cluster.run({ tolerations: [tolerate("team", 60)] });
    await setTaints(cluster, taint("team"));
    await cluster.plane.clock.advance(30_000);
    const place = { group: "", plural: "pods", namespace: "shop", name: "web" };
    const { spec } = await cluster.pod();
    const tolerations = [...(spec?.tolerations ?? []), tolerate("other", 600)];
    await cluster.plane.user.patch(place, "merge", { spec: { tolerations } });
    await cluster.plane.settle();
    await setTaints(cluster, taint("team"), taint("other"));
    await cluster.plane.clock.advance(29_999);
    assert.ok(await stays(cluster));
    await setTaints(cluster, taint("team"), taint("third"));
    assert.equal(await stays(cluster), false);
  });
});

test("the shortest of the tolerations that are used counts, and none is for ever", () => {
  const seconds = (tolerations: readonly object[], ...keys: readonly string[]) => {
    const pod = { spec: { containers: [], tolerations } } as unknown as Pod;
    return toleratedSeconds(
      pod,
      keys.map((key) => taint(key)),
    );
  };
  assert.equal(seconds([], "a"), 0);
  assert.equal(seconds([tolerate("b")], "a"), 0);
  assert.equal(seconds([tolerate("a")], "a"), undefined);
  assert.equal(seconds([tolerate("a", 5)], "a"), 5);
  assert.equal(seconds([tolerate("a", 0)], "a"), 0);
  assert.equal(seconds([tolerate("a", -3)], "a"), 0);
  assert.equal(seconds([tolerate("a", 5), tolerate("b", 3)], "a", "b"), 3);
  assert.equal(seconds([tolerate("a"), tolerate("b", 3)], "a", "b"), 3);
  assert.equal(seconds([tolerate("a", 5), tolerate("b", 3)], "a"), 5);
  assert.equal(seconds([tolerate("a", 5)], "a", "b"), 0);
  assert.equal(seconds([tolerate("a", 5), { operator: "Exists" }], "a"), 5);
  assert.equal(seconds([{ operator: "Exists" }, tolerate("a", 5)], "a"), undefined);
});

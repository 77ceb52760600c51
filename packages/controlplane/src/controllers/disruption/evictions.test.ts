import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Pod } from "@pintle/kinds";
import { ApiError, formatTime } from "@pintle/machinery";
import { replicaSetController } from "../replica-set/replica-set-controller.ts";
import { Shop, selector } from "../workload/shop-fixture.test.ts";
import { budgets, counts, makeBudget, open, read, told } from "./budget-fixture.test.ts";

function evict(shop: Shop, pod: Pod | undefined): Promise<object> {
  const name = pod?.metadata.name ?? "";
  return shop.plane.user.create({ ...shop.place("Pod", name), subresource: "eviction" }, { metadata: { name } });
}

describe("evictions", () => {
  test("are let through while the budget allows, and counted at once", async () => {
    await using shop = await open();
    await makeBudget(shop, { minAvailable: 1 });
    const pods = [await shop.makePod("a"), await shop.makePod("b")];
    for (const pod of pods) await shop.run(pod);
    await shop.plane.settle();
    await evict(shop, pods[0]);
    await assert.rejects(evict(shop, pods[1]), (error: unknown) => {
      assert.ok(ApiError.is(error, "TooManyRequests"));
      const text = "The disruption budget guard needs 1 healthy pods and has 1 currently";
      assert.equal(ApiError.find(error)?.causes[0]?.message, text);
      return true;
    });
    const budget = await read(shop);
    assert.deepEqual(counts(budget), [1, 1, 2, 0]);
    assert.equal(budget.status?.disruptedPods, undefined);
  });

  test("are refused until the controller has seen the budget", async () => {
    await using shop = await Shop.open([replicaSetController]);
    await shop.plane.user.create(budgets, { metadata: { name: "guard" }, spec: { selector, minAvailable: 0 } });
    const pod = await shop.makePod("a");
    await shop.run(pod);
    await assert.rejects(evict(shop, pod), (error: unknown) => {
      const text = "The disruption budget guard is still being processed by the server.";
      return ApiError.is(error, "TooManyRequests") && ApiError.find(error)?.causes[0]?.message === text;
    });
  });

  test("of pods that are not ready are let through while enough others are, or always if asked", async () => {
    await using shop = await open();
    await makeBudget(shop, { minAvailable: 1 });
    const [ready, waiting] = [await shop.makePod("a"), await shop.makePod("b")];
    await shop.run(ready);
    await shop.run(waiting);
    await shop.setStatus(waiting, { conditions: [{ type: "Ready", status: "False" }] });
    assert.deepEqual(counts(await read(shop)), [1, 1, 2, 0]);
    await assert.rejects(evict(shop, ready));
    await evict(shop, waiting);
    await shop.setStatus(ready, { conditions: [{ type: "Ready", status: "False" }] });
    await shop.plane.settle();
    await assert.rejects(evict(shop, ready));
    const patch = { spec: { unhealthyPodEvictionPolicy: "AlwaysAllow" } };
    await shop.plane.user.patch({ ...budgets, name: "guard" }, "merge", patch);
    await evict(shop, ready);
  });

  test("that come to nothing are forgotten after two minutes, and people are told", async () => {
    await using shop = await open();
    await makeBudget(shop, { minAvailable: 1 });
    for (const name of ["a", "b"]) await shop.run(await shop.makePod(name));
    const budget = await read(shop);
    const disruptedPods = { a: formatTime(shop.plane.clock.now()), gone: formatTime(shop.plane.clock.now()) };
    const place = { ...budgets, name: "guard", subresource: "status" };
    await shop.plane.user.patch(place, "merge", { status: { ...budget.status, disruptedPods } });
    const waiting = await read(shop);
    assert.deepEqual(counts(waiting), [1, 1, 2, 0]);
    assert.deepEqual(Object.keys(waiting.status?.disruptedPods ?? {}), ["a"]);
    await shop.plane.clock.advance(121_000);
    assert.deepEqual(counts(await read(shop)), [2, 1, 2, 1]);
    assert.deepEqual(await told(shop, "NotDeleted"), ["Pod was expected by PDB shop/shop to be deleted but it wasn't"]);
  });

  test("that were announced and do not come about are taken back after two minutes", async () => {
    await using shop = await open();
    const pod = await shop.makePod("a");
    const lastTransitionTime = formatTime(shop.plane.clock.now());
    const conditions = [
      { type: "DisruptionTarget", status: "True", reason: "EvictionByEvictionAPI", lastTransitionTime },
    ];
    await shop.setStatus(pod, { conditions });
    await shop.plane.clock.advance(119_000);
    const target = async () =>
      (await shop.pods())[0]?.status?.conditions?.find(({ type }) => type === "DisruptionTarget");
    assert.equal((await target())?.status, "True");
    await shop.plane.clock.advance(2_000);
    await shop.plane.settle();
    const { status, reason } = (await target()) ?? {};
    assert.deepEqual([status, reason], ["False", undefined]);
    for (const lasting of [
      { phase: "Failed", conditions },
      { conditions: [{ ...conditions[0], reason: "TerminationByKubelet" }] },
    ]) {
      await shop.delete("Pod", "a", { gracePeriodSeconds: 0 });
      await shop.setStatus(await shop.makePod("a"), lasting);
      await shop.plane.clock.advance(300_000);
      await shop.plane.settle();
      assert.equal((await target())?.status, "True");
    }
  });

  test("under two budgets are told of", async () => {
    await using shop = await open();
    await makeBudget(shop, { minAvailable: 0 });
    await makeBudget(shop, { minAvailable: 0 }, "second");
    await shop.run(await shop.makePod("a"));
    const [warning] = await told(shop, "MultiplePodDisruptionBudgets");
    assert.equal(warning, 'Pod "shop"/"a" matches multiple PodDisruptionBudgets.  Chose "guard" arbitrarily.');
    assert.deepEqual(counts(await read(shop, "second")), [1, 0, 1, 1]);
  });
});

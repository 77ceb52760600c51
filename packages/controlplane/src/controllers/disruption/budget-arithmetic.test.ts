import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Shop } from "../workload/shop-fixture.test.ts";
import { budgets, condition, counts, makeBudget, open, read, told } from "./budget-fixture.test.ts";
import { disruptionController } from "./disruption-controller.ts";

describe("of what a ReplicaSet wants a budget keeps", () => {
  for (const [replicas, kept] of Object.entries({
    1: { "30%": 0, "50%": 0, "100%": 0, 1: 0, 5: 0 },
    3: { "30%": 2, "34%": 1, "50%": 1, 1: 2, 2: 1 },
    7: { "0%": 7, "1%": 6, "30%": 4, "99%": 0, 0: 7, 3: 4 },
    10: { "25%": 7, "30%": 7, "31%": 6, 4: 6 },
  })) {
    test(`all but a share of ${replicas}, which is rounded up`, async () => {
      await using shop = await open();
      await shop.makeSet({ replicas: Number(replicas) });
      for (const [share, desired] of Object.entries(kept)) {
        const maxUnavailable = share.endsWith("%") ? share : Number(share);
        const budget = await makeBudget(shop, { maxUnavailable });
        assert.deepEqual(counts(budget), [0, desired, Number(replicas), 0], `${share} of ${replicas}`);
        await shop.plane.user.delete({ ...budgets, name: "guard" });
      }
    });
  }

  test("a share, which is rounded up", async () => {
    await using shop = await open();
    await shop.makeSet({ replicas: 7 });
    for (const [minAvailable, desired] of Object.entries({ "0%": 0, "1%": 1, "28%": 2, "29%": 3, "100%": 7 })) {
      assert.deepEqual(counts(await makeBudget(shop, { minAvailable })), [0, desired, 7, 0], minAvailable);
      await shop.plane.user.delete({ ...budgets, name: "guard" });
    }
  });

  test("what is left of its share when the set is scaled", async () => {
    await using shop = await open();
    await shop.makeSet({ replicas: 7 });
    assert.deepEqual(counts(await makeBudget(shop, { maxUnavailable: "30%" })), [0, 4, 7, 0]);
    await shop.change("ReplicaSet", { spec: { replicas: 3 } });
    assert.deepEqual(counts(await read(shop)), [0, 2, 3, 0]);
    await shop.change("ReplicaSet", { spec: { replicas: 10 } });
    assert.deepEqual(counts(await read(shop)), [0, 7, 10, 0]);
  });
});

describe("who controls a pod", () => {
  const owned = (apiVersion: string, kind: string, uid = "u") => ({
    ownerReferences: [{ apiVersion, kind, name: "web", uid, controller: true }],
  });

  test("may be named by the old group of ReplicaSets", async () => {
    await using shop = await Shop.open([disruptionController]);
    const { metadata } = await shop.makeSet({ replicas: 5 });
    await shop.makePod("a", owned("extensions/v1beta1", "ReplicaSet", metadata.uid));
    assert.deepEqual(counts(await makeBudget(shop, { maxUnavailable: 1 })), [0, 4, 5, 0]);
  });

  test("is not found by a kind or a group that it is not of", async () => {
    for (const [apiVersion, kind, why] of [
      ["invalid/v1", "ReplicaSet", 'no matches for kind "ReplicaSet" in version "invalid/v1"'],
      ["invalid/v1", "ReplicationController", 'no matches for kind "ReplicationController" in version "invalid/v1"'],
      ["extensions/v1", "StatefulSet", 'no matches for kind "StatefulSet" in version "extensions/v1"'],
      ["apps/v1", "Unexpected", 'no matches for kind "Unexpected" in version "apps/v1"'],
      ["apps/v1", "ReplicaSet", 'found no controllers for pod "a"'],
      ["v1", "ReplicationController", 'found no controllers for pod "a"'],
    ] as const) {
      await using shop = await open();
      await shop.makePod("a", owned(apiVersion, kind));
      assert.deepEqual(condition(await makeBudget(shop, { maxUnavailable: 1 })), ["False", "SyncFailed", why]);
    }
  });

  test("need not be known where a number must be available", async () => {
    await using shop = await open();
    await shop.run(await shop.makePod("a", owned("invalid/v1", "Thing")));
    assert.deepEqual(counts(await makeBudget(shop, { minAvailable: 1 })), [1, 1, 1, 0]);
  });

  test("of one pod is not who controls another, and people are told", async () => {
    await using shop = await Shop.open([disruptionController]);
    const { metadata } = await shop.makeSet({ replicas: 2 });
    await shop.run(await shop.makePod("a", owned("apps/v1", "ReplicaSet", metadata.uid)));
    await shop.run(await shop.makePod("b"));
    assert.deepEqual(counts(await makeBudget(shop, { maxUnavailable: 1 })), [2, 1, 2, 1]);
    assert.equal((await told(shop, "UnmanagedPods")).length, 1);
  });
});

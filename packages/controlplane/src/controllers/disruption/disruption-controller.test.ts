import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Pod } from "@pintle/kinds";
import { template } from "../workload/shop-fixture.test.ts";
import { budgets, condition, counts, makeBudget, open, read, told } from "./budget-fixture.test.ts";

describe("what a budget allows", () => {
  test("is nothing where there are no pods, and people are told", async () => {
    await using shop = await open();
    const budget = await makeBudget(shop, { minAvailable: 1 });
    assert.deepEqual(counts(budget), [0, 1, 0, 0]);
    assert.equal(budget.status?.observedGeneration, 1);
    assert.deepEqual(condition(budget), ["False", "InsufficientPods", ""]);
    assert.deepEqual(await told(shop, "NoPods"), ["No matching pods found"]);
  });

  test("is nothing without pods even if none need be there", async () => {
    await using shop = await open();
    assert.deepEqual(counts(await makeBudget(shop, { minAvailable: 0 })), [0, 0, 0, 0]);
  });

  test("is what is healthy beyond a number that must be available, whoever owns the pods", async () => {
    await using shop = await open();
    const budget = await makeBudget(shop, { minAvailable: 1 });
    for (const name of ["a", "b", "c"]) await shop.run(await shop.makePod(name));
    const counted = await read(shop);
    assert.deepEqual(counts(counted), [3, 1, 3, 2]);
    assert.deepEqual(condition(counted), ["True", "SufficientPods", ""]);
    assert.notEqual(counted.metadata.resourceVersion, budget.metadata.resourceVersion);
  });

  test("follows pods that lose their readiness, are going, or get other labels", async () => {
    await using shop = await open();
    await makeBudget(shop, { minAvailable: 1 });
    const pods = [];
    for (const name of ["a", "b", "c"]) pods.push(await shop.makePod(name));
    for (const pod of pods) await shop.run(pod);
    assert.deepEqual(counts(await read(shop)), [3, 1, 3, 2]);
    await shop.setStatus(pods[0] as Pod, { conditions: [{ type: "Ready", status: "False" }] });
    assert.deepEqual(counts(await read(shop)), [2, 1, 3, 1]);
    await shop.delete("Pod", "b");
    assert.deepEqual(counts(await read(shop)), [1, 1, 3, 0]);
    await shop.plane.user.patch(shop.place("Pod", "a"), "merge", { metadata: { labels: { app: "other" } } });
    assert.deepEqual(counts(await read(shop)), [1, 1, 2, 0]);
  });

  test("takes a percentage that must be available of what a ReplicaSet wants, rounded up", async () => {
    await using shop = await open();
    await shop.makeSet({ replicas: 3 });
    await shop.runAll();
    assert.deepEqual(counts(await makeBudget(shop, { minAvailable: "28%" })), [3, 1, 3, 2]);
  });

  test("counts what is wanted, not what is there", async () => {
    await using shop = await open();
    await shop.makeSet({ replicas: 10 });
    const budget = await makeBudget(shop, { minAvailable: "30%" });
    assert.deepEqual(counts(budget), [0, 3, 10, 0]);
  });

  test("leaves as many unavailable as a number says", async () => {
    await using shop = await open();
    await shop.makeSet({ replicas: 3 });
    await shop.runAll();
    assert.deepEqual(counts(await makeBudget(shop, { maxUnavailable: 1 })), [3, 2, 3, 1]);
  });

  test("never wants fewer than no pods", async () => {
    await using shop = await open();
    await shop.makeSet({ replicas: 2 });
    await shop.runAll();
    assert.deepEqual(counts(await makeBudget(shop, { maxUnavailable: 5 })), [2, 0, 2, 2]);
  });

  test("leaves a percentage unavailable, rounded up", async () => {
    await using shop = await open();
    await shop.makeSet({ replicas: 3 });
    assert.deepEqual(counts(await makeBudget(shop, { maxUnavailable: "25%" })), [0, 2, 3, 0]);
  });

  test("asks the Deployment behind a ReplicaSet", async () => {
    await using shop = await open();
    await shop.makeDeployment({ replicas: 4 });
    await shop.runAll();
    const [set] = await shop.sets();
    assert.deepEqual(counts(await makeBudget(shop, { minAvailable: "50%" })), [4, 2, 4, 2]);
    assert.equal(set?.spec?.replicas, 4);
  });

  test("adds up what two controllers want", async () => {
    await using shop = await open();
    await shop.makeSet({ replicas: 2 });
    const labels = { app: "shop", side: "two" };
    await shop.makeSet(
      { replicas: 3, selector: { matchLabels: labels }, template: { ...template, metadata: { labels } } },
      { name: "other" },
    );
    assert.deepEqual(counts(await makeBudget(shop, { maxUnavailable: 1 })), [0, 4, 5, 0]);
  });

  test("warns of pods that nobody controls where a share is asked for", async () => {
    await using shop = await open();
    await shop.run(await shop.makePod("alone"));
    assert.deepEqual(counts(await makeBudget(shop, { maxUnavailable: "10%" })), [1, 0, 0, 0]);
    const [warning = ""] = await told(shop, "UnmanagedPods");
    assert.match(
      warning,
      /^Pods selected by this PodDisruptionBudget \(selector: &LabelSelector\{MatchLabels:map\[string\]string\{app: shop,\},MatchExpressions:\[\]LabelSelectorRequirement\{\},\}\) were found to be unmanaged\. /,
    );
  });

  test("follows its own change", async () => {
    await using shop = await open();
    await shop.makeSet({ replicas: 3 });
    await shop.runAll();
    await makeBudget(shop, { minAvailable: 3 });
    await shop.plane.user.patch({ ...budgets, name: "guard" }, "merge", { spec: { minAvailable: 1 } });
    const changed = await read(shop);
    assert.deepEqual(counts(changed), [3, 1, 3, 2]);
    assert.equal(changed.status?.observedGeneration, 2);
    assert.equal(changed.status?.conditions?.[0]?.observedGeneration, 2);
  });

  test("is told again where somebody else has told otherwise", async () => {
    await using shop = await open();
    const { status } = await makeBudget(shop, { minAvailable: 1 });
    const conditions = status?.conditions?.map((each) => ({ ...each, reason: "Guessed" }));
    await shop.plane.user.patch({ ...budgets, name: "guard", subresource: "status" }, "merge", {
      status: { conditions },
    });
    assert.deepEqual(condition(await read(shop)), ["False", "InsufficientPods", ""]);
  });

  test("is for all pods of its namespace where the selector is empty", async () => {
    await using shop = await open();
    await shop.run(await shop.makePod("a", { labels: {} }));
    assert.deepEqual(counts(await makeBudget(shop, { selector: {}, minAvailable: 0 })), [1, 0, 1, 1]);
  });
});

describe("a budget whose pods cannot be counted", () => {
  const owner = (kind: string, apiVersion: string) => ({
    labels: { app: "shop" },
    ownerReferences: [{ apiVersion, kind, name: "owner", uid: "some-uid", controller: true }],
  });

  test("allows nothing and says which kind nobody knows", async () => {
    await using shop = await open();
    await shop.run(await shop.makePod("a", owner("Thing", "example.com/v1")));
    const budget = await makeBudget(shop, { maxUnavailable: 1 });
    const message = 'no matches for kind "Thing" in version "example.com/v1"';
    assert.deepEqual(condition(budget), ["False", "SyncFailed", message]);
    assert.equal(budget.status?.disruptionsAllowed, 0);
    const text = `Failed to calculate the number of expected pods: ${message}`;
    assert.deepEqual(await told(shop, "CalculateExpectedPodCountFailed"), [text]);
  });

  test("says that the owner has no scale", async () => {
    await using shop = await open();
    await shop.run(await shop.makePod("a", owner("DaemonSet", "apps/v1")));
    const [, reason, message] = condition(await makeBudget(shop, { maxUnavailable: 1 }));
    assert.deepEqual([reason, message], ["SyncFailed", "daemonsets.apps does not implement the scale subresource"]);
  });

  test("says that the owner is gone", async () => {
    await using shop = await open();
    await shop.run(await shop.makePod("a", owner("StatefulSet", "apps/v1")));
    const [, reason, message] = condition(await makeBudget(shop, { maxUnavailable: 1 }));
    assert.deepEqual([reason, message], ["SyncFailed", 'found no controllers for pod "a"']);
  });

  test("comes back to itself with its pods", async () => {
    await using shop = await open();
    await shop.run(await shop.makePod("a", owner("Thing", "example.com/v1")));
    await makeBudget(shop, { maxUnavailable: 1 });
    await shop.delete("Pod", "a", { gracePeriodSeconds: 0 });
    assert.deepEqual(condition(await read(shop)), ["False", "InsufficientPods", ""]);
  });
});

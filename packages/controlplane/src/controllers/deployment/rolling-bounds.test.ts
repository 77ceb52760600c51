import assert from "node:assert/strict";
import { test } from "node:test";
import { maxSurge, maxUnavailable, replicasOfNewSet } from "./rolling-bounds.ts";
import { deploymentOf, rolling, setOf } from "./sample-objects.test.ts";

test("percentages are rounded up for the surge, and down for what may be missing", () => {
  const deployment = rolling(10, "39%", "39%");
  assert.deepEqual([maxSurge(deployment), maxUnavailable(deployment)], [4, 3]);
});

test("where rounding leaves no room at all one replica may be missing", () => {
  for (const deployment of [rolling(10, 0, "1%"), rolling(10), deploymentOf({ replicas: 10 })]) {
    assert.deepEqual([maxSurge(deployment), maxUnavailable(deployment)], [0, 1]);
  }
  assert.equal(maxUnavailable(rolling(10, 1, "1%")), 0);
});

test("never are more replicas missing than there are", () => {
  assert.equal(maxUnavailable(rolling(5, 0, 10)), 5);
  assert.equal(maxUnavailable(rolling(10, 0, "50%")), 5);
  assert.equal(maxUnavailable(rolling(0, 0, 15)), 0);
});

test("a Deployment that recreates its pods has no bounds", () => {
  const deployment = deploymentOf({ replicas: 5, strategy: { type: "Recreate" } });
  assert.deepEqual([maxSurge(deployment), maxUnavailable(deployment)], [0, 0]);
  assert.equal(replicasOfNewSet(deployment, [], 0), 5);
});

test("what is neither a number nor a percentage is refused", () => {
  assert.throws(() => maxSurge(rolling(10, "oops", "39%")), /invalid value for IntOrString/);
  assert.throws(() => maxUnavailable(rolling(10, "55%", "urg")), /invalid value for IntOrString/);
});

test("the new set grows into what the surge leaves free, and no further than it should", () => {
  for (const [replicas, surge, old, size, next] of [
    [10, 0, 10, 0, 0],
    [10, 2, 10, 0, 2],
    [10, 2, 5, 0, 7],
    [10, 2, 10, 2, 2],
    [1, 1, 0, 5, 5],
    [6, 1, 10, 2, 2],
    [6, 1, 3, 2, 4],
    [6, 4, 2, 2, 6],
  ] as const) {
    assert.equal(replicasOfNewSet(rolling(replicas, surge), [setOf("v1", old), setOf("v2", size)], size), next);
  }
});

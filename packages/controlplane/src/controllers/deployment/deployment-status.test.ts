import assert from "node:assert/strict";
import { test } from "node:test";
import { newCondition, withCondition } from "./deployment-conditions.ts";
import { isSameStatus, statusOfDeployment } from "./deployment-status.ts";
import { rolling, setOf } from "./sample-objects.test.ts";

const now = Date.UTC(2026, 0, 1);

test("counts are those of all sets, and updated replicas those of the new one", () => {
  const old = setOf("v1", 1, {}, { replicas: 2, readyReplicas: 2, availableReplicas: 1, terminatingReplicas: 3 });
  const next = setOf("v2", 3, {}, { replicas: 3, readyReplicas: 1, terminatingReplicas: 1 });
  const { conditions: _, ...counts } = statusOfDeployment(rolling(3), [old, next], next, now);
  assert.deepEqual(counts, {
    observedGeneration: 1,
    replicas: 5,
    updatedReplicas: 3,
    readyReplicas: 3,
    availableReplicas: 1,
    unavailableReplicas: 3,
    terminatingReplicas: 4,
  });
});

test("more available replicas than are wanted leave none that is not", () => {
  const set = setOf("v1", 1, {}, { replicas: 3, availableReplicas: 3 });
  assert.equal(statusOfDeployment(rolling(1), [set], set, now).unavailableReplicas, undefined);
});

test("how many pods are ending is unknown where a set that was looked at does not tell", () => {
  const telling = setOf("v1", 1, {}, { terminatingReplicas: 2, observedGeneration: 1 });
  const unseen = setOf("v2", 1);
  const silent = setOf("v3", 1, {}, { observedGeneration: 1 });
  const terminating = (...sets: Parameters<typeof statusOfDeployment>[1]) =>
    statusOfDeployment(rolling(1), sets, undefined, now).terminatingReplicas;
  assert.equal(terminating(), 0);
  assert.equal(terminating(telling, unseen), 2);
  assert.equal(terminating(telling, silent), undefined);
});

test("statuses are the same whether they tell zeros or not, but for those that mean something", () => {
  assert.ok(isSameStatus({ replicas: 0, conditions: [] }, {}));
  assert.ok(isSameStatus(undefined, {}));
  assert.ok(!isSameStatus({ terminatingReplicas: 0 }, {}));
  assert.ok(!isSameStatus({ collisionCount: 0 }, {}));
  assert.ok(!isSameStatus({ replicas: 1 }, {}));
});

test("a condition keeps the time of its status while only its reason changes, and all of itself while nothing does", () => {
  const first = newCondition("Progressing", "True", "One", "first", now);
  const conditions = [first];
  assert.equal(withCondition(conditions, newCondition("Progressing", "True", "One", "again", now + 1_000)), conditions);
  const [second] = withCondition(conditions, newCondition("Progressing", "True", "Two", "second", now + 1_000));
  assert.equal(second?.lastTransitionTime, first.lastTransitionTime);
  assert.equal(second?.lastUpdateTime, "2026-01-01T00:00:01Z");
  const [third] = withCondition(conditions, newCondition("Progressing", "False", "Two", "third", now + 1_000));
  assert.equal(third?.lastTransitionTime, "2026-01-01T00:00:01Z");
});

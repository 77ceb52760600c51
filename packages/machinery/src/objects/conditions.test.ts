import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Condition,
  findCondition,
  isConditionFalse,
  isConditionTrue,
  removeCondition,
  setCondition,
} from "./conditions.ts";

const then = "2024-01-01T00:00:00Z";
const now = "2024-06-01T00:00:00Z";
const ready: Condition = { type: "Ready", status: "True", reason: "AllReady", message: "", lastTransitionTime: then };
const { lastTransitionTime: _, ...nextReady } = ready;

test("a new condition is appended with the present as its transition", () => {
  assert.deepEqual(setCondition(undefined, nextReady, now), {
    changed: true,
    conditions: [{ ...ready, lastTransitionTime: now }],
  });
});

test("the same again changes nothing and returns the same array", () => {
  const conditions = [ready];
  const result = setCondition(conditions, { ...nextReady, observedGeneration: 0 }, now);

  assert.equal(result.changed, false);
  assert.equal(result.conditions, conditions);
});

test("the transition time moves with the status", () => {
  const { changed, conditions } = setCondition([ready], { ...nextReady, status: "False" }, now);

  assert.ok(changed);
  assert.deepEqual(conditions, [{ ...ready, status: "False", lastTransitionTime: now }]);
});

test("the transition time stays when only reason, message or generation change", () => {
  for (const change of [{ reason: "Other" }, { message: "now" }, { observedGeneration: 2 }]) {
    const { changed, conditions } = setCondition([ready], { ...nextReady, ...change }, now);

    assert.ok(changed);
    assert.deepEqual(conditions, [{ ...ready, ...change }]);
  }
});

test("a transition time that is given counts for a transition only", () => {
  const given = "2024-03-03T00:00:00Z";
  const moved = setCondition([ready], { ...nextReady, status: "False", lastTransitionTime: given }, now);
  const stayed = setCondition([ready], { ...nextReady, message: "now", lastTransitionTime: given }, now);

  assert.equal(moved.conditions[0]?.lastTransitionTime, given);
  assert.equal(stayed.conditions[0]?.lastTransitionTime, then);
});

test("a generation that is no longer given goes", () => {
  const { conditions } = setCondition([{ ...ready, observedGeneration: 3 }], nextReady, now);

  assert.deepEqual(conditions, [ready]);
});

test("the order of conditions, the other ones and fields of other makers survive", () => {
  const other: Condition = { ...ready, type: "Available" };
  const probed = { ...ready, lastProbeTime: then };
  const before = [probed, other];
  const { conditions } = setCondition(before, { ...nextReady, message: "now" }, now);

  assert.deepEqual(conditions, [{ ...probed, message: "now" }, other]);
  assert.equal(conditions[1], other);
  assert.deepEqual(before, [probed, other], "the array that was given is as it was");
});

test("an absent condition is neither true nor false", () => {
  assert.ok(!isConditionTrue([], "Ready"));
  assert.ok(!isConditionFalse(undefined, "Ready"));
  assert.equal(findCondition([ready], "constructor"), undefined);
  assert.ok(isConditionTrue([ready], "Ready"));
});

test("removing takes the conditions of a type, or returns the same array", () => {
  const conditions = [ready, { ...ready, type: "Available" }];

  assert.deepEqual(removeCondition(conditions, "Available"), [ready]);
  assert.equal(removeCondition(conditions, "Progressing"), conditions);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import type { NamespaceCondition } from "@pintle/kinds";
import { type DeletionReport, updateConditions } from "./namespace-conditions.ts";

const [before, now] = ["2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"];
const well: DeletionReport = { contentFailures: [], remaining: new Map(), finalizers: new Map() };

function find(conditions: readonly NamespaceCondition[] | undefined, type: string): NamespaceCondition | undefined {
  return conditions?.find((condition) => condition.type === type);
}

test("where all goes well all five conditions say so", () => {
  const conditions = updateConditions([], well, now);
  assert.deepEqual(
    conditions?.map(({ type, status }) => `${type} ${status}`),
    [
      "NamespaceDeletionDiscoveryFailure False",
      "NamespaceDeletionGroupVersionParsingFailure False",
      "NamespaceDeletionContentFailure False",
      "NamespaceContentRemaining False",
      "NamespaceFinalizersRemaining False",
    ],
  );
});

test("conditions that say so already are not written again", () => {
  const conditions = updateConditions([], well, before) ?? [];
  assert.equal(updateConditions(conditions, well, now), undefined);
});

test("conditions of others stay, and so does the order", () => {
  const own = { type: "Mine", status: "True", lastTransitionTime: before, reason: "R", message: "m" };
  const all = [...(updateConditions([], well, before) ?? [])].reverse();
  assert.equal(updateConditions([...all, own] as NamespaceCondition[], well, now), undefined);
});

test("a condition that turns changes its time, one that only says something else does not", () => {
  const first = updateConditions([], { ...well, remaining: new Map([["pods.", 2]]) }, before) ?? [];
  const second = updateConditions(first, { ...well, remaining: new Map([["pods.", 1]]) }, now) ?? [];
  assert.equal(find(second, "NamespaceContentRemaining")?.lastTransitionTime, before);
  const third = updateConditions(second, well, now) ?? [];
  assert.equal(find(third, "NamespaceContentRemaining")?.lastTransitionTime, now);
  assert.equal(find(third, "NamespaceContentRemaining")?.message, "All content successfully removed");
});

test("what remains is told by kind and by finalizer, in order", () => {
  const remaining = new Map([
    ["widgets.example.com", 1],
    ["configmaps.", 2],
  ]);
  const finalizers = new Map([
    ["b", 1],
    ["a", 2],
  ]);
  const conditions = updateConditions([], { ...well, remaining, finalizers }, now);
  assert.equal(
    find(conditions, "NamespaceContentRemaining")?.message,
    "Some resources are remaining: configmaps. has 2 resource instances, widgets.example.com has 1 resource instances",
  );
  assert.equal(
    find(conditions, "NamespaceFinalizersRemaining")?.message,
    "Some content in the namespace has finalizers remaining: a in 2 resource instances, b in 1 resource instances",
  );
});

test("what could not be deleted is counted and told", () => {
  const conditions = updateConditions([], { ...well, contentFailures: ["b failed", "a failed"] }, now);
  const { status, reason, message } = find(conditions, "NamespaceDeletionContentFailure") ?? {};
  assert.deepEqual(
    [status, reason, message],
    ["True", "ContentDeletionFailed", "Failed to delete all resource types, 2 remaining: a failed, b failed"],
  );
});

test("what could not be discovered is told as it is", () => {
  const conditions = updateConditions([], { ...well, discoveryFailure: "nobody answers" }, now);
  const { status, reason, message } = find(conditions, "NamespaceDeletionDiscoveryFailure") ?? {};
  assert.deepEqual([status, reason, message], ["True", "DiscoveryFailed", "nobody answers"]);
});

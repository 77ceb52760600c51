import assert from "node:assert/strict";
import { test } from "node:test";
import { describeCounts } from "./compatibility.ts";

const waiting = { whole: "a scheduler", "part/a": "a collector", "part/b": "a kubelet", "part/c": "a collector" };

test("a chapter that passes whole is called all, and one that does not by its count", () => {
  assert.equal(describeCounts("other", { passed: 3, failed: 0 }, waiting), "all");
  assert.equal(describeCounts("other", { passed: 3, failed: 1 }, waiting), "3");
});

test("a chapter that is not asked says what it waits for", () => {
  assert.equal(describeCounts("whole", { passed: 0, failed: 0 }, waiting), "not yet: a scheduler");
});

test("a chapter of which some files are not asked says how many tests pass, and each reason once", () => {
  const expected = "3; the others wait for a collector and a kubelet";
  assert.equal(describeCounts("part", { passed: 3, failed: 0 }, waiting), expected);
  assert.equal(describeCounts("part", { passed: 3, failed: 0 }, {}), "all");
});

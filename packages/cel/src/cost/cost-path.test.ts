import assert from "node:assert/strict";
import { test } from "node:test";
import { CostPath } from "./cost-path.ts";

test("a path grows by one part", () => {
  assert.deepEqual(CostPath.of("self").append("spec").append("@items").parts(), ["self", "spec", "@items"]);
  assert.deepEqual(CostPath.empty.append("@items").parts(), ["@items"]);
});

test("a path whose length is a power of two is copied when it grows", () => {
  const path = CostPath.of("self").append("spec");
  const first = path.append("a");
  path.append("b");
  assert.deepEqual(first.parts(), ["self", "spec", "a"]);
});

test("a path of three parts has room for a fourth, which is shared", () => {
  const path = CostPath.of("self").append("spec").append("@items");
  const first = path.append("a");
  path.append("b");
  assert.deepEqual(first.parts(), ["self", "spec", "@items", "b"]);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { InjectionPace } from "./injection-pace.ts";

test("an object that is overwritten again and again is written less and less often", () => {
  const pace = new InjectionPace();
  const waits: number[] = [];
  let nowMs = 0;
  for (let write = 0; write < 16; write += 1) {
    const waitMs = pace.waitMs("a", "bundle", nowMs);
    waits.push(waitMs);
    nowMs += waitMs;
    assert.equal(pace.note("a", "bundle", nowMs), write === 3, "it is told of once");
  }
  assert.deepEqual(waits.slice(0, 7), [0, 0, 0, 0, 1_000, 2_000, 4_000]);
  assert.equal(waits.at(-1), 300_000);
});

test("another bundle, another object and a quiet time begin anew", () => {
  const pace = new InjectionPace();
  for (let write = 0; write < 6; write += 1) pace.note("a", "bundle", 0);
  assert.equal(pace.waitMs("a", "bundle", 0), 4_000);
  assert.equal(pace.waitMs("a", "next", 0), 0);
  assert.equal(pace.waitMs("b", "bundle", 0), 0);
  assert.equal(pace.waitMs("a", "bundle", 600_001), 0);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { findCommonItems } from "./common-items.ts";

const letters = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 20 });
const same = (left: string, right: string) => left === right;

function longestCommonLength(from: readonly string[], to: readonly string[]): number {
  let row = new Array<number>(to.length + 1).fill(0);
  for (const item of from) {
    const next = [0];
    for (const [index, other] of to.entries()) {
      const diagonal = row[index] ?? 0;
      next.push(item === other ? diagonal + 1 : Math.max(next[index] ?? 0, row[index + 1] ?? 0));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

test("short lists: as many items as can be are found, in order, and they are equal", () => {
  fc.assert(
    fc.property(letters, letters, (from, to) => {
      const runs = findCommonItems(from, to, same);
      let found = 0;
      let [fromEnd, toEnd] = [0, 0];
      for (const run of runs) {
        assert.ok(run.count > 0 && run.from >= fromEnd && run.to >= toEnd);
        [fromEnd, toEnd] = [run.from + run.count, run.to + run.count];
        assert.deepEqual(from.slice(run.from, fromEnd), to.slice(run.to, toEnd));
        found += run.count;
      }
      assert.equal(found, longestCommonLength(from, to));
    }),
    { numRuns: 2_000 },
  );
});

test("the search compares two long lists a linear number of times, whatever they hold", () => {
  const from = Array.from({ length: 5_000 }, (_, index) => `from-${index}`);
  const to = Array.from({ length: 5_000 }, (_, index) => `to-${index}`);
  let comparisons = 0;
  const count = (left: string, right: string) => {
    comparisons += 1;
    return left === right;
  };
  assert.deepEqual(findCommonItems(from, to, count), []);
  assert.ok(comparisons < 10_000, `${comparisons} comparisons`);
});

test("a single pair that differs is compared once", () => {
  let comparisons = 0;
  findCommonItems(["a"], ["b"], () => {
    comparisons += 1;
    return false;
  });
  assert.equal(comparisons, 1);
});

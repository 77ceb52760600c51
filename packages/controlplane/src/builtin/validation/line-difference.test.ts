import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { diffLines } from "./line-difference.ts";

/** Applies a difference as `patch` would, and fails where it does not fit. */
function apply(text: string, difference: string): string {
  const lines = text.split("\n");
  const applied: string[] = [];
  let at = 0;
  for (const hunk of difference.split(/^(?=@@ )/m).filter((part) => part !== "")) {
    const [, start = "0", count = "1"] = /^@@ -(\d+)(?:,(\d+))? /.exec(hunk) ?? [];
    const from = count === "0" ? Number(start) : Number(start) - 1;
    applied.push(...lines.slice(at, from));
    at = from;
    for (const line of hunk.split("\n").slice(1, -1)) {
      if (!line.startsWith("+")) assert.equal(lines[at++], line.slice(1));
      if (!line.startsWith("-")) applied.push(line.slice(1));
    }
  }
  return [...applied, ...lines.slice(at)].join("\n");
}

test("equal texts do not differ", () => {
  assert.equal(diffLines("a\nb", "a\nb"), "");
});

test("changes that are far from each other stand apart, and near ones together", () => {
  const left = Array.from({ length: 30 }, (_, index) => `line ${index}`);
  const changed = (...places: number[]) =>
    left.map((line, index) => (places.includes(index) ? "new" : line)).join("\n");
  const hunks = (right: string) => diffLines(left.join("\n"), right).match(/^@@ .*$/gm);
  assert.deepEqual(hunks(changed(3, 20)), ["@@ -1,7 +1,7 @@", "@@ -18,7 +18,7 @@"]);
  assert.deepEqual(hunks(changed(3, 9)), ["@@ -1,13 +1,13 @@"]);
});

test("an empty side is a range of no lines, and one line a range without a length", () => {
  assert.equal(diffLines("a", "b"), "@@ -1 +1 @@\n-a\n+b\n");
  assert.equal(diffLines("a", "a\nb"), "@@ -1 +1,2 @@\n a\n+b\n");
});

test("texts that would take too long to compare are not compared", () => {
  assert.equal(diffLines("a\n".repeat(20_001), "b"), "");
});

test("a difference leads from the one text to the other", () => {
  const line = fc.constantFrom("{", "}", " a", " b", " c", "-d", "+e", "");
  const text = fc.array(line, { minLength: 1, maxLength: 300 }).map((lines) => lines.join("\n"));
  fc.assert(
    fc.property(text, text, (left, right) => assert.equal(apply(left, diffLines(left, right)), right)),
    {
      numRuns: 300,
      seed: 42,
    },
  );
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { createWarningTeller, parseWarnings } from "./warnings.ts";

const cases: readonly (readonly [string, string | readonly string[] | undefined, readonly string[]])[] = [
  ["nothing", undefined, []],
  ["one", '299 - "is deprecated"', ["is deprecated"]],
  ["one with a date", '299 - "a" "Wed, 21 Oct 2015 07:28:00 GMT"', ["a"]],
  ["several in a line", '299 - "a", 299 host:1 "b" "date" , 299 - "c"', ["a", "b", "c"]],
  ["several lines", ['299 - "a"', '299 - "b"'], ["a", "b"]],
  ["escapes", '299 - "\\"quoted\\" and \\\\"', ['"quoted" and \\']],
  ["a comma inside", '299 - "a, b"', ["a, b"]],
  ["other codes", '110 - "stale", 299 - "a", 199 - "x"', ["a"]],
  ["an empty text", '299 - ""', []],
  ["no quotes", "299 - text", []],
  ["a quote that is never closed", '299 - "text', []],
  ["garbage after a good one", '299 - "a", garbage', ["a"]],
  ["control characters, which would reach a terminal", '299 - "a\u001b[31m"', []],
];
for (const [what, header, texts] of cases) {
  test(`warnings are read from ${what}`, () => {
    assert.deepEqual(parseWarnings(header), texts);
  });
}

test("a header made to be slow is read in no time", () => {
  assert.deepEqual(parseWarnings(`299 - "${"\\".repeat(100_001)}`), []);
});

test("each text is told once, and memory has a limit", () => {
  const told: string[] = [];
  const tell = createWarningTeller((text) => told.push(text), assert.ifError);
  tell(["a", "b", "a"]);
  tell(["b"]);
  assert.deepEqual(told, ["a", "b"]);
  for (let count = 0; count < 2_000; count += 1) tell([String(count)]);
  tell(["a"]);
  assert.equal(told.at(-1), "a");
});

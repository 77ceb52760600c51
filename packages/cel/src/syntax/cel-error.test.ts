import assert from "node:assert/strict";
import { test } from "node:test";
import { CelError, formatIssue, positionAt } from "./cel-error.ts";

test("an issue is shown under its line, as cel-go shows it", () => {
  assert.equal(
    formatIssue("a\n\tb c\nd", { message: "wrong", offset: 5 }),
    "ERROR: <input>:2:4: wrong\n |  b c\n | ...^",
  );
});

test("characters beyond ASCII are counted as one and marked with wide signs", () => {
  const shown = formatIssue("'é😁' + é", { message: "wrong", offset: 8 });
  assert.equal(shown, "ERROR: <input>:1:8: wrong\n | 'é😁' + é\n | .．．....＾");
});

test("an issue at the end of the text stands behind its last character", () => {
  assert.equal(formatIssue("a +", { message: "wrong", offset: 3 }), "ERROR: <input>:1:4: wrong\n | a +\n | ...^");
  assert.equal(formatIssue("\n", { message: "wrong", offset: 0 }), "ERROR: <input>:1:1: wrong\n | \n | ^");
  assert.equal(formatIssue("\n", { message: "wrong", offset: 1 }), "ERROR: <input>:2:1: wrong\n | \n | ^");
});

test("a line that fills a screen many times over is left out", () => {
  assert.equal(formatIssue("a".repeat(16_385), { message: "wrong", offset: 0 }), "ERROR: <input>:1:1: wrong");
});

test("lines count from 1 and columns from 0", () => {
  assert.deepEqual(positionAt("a\nb😁c", 5), { line: 2, column: 2 });
  assert.deepEqual(positionAt("", 0), { line: 1, column: 0 });
});

test("issues come in the order of their places, and of very many the first hundred are shown", () => {
  const issues = Array.from({ length: 120 }, (_, index) => ({ message: `wrong ${index}`, offset: 119 - index }));
  const error = new CelError("x".repeat(120), issues);
  assert.equal(error.issues.length, 120);
  assert.match(error.message, /^ERROR: <input>:1:1: wrong 119\n/);
  assert.match(error.message, /\n20 more errors were truncated$/);
});

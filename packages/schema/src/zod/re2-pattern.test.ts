import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { RE2JS } from "re2js";
import { quotePattern, toRe2Pattern } from "./re2-pattern.ts";

function patternOf(expression: RegExp): string {
  const result = toRe2Pattern(expression);
  assert.ok("pattern" in result, JSON.stringify(result));
  return result.pattern;
}

const expressions = [
  /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/,
  /^v\d+((alpha|beta)\d+)?$/,
  /^(?<major>\d+)\.(?<minor>\d+)$/,
  /a{2,3}b|c+?d*/,
  /^[[\]a-]+$/,
  /^[^\w-.]+$/,
  /[\b\n\t\0]/,
  /^\x41\u0042[\u00e4-\u00fc]$/,
  /^\u{1f600}?\p{Lu}\P{L}$/u,
  /^[[:alpha:]]$/,
  /\bab\B/,
  /^{a}{,3}$/,
  /^$/,
  /(?:)/,
  // Needless escapes, which a formatter would take out of a literal.
  /^a\/b\.c-d_e f$/,
];

test("translated patterns match the same texts on RE2 as they do in JavaScript", () => {
  const pieces = [
    "a",
    "b",
    "c",
    "d",
    "A",
    "B",
    "ab",
    "/",
    "-",
    "[",
    "]",
    ":",
    ".",
    "1",
    "12",
    "v1",
    "beta",
    "{",
    "}",
    ",",
    " ",
    "_",
    "\n",
    "\b",
    "\0",
    "ä",
    "😀",
    "É",
    "{a}{,3}",
    "a/b.c-d_e f",
  ];
  const text = fc.array(fc.constantFrom(...pieces), { maxLength: 5 }).map((parts) => parts.join(""));
  let matches = 0;
  for (const expression of expressions) {
    const compiled = RE2JS.compile(patternOf(expression));
    for (const sample of fc.sample(text, { seed: 42, numRuns: 2_000 })) {
      const expected = expression.test(sample);
      if (expected) matches += 1;
      assert.equal(compiled.test(sample), expected, `${expression} on ${JSON.stringify(sample)}`);
    }
  }
  assert.ok(matches > 1_000, `${matches} matches`);
});

test("what the two languages write differently is translated", () => {
  assert.equal(patternOf(/^a\/b$/), "^a/b$");
  assert.equal(patternOf(/(?<name>a)/), "(?P<name>a)");
  assert.equal(patternOf(/\u00e4\x41/), "\\x{00e4}\\x{41}");
  assert.equal(patternOf(/\u{1f600}/u), "\\x{1f600}");
  assert.equal(patternOf(/[[:a]/), "[\\[:a]");
  assert.equal(patternOf(/[\b]\0/), "[\\x08]\\x00");
});

test("what RE2 would read as something else, or not at all, is refused", () => {
  const refused = [
    "\\cA",
    "\\ud83d",
    "[^]",
    "[]",
    "a{1001}",
    "a{2,5000}",
    "\\p{L}",
    "\\u{12}",
    "\\z",
    "\\Q",
    "\\A",
    "\\07",
  ];
  const expressions = [...refused.map((source) => new RegExp(source)), /\p{Script=Greek}/u];
  for (const expression of expressions) {
    const result = toRe2Pattern(expression);
    assert.ok("reason" in result, String(expression));
    assert.notEqual(result.remedy, "");
  }
});

test("a quoted text matches itself and nothing else", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string(), (text, other) => {
      const pattern = RE2JS.compile(`^${quotePattern(text)}$`);
      assert.ok(pattern.test(text));
      assert.equal(pattern.test(other), other === text);
    }),
    { seed: 42 },
  );
});

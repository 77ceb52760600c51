/** Why a text is no JSON, in the words of Go's decoder. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readGoJson } from "@pintle/apiserver";
import fc from "fast-check";
import { missing } from "../tools.ts";
import { askOracle } from "./oracle.ts";

test("a text that is no JSON is refused with Go's words", { skip: missing("go") }, async (context) => {
  const pieces = [
    '{"a":',
    '"b"',
    "[1,2]",
    "{}",
    "tru",
    "true",
    "nul",
    "-",
    "01",
    "1.",
    "1e",
    "1e+",
    "1.5e-3",
    ",",
    ":",
    "}",
    "]",
  ];
  const odd = ["\\u12", '"\\x"', '"\\u00zz"', "é", "\u0001", '"\n"', " ", "\t", "'", '"', "\u2028", "🐙"];
  const piece = fc.constantFrom(...pieces, ...pieces, ...odd);
  const broken = fc.tuple(fc.json({ maxDepth: 3 }), fc.nat(), piece).map(([text, at, inserted]) => {
    const index = at % (text.length + 1);
    return text.slice(0, index) + inserted + text.slice(index);
  });
  const text = fc.oneof(
    fc.array(piece, { maxLength: 8 }).map((parts) => parts.join("")),
    broken,
  );
  const texts = fc.sample(text, { seed: 42, numRuns: 10_000 }).map((text) => text.toWellFormed());
  const answers = await askOracle<true>("json-syntax", texts);
  const seen = { valid: 0, refused: 0 };
  for (const [index, text] of texts.entries()) {
    let mine: unknown = { value: true };
    try {
      readGoJson(Buffer.from(text), undefined, false);
      seen.valid += 1;
    } catch (error) {
      assert.ok(error instanceof Error);
      mine = { error: error.message };
      seen.refused += 1;
    }
    assert.deepEqual(mine, answers[index], text);
  }
  context.diagnostic(JSON.stringify(seen));
  assert.ok(seen.valid > 1_000 && seen.refused > 1_000);
});

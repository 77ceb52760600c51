/** Field selectors, held to k8s.io/apimachinery: what is accepted, every word of a refusal, what matches. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { formatFieldSelector, InvalidSelectorError, matchesEverything, parseFieldSelector } from "@pintle/machinery";
import fc from "fast-check";
import { missing } from "../tools.ts";
import { type Answer, askOracle } from "./oracle.ts";

const keys = ["a", "metadata.name", "", "__proto__", "\u{ffff}", "\u{10000}"];
const key = fc.constantFrom(...keys);
const plain = fc.constantFrom("", "1", "v", "a b", "!", "é", "\u{ffff}", "\u{10000}", "__proto__");
const escaped = fc.constantFrom("\\,", "\\=", "\\\\", "a\\,b\\=c", "\\x", "\\", "\\😀", "=", "==", ",", "!=", "\0");
const value = fc.oneof({ arbitrary: plain, weight: 4 }, { arbitrary: escaped, weight: 1 });
const term = fc.tuple(key, fc.constantFrom("=", "==", "!="), value).map((parts) => parts.join(""));
const wellFormed = fc.array(term, { maxLength: 5 }).map((terms) => terms.join(","));
const soup = fc
  .array(fc.constantFrom("a", "b", "=", "!", "\\", ",", " ", "\u{ffff}", "\u{10000}"), { maxLength: 10 })
  .map((tokens) => tokens.join(""));
const set = fc.dictionary(key, fc.oneof(plain, fc.constantFrom(",", "=", "\\", "a,b=c")), {
  maxKeys: 4,
  noNullPrototype: true,
});

function read(text: string, sets: Record<string, string>[]): Answer {
  try {
    const selector = parseFieldSelector(text);
    return {
      value: {
        text: formatFieldSelector(selector),
        requirements: selector.requirements.map(({ field, operator, value }) => [field, operator, value]),
        matches: sets.map((set) => selector.matches(set)),
        exact: keys.map((key) => selector.requiresExactMatch(key) ?? "<none>"),
        empty: matchesEverything(selector),
      },
    };
  } catch (error) {
    if (error instanceof InvalidSelectorError) return { error: error.message };
    throw error;
  }
}

test("10,000 texts are read, refused and matched as upstream does", { skip: missing("go") }, async (t) => {
  const text = fc.oneof({ arbitrary: wellFormed, weight: 2 }, { arbitrary: soup, weight: 1 });
  const sets = fc.array(set, { minLength: 3, maxLength: 3 });
  const cases = fc.sample(fc.record({ text, sets, keys: fc.constant(keys) }), { seed: 42, numRuns: 10_000 });
  const theirs = await askOracle("field-selector", cases);
  let refused = 0;
  for (const [index, { text, sets }] of cases.entries()) {
    const ours = read(text, sets);
    if ("error" in ours) refused += 1;
    assert.deepEqual(ours, theirs[index], JSON.stringify(cases[index]));
  }
  t.diagnostic(`${cases.length - refused} valid, ${refused} refused`);
});

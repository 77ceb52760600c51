/** Merge patches and their diffs, held to the library that kube-apiserver and kubectl use. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  applyMergePatch,
  createMergePatch,
  createThreeWayMergePatch,
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from "@pintle/machinery";
import fc from "fast-check";
import { missing } from "../tools.ts";
import { askOracle } from "./oracle.ts";

const { object: anyObject } = fc.letrec<{ tree: JsonValue; object: JsonObject }>((tie) => ({
  // Few keys and few values, so that two random documents have much in common.
  object: fc.dictionary(fc.constantFrom("a", "b", "c", "__proto__", "é"), tie("tree"), {
    maxKeys: 5,
    noNullPrototype: true,
  }),
  tree: fc.oneof(
    { maxDepth: 5 },
    { arbitrary: fc.constantFrom<JsonValue>(null, true, 0, 1, 1.5, 1e21, "", "a"), weight: 2 },
    { arbitrary: fc.array(tie("tree"), { maxLength: 3 }), weight: 1 },
    { arbitrary: tie("object"), weight: 3 },
  ),
}));

const triples = fc.sample(fc.tuple(anyObject, anyObject, anyObject), { seed: 42, numRuns: 10_000 });

/** Upstream drops nulls inside of a patch's arrays, save where such an array takes the place of an object. */
function isForgottenByUpstream(document: JsonValue | undefined, patch: JsonValue | undefined): boolean {
  if (!isJsonObject(document)) return false;
  if (Array.isArray(patch)) return hasNullKey(patch);
  return (
    isJsonObject(patch) &&
    Object.entries(patch).some(([key, change]) => isForgottenByUpstream(getOwn(document, key), change))
  );
}

function hasNullKey(value: JsonValue): boolean {
  if (Array.isArray(value)) return value.some(hasNullKey);
  return isJsonObject(value) && Object.values(value).some((inner) => inner === null || hasNullKey(inner));
}

test("10,000 merge patches give what upstream makes of them", { skip: missing("go") }, async (t) => {
  const cases = triples.map(([left, right]) => [left, right] as const);
  const answers = await askOracle<JsonValue>("merge-patch", cases);
  let forgotten = 0;
  for (const [index, [document, patch]] of cases.entries()) {
    if (isForgottenByUpstream(document, patch)) forgotten += 1;
    else assert.deepEqual({ value: applyMergePatch(document, patch) }, answers[index], JSON.stringify(cases[index]));
  }
  t.diagnostic(`${forgotten} left out because upstream forgets the nulls of an array`);
});

test("the merge patches between 10,000 pairs are upstream's", { skip: missing("go") }, async (t) => {
  const cases = triples.map(([left, right]) => [left, right] as const);
  const answers = await askOracle<JsonValue>("merge-patch-diff", cases);
  let empty = 0;
  for (const [index, [from, to]] of cases.entries()) {
    const patch = createMergePatch(from, to);
    assert.deepEqual({ value: patch }, answers[index], JSON.stringify(cases[index]));
    if (Object.keys(patch as JsonObject).length === 0) empty += 1;
  }
  t.diagnostic(`${empty} of them empty`);
});

test("the merge patches of 10,000 triples are upstream's", { skip: missing("go") }, async (t) => {
  const answers = await askOracle<JsonValue>("three-way-merge-patch", triples);
  let empty = 0;
  for (const [index, [original, modified, current]] of triples.entries()) {
    const patch = createThreeWayMergePatch(original, modified, current);
    assert.deepEqual({ value: patch }, answers[index], JSON.stringify(triples[index]));
    if (Object.keys(patch).length === 0) empty += 1;
  }
  t.diagnostic(`${empty} of them empty`);
});

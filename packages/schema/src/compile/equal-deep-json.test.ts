import assert from "node:assert/strict";
import { test } from "node:test";
import { equalJson, type JsonValue } from "@pintle/machinery";
import fc from "fast-check";
import { equalDeepJson } from "./equal-deep-json.ts";

test("it agrees with the equality of JSON", () => {
  const json = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<JsonValue>;
  fc.assert(
    fc.property(json, json, (left, right) => {
      assert.equal(equalDeepJson(left, right), equalJson(left, right));
      assert.ok(equalDeepJson(left, structuredClone(left)));
      assert.equal(equalDeepJson({ a: left, b: 1 }, { b: 1n, a: structuredClone(left) }), true);
    }),
  );
});

test("an absent key is as good as an undefined one, and is not null", () => {
  assert.equal(equalDeepJson({ a: undefined } as never, {}), true);
  assert.equal(equalDeepJson({ a: null }, {}), false);
  assert.equal(equalDeepJson({ a: null }, { b: null }), false);
  assert.equal(equalDeepJson([], {}), false);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonValue } from "@pintle/machinery";
import fc from "fast-check";
import { writeGoJson } from "./go-json-text.ts";

test("keys that are integers are written in the order of their bytes, among all other keys", () => {
  const data = { b: 1, 9: 2, 10: 3, A: 4, "010": 5, "-1": 6, 4294967294: 7, 4294967295: 8 };
  const sorted = '{"-1":6,"010":5,"10":3,"4294967294":7,"4294967295":8,"9":2,"A":4,"b":1}';
  assert.equal(writeGoJson({ kind: "A", apiVersion: "v1", data }), `{"kind":"A","apiVersion":"v1","data":${sorted}}`);
});

test("objects without such keys keep their order, beside those that have some", () => {
  assert.equal(
    writeGoJson({ z: { 2: [], 10: {} }, a: [{ y: 1, x: 2 }] }),
    '{"z":{"10":{},"2":[]},"a":[{"y":1,"x":2}]}',
  );
  assert.equal(writeGoJson({ "0x": 1, "0a": 2 }), '{"0x":1,"0a":2}');
});

test("they are escaped, exact and indented like everything else", () => {
  const value = { 9: "<\ud800", 10: 9007199254740993n, a: [] };
  assert.equal(writeGoJson(value), '{"10":9007199254740993,"9":"\\u003c\ufffd","a":[]}');
  const pretty = '{\n  "10": {\n    "a": 1\n  },\n  "9": [\n    1,\n    2\n  ]\n}';
  assert.equal(writeGoJson({ 9: [1, 2], 10: { a: 1 } }, true), pretty);
});

test("a text that only looks like an object is left alone", () => {
  assert.equal(writeGoJson({ b: '{"9":1}', a: "{" }), '{"b":"{\\"9\\":1}","a":"{"}');
});

test("what is written reads back as what it was, indented or not", () => {
  const key = fc.oneof(fc.nat().map(String), fc.string(), fc.constantFrom("__proto__", "0", "4294967295"));
  const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.string(),
      fc.integer(),
      fc.array(tie("value")),
      fc.dictionary(key, tie("value"), { noNullPrototype: true }),
    ),
  }));
  fc.assert(
    fc.property(value, fc.boolean(), (json, isPretty) => {
      assert.deepEqual(JSON.parse(writeGoJson(json, isPretty)), JSON.parse(JSON.stringify(json)));
    }),
    { seed: 42, numRuns: 500 },
  );
});

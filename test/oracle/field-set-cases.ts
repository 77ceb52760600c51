/**
 * FieldsV1 for the comparison with structured-merge-diff: of every kind of element, in any order, and as nobody should
 * write it.
 */

import type { JsonObject, JsonValue } from "@pintle/machinery";
import fc, { type Arbitrary } from "fast-check";

const common = [
  "f:a",
  "f:b",
  "f:__proto__",
  'k:{"a":"x"}',
  'k:{"a":"x","b":1}',
  'v:"x"',
  "v:1",
  "v:true",
  "i:0",
  "i:12",
];

const unusual = [
  ...["f:", "f:Ω", "f:\u{1f600}", "f:\uffee", 'f:"', "f:a.b/c"],
  ...['k:{"b":1,"a":"x"}', 'k:{"a":1.0}', "k:{}", "k:null", 'k:{"a":{"c":[1,null]}}', 'k:{"a":"\\u0008<&\\u2028"}'],
  ...['k: {"a" : 1}', 'k:{"<":1,"\\u0007\\f\\t":2}', 'k:{"a":1234567}', 'k:{"a":0.00000001,"b":1e21}'],
  ...["v:null", "v:1.0", "v:1e3", "v:1000000", "v:-1", "v:1.5", "v:123456789012", "v:[1,[2]]", 'v:{"b":{}}'],
  ...['v:"<>&\\n\\u007f"', 'v:"\\ud83d\\ude00"', "v:false", 'v:""', "i:+5", "i:-1", "i:007"],
  ...["x:a", "1:", "::", "F:a"],
];

const broken = ["", "f", "é:a", "fa", "v:", "v:x", "v:1e400", "k:[]", "k:1", 'k:{"a"}', "k:{", "i:", "i:a", "i:1.0"];

function fieldsWith(keys: Arbitrary<string>, inner: Arbitrary<JsonValue>): Arbitrary<JsonObject> {
  return fc.array(fc.tuple(keys, inner), { maxLength: 4 }).map((entries) => Object.fromEntries(entries));
}

function nested(keys: Arbitrary<string>, leaf: Arbitrary<JsonValue>): Arbitrary<JsonObject> {
  const withDot = fc.oneof({ weight: 4, arbitrary: keys }, { weight: 1, arbitrary: fc.constant(".") });
  let fields: Arbitrary<JsonValue> = leaf;
  for (let depth = 0; depth < 3; depth += 1) fields = fc.oneof(leaf, fieldsWith(withDot, fields));
  return fieldsWith(keys, fields);
}

/** Readable sets that overlap. */
export const commonFields: Arbitrary<JsonObject> = nested(fc.constantFrom(...common), fc.constant({}));

/** Up to three prefixes of paths. */
export const patterns: Arbitrary<string[][]> = fc.array(
  fc.array(fc.oneof(fc.constant("*"), fc.constantFrom(...common.slice(0, 3))), { maxLength: 3 }),
  { maxLength: 3 },
);

/** Sets of which about a sixth cannot be read. */
export const oddFields: Arbitrary<JsonObject> = nested(
  fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(...common) },
    { weight: 20, arbitrary: fc.constantFrom(...unusual) },
    { weight: 1, arbitrary: fc.constantFrom(...broken) },
  ),
  fc.oneof(
    { weight: 40, arbitrary: fc.constant<JsonValue>({}) },
    { weight: 2, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom<JsonValue>(5, "x", true, []) },
  ),
);

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { JsonObject, JsonValue } from "../json/json-value.ts";
import { FieldSet } from "./field-set.ts";
import { FieldsV1Error, formatFieldsV1, parseFieldsV1 } from "./fields-v1.ts";
import {
  fieldElement,
  fieldNamesPath,
  indexElement,
  keyElement,
  type PathElement,
  valueElement,
} from "./path-element.ts";

function rewrite(fieldsV1: JsonValue): string {
  return JSON.stringify(formatFieldsV1(parseFieldsV1(fieldsV1)));
}

test("a set is written as a tree of elements, with a dot where a parent is a member itself", () => {
  const port = [fieldElement("spec"), fieldElement("ports"), keyElement({ protocol: "TCP", port: 80 })];
  const owned = FieldSet.of(port, [...port, fieldElement("name")], fieldNamesPath("metadata", "labels", "app"));

  assert.deepEqual(formatFieldsV1(owned), {
    "f:metadata": { "f:labels": { "f:app": {} } },
    "f:spec": { "f:ports": { 'k:{"port":80,"protocol":"TCP"}': { ".": {}, "f:name": {} } } },
  });
});

test("elements come in Kubernetes' order, whatever the order in which they were read", () => {
  const text =
    '{"i:1":{},"v:true":{},"v:\\"a\\"":{},"v:2":{},"k:{\\"a\\":1}":{},"f:\u{1f600}":{},"f:\uffee":{},"f:b":{},"f:a":{}}';
  const sorted =
    '{"f:a":{},"f:b":{},"f:\uffee":{},"f:\u{1f600}":{},"k:{\\"a\\":1}":{},"v:2":{},"v:\\"a\\"":{},"v:true":{},"i:1":{}}';

  assert.equal(rewrite(JSON.parse(text)), sorted);
});

test("a node without members below it is a member, also where all that is below is unknown", () => {
  assert.equal(
    parseFieldsV1({ "f:a": {}, "f:b": null, "f:c": { ".": {} }, "f:d": { "z:new": {} } }).toString(),
    ".a\n.b\n.c\n.d",
  );
});

test("kinds of elements that we do not know are passed over with all that is below them", () => {
  assert.equal(rewrite({ "z:new": { "f:a": {} }, "f:b": {} }), '{"f:b":{}}');
});

test("an element that is spelled twice counts once, with the children of the later spelling", () => {
  const twice = { 'k:{"a":1,"b":2}': { "f:x": {} }, "f:first": {}, 'k:{"b":2,"a":1}': { ".": {}, "f:y": {} } };

  assert.equal(rewrite(twice), '{"f:first":{},"k:{\\"a\\":1,\\"b\\":2}":{".":{},"f:y":{}}}');
});

test("strings in keys are escaped as Kubernetes' JSON writer escapes them, HTML only in values", () => {
  const odd = FieldSet.of([keyElement({ "<\b": "<&>\u2028\f\n" })]);

  assert.deepEqual(Object.keys(formatFieldsV1(odd)), ['k:{"<\\u0008":"\\u003c\\u0026\\u003e\\u2028\\u000c\\n"}']);
});

test("a small number has two digits in its exponent", () => {
  assert.equal(rewrite({ "v:0.0000001": {} }), '{"v:1e-07":{}}');
});

test("numbers are read as floats, which shows in the text of large ones and in the digits of huge ones", () => {
  const read = parseFieldsV1({ "v:1000000": {}, 'k:{"id":9007199254740993}': {} });

  assert.equal(read.toString(), "[id=9.007199254740992e+15]\n[=1e+06]");
  assert.equal(FieldSet.of([valueElement(1_000_000)]).toString(), "[=1000000]");
  assert.equal(JSON.stringify(formatFieldsV1(read)), '{"k:{\\"id\\":9007199254740992}":{},"v:1000000":{}}');
  assert.equal(read.has([valueElement(1_000_000)]), true);
  assert.equal(read.has([keyElement({ id: 9007199254740993n })]), true);
});

test("keys with names of Object.prototype are kept as plain fields", () => {
  const fieldsV1 = JSON.parse('{"f:__proto__":{"f:constructor":{}},"k:{\\"__proto__\\":\\"x\\"}":{}}');

  assert.equal(rewrite(fieldsV1), JSON.stringify(fieldsV1));
  assert.equal(parseFieldsV1(fieldsV1).toString(), '[__proto__="x"]\n.__proto__.constructor');
});

test("what cannot be read is refused with the keys that lead there and with what is wrong", () => {
  const refused: [JsonValue, RegExp][] = [
    [[], /^FieldsV1Error: fieldsV1: must be an object$/],
    [{ "f:a": { "f:b": 1 } }, /^FieldsV1Error: fieldsV1 > f:a > f:b: must be an object$/],
    [{ "f:a": { b: {} } }, /fieldsV1 > f:a > b: must begin with a letter and a colon$/],
    [{ "é:": {} }, /must begin with a letter and a colon$/],
    [{ "": {} }, /must begin with a letter and a colon$/],
    [{ "v:nul": {} }, /must hold a JSON value after v:$/],
    [{ "v:1e400": {} }, /must hold a JSON value after v:$/],
    [{ "k:[]": {} }, /must hold a JSON object after k:$/],
    [{ "i:1.5": {} }, /must hold an integer after i:$/],
  ];
  for (const [fieldsV1, message] of refused) {
    assert.throws(
      () => parseFieldsV1(fieldsV1),
      (error) => error instanceof FieldsV1Error && message.test(String(error)),
    );
  }
});

test("text after an element's value is refused, though Kubernetes reads past it", () => {
  assert.throws(() => parseFieldsV1({ "v:1 x": {} }), FieldsV1Error);
  assert.throws(() => parseFieldsV1({ 'k:{"a":1}x': {} }), FieldsV1Error);
});

test("a key that names a field twice counts with the last value, though Kubernetes keeps both", () => {
  assert.equal(rewrite({ 'k:{"a":1,"a":2}': {} }), '{"k:{\\"a\\":2}":{}}');
});

test("nesting beyond the limit is refused, in the tree and in the values of its keys", () => {
  let tree: JsonObject = {};
  for (let depth = 0; depth < 1_001; depth += 1) tree = { "f:a": tree };

  assert.throws(() => parseFieldsV1(tree), /nested more than 1000 levels deep/);
  assert.throws(() => parseFieldsV1({ [`v:${"[".repeat(1_002)}${"]".repeat(1_002)}`]: {} }), FieldsV1Error);
});

test("a set that is written and read again is the same set", () => {
  const scalar = fc.oneof(
    fc.string(),
    fc.string({ unit: "binary" }),
    fc.double({ noDefaultInfinity: true, noNaN: true }),
    fc.boolean(),
  );
  const element: fc.Arbitrary<PathElement> = fc.oneof(
    fc.string({ unit: "binary" }).map(fieldElement),
    fc.dictionary(fc.string(), scalar, { minKeys: 1, maxKeys: 3 }).map(keyElement),
    scalar.map(valueElement),
    fc.nat().map(indexElement),
  );
  const paths = fc.array(fc.array(element, { minLength: 1, maxLength: 4 }), { maxLength: 8 });
  fc.assert(
    fc.property(paths, (some) => {
      const owned = FieldSet.of(...some);
      const read = parseFieldsV1(JSON.parse(JSON.stringify(formatFieldsV1(owned))));
      assert.ok(read.equals(owned));
      assert.equal(JSON.stringify(formatFieldsV1(read)), JSON.stringify(formatFieldsV1(owned)));
    }),
  );
});

import { after, before, test } from "node:test";
import { assertAnswer, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import {
  assertInvalid,
  duplicate,
  installSpecs,
  invalid,
  pathless,
  required,
  type Specs,
  unsupported,
  withSpec,
  wrongType,
} from "./schemas.ts";
import type { Cause } from "./widgets.ts";

const client = connect();
let crd: Specs;

const text = { type: "string" };
const either = { a: text, b: text };
const keyed = {
  type: "object",
  required: ["name"],
  properties: { name: text, port: { type: "integer", default: 80 } },
};

const properties = {
  string: text,
  integer: { type: "integer" },
  number: { type: "number" },
  boolean: { type: "boolean" },
  object: { type: "object" },
  strings: { type: "array", items: text },
  map: { type: "object", additionalProperties: { type: "integer" } },
  nested: {
    type: "object",
    properties: { list: { type: "array", items: { type: "object", properties: { a: text } } } },
  },
  atMost: { type: "integer", maximum: 10 },
  below: { type: "integer", maximum: 10, exclusiveMaximum: true },
  atLeast: { type: "integer", minimum: 1 },
  above: { type: "integer", minimum: 1, exclusiveMinimum: true },
  share: { type: "number", maximum: 1.5 },
  fives: { type: "integer", multipleOf: 5 },
  tenths: { type: "number", multipleOf: 0.1 },
  short: { type: "string", maxLength: 3 },
  long: { type: "string", minLength: 2 },
  whole: { type: "string", pattern: "^a+$" },
  part: { type: "string", pattern: "b" },
  color: { type: "string", enum: ["red", "blue"] },
  size: { type: "integer", enum: [1, 2] },
  shape: { type: "object", "x-kubernetes-preserve-unknown-fields": true, enum: [{ a: 1 }, "x"] },
  few: { type: "array", items: text, maxItems: 1 },
  many: { type: "array", items: text, minItems: 2 },
  smallMap: { type: "object", additionalProperties: text, maxProperties: 1 },
  largeMap: { type: "object", additionalProperties: text, minProperties: 2 },
  both: { type: "object", properties: either, required: ["a", "b"] },
  one: { type: "object", properties: either, oneOf: [{ required: ["a"] }, { required: ["b"] }] },
  any: { type: "object", properties: either, anyOf: [{ required: ["a"] }, { required: ["b"] }] },
  all: { type: "integer", allOf: [{ minimum: 1 }, { maximum: 5 }] },
  not: { type: "string", not: { enum: ["no"] } },
  intOrString: { "x-kubernetes-int-or-string": true },
  percent: { "x-kubernetes-int-or-string": true, pattern: "^[0-9]+%$", maximum: 10 },
  nullable: { type: "string", nullable: true },
  set: { type: "array", items: text, "x-kubernetes-list-type": "set" },
  sets: { type: "array", items: { type: "array", items: text }, "x-kubernetes-list-type": "set" },
  byName: { type: "array", items: keyed, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"] },
  ports: {
    type: "array",
    items: keyed,
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["name", "port"],
  },
};

before(async () => {
  crd = await installSpecs(client, withSpec({ type: "object", properties }));
});
after(async () => {
  await client.delete(crd.path);
  await client.close();
});

async function assertAccepted(field: string, ...values: Json[]): Promise<void> {
  for (const value of values) {
    assertAnswer(await crd.judge({ [field]: value }), 201, { spec: { [field]: value } });
  }
}

test("a value of another type is refused, by the names of JSON's types", async () => {
  const cases: [keyof typeof properties, Json, string, string][] = [
    ["string", 1, "string", "integer"],
    ["string", 1.5, "string", "number"],
    ["string", true, "string", "boolean"],
    ["string", ["a"], "string", "array"],
    ["string", {}, "string", "object"],
    ["integer", "1", "integer", "string"],
    ["integer", true, "integer", "boolean"],
    ["number", "1", "number", "string"],
    ["boolean", "true", "boolean", "string"],
    ["boolean", 0, "boolean", "integer"],
    ["object", [], "object", "array"],
    ["object", "a", "object", "string"],
    ["strings", {}, "array", "object"],
    ["strings", "a", "array", "string"],
  ];
  for (const [field, value, wanted, got] of cases) {
    await crd.assertRefused({ [field]: value }, wrongType(`spec.${field}`, wanted, got));
  }
  await crd.assertRefused("everything", wrongType("spec", "object", "string"));
});

test("a fraction is no integer, and this is said twice", async () => {
  await crd.assertRefused(
    { integer: 1.5 },
    wrongType("spec.integer", "integer", "number"),
    pathless("Checked value must be of type integer (default format) in spec.integer"),
  );
  await assertAccepted("number", 1, 1.5, -0.25);
});

test("a field of an item is named by the item's index, a field of a map by its key as it is", async () => {
  await crd.assertRefused({ strings: ["a", 1] }, wrongType("spec.strings[1]", "string", "integer"));
  await crd.assertRefused(
    { nested: { list: [{ a: "x" }, { a: 1 }] } },
    wrongType("spec.nested.list[1].a", "string", "integer"),
  );
  await crd.assertRefused({ map: { "a.b/c": "x" } }, wrongType("spec.map.a.b/c", "integer", "string"));
});

test("maximum and minimum include the limit, unless exclusive", async () => {
  const cases: [keyof typeof properties, number, string][] = [
    ["atMost", 11, "less than or equal to 10"],
    ["below", 10, "less than 10"],
    ["atLeast", 0, "greater than or equal to 1"],
    ["above", 1, "greater than 1"],
    ["share", 1.6, "less than or equal to 1.5"],
  ];
  for (const [field, value, limit] of cases) {
    await crd.assertRefused(
      { [field]: value },
      invalid(`spec.${field}`, `${value}: spec.${field} in body should be ${limit}`),
    );
  }
  await assertAccepted("atMost", 10);
  await assertAccepted("atLeast", 1);
});

test("multipleOf is exact for decimals", async () => {
  await crd.assertRefused({ fives: 7 }, invalid("spec.fives", "7: spec.fives in body should be a multiple of 5"));
  await crd.assertRefused(
    { tenths: 0.25 },
    invalid("spec.tenths", "0.25: spec.tenths in body should be a multiple of 0.1"),
  );
  await assertAccepted("tenths", 0.3, 0.7);
});

test("lengths count characters, though the message speaks of bytes", async () => {
  const tooLong: Cause = ["FieldValueTooLong", "spec.short", "Too long: may not be more than 3 bytes"];
  await crd.assertRefused({ short: "abcd" }, tooLong);
  await crd.assertRefused({ short: "äöüß" }, tooLong);
  await assertAccepted("short", "äöü", "😀😀😀");
  await crd.assertRefused(
    { long: "a" },
    invalid("spec.long", '"a": spec.long in body should be at least 2 chars long'),
  );
  await crd.assertRefused(
    { long: "😀" },
    invalid("spec.long", '"😀": spec.long in body should be at least 2 chars long'),
  );
});

test("a pattern is found anywhere, unless it has anchors", async () => {
  await assertAccepted("part", "abc");
  await assertAccepted("whole", "aaa");
  await crd.assertRefused({ whole: "ab" }, invalid("spec.whole", `"ab": spec.whole in body should match '^a+$'`));
  await crd.assertRefused(
    { whole: "a\na" },
    invalid("spec.whole", String.raw`"a\na": spec.whole in body should match '^a+$'`),
  );
});

test("an enum lists its values as strings", async () => {
  await crd.assertRefused({ color: "green" }, unsupported("spec.color", '"green": supported values: "red", "blue"'));
  await crd.assertRefused({ size: 3 }, unsupported("spec.size", '3: supported values: "1", "2"'));
  await crd.assertRefused(
    { shape: { a: 2 } },
    unsupported("spec.shape", String.raw`{"a":2}: supported values: "{\"a\":1}", "x"`),
  );
  await assertAccepted("shape", { a: 1 });
});

test("too many items and properties are counted alike, too few are not", async () => {
  const tooMany = "Too many: 2: must have at most 1 item";
  await crd.assertRefused({ few: ["a", "b"] }, ["FieldValueTooMany", "spec.few", tooMany]);
  await crd.assertRefused({ smallMap: { a: "1", b: "2" } }, ["FieldValueTooMany", "spec.smallMap", tooMany]);
  await crd.assertRefused({ many: ["a"] }, invalid("spec.many", "1: spec.many in body should have at least 2 items"));
  await crd.assertRefused(
    { largeMap: { a: "1" } },
    invalid("spec.largeMap", "1: spec.largeMap in body should have at least 2 properties"),
  );
});

test("every required field that is missing is named", async () => {
  await crd.assertRefused({ both: { a: "x" } }, required("spec.both.b"));
  await crd.assertRefused({ both: {} }, required("spec.both.a"), required("spec.both.b"));
});

test("oneOf wants exactly one, and tells what the first lacks", async () => {
  const one = '"spec.one" must validate one and only one schema (oneOf).';
  await assertAccepted("one", { a: "x" });
  await crd.assertRefused({ one: {} }, pathless(`${one} Found none valid`), required("spec.one.a"));
  await crd.assertRefused({ one: { a: "x", b: "y" } }, pathless(`${one} Found 2 valid alternatives`));
});

test("anyOf wants at least one, and tells what the first lacks", async () => {
  await assertAccepted("any", { a: "x", b: "y" });
  const message = '"spec.any" must validate at least one schema (anyOf)';
  await crd.assertRefused({ any: {} }, pathless(message), required("spec.any.a"));
});

test("allOf tells which of its schemas does not hold, then that not all do", async () => {
  const message = '"spec.all" must validate all the schemas (allOf)';
  await crd.assertRefused(
    { all: 0 },
    invalid("spec.all", "0: spec.all in body should be greater than or equal to 1"),
    pathless(message),
  );
  await crd.assertRefused(
    { all: 6 },
    invalid("spec.all", "6: spec.all in body should be less than or equal to 5"),
    pathless(message),
  );
});

test("not refuses what holds inside", async () => {
  await assertAccepted("not", "yes");
  await crd.assertRefused({ not: "no" }, pathless('"spec.not" must not validate the schema (not)'));
});

test("int-or-string takes both, with the limits of each", async () => {
  await assertAccepted("intOrString", 1, "1");
  for (const [value, got] of [
    [1.5, "number"],
    [true, "boolean"],
    [{}, "object"],
  ]) {
    await crd.assertRefused({ intOrString: value }, wrongType("spec.intOrString", "integer,string", got as string));
  }
  await assertAccepted("percent", 10, "50%");
  await crd.assertRefused(
    { percent: 11 },
    invalid("spec.percent", "11: spec.percent in body should be less than or equal to 10"),
  );
  await crd.assertRefused(
    { percent: "a" },
    invalid("spec.percent", `"a": spec.percent in body should match '^[0-9]+%$'`),
  );
});

test("null is kept where the field is nullable, dropped where it is not, and refused in lists", async () => {
  await assertAccepted("nullable", null, "a");
  assertAnswer(await crd.judge({ string: null, object: null, strings: null, map: null }), 201, {
    spec: { string: undefined, object: undefined, strings: undefined, map: undefined },
  });
  await crd.assertRefused({ strings: [null] }, wrongType("spec.strings[0]", "string", "null"));
  assertAnswer(await crd.judge({ map: { a: null, b: 1 } }), 201, { spec: { map: { a: undefined, b: 1 } } });
});

test("a required field that is null is missing", async () => {
  await crd.assertRefused({ both: { a: "x", b: null } }, required("spec.both.b"));
});

test("a set has each item once, and each that comes again is named once", async () => {
  await assertAccepted("set", ["a", "b", "A"]);
  await crd.assertRefused(
    { set: ["a", "b", "a", "a", "b"] },
    duplicate("spec.set[2]", '"a"'),
    duplicate("spec.set[4]", '"b"'),
  );
  await crd.assertRefused({ sets: [["a"], ["b"], ["a"]] }, duplicate("spec.sets[2]", '["a"]'));
});

test("a list of type map has each key once", async () => {
  await assertAccepted("byName", [
    { name: "a", port: 1 },
    { name: "b", port: 1 },
  ]);
  await crd.assertRefused(
    {
      byName: [
        { name: "a", port: 1 },
        { name: "a", port: 2 },
      ],
    },
    duplicate("spec.byName[1]", '{"name":"a"}'),
  );
});

test("several keys are one key, and a key that is not said is its default", async () => {
  await assertAccepted("ports", [
    { name: "a", port: 1 },
    { name: "a", port: 2 },
  ]);
  await crd.assertRefused(
    { ports: [{ name: "a", port: 80 }, { name: "a" }] },
    duplicate("spec.ports[1]", '{"name":"a","port":80}'),
  );
});

test("duplicates are told after what is wrong with the values", async () => {
  await crd.assertRefused(
    { set: ["a", "a"], few: ["a", "b"] },
    ["FieldValueTooMany", "spec.few", "Too many: 2: must have at most 1 item"],
    duplicate("spec.set[1]", '"a"'),
  );
});

test("the name is checked with the schema, and is told first", async () => {
  const answer = await crd.create("Bad", { spec: { atMost: 11 } });
  assertInvalid(
    answer,
    crd,
    "Bad",
    invalid(
      "metadata.name",
      `"Bad": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
    ),
    invalid("spec.atMost", "11: spec.atMost in body should be less than or equal to 10"),
  );
});

/**
 * Schemas and objects that mean harm. Most take milliseconds and none more than two seconds; the bound is far above, so that only
 * a walk that grows with more than the size of its input can miss it.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  ApiError,
  fieldPath,
  JsonError,
  type JsonObject,
  type JsonValue,
  maxJsonDepth,
  readJson,
  UsageError,
} from "@pintle/machinery";
import { checkStructuralSchema } from "./check/check-structural-schema.ts";
import { findUnrecognizedFormats } from "./check/unrecognized-formats.ts";
import { compileSchema } from "./compile/compile-schema.ts";
import { emitTypes } from "./emit/emit-types.ts";
import { toShape } from "./shape/to-shape.ts";
import type { StructuralSchema } from "./structural-schema.ts";

const boundMs = 40_000;

/** CPU time, because others may be busy on the same machine. */
function bounded<Result>(run: () => Result): Result {
  const before = process.cpuUsage();
  const result = run();
  const { user, system } = process.cpuUsage(before);
  assert.ok((user + system) / 1_000 < boundMs, `${(user + system) / 1_000} ms of CPU`);
  return result;
}

function withSpec(spec: StructuralSchema): StructuralSchema {
  return { type: "object", properties: { spec } };
}

function check(schema: StructuralSchema): string[] {
  return bounded(() => checkStructuralSchema(schema, fieldPath("root"))).map(String);
}

function judge(schema: StructuralSchema, spec: JsonValue): string[] {
  const compiled = compileSchema(schema);
  return bounded(() => compiled.validate(compiled.prepare({ spec }).object)).map(String);
}

/** Everything that takes a schema as it comes. */
const entries: { [name: string]: (schema: StructuralSchema) => unknown } = {
  checkStructuralSchema: (schema) => checkStructuralSchema(schema, fieldPath("root")),
  compileSchema,
  findUnrecognizedFormats,
  toShape,
};

function nest(levels: number, wrap: (inner: StructuralSchema) => StructuralSchema): StructuralSchema {
  let schema: StructuralSchema = { type: "string" };
  for (let level = 0; level < levels; level += 1) schema = wrap(schema);
  return schema;
}

test("patterns that take for ever elsewhere are matched in linear time", () => {
  const text = `${"a".repeat(100_000)}!`;
  for (const pattern of [
    "^(a+)+$",
    "^(a|aa)+$",
    "(a*)*b",
    "(.*)(.*)(.*)(.*)(.*)[^!]$",
    "^(([a-z])+.)+[A-Z]([a-z])+$",
  ]) {
    const schema = withSpec({ type: "string", pattern });
    assert.deepEqual(check(schema), []);
    assert.equal(judge(schema, text).length, 1, pattern);
  }
});

test("patterns that would unfold to something huge are refused", () => {
  for (const pattern of [
    "(x{1,1000}){1,1000}",
    "((a{0,100}){0,100}){0,100}",
    `${"(".repeat(5_000)}a${")".repeat(5_000)}`,
  ]) {
    assert.match(check(withSpec({ type: "string", pattern })).join(), /must be a valid regular expression/, pattern);
    assert.equal(judge(withSpec({ type: "string", pattern }), "xa").length, 1);
  }
});

test("lists of defaults inside lists of defaults are refused where they grow too large", () => {
  const items = Array.from({ length: 100 }, () => ({}));
  const bomb = nest(6, (inner) => ({
    type: "object",
    properties: {
      list: { type: "array", default: items, items: inner.type === "string" ? { type: "object" } : inner },
    },
  }));
  const isTooLarge = (error: unknown) => ApiError.is(error, "RequestEntityTooLarge");
  assert.throws(() => bounded(() => compileSchema(withSpec(bomb)).prepare({ spec: {} })), isTooLarge);
  assert.throws(() => bounded(() => compileSchema(withSpec({ ...bomb, default: {} })).prepare({})), isTooLarge);
});

test("a default of 100 KB is shared by a hundred items, and refused for so many that nobody could print them", () => {
  const properties = { text: { type: "string", default: "x".repeat(100_000) } };
  const schema = withSpec({ type: "array", items: { type: "object", properties } });
  const judgeItems = (count: number) =>
    judge(
      schema,
      Array.from({ length: count }, () => ({})),
    );
  assert.deepEqual(judgeItems(100), []);
  assert.throws(
    () => judgeItems(100_000),
    (error) => ApiError.is(error, "RequestEntityTooLarge"),
  );
});

test("more violations than memory holds are not looked for, and the value is refused", () => {
  const required = Array.from({ length: 1_000 }, (_, index) => `r${index}`);
  const items = Array.from({ length: 100_000 }, () => ({}));
  const schema = withSpec({ type: "array", items: { type: "object", required } });
  assert.equal(judge(schema, items).length, 200_000);
  const compiled = compileSchema(schema);
  const changed = bounded(() => compiled.validate({ spec: [...items, { a: 1 }] }, { spec: items }));
  assert.equal(changed.length, 200_000);
  assert.deepEqual(
    bounded(() => compiled.validate({ spec: items, other: 1 }, { spec: items })),
    [],
  );
});

test("definitions of 3 MB are checked, wide or long, sound or not", () => {
  const wide = (property: (index: number) => StructuralSchema, count: number) =>
    withSpec({
      type: "object",
      properties: Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, property(index)])),
    });
  const sound = wide(() => ({ type: "string", maxLength: 10, description: "x".repeat(60) }), 30_000);
  assert.ok(JSON.stringify(sound).length > 3_000_000);
  assert.deepEqual(check(sound), []);
  assert.deepEqual(judge(sound, { p1: "a" }), []);
  assert.equal(
    judge(sound, Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`p${index}`, 1]))).length,
    30_000,
  );
  assert.ok(check(wide(() => ({}), 140_000)).length >= 140_000);
  const ones = Array.from({ length: 140_000 }, () => 1);
  assert.ok(check(withSpec({ type: "array", items: { type: "string" }, default: ones })).length >= 140_000);
  const rules = Array.from({ length: 140_000 }, () => ({ rule: "" }));
  assert.ok(check(withSpec({ type: "string", "x-kubernetes-validations": rules })).length >= 140_000);
  const emitted = { apiVersion: "apiextensions.k8s.io/v1", kind: "CustomResourceDefinition", spec: emittedSpec(sound) };
  assert.equal(bounded(() => emitTypes(emitted)).length, 1);
});

function emittedSpec(schema: StructuralSchema): object {
  const versions = [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema } }];
  return { group: "example.com", scope: "Cluster", names: { kind: "Widget", plural: "widgets" }, versions };
}

test("an enumeration of 100,000 names is looked up, not searched, and told once", () => {
  const names = Array.from({ length: 100_000 }, (_, index) => `name-${index}`);
  const schema = withSpec({ type: "array", items: { type: "string", enum: names } });
  assert.deepEqual(check(schema), []);
  assert.deepEqual(judge(schema, names), []);
  const compiled = compileSchema(schema);
  const spec = Array.from({ length: 20_000 }, (_, index) => `other-${index}`);
  assert.equal(bounded(() => compiled.validate({ spec })).length, 20_000);
});

test("long lists of sets and maps are searched for duplicates in linear time", () => {
  const set: StructuralSchema = { type: "array", "x-kubernetes-list-type": "set", items: { type: "string" } };
  const names = Array.from({ length: 40_000 }, (_, index) => `name-${index}`);
  assert.equal(judge(withSpec(set), [...names, "name-0"]).length, 1);
  const map: StructuralSchema = {
    type: "array",
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["name"],
    items: { type: "object", required: ["name"], properties: { name: { type: "string" } } },
  };
  const items = names.map((name) => ({ name }));
  assert.equal(judge(withSpec(map), [...items, { name: "name-0" }]).length, 1);
  const compiled = compileSchema(withSpec(map));
  assert.deepEqual(
    bounded(() => compiled.validate({ spec: items }, { spec: items.toReversed() })),
    [],
  );
});

test("limits beyond every number are refused, and mean nothing where they are met all the same", () => {
  for (const limit of [1e308, Number.MAX_VALUE, -1e308, 1.5]) {
    const spec: StructuralSchema = { type: "array", maxItems: limit, items: { type: "string", maxLength: limit } };
    assert.equal(check(withSpec(spec)).length, 2, String(limit));
    bounded(() => judge(withSpec(spec), ["a"]));
  }
  const rule = [{ rule: "self.all(x, self.all(y, x.size() < y.size()))" }];
  const largest = Number.MAX_SAFE_INTEGER;
  const costly = {
    type: "array",
    maxItems: largest,
    items: { type: "string", maxLength: largest },
    "x-kubernetes-validations": rule,
  };
  assert.match(check(withSpec(costly)).join(), /estimated rule cost exceeds budget/);
});

test("schemas as deep as JSON may be are handled, deeper ones and those that contain themselves are refused", () => {
  const properties = (inner: StructuralSchema): StructuralSchema => ({ type: "object", properties: { a: inner } });
  const items = (inner: StructuralSchema): StructuralSchema => ({ type: "array", items: inner });
  const values = (inner: StructuralSchema): StructuralSchema => ({ type: "object", additionalProperties: inner });
  const negation = (inner: StructuralSchema): StructuralSchema => ({ not: inner });
  const half = maxJsonDepth / 2 - 2;
  for (const [wrap, levels] of [
    [properties, half],
    [items, 2 * half],
    [values, 2 * half],
    [negation, 2 * half],
  ] as const) {
    const schema = withSpec(nest(levels, wrap));
    for (const entry of Object.values(entries)) bounded(() => entry(schema));
    bounded(() => judge(schema, deepValue(maxJsonDepth - 2)));
  }
  const loop: { type: string; properties: { [name: string]: StructuralSchema } } = { type: "object", properties: {} };
  loop.properties.left = loop;
  loop.properties.right = loop;
  let tree: StructuralSchema = { type: "string" };
  for (let level = 0; level < 60; level += 1) tree = { type: "object", properties: { left: tree, right: tree } };
  let value: JsonValue = 1;
  for (let level = 0; level < 10_000; level += 1) value = [value];
  for (const [name, entry] of Object.entries(entries)) {
    for (const schema of [
      nest(10_000, properties),
      nest(10_000, items),
      nest(10_000, negation),
      loop,
      tree,
      { default: value },
    ])
      assert.throws(
        () => bounded(() => entry(schema)),
        (error) => error instanceof UsageError && error.code === "PINTLE_SCHEMA_TOO_LARGE",
        name,
      );
  }
});

function deepValue(levels: number): JsonObject {
  let value: JsonObject = {};
  for (let level = 0; level < levels; level += 1) value = { a: value };
  return value;
}

test("objects of 10,000 levels are refused where they are read, and pass where nobody looks into them", () => {
  const text = `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`;
  assert.throws(() => bounded(() => readJson(text)), JsonError);
  const open = withSpec({ type: "object", "x-kubernetes-preserve-unknown-fields": true });
  assert.deepEqual(judge(open, deepValue(10_000)), []);
  const { unknownFields } = compileSchema(withSpec({ type: "object" })).prepare({ spec: deepValue(10_000) });
  assert.deepEqual(unknownFields, ["spec.a"]);
});

test("names that objects inherit are names like any other", () => {
  const names = ["__proto__", "constructor", "toString", "hasOwnProperty"];
  for (const name of names) {
    const properties = JSON.parse(`{${JSON.stringify(name)}: {"type": "string", "maxLength": 3, "default": "abc"}}`);
    const schema = withSpec({ type: "object", required: [name], properties });
    assert.deepEqual(check(schema), [], name);
    const { object } = compileSchema(schema).prepare({ spec: {} });
    assert.equal(JSON.stringify(object), `{"spec":{"${name}":"abc"}}`);
    assert.equal(judge(schema, JSON.parse(`{"${name}": "abcd"}`)).length, 1, name);
    assert.equal(judge(withSpec({ type: "object", required: [name] }), {}).length, 1, name);
    assert.deepEqual(judge(withSpec({ type: "object", properties }), {}), []);
    const { unknownFields } = compileSchema(withSpec({ type: "object" })).prepare(JSON.parse(`{"spec":{"${name}":1}}`));
    assert.deepEqual(unknownFields, [`spec.${name}`]);
  }
  assert.equal(Object.getPrototypeOf({}), Object.prototype);
});

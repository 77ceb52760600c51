import assert from "node:assert/strict";
import { test } from "node:test";
import { formatType } from "@pintle/cel";
import type { StructuralSchema } from "../structural-schema.ts";
import { declareType } from "./declared-type.ts";

function typeOf(schema: StructuralSchema, isResourceRoot = false): string | undefined {
  const declared = declareType(schema, isResourceRoot);
  return declared && formatType(declared.type);
}

function sizesOf(schema: StructuralSchema): [min: number | undefined, max: number | undefined] {
  const declared = declareType(schema, false);
  return [declared?.minSerializedSize, declared?.maxElements];
}

const types: [schema: StructuralSchema, type: string | undefined][] = [
  [{ type: "integer", format: "int32" }, "int"],
  [{ type: "number" }, "double"],
  [{ type: "string", format: "date-time" }, "timestamp"],
  [{ type: "string", format: "date" }, "timestamp"],
  [{ type: "string", format: "duration" }, "duration"],
  [{ type: "string", format: "byte" }, "bytes"],
  [{ type: "string", format: "uri" }, "string"],
  [{ "x-kubernetes-int-or-string": true }, "dyn"],
  [{ type: "array", items: { type: "boolean" } }, "list(bool)"],
  [
    { type: "object", additionalProperties: { type: "array", items: { type: "object" } } },
    "map(string, list(selfType.@elem.@idx))",
  ],
  [{ "x-kubernetes-preserve-unknown-fields": true }, undefined],
  [{ type: "array", items: { "x-kubernetes-preserve-unknown-fields": true } }, undefined],
  [{ type: "object", "x-kubernetes-preserve-unknown-fields": true }, "selfType"],
];

for (const [schema, type] of types) {
  test(`rules see ${JSON.stringify(schema)} as ${type ?? "nothing"}`, () => assert.equal(typeOf(schema), type));
}

test("what a schema does not bound is bounded by what fits into a request", () => {
  assert.deepEqual(sizesOf({ type: "string" }), [2, 3_145_726]);
  assert.deepEqual(sizesOf({ type: "string", maxLength: 10 }), [2, 40]);
  assert.deepEqual(sizesOf({ type: "string", enum: ["a", "日本"] }), [2, 6]);
  assert.deepEqual(sizesOf({ type: "string", format: "byte", maxLength: 10 }), [2, 10]);
  assert.deepEqual(sizesOf({ type: "array", items: { type: "boolean" } }), [2, 629_145]);
  assert.deepEqual(sizesOf({ type: "array", items: { type: "boolean" }, maxItems: -1 }), [2, 0]);
  assert.deepEqual(sizesOf({ type: "object", additionalProperties: { type: "integer" } }), [2, 449_389]);
});

test("an object takes what its required fields take, but not those that are filled in by default", () => {
  const properties: Record<string, StructuralSchema> = {
    name: { type: "string" },
    on: { type: "boolean", default: true },
    any: { "x-kubernetes-preserve-unknown-fields": true },
  };
  assert.deepEqual(sizesOf({ type: "object", properties, required: ["name", "on", "any", "absent"] }), [12, 0]);
});

test("limits beyond 64 bits wrap around as in Go", () => {
  assert.equal(sizesOf({ type: "string", maxLength: 2 ** 62 })[1], 0);
  assert.equal(sizesOf({ type: "string", maxLength: 2 ** 61 })[1], 2 ** 63);
});

test("the root of a resource has a name and a kind, whatever the schema says, and no other metadata", () => {
  const metadata: StructuralSchema = { type: "object", properties: { labels: { type: "object" } } };
  const fields = declareType({ type: "object", properties: { metadata, spec: { type: "object" } } }, true)?.fields;
  assert.deepEqual([...(fields?.names() ?? [])].sort(), ["apiVersion", "kind", "metadata", "spec"]);
  assert.deepEqual([...(fields?.get("metadata")?.declared.fields?.names() ?? [])], ["name", "generateName"]);
});

test("an object inside that is a resource has them, too", () => {
  const template: StructuralSchema = { type: "object", "x-kubernetes-embedded-resource": true };
  const declared = declareType({ type: "object", properties: { template } }, false);
  assert.ok(declared?.fields?.get("template")?.declared.fields?.get("kind"));
});

test("fields are known by their escaped names, and those that cannot be said are left out", () => {
  const names = ["a", "b-c", "namespace", "x.y/z", "a__b", "1st", "with space", "__proto__"];
  const properties = Object.fromEntries(names.map((name) => [name, { type: "string" }]));
  const fields = declareType({ type: "object", properties }, false)?.fields;
  const seen = [
    "a",
    "b__dash__c",
    "__namespace__",
    "x__dot__y__slash__z",
    "a__underscores__b",
    "__underscores__proto__underscores__",
  ];
  assert.deepEqual([...(fields?.names() ?? [])], seen);
  assert.equal(fields?.get("b__dash__c")?.jsonName, "b-c");
  assert.equal(fields?.get("b-c"), undefined);
});

test("a reserved word may be said as it is as well", () => {
  const declared = declareType({ type: "object", properties: { namespace: { type: "integer" } } }, false);
  const type = declared?.type;
  assert.ok(type?.kind === "object");
  assert.equal(type.field("namespace")?.jsonName, "namespace");
  assert.equal(type.field("__namespace__")?.jsonName, "namespace");
  assert.equal(type.field("constructor"), undefined);
});

test("a schema is declared once, and a wide one costs only the fields that are used", () => {
  let reads = 0;
  const properties: Record<string, StructuralSchema> = {};
  for (let index = 0; index < 1_000; index += 1) {
    Object.defineProperty(properties, `f${index}`, {
      enumerable: true,
      get() {
        reads += 1;
        return { type: "string" };
      },
    });
  }
  const schema: StructuralSchema = { type: "object", properties };
  assert.equal(declareType(schema, false), declareType(schema, false));
  assert.ok(declareType(schema, false)?.fields?.get("f7"));
  assert.equal(reads, 1);
});

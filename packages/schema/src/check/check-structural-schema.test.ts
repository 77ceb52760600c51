import assert from "node:assert/strict";
import { test } from "node:test";
import { fieldPath } from "@pintle/machinery";
import type { StructuralSchema } from "../structural-schema.ts";
import { checkStructuralSchema } from "./check-structural-schema.ts";
import { findUnrecognizedFormats } from "./unrecognized-formats.ts";

const texts = (schema: StructuralSchema) => checkStructuralSchema(schema, fieldPath("schema")).map(String);

test("A sound schema has nothing to complain about", () => {
  assert.deepEqual(texts({ type: "object", properties: { spec: { type: "object" } } }), []);
});

test("A field without a type is named with its place", () => {
  assert.deepEqual(texts({ type: "object", properties: { a: { properties: { b: { type: "string" } } } } }), [
    "schema.properties[a].type: Required value: must not be empty for specified object fields",
  ]);
});

test("What JSON schema knows and structural schemas do not is refused by name", () => {
  assert.deepEqual(texts({ type: "object", $ref: "#/x" }), ["schema.$ref: Forbidden: $ref is not supported"]);
  assert.deepEqual(
    texts({ type: "object", properties: { a: { type: "array", uniqueItems: true, items: { type: "string" } } } }),
    [
      "schema.properties[a].uniqueItems: Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic",
    ],
  );
});

test("A default must be valid where it stands", () => {
  const [first] = texts({ type: "object", properties: { a: { type: "integer", minimum: 2, default: 1 } } });
  assert.equal(first, "schema.properties[a].default: Invalid value: 1:  in body should be greater than or equal to 2");
});

test("A pattern that RE2 does not read is refused", () => {
  const [first] = texts({ type: "object", properties: { a: { type: "string", pattern: "(?=a)" } } });
  assert.match(
    first ?? "",
    /^schema\.properties\[a\]\.pattern: Invalid value: "\(\?=a\)": must be a valid regular expression/,
  );
});

test("The key of a map-list must be there in every item", () => {
  const schema: StructuralSchema = {
    type: "object",
    properties: {
      a: {
        type: "array",
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["name"],
        items: { type: "object", properties: { name: { type: "string" } } },
      },
    },
  };
  assert.deepEqual(texts(schema), [
    "schema.properties[a].items.properties[name].default: Required value: this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property",
  ]);
});

test("A format that nobody enforces is found, for a warning", () => {
  const schema: StructuralSchema = { type: "object", properties: { a: { type: "string", format: "iban" } } };
  assert.deepEqual(findUnrecognizedFormats(schema), ["iban"]);
});

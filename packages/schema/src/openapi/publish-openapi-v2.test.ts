import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { describe, test } from "node:test";
import type { JsonObject } from "@pintle/machinery";
import type { StructuralSchema } from "../structural-schema.ts";
import type { CustomResource } from "./custom-resource.ts";
import { minimalOpenApiV2Protobuf, openApiV2ProtobufType, publishOpenApiV2 } from "./publish-openapi-v2.ts";

const widget: CustomResource = {
  group: "example.com",
  version: "v1",
  kind: "Widget",
  listKind: "WidgetList",
  plural: "widgets",
  scope: "Namespaced",
};

/** What version 2 makes of the schema of a field. */
function reduced(field: StructuralSchema): JsonObject | undefined {
  const schema = { type: "object", properties: { field } };
  const definition = publishOpenApiV2([{ ...widget, schema }]).definitions["com.example.v1.Widget"];
  return (definition?.properties as { field: JsonObject } | undefined)?.field;
}

test("the minimal document is swagger 2.0 in five bytes, by a name that Go can parse", () => {
  assert.equal(Buffer.from(minimalOpenApiV2Protobuf()).toString("latin1"), "\n\x032.0");
  assert.equal(openApiV2ProtobufType, "application/com.github.proto-openapi.spec.v2.v1.0+protobuf");
});

describe("in version 2", () => {
  test("what may be null has neither type nor fields", () => {
    assert.deepEqual(reduced({ type: "object", nullable: true, properties: { a: { type: "string" } } }), {});
  });

  test("a field that may be null is not required", () => {
    const properties = { a: { type: "string", nullable: true }, b: { type: "string" } };
    assert.deepEqual(reduced({ type: "object", required: ["a", "b", "c"], properties })?.required, ["b", "c"]);
    assert.equal(reduced({ type: "object", required: ["a"], properties })?.required, undefined);
  });

  test("what keeps unknown fields has no others", () => {
    const open = { "x-kubernetes-preserve-unknown-fields": true };
    assert.deepEqual(reduced({ ...open, type: "object", properties: { a: { type: "string" } } }), open);
    assert.deepEqual(reduced({ ...open, type: "array", items: { type: "string" } }), open);
  });

  test("junctors and defaults are left out", () => {
    const field = { type: "string", default: "a", anyOf: [{ minLength: 1 }], not: { enum: ["b"] }, maxLength: 3 };
    assert.deepEqual(reduced(field), { type: "string", maxLength: 3 });
  });

  test("a field called default is a field", () => {
    const field = { type: "object", properties: { default: { type: "string", default: "x" } } };
    assert.deepEqual(reduced(field), { type: "object", properties: { default: { type: "string" } } });
  });

  test("a kind that keeps unknown fields names none", () => {
    const schema = {
      type: "object",
      "x-kubernetes-preserve-unknown-fields": true,
      properties: { a: { type: "string" } },
    };
    const { definitions } = publishOpenApiV2([{ ...widget, schema }]);
    assert.deepEqual(Object.keys(definitions["com.example.v1.Widget"] ?? {}), [
      "type",
      "x-kubernetes-group-version-kind",
    ]);
  });

  test("every reference is to a definition or parameter that is there", () => {
    const document = publishOpenApiV2([{ ...widget, subresources: { status: {}, scale: {} } }]);
    const references = [...JSON.stringify(document).matchAll(/"#\/(definitions|parameters)\/([^"]+)"/g)];
    assert.ok(references.length > 50);
    for (const [, section, name] of references)
      assert.ok(Object.hasOwn(document[section as "definitions"], name as string), name);
  });

  test("old kubectls find fieldValidation and dryRun in the operation itself", () => {
    const { paths } = publishOpenApiV2([widget]);
    const patch = paths["/apis/example.com/v1/namespaces/{namespace}/widgets/{name}"]?.patch as JsonObject;
    const names = (patch.parameters as JsonObject[]).map(({ name }) => name).filter(Boolean);
    assert.deepEqual(names, ["dryRun", "fieldValidation"]);
  });
});

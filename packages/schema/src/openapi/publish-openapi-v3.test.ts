import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { JsonObject } from "@pintle/machinery";
import type { CustomResource } from "./custom-resource.ts";
import { publishOpenApiV3 } from "./publish-openapi-v3.ts";
import { writeOpenApi } from "./write-openapi.ts";

const widget: CustomResource = {
  group: "example.com",
  version: "v1",
  kind: "Widget",
  listKind: "WidgetList",
  plural: "widgets",
  scope: "Namespaced",
};

// biome-ignore lint/suspicious/noExplicitAny: documents are looked at key by key.
type Loose = any;

function kindSchema(schema: CustomResource["schema"]): Loose {
  const resource = schema ? { ...widget, schema } : widget;
  return publishOpenApiV3([resource]).components.schemas["com.example.v1.Widget"];
}

/** How kubectl finds out whether the server validates fields: by the PATCH of the kind, in any path. */
function kubectlFinds(paths: Readonly<Record<string, Loose>>, kind: string): boolean {
  return Object.values(paths).some(({ patch, parameters = [] }) => {
    if (patch?.["x-kubernetes-group-version-kind"]?.kind !== kind) return false;
    const all: { name: string; in: string }[] = [...parameters, ...(patch.parameters ?? [])];
    return all.some(({ name, in: place }) => name === "fieldValidation" && place === "query");
  });
}

describe("a published document", () => {
  test("has a PATCH with fieldValidation for every kind, which kubectl looks for", () => {
    const kinds = ["Widget", "Gadget", "Status", "Scale"];
    const resources = kinds.map((kind, index): CustomResource => {
      const plural = `${kind.toLowerCase()}s`;
      const scope = index % 2 === 0 ? "Namespaced" : "Cluster";
      return { ...widget, kind, listKind: `${kind}List`, plural, scope, subresources: { status: {}, scale: {} } };
    });
    const { paths } = publishOpenApiV3(resources);
    for (const kind of kinds) assert.ok(kubectlFinds(paths, kind), kind);
    assert.ok(!kubectlFinds(paths, "WidgetList"));
  });

  test("has no reference to what it does not have", () => {
    const document = publishOpenApiV3([{ ...widget, subresources: { scale: {} } }]);
    const references = [...writeOpenApi(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)];
    assert.ok(references.length > 50);
    for (const [, name] of references) assert.ok(Object.hasOwn(document.components.schemas, name as string), name);
  });

  test("describes Scale only where a resource has it", () => {
    const name = "io.k8s.api.autoscaling.v1.Scale";
    assert.ok(!Object.hasOwn(publishOpenApiV3([widget]).components.schemas, name));
    assert.ok(Object.hasOwn(publishOpenApiV3([{ ...widget, subresources: { scale: {} } }]).components.schemas, name));
  });

  test("has different names for the operations of all its paths", () => {
    const cluster: CustomResource = { ...widget, kind: "Gadget", plural: "gadgets", scope: "Cluster" };
    const document = publishOpenApiV3([{ ...widget, subresources: { status: {}, scale: {} } }, cluster]);
    const names = [...writeOpenApi(document).matchAll(/"operationId":"([^"]+)"/g)].map(([, name]) => name);
    assert.equal(names.length, 14 + 7);
    assert.equal(new Set(names).size, names.length);
  });

  test("is the same in whatever order resources and fields come", () => {
    const schema = { type: "object", properties: { b: { type: "string", default: "x" }, a: { type: "object" } } };
    const turned = { properties: { a: { type: "object" }, b: { default: "x", type: "string" } }, type: "object" };
    const other: CustomResource = { ...widget, kind: "Gadget", listKind: "GadgetList", plural: "gadgets" };
    assert.equal(
      writeOpenApi(publishOpenApiV3([{ ...widget, schema }, other])),
      writeOpenApi(publishOpenApiV3([other, { ...widget, schema: turned }])),
    );
  });
});

describe("a kind", () => {
  test("without a schema names no fields, because kubectl would take them for all", () => {
    assert.deepEqual(Object.keys(kindSchema(undefined)), ["type", "x-kubernetes-group-version-kind"]);
  });

  test("has the metadata of all kinds, whatever its schema says about it", () => {
    const properties = { metadata: { type: "object", properties: { name: { type: "string", maxLength: 3 } } } };
    const { metadata } = kindSchema({ type: "object", properties }).properties;
    assert.deepEqual(metadata.allOf, [
      { $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta" },
    ]);
  });

  test("keeps defaults that are false, zero or empty, and drops those that are null", () => {
    const defaults: JsonObject = { no: false, zero: 0, text: "", list: [], map: {}, nothing: null };
    const properties = Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, { default: value }]));
    const published = kindSchema({ type: "object", properties }).properties;
    for (const [name, value] of Object.entries(defaults))
      assert.deepEqual(published[name], value === null ? {} : { default: value }, name);
  });

  test("keeps integers beyond 2^53", () => {
    const schema = { type: "object", properties: { big: { type: "integer", default: 9_007_199_254_740_993n } } };
    assert.match(writeOpenApi(kindSchema(schema)), /"default":9007199254740993\b/);
  });

  test("does not say what a keyword without effect says", () => {
    const silent = {
      type: "object",
      nullable: false,
      description: "",
      required: [],
      enum: [],
      allOf: [],
      properties: {},
    };
    const { spec } = kindSchema({ type: "object", properties: { spec: silent } }).properties;
    assert.deepEqual(spec, { type: "object" });
  });

  test("leaves the schema of its definition as it was", () => {
    const inner = Object.freeze({ "x-kubernetes-int-or-string": true, required: Object.freeze([]) });
    const resource = Object.freeze({
      type: "object",
      "x-kubernetes-embedded-resource": true,
      required: Object.freeze(["kind"]),
    });
    const properties = Object.freeze({ inner, resource });
    const { required } = kindSchema(Object.freeze({ type: "object", properties })).properties.resource;
    assert.deepEqual(required, ["kind", "apiVersion"]);
  });
});

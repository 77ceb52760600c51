import assert from "node:assert/strict";
import { test } from "node:test";
import type { Shape } from "@pintle/machinery";
import { createOpenApiShapes } from "./openapi-shapes.ts";
import { toShape } from "./to-shape.ts";

const text: Shape = { type: "scalar", scalar: "string" };

function field(shape: Shape | undefined, ...names: readonly string[]): Shape | undefined {
  return names.reduce<Shape | undefined>(
    (current, name) => (current?.type === "map" ? current.fields?.[name]?.shape : undefined),
    shape,
  );
}

test("Lists and maps merge as the schema says", () => {
  const shape = toShape({
    type: "object",
    properties: {
      spec: {
        type: "object",
        properties: {
          ports: {
            type: "array",
            "x-kubernetes-list-type": "map",
            "x-kubernetes-list-map-keys": ["name"],
            items: { type: "object", properties: { name: { type: "string" } } },
          },
          tags: { type: "array", "x-kubernetes-list-type": "set", items: { type: "string" } },
          plain: { type: "array", items: { type: "string" } },
          selector: { type: "object", "x-kubernetes-map-type": "atomic", additionalProperties: { type: "string" } },
          limit: { "x-kubernetes-int-or-string": true },
        },
      },
    },
  });
  assert.deepEqual(field(shape, "spec", "ports"), {
    type: "list",
    list: "map",
    keys: ["name"],
    items: { type: "map", fields: { name: { shape: text } } },
  });
  assert.deepEqual(field(shape, "spec", "tags"), { type: "list", list: "set", items: text });
  assert.deepEqual(field(shape, "spec", "plain"), { type: "list", list: "atomic", items: text });
  assert.deepEqual(field(shape, "spec", "selector"), { type: "map", map: "atomic", values: text });
  assert.deepEqual(field(shape, "spec", "limit"), { type: "scalar" });
});

test("Every resource has metadata, though no schema spells it out", () => {
  const shape = toShape({ type: "object" });
  assert.deepEqual(field(shape, "metadata", "name"), text);
  assert.equal(field(shape, "metadata", "ownerReferences")?.type, "list");
});

test("Types of an OpenAPI document are found by kind, also those that hold themselves", () => {
  const reference = { $ref: "#/components/schemas/Tree" };
  const shapes = createOpenApiShapes({
    components: {
      schemas: {
        Tree: {
          type: "object",
          properties: { name: { type: "string" }, left: reference, twigs: { type: "array", items: reference } },
          "x-kubernetes-group-version-kind": [{ group: "g", version: "v1", kind: "Tree" }],
        },
      },
    },
  });
  const tree = shapes.shapeOfKind({ group: "g", version: "v1", kind: "Tree" });
  assert.equal(field(tree, "left"), tree);
  assert.deepEqual(field(tree, "left", "left", "name"), text);
  assert.equal(shapes.shapeOfType("Bush"), undefined);
});

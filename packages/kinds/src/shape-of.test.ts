import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { ConfigMap, CustomResourceDefinition, Deployment, Node, Pod, Service, ServiceAccount } from "@pintle/kinds";
import { builtInResources, shapeOf, shapeOfType } from "@pintle/kinds/tables";
import type { Shape } from "@pintle/machinery";

const shapes = new URL("../../machinery/testdata/shapes/", import.meta.url);

for (const kind of [ConfigMap, Deployment, Node, Pod, Service, ServiceAccount]) {
  test(`the shape of ${kind.kind} is what the server's schema says`, () => {
    const expected = JSON.parse(readFileSync(new URL(`${kind.kind.toLowerCase()}.json`, shapes), "utf8"));
    assert.deepEqual(shapeOf(kind), expected);
  });
}

test("every built-in resource has a shape with apiVersion, kind and metadata", () => {
  for (const resource of builtInResources) {
    const shape = shapeOf(resource);
    assert.ok(shape?.type === "map" && shape.fields, resource.type);
    for (const name of ["apiVersion", "kind", "metadata"]) assert.ok(shape.fields[name], `${resource.type}.${name}`);
  }
});

test("what the server keeps as it is, the data of a ControllerRevision, has one owner", () => {
  assert.deepEqual(follow(shapeOfType("apps/v1.ControllerRevision"), "data"), { type: "any", map: "atomic" });
});

function follow(shape: Shape | undefined, ...names: string[]): Shape | undefined {
  for (const name of names) {
    if (shape?.type === "list") shape = shape.items;
    if (shape?.type !== "map") return undefined;
    shape = shape.fields?.[name]?.shape ?? shape.values;
  }
  return shape;
}

test("a type that contains itself is a shape that refers to itself", () => {
  const schema = follow(shapeOf(CustomResourceDefinition), "spec", "versions", "schema", "openAPIV3Schema");
  assert.equal(schema?.type, "map");
  assert.equal(follow(schema, "properties", "any key"), schema);
  assert.equal(follow(schema, "not"), schema);
});

test("kinds that are not built in have no shape", () => {
  assert.equal(shapeOf({ group: "example.com", version: "v1", kind: "Deployment" }), undefined);
  assert.equal(shapeOf({ group: "apps", version: "v1", kind: "__proto__" }), undefined);
});

test("a subresource's kind is found by the name of its type", () => {
  assert.deepEqual(follow(shapeOfType("autoscaling/v1.Scale"), "spec", "replicas"), {
    type: "scalar",
    scalar: "number",
  });
  assert.throws(() => shapeOfType("autoscaling/v1.Nothing"), /no type autoscaling\/v1\.Nothing/);
  assert.throws(() => shapeOfType("__proto__.constructor"), /no type/);
});

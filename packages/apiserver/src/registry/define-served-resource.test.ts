import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject, Shape } from "@pintle/machinery";
import fc from "fast-check";
import { defineServedResource } from "./define-served-resource.ts";
import { createResourceEndpoint, findVersion, fromStorageVersion, toStorageVersion } from "./resource-endpoint.ts";

interface WidgetV1 {
  spec: { size: number; unit: "cm" | "mm"; labels?: string[] };
}

interface WidgetV2 {
  spec: { length: string; labels?: string[] };
}

const shape: Shape = { type: "any" };

const widgets = defineServedResource<{ v2: WidgetV2; v1: WidgetV1 }, "v1">({
  group: "example.com",
  plural: "widgets",
  singular: "widget",
  kind: "Widget",
  scope: "Namespaced",
  storageVersion: "v1",
  versions: {
    v2: {
      shape,
      toStorage: ({ spec: { length, ...spec }, ...object }) => {
        const [, size = "0", unit = "cm"] = /^(\d+)(cm|mm)$/.exec(length) ?? [];
        return { ...object, spec: { ...spec, size: Number(size), unit: unit as "cm" | "mm" } };
      },
      fromStorage: ({ spec: { size, unit, ...spec }, ...object }) => ({
        ...object,
        spec: { ...spec, length: `${size}${unit}` },
      }),
    },
    v1: { shape },
  },
  strategy: { nameRule: "dns1123Subdomain", warnCreate: ({ spec }) => (spec.size > 9 ? ["large"] : []) },
});

const endpointIn = (name: string) => {
  const version = findVersion(widgets, name);
  assert.ok(version);
  return createResourceEndpoint(widgets, version);
};

const rest = { labels: fc.array(fc.string()) };
const v1Objects = fc
  .record(
    { size: fc.nat(), unit: fc.constantFrom("cm" as const, "mm" as const), ...rest },
    { requiredKeys: ["size", "unit"], noNullPrototype: true },
  )
  .map((spec) => ({ apiVersion: "example.com/v1", kind: "Widget", metadata: { name: "a" }, spec }));
const v2Objects = fc
  .record(
    { length: fc.tuple(fc.nat(), fc.constantFrom("cm", "mm")).map((parts) => parts.join("")), ...rest },
    { requiredKeys: ["length"], noNullPrototype: true },
  )
  .map((spec) => ({ apiVersion: "example.com/v2", kind: "Widget", metadata: { name: "a" }, spec }));

test("an object goes through the other version and comes back as it was", () => {
  const v2 = endpointIn("v2");
  fc.assert(
    fc.property(v2Objects, (object) => {
      assert.deepEqual(fromStorageVersion(v2, toStorageVersion(v2, object as JsonObject)), object);
    }),
  );
  fc.assert(
    fc.property(v1Objects, (object) => {
      assert.deepEqual(toStorageVersion(v2, fromStorageVersion(v2, object as JsonObject)), object);
    }),
  );
});

test("the version in which objects are kept is not converted", () => {
  const v1 = endpointIn("v1");
  const object = { apiVersion: "example.com/v1", kind: "Widget", spec: {} };
  assert.equal(fromStorageVersion(v1, object), object);
});

test("a version without conversion is a mistake that is told at once", () => {
  const versions = { v1: { shape }, v2: { shape } } as never;
  assert.throws(
    () =>
      defineServedResource<{ v1: WidgetV1; v2: WidgetV2 }, "v1">({
        ...widgets,
        versions,
        storageVersion: "v1",
        strategy: { nameRule: "pathSegment" },
      }),
    { code: "PINTLE_VERSION_UNCONVERTIBLE" },
  );
});

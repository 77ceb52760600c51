import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { JsonObject, JsonValue } from "../json/json-value.ts";
import type { Shape } from "../json/shape.ts";
import { updateObject } from "./update-object.ts";

const shape: Shape = JSON.parse(readFileSync(new URL("../../testdata/shapes/configmap.json", import.meta.url), "utf8"));
const write = { apiVersion: "v1", kind: "ConfigMap", shape, time: "2026-01-01T00:00:00Z" };

function configMap(data?: JsonObject, metadata: JsonObject = {}): JsonObject {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "c", ...metadata }, ...(data && { data }) };
}

function entriesOf(object: JsonObject): JsonValue | undefined {
  return (object.metadata as JsonObject).managedFields;
}

function fieldsOf(object: JsonObject): JsonValue[] {
  return (entriesOf(object) as JsonObject[]).map(({ fieldsV1 }) => fieldsV1 as JsonValue);
}

test("a create records its manager with all that it wrote", () => {
  const { object, failure } = updateObject({ ...write, updated: configMap({ a: "1" }), manager: "kubectl" });
  assert.equal(failure, undefined);
  assert.deepEqual(entriesOf(object), [
    {
      manager: "kubectl",
      operation: "Update",
      apiVersion: "v1",
      time: "2026-01-01T00:00:00Z",
      fieldsType: "FieldsV1",
      fieldsV1: { "f:data": { ".": {}, "f:a": {} } },
    },
  ]);
});

test("an update that changes nothing renews no time", () => {
  const live = updateObject({ ...write, updated: configMap({ a: "1" }), manager: "kubectl" }).object;
  const again = { ...write, live, updated: configMap({ a: "1" }), time: "2027-01-01T00:00:00Z" };
  assert.deepEqual(updateObject({ ...again, manager: "kubectl" }).object, live);
  assert.deepEqual(updateObject({ ...again, manager: "other" }).object, live);
});

test("an object that does not fit its shape is taken as it is, without managedFields and with the reason", () => {
  const live = updateObject({ ...write, updated: configMap({ a: "1" }), manager: "kubectl" }).object;
  const updated = { ...configMap({ a: "2" }), unknown: 1 };
  const { object, failure } = updateObject({ ...write, live, updated, manager: "kubectl" });
  assert.deepEqual(object, updated);
  assert.match(String(failure), /to smd typed: \.unknown: field not declared in schema$/);
});

test("an object without metadata gets metadata for its managedFields", () => {
  const updated = { apiVersion: "v1", kind: "ConfigMap", data: { a: "1" } };
  const { object } = updateObject({ ...write, updated, manager: "kubectl" });
  assert.deepEqual(fieldsOf(object), [{ "f:data": { ".": {}, "f:a": {} } }]);
  assert.deepEqual(Object.keys(updated), ["apiVersion", "kind", "data"], "the input is left alone");
});

test("an empty object that says more than its type is what a create is compared with", () => {
  const { object } = updateObject({
    ...write,
    updated: configMap({ a: "1" }),
    manager: "kubectl",
    empty: { ...configMap(), data: {} },
  });
  assert.deepEqual(fieldsOf(object), [{ "f:data": { "f:a": {} } }]);
});

test("content that nobody looks into has one manager, whatever it is", () => {
  const fields = { ...(shape.type === "map" ? shape.fields : {}), data: { shape: { type: "any", map: "atomic" } } };
  const revision: Shape = { type: "map", fields } as Shape;
  for (const data of [{ spec: { color: "blue" } }, [1], "text"]) {
    const updated: JsonObject = { ...configMap(), data };
    const { object } = updateObject({ ...write, shape: revision, updated, manager: "kubectl" });
    assert.deepEqual(fieldsOf(object), [{ "f:data": {} }]);
  }
});

import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "../json/json-value.ts";
import { fieldNamesPath } from "./path-element.ts";
import { managedFieldsAfterScale, managedFieldsOfScale } from "./scale-managed-fields.ts";

const paths = new Map([["apps/v1", fieldNamesPath("spec", "replicas")]]);

function entry(manager: string, operation: string, fields: JsonObject, more: JsonObject = {}): JsonObject {
  return { manager, operation, apiVersion: "apps/v1", fieldsType: "FieldsV1", fieldsV1: { "f:spec": fields }, ...more };
}

function withEntries(...managedFields: JsonObject[]): JsonObject {
  return { metadata: { managedFields } };
}

const ci = entry("ci", "Apply", { "f:paused": {}, "f:replicas": {} }, { time: "2026-01-01T00:00:00Z" });
const scaleVersion = { apiVersion: "autoscaling/v1" };

test("who owns the replicas of an object owns those of its Scale", () => {
  const parent = withEntries(ci, entry("ops", "Update", { "f:paused": {} }));
  const time = { time: "2026-01-01T00:00:00Z" };
  assert.deepEqual(managedFieldsOfScale(parent, paths), [
    entry("ci", "Apply", { "f:replicas": {} }, { ...scaleVersion, ...time }),
  ]);
});

test("an applier that still owns the Scale keeps its entry", () => {
  const scale = withEntries(entry("ci", "Apply", { "f:replicas": {} }, scaleVersion));
  assert.deepEqual(managedFieldsAfterScale(withEntries(ci), scale, paths, "apps/v1"), [ci]);
});

test("who scales takes the replicas and leaves the rest", () => {
  const taken = { subresource: "scale" };
  const scale = withEntries(entry("hpa", "Update", { "f:replicas": {} }, { ...scaleVersion, ...taken }));
  assert.deepEqual(managedFieldsAfterScale(withEntries(ci), scale, paths, "apps/v1"), [
    entry("ci", "Apply", { "f:paused": {} }, { time: "2026-01-01T00:00:00Z" }),
    entry("hpa", "Update", { "f:replicas": {} }, taken),
  ]);
});

test("managers of versions that are no longer served are dropped", () => {
  const parent = withEntries({ ...ci, apiVersion: "apps/v1beta1" });
  assert.deepEqual(managedFieldsOfScale(parent, paths), []);
  assert.deepEqual(managedFieldsAfterScale(parent, withEntries(), paths, "apps/v1"), []);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "../json/json-value.ts";
import { refreshLastApplied } from "./last-applied.ts";

const key = "kubectl.kubernetes.io/last-applied-configuration";
const applied = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "c" } };
const text = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c"}}\n';

function annotated(annotations: JsonObject): JsonObject {
  return { ...applied, metadata: { name: "c", annotations } };
}

test("the annotation is replaced by the applied object with sorted keys and a line feed", () => {
  const before = annotated({ [key]: "old", other: "x" });
  assert.deepEqual(refreshLastApplied(before, applied), annotated({ [key]: text, other: "x" }));
  assert.deepEqual(before, annotated({ [key]: "old", other: "x" }), "the input is left alone");
});

test("an object without the annotation, or with a current one, is returned itself", () => {
  for (const object of [annotated({}), annotated({ [key]: "" }), annotated({ [key]: text }), applied, {}]) {
    assert.equal(refreshLastApplied(object, applied), object);
  }
});

test("annotations that are no texts are nobody's annotations", () => {
  const object = annotated({ [key]: "old", odd: 1 });
  assert.equal(refreshLastApplied(object, applied), object);
});

test("the annotation is dropped when all annotations together would exceed 256 KiB", () => {
  const room = 256 * 1024 - key.length - text.length - "filler".length;
  const full = refreshLastApplied(annotated({ [key]: "old", filler: "x".repeat(room) }), applied);
  assert.deepEqual(full, annotated({ [key]: text, filler: "x".repeat(room) }));
  const tooMuch = refreshLastApplied(annotated({ [key]: "old", filler: `${"x".repeat(room - 1)}é` }), applied);
  assert.deepEqual(tooMuch, annotated({ filler: `${"x".repeat(room - 1)}é` }), "bytes count, not characters");
});

test("prototype keys among the annotations survive", () => {
  const annotations = JSON.parse(`{"__proto__":"p","constructor":"c","${key}":"old"}`);
  const refreshed = refreshLastApplied(annotated(annotations), applied);
  assert.deepEqual(
    refreshed,
    annotated(JSON.parse(`{"__proto__":"p","constructor":"c","${key}":${JSON.stringify(text)}}`)),
  );
});

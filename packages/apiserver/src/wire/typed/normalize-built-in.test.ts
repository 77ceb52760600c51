/** What Go makes of objects; the oracle compares thousands, here stand those that people meet. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "@pintle/machinery";
import { canonicalBase64 } from "./canonical-base64.ts";
import { normalizeBuiltIn } from "./normalize-built-in.ts";

function printed(object: JsonObject, type: string): string {
  return JSON.stringify(normalizeBuiltIn(object, type));
}

test("what Go always prints is added, in Go's order", () => {
  const deployment = { spec: { template: {} }, metadata: { name: "a" }, kind: "Deployment", apiVersion: "apps/v1" };
  assert.equal(
    printed(deployment, "apps/v1.Deployment"),
    '{"kind":"Deployment","apiVersion":"apps/v1","metadata":{"name":"a"},"spec":{"selector":null,"template":{"metadata":{},"spec":{"containers":null}},"strategy":{}},"status":{}}',
  );
});

test("nulls and empty values that Go leaves out are dropped", () => {
  const metadata = { name: "a", creationTimestamp: null, labels: {}, finalizers: [], generation: 0, uid: "" };
  assert.equal(printed({ metadata, data: null }, "core/v1.ConfigMap"), '{"metadata":{"name":"a"}}');
});

test("pointers keep their zeros, and lists their emptiness where Go prints them always", () => {
  const spec = { replicas: 0, selector: {}, template: { spec: { containers: [] } } };
  assert.equal(
    printed({ spec }, "apps/v1.Deployment"),
    '{"metadata":{},"spec":{"replicas":0,"selector":{},"template":{"metadata":{},"spec":{"containers":[]}},"strategy":{}},"status":{}}',
  );
});

test("quantities, times and base64 are written anew, maps sorted", () => {
  const limits = { memory: "1024Mi", cpu: "1000m", "example.com/x": 0.5 };
  const container = { name: "a", resources: { limits } };
  const pod = { metadata: { creationTimestamp: "2026-01-02T17:04:05+02:00" }, spec: { containers: [container] } };
  assert.equal(
    printed(pod, "core/v1.Pod"),
    '{"metadata":{"creationTimestamp":"2026-01-02T15:04:05Z"},"spec":{"containers":[{"name":"a","resources":{"limits":{"cpu":"1","example.com/x":"500m","memory":"1Gi"}}}]},"status":{}}',
  );
  assert.equal(canonicalBase64("AP9="), "AP8=");
  assert.equal(canonicalBase64("aGVs\r\nbG8="), "aGVsbG8=");
});

test("unknown fields are dropped, the object is not changed, and once is enough", () => {
  const object = Object.freeze({ metadata: Object.freeze({ name: "a", x: 1 }), y: 2 });
  const once = normalizeBuiltIn(object, "core/v1.ConfigMap");
  assert.deepEqual(once, { metadata: { name: "a" } });
  assert.equal(printed(once, "core/v1.ConfigMap"), JSON.stringify(once));
});

test("null among items and map values is the zero of their type", () => {
  const pod = { metadata: { finalizers: [null], labels: { a: null } }, spec: { containers: [null] } };
  assert.equal(
    printed(pod, "core/v1.Pod"),
    '{"metadata":{"labels":{"a":""},"finalizers":[""]},"spec":{"containers":[{"name":"","resources":{}}]},"status":{}}',
  );
});

test("a value that cannot be read ends the reading, also behind one of another type", () => {
  const container = { name: 1, resources: { limits: { cpu: "1 Gi" } } };
  assert.throws(
    () => normalizeBuiltIn({ spec: { containers: [container] } }, "core/v1.Pod"),
    /^GoTypeError: quantities must match/,
  );
});

test("a schema, or what stands in its place, is read by rules of its own", () => {
  const schema = { items: [{ type: "string" }], additionalProperties: false, dependencies: { a: ["b"] } };
  assert.deepEqual(normalizeBuiltIn(schema, "apiextensions/v1.JSONSchemaProps"), schema);
  assert.throws(
    () => normalizeBuiltIn({ additionalProperties: "x" }, "apiextensions/v1.JSONSchemaProps"),
    /^GoTypeError: boolean or JSON schema expected$/,
  );
});

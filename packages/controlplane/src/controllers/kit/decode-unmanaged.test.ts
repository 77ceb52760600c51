import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeStored } from "@pintle/apiserver";
import type { JsonObject } from "@pintle/machinery";
import { decodeUnmanaged } from "./decode-unmanaged.ts";

const managedFields = [
  {
    manager: "m",
    operation: "Update",
    fieldsV1: { "f:spec": { 'k:{"name":"}]}"}': { ".": {} } } },
    subresource: "status",
  },
];
const metadata = { name: "a", namespace: "n", uid: "u", labels: { managedFields: "x", spec: "y" } };
const kind = { kind: "K", apiVersion: "v1" };
const spec = { replicas: 3, share: 0.25, name: "é", list: [1, [2], {}], on: true, none: null };

function decode(object: JsonObject, order: "declared" | "sorted" = "declared") {
  return decodeUnmanaged({ key: "/registry/things/n/a", value: encodeStored(object, order), revision: 7 });
}

const managed = { ...metadata, managedFields };
const template = { metadata: { labels: { app: "a" }, managedFields: [{ manager: "inner" }] } };

for (const [what, object] of Object.entries({
  "An object": { ...kind, metadata: managed, spec, status: { phase: "Running" } },
  "An object with nothing but metadata": { ...kind, metadata: managed },
  "An object without managers": { ...kind, metadata, spec },
  "An object with managers in its template": { ...kind, metadata: managed, spec: { template } },
  "An object with managers in its template alone": { ...kind, metadata, spec: { template, replicas: 1 } },
  "An object with escapes": { ...kind, metadata: managed, data: { 'a"b\\': 'c\n\\ud800"}]},"' } },
  "An object with escapes in its metadata": {
    ...kind,
    metadata: { ...managed, annotations: { last: '{"metadata":{},"managedFields":[{}]}' } },
  },
  "An object with large integers": { ...kind, metadata: managed, spec: { size: 1234567890123456789n } },
  "An object with a number of many digits": { ...kind, metadata: managed, spec: { a: [9007199254740993n], b: 1e30 } },
} satisfies Record<string, JsonObject>)) {
  test(`${what} is read as it is, but for its managers`, () => {
    const expected = { ...object, metadata: { ...metadata, ...object.metadata, resourceVersion: "7" } };
    const { managedFields: _, ...kept } = expected.metadata as JsonObject;
    assert.deepEqual(decode(object), { ...expected, metadata: kept });
  });
}

test("A custom resource is read as it is, wherever its metadata stand", () => {
  const object = { ...kind, data: { metadata: 1 }, metadata: managed, spec };
  assert.deepEqual(decode(object, "sorted"), {
    ...kind,
    data: { metadata: 1 },
    metadata: { ...metadata, resourceVersion: "7" },
    spec,
  });
});

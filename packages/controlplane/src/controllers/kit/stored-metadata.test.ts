import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { encodeStored } from "@pintle/apiserver";
import type { JsonObject } from "@pintle/machinery";
import { readStoredMetadata, storedIncludes } from "./stored-metadata.ts";

const managedFields = [{ manager: "m", operation: "Update", fieldsV1: { "f:metadata": { "f:labels": {} } } }];
const metadata = {
  name: "a",
  namespace: "n",
  uid: "u",
  deletionTimestamp: "2026-01-01T00:00:00Z",
  labels: { managedFields: "x", metadata: "y", __proto__: "z" },
  annotations: { text: '{"metadata":{"x":1},"managedFields":[{}],"kind":"é"}' },
  ownerReferences: [{ apiVersion: "v1", kind: "K", name: "o", uid: "1", blockOwnerDeletion: true }],
  finalizers: ["f"],
};

function store(object: JsonObject, order: "declared" | "sorted") {
  return { key: "/registry/things/n/a", value: encodeStored(object, order), revision: 7 };
}

test("the metadata of a built-in kind are all there but for the managers", () => {
  const spec = { template: { metadata: { name: "inner", managedFields: [] } } };
  const stored = store({ kind: "K", apiVersion: "v1", metadata: { ...metadata, managedFields }, spec }, "declared");
  assert.deepEqual(readStoredMetadata(stored), { ...metadata, resourceVersion: "7" });
});

test("without managers the object is read whole, whatever stands within it", () => {
  const spec = { template: { metadata: { name: "inner", managedFields: [{}] } } };
  const stored = store({ kind: "K", apiVersion: "v1", metadata, spec: { a: "b" } }, "declared");
  assert.deepEqual(readStoredMetadata(stored), { ...metadata, resourceVersion: "7" });
  const nested = store({ kind: "K", apiVersion: "v1", metadata, spec }, "declared");
  assert.equal(readStoredMetadata(nested).name, "a");
});

test("those of a custom resource are found wherever they stand", () => {
  const data = { metadata: { name: "other" }, managedFields: [1] };
  const stored = store(
    { kind: "K", apiVersion: "g/v1", data, metadata: { ...metadata, managedFields }, spec: data },
    "sorted",
  );
  const { managedFields: _, ...found } = readStoredMetadata(stored);
  assert.deepEqual(found, { ...metadata, resourceVersion: "7" });
});

test("a text is found in the bytes, and none that is not there", () => {
  const stored = store({ kind: "K", apiVersion: "v1", metadata }, "declared");
  assert.equal(storedIncludes(stored, Buffer.from('"ownerReferences":')), true);
  assert.equal(storedIncludes(stored, Buffer.from('"absent":')), false);
});

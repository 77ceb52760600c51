import assert from "node:assert/strict";
import { test } from "node:test";
import type { CompletedWrite } from "@pintle/client";
import { readWrite } from "./overlay-write.ts";

const metadata = { name: "a", namespace: "shop", uid: "1", resourceVersion: "12" };
const box = { apiVersion: "example.com/v1", kind: "Box", metadata };

function write(verb: CompletedWrite["verb"], answer: object, more: Partial<CompletedWrite> = {}): CompletedWrite {
  const kind = { group: "example.com", version: "v1", kind: "Box", plural: "boxes" };
  return { ...kind, verb, namespace: "shop", name: "a", path: "", body: undefined, answer, ...more };
}

test("the answer to a write is the object, also where only a part of it was written", () => {
  const written = { key: "shop/a", uid: "1", resourceVersion: "12", object: box };
  for (const subresource of [undefined, "status"]) {
    const outcome = readWrite(write("patch", box, { subresource }));
    assert.deepEqual(outcome, { type: "written", written, isMetadataOnly: false });
  }
});

test("objects of other kinds, and of other versions of the kind, say nothing about this one", () => {
  const scale = { apiVersion: "autoscaling/v1", kind: "Scale", metadata };
  assert.equal(readWrite(write("update", scale, { subresource: "scale" })), undefined);
  const success = { apiVersion: "v1", kind: "Status", status: "Success" };
  assert.equal(readWrite(write("create", success, { subresource: "eviction" })), undefined);
  assert.equal(readWrite(write("update", { ...box, apiVersion: "example.com/v2" })), undefined);
  for (const answer of [{}, { ...box, metadata: undefined }, { ...box, metadata: { name: "a" } }]) {
    assert.equal(readWrite(write("update", answer)), undefined);
  }
});

test("metadata alone is known as such", () => {
  const answer = { apiVersion: "meta.k8s.io/v1", kind: "PartialObjectMetadata", metadata };
  const outcome = readWrite(write("patch", answer));
  assert.ok(outcome?.type === "written" && outcome.isMetadataOnly);
});

test("a delete that is answered with a success has deleted what the answer names", () => {
  const status = { apiVersion: "v1", kind: "Status", status: "Success", details: { name: "a", uid: "1" } };
  const deleted = { key: "shop/a", uid: "1", resourceVersion: undefined };
  assert.deepEqual(readWrite(write("delete", status)), { type: "deleted", deleted });
  const silent = { ...status, details: undefined };
  assert.deepEqual(readWrite(write("delete", silent, { uid: "7" })), {
    type: "deleted",
    deleted: { ...deleted, uid: "7" },
  });
  const clusterWide = { key: "a", uid: undefined, resourceVersion: undefined };
  assert.deepEqual(readWrite(write("delete", silent, { namespace: undefined })), {
    type: "deleted",
    deleted: clusterWide,
  });
});

test("an object that waits for its end is there, and one that need not wait is not", () => {
  const deletionTimestamp = "2026-01-01T00:00:00Z";
  const typeOf = (verb: CompletedWrite["verb"], more: object) =>
    readWrite(write(verb, { ...box, metadata: { ...metadata, ...more } }))?.type;

  const waiting = { deletionTimestamp, deletionGracePeriodSeconds: 0, finalizers: ["example.com/a"] };
  assert.equal(typeOf("delete", waiting), "written");
  assert.equal(typeOf("delete", { deletionTimestamp, deletionGracePeriodSeconds: 30 }), "written", "a pod that ends");
  assert.equal(typeOf("delete", { deletionTimestamp }), "written", "a namespace that empties itself");
  assert.equal(typeOf("delete", {}), "deleted", "kinds that answer with the last state");
  assert.equal(typeOf("delete", { deletionTimestamp, deletionGracePeriodSeconds: 0 }), "deleted");
  assert.equal(typeOf("update", { ...waiting, finalizers: [] }), "deleted", "the last finalizer was removed");
  assert.equal(typeOf("patch", waiting), "written");
});

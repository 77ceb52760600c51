import assert from "node:assert/strict";
import { test } from "node:test";
import type { CompletedWrite } from "@pintle/client";
import type { DeletedObject, WrittenObject } from "./overlay.ts";
import { createOverlayScope, type OverlayScopeOptions } from "./overlay-scope.ts";
import { Overlays } from "./overlays.ts";

const metadata = { name: "a", namespace: "shop", uid: "1", resourceVersion: "12", labels: { app: "web" } };
const box = { apiVersion: "example.com/v1", kind: "Box", metadata, spec: { size: 1 } };
const kind = { group: "example.com", version: "v1", kind: "Box", plural: "boxes" };
const created: CompletedWrite = {
  ...kind,
  verb: "create",
  namespace: "shop",
  name: "a",
  path: "",
  body: undefined,
  answer: box,
};

function start() {
  const errors: unknown[] = [];
  const overlays = new Overlays((error) => errors.push(error));
  function watch({
    isMetadataOnly = false,
    ...scope
  }: OverlayScopeOptions & { readonly isMetadataOnly?: boolean } = {}) {
    const told: (WrittenObject | DeletedObject)[] = [];
    const overlay = {
      written: (object: WrittenObject) => void told.push(object),
      deleted: (object: DeletedObject) => void told.push(object),
    };
    const type = { apiVersion: "example.com/v1", kind: "Box" };
    const registration = overlays.add({ ...type, isMetadataOnly, scope: createOverlayScope(scope), overlay });
    return { told, registration };
  }
  return { overlays, watch, errors };
}

test("a write comes to every copy of its kind and version in its namespace, and to no other", () => {
  const { overlays, watch } = start();
  const everywhere = watch();
  const there = watch({ namespace: "shop" });
  const elsewhere = watch({ namespace: "home" });
  overlays.wrote(created);
  overlays.wrote({ ...created, version: "v2", answer: { ...box, apiVersion: "example.com/v2" } });
  overlays.wrote({ ...created, kind: "Host", answer: { ...box, kind: "Host" } });
  const written = { key: "shop/a", uid: "1", resourceVersion: "12", object: box };
  assert.deepEqual(everywhere.told, [written]);
  assert.deepEqual(there.told, [written]);
  assert.deepEqual(elsewhere.told, []);
});

test("what a selector does not select is told without the object", () => {
  const { overlays, watch } = start();
  const selected = watch({ labelSelector: "app=web" });
  const other = watch({ labelSelector: "app=db" });
  overlays.wrote(created);
  assert.equal((selected.told[0] as WrittenObject).object, box);
  assert.equal((other.told[0] as WrittenObject).object, undefined);
});

test("a copy of metadata gets metadata, and a whole one gets nothing from an answer that is metadata alone", () => {
  const { overlays, watch } = start();
  const metadataCopy = watch({ isMetadataOnly: true, fieldSelector: "spec.size=1" });
  const wholeCopy = watch();
  const partial = { apiVersion: "meta.k8s.io/v1", kind: "PartialObjectMetadata", metadata };
  overlays.wrote(created);
  assert.deepEqual((metadataCopy.told[0] as WrittenObject).object, partial);
  overlays.wrote({ ...created, verb: "patch", answer: partial });
  assert.equal(metadataCopy.told.length, 2);
  assert.equal(wholeCopy.told.length, 1);
});

test("a copy that is given back is told no more", () => {
  const { overlays, watch } = start();
  const { told, registration } = watch();
  registration[Symbol.dispose]();
  overlays.wrote(created);
  assert.deepEqual(told, []);
});

test("what goes wrong here is reported, and does not fail a write that has succeeded", () => {
  const { overlays, errors } = start();
  const failure = new Error("no");
  const overlay = {
    written: () => {
      throw failure;
    },
    deleted: () => {},
  };
  const type = { apiVersion: "example.com/v1", kind: "Box", isMetadataOnly: false };
  overlays.add({ ...type, scope: createOverlayScope({}), overlay });
  overlays.wrote(created);
  assert.deepEqual(errors, [failure]);
});

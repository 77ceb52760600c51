import assert from "node:assert/strict";
import { test } from "node:test";
import { fieldPath, type JsonObject } from "@pintle/machinery";
import { dedupeOwnerReferences, validateOwnerReferences } from "./owner-references.ts";

const owner = (uid: string, more: JsonObject = {}): JsonObject => ({
  apiVersion: "v1",
  kind: "Pod",
  name: "o",
  uid,
  ...more,
});
const owned = (...ownerReferences: JsonObject[]): JsonObject => ({ metadata: { name: "a", ownerReferences } });

test("an owner that stands there twice is kept once, in whatever order its fields are, and told of", () => {
  const warnings: string[] = [];
  const { uid, ...rest } = owner("1");
  const object = owned(owner("1"), owner("2"), { uid: uid ?? "", ...rest }, owner("1", { controller: true }));
  assert.deepEqual(
    dedupeOwnerReferences(object, warnings, false),
    owned(owner("1"), owner("2"), owner("1", { controller: true })),
  );
  assert.equal(warnings.length, 1);
  assert.match(warnings[0] ?? "", /duplicate UID\(s\) observed: 1$/);
});

test("ten thousand owners of one uid are compared in a moment", () => {
  const object = owned(...Array.from({ length: 10_000 }, (_, index) => owner("1", { name: `o${index}` })));
  const start = process.cpuUsage();
  assert.equal(dedupeOwnerReferences(object, [], false), object);
  const { user, system } = process.cpuUsage(start);
  assert.ok(user + system < 1_500_000, `it took ${(user + system) / 1_000} ms`);
});

test("of a thousand controllers ten are told, since each telling shows all of them", () => {
  const object = owned(...Array.from({ length: 1_000 }, (_, index) => owner(String(index), { controller: true })));
  assert.equal(validateOwnerReferences(object, fieldPath("metadata", "ownerReferences")).length, 10);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { addFinalizer, hasFinalizer, removeFinalizer } from "./finalizers.ts";

const mine = "example.com/clean-up";
const object = (...finalizers: string[]) => ({ metadata: { name: "a", finalizers }, spec: {} });

test("a finalizer is added at the end, and adding it again changes nothing", () => {
  const before = object("other");
  const after = addFinalizer(before, mine);

  assert.deepEqual(after, object("other", mine));
  assert.deepEqual(before, object("other"), "the object that was given is as it was");
  assert.equal(after.spec, before.spec, "what does not change is shared");
  assert.equal(addFinalizer(after, mine), after);
});

test("an object without finalizers gets its first one", () => {
  const bare: { metadata: { name: string; finalizers?: string[] } } = { metadata: { name: "a" } };

  assert.deepEqual(addFinalizer(bare, mine).metadata, { name: "a", finalizers: [mine] });
  assert.ok(!hasFinalizer(bare, mine));
});

test("removing takes every occurrence, and removing what is not there changes nothing", () => {
  const after = removeFinalizer(object(mine, "other", mine), mine);

  assert.deepEqual(after, object("other"));
  assert.equal(removeFinalizer(after, mine), after);
});

test("with the last finalizer the key goes", () => {
  assert.deepEqual(removeFinalizer(object(mine), mine), { metadata: { name: "a" }, spec: {} });
});

test("frozen objects, as caches hand them out, can be asked and changed into new ones", () => {
  const frozen = Object.freeze({ metadata: Object.freeze({ finalizers: Object.freeze([mine]) }) });

  assert.ok(hasFinalizer(frozen, mine));
  assert.deepEqual(addFinalizer(frozen, "b").metadata.finalizers, [mine, "b"]);
});

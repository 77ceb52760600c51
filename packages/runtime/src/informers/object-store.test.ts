import assert from "node:assert/strict";
import { test } from "node:test";
import { compareResourceVersion } from "@pintle/machinery";
import fc from "fast-check";
import { type Difference, ObjectStore } from "./object-store.ts";
import type { StoredObject } from "./stored-object.ts";
import { stored } from "./stored-object-fixture.test.ts";

const createStore = () => new ObjectStore((error) => assert.fail(String(error)));
const told = (differences: readonly Difference[]) =>
  differences.map(({ type, object, isFinalStateUnknown }) =>
    [type, object.key, object.uid, object.resourceVersion, ...(isFinalStateUnknown ? ["unknown"] : [])].join(" "),
  );
const listOf = (...objects: readonly StoredObject[]) => new Map(objects.map((object) => [object.key, object]));

test("the state of an object only grows newer", () => {
  const store = createStore();
  assert.deepEqual(told(store.put(stored("a", 9))), ["add default/a uid-a 9"]);
  assert.deepEqual(told(store.put(stored("a", 9))), []);
  assert.deepEqual(told(store.put(stored("a", 8))), []);
  assert.deepEqual(told(store.put(stored("a", 10))), ["update default/a uid-a 10"]);
  assert.deepEqual(told(store.remove(stored("a", 9))), []);
  assert.equal(store.get("default/a")?.resourceVersion, "10");
  assert.deepEqual(told(store.remove(stored("a", 11))), ["delete default/a uid-a 11"]);
  assert.deepEqual(told(store.remove(stored("a", 11))), []);
});

test("another object of the same name is the end of the one before", () => {
  const store = createStore();
  store.put(stored("a", 5));
  assert.deepEqual(told(store.put(stored("a", 4, { uid: "older" }))), []);
  assert.deepEqual(told(store.put(stored("a", 7, { uid: "other" }))), [
    "delete default/a uid-a 5 unknown",
    "add default/a other 7",
  ]);
  assert.deepEqual(told(store.remove(stored("a", 6))), [], "the deletion of the one before comes late");
  assert.deepEqual(told(store.remove(stored("a", 9, { uid: "third" }))), ["delete default/a other 7 unknown"]);
  assert.equal(store.size, 0);
});

test("a list replaces everything: what is not in it is gone, and what it has unchanged is left as it is", () => {
  const store = createStore();
  for (const name of ["a", "b", "c"]) store.put(stored(name, 5));
  const kept = store.get("default/b");
  const differences = store.replace(listOf(stored("b", 5), stored("c", 7), stored("d", 6)));
  assert.deepEqual(told(differences), [
    "delete default/a uid-a 5 unknown",
    "update default/c uid-c 7",
    "add default/d uid-d 6",
  ]);
  assert.equal(store.get("default/b"), kept);
});

test("a list of one namespace leaves the others alone", () => {
  const store = createStore();
  store.put(stored("a", 5));
  store.put(stored("b", 5, { namespace: "other" }));
  store.put(stored("c", 5, { namespace: "" }));
  assert.deepEqual(told(store.replace(new Map(), { namespace: "other" })), ["delete other/b uid-b 5 unknown"]);
  assert.deepEqual(
    Array.from(store.values(), ({ key }) => key),
    ["default/a", "c"],
  );
  assert.deepEqual(Array.from(store.values("other")), []);
});

test("versions that are no numbers are believed in the order in which they come", () => {
  const store = createStore();
  store.put(stored("a", "b7"));
  assert.deepEqual(told(store.put(stored("a", "a1"))), ["update default/a uid-a a1"]);
  assert.deepEqual(told(store.put(stored("a", "a1"))), []);
});

test("whatever comes in whatever order, no uid goes back, and the differences lead to what the store has", () => {
  const object = fc
    .record({
      name: fc.constantFrom("a", "b"),
      uid: fc.constantFrom("1", "2", "3"),
      version: fc.integer({ min: 1, max: 12 }),
    })
    .map(({ name, uid, version }) => stored(name, version, { uid: `${name}${uid}` }));
  const step = fc.oneof(
    object.map((one) => (store: ObjectStore) => store.put(one)),
    object.map((one) => (store: ObjectStore) => store.remove(one)),
    fc.array(object, { maxLength: 3 }).map((many) => (store: ObjectStore) => store.replace(listOf(...many))),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const store = createStore();
      const mirror = new Map<string, StoredObject>();
      const newest = new Map<string, string>();
      for (const apply of steps) {
        for (const { type, object: found } of apply(store)) {
          const last = newest.get(found.uid) ?? "1";
          if (type === "update") assert.equal(compareResourceVersion(found.resourceVersion, last), 1);
          assert.equal(mirror.has(found.key), type !== "add");
          if (type === "delete") mirror.delete(found.key);
          else mirror.set(found.key, found);
          newest.set(found.uid, found.resourceVersion);
        }
        assert.deepEqual(new Set(store.values()), new Set(mirror.values()));
        assert.deepEqual(new Set(store.values("default")), new Set(mirror.values()));
      }
    }),
    { seed: 42, numRuns: 500 },
  );
});

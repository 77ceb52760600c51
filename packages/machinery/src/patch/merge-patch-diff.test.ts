import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { equalJson, type JsonObject, type JsonValue } from "../json/json-value.ts";
import { applyMergePatch } from "./merge-patch.ts";
import { createMergePatch, createThreeWayMergePatch } from "./merge-patch-diff.ts";

const key = fc.constantFrom("a", "b", "c", "d", "__proto__", "constructor");
function jsonOf(...scalars: JsonValue[]): fc.Arbitrary<JsonValue> {
  const { tree } = fc.letrec<{ tree: JsonValue }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.constantFrom<JsonValue>(...scalars),
      fc.array(tie("tree"), { maxLength: 3 }),
      fc.dictionary(key, tie("tree"), { maxKeys: 4, noNullPrototype: true }),
    ),
  }));
  return tree;
}
const nullFree = jsonOf(true, false, 0, 1, "", "a", 2n ** 60n);
const anyJson = jsonOf(null, true, false, 0, 1, "", "a");
const nullFreeObject = fc.dictionary(key, nullFree, { maxKeys: 5, noNullPrototype: true }) as fc.Arbitrary<JsonObject>;

describe("a merge patch between two documents", () => {
  test("turns any document into any that holds no null", () => {
    fc.assert(
      fc.property(anyJson, nullFree, (from, to) => {
        assert.ok(equalJson(applyMergePatch(from, createMergePatch(from, to)), to));
      }),
      { numRuns: 2_000 },
    );
  });

  test("is empty between a document and itself", () => {
    fc.assert(
      fc.property(nullFreeObject, (value) => assert.deepEqual(createMergePatch(value, structuredClone(value)), {})),
    );
  });

  test("applied twice gives what it gives applied once", () => {
    fc.assert(
      fc.property(anyJson, anyJson, (document, patch) => {
        const once = applyMergePatch(document, patch);
        assert.ok(equalJson(applyMergePatch(once, patch), once));
      }),
      { numRuns: 2_000 },
    );
  });

  test("holds the changed keys alone, and null for those that are gone", () => {
    const from = { kept: { x: 1 }, changed: { x: 1, y: 1 }, gone: 1, list: [1] };
    const to = { kept: { x: 1 }, changed: { x: 2, y: 1 }, list: [1, 2], added: {} };
    assert.deepEqual(createMergePatch(from, to), { changed: { x: 2 }, list: [1, 2], added: {}, gone: null });
  });

  test("does not mention a key that holds undefined on both sides", () => {
    const value = { a: undefined } as unknown as JsonObject;
    assert.deepEqual(createMergePatch(value, value), {});
    assert.deepEqual(createMergePatch({}, value), {});
    assert.deepEqual(createMergePatch({ a: 1 }, value), { a: null });
  });
});

describe("a merge patch from three documents", () => {
  test("keeps what others have added, deletes what the user has dropped, sets what differs", () => {
    const original = { spec: { replicas: 1, paused: true }, labels: { a: "1" } };
    const modified = { spec: { replicas: 2 }, labels: { a: "1" } };
    const current = {
      spec: { replicas: 1, paused: true, injected: "x" },
      labels: { a: "changed", other: "y" },
      status: {},
    };
    const patch = createThreeWayMergePatch(original, modified, current);

    assert.deepEqual(patch, { spec: { paused: null, replicas: 2 }, labels: { a: "1" } });
    assert.deepEqual(applyMergePatch(current, patch), {
      spec: { replicas: 2, injected: "x" },
      labels: { a: "1", other: "y" },
      status: {},
    });
  });

  test("is empty once it was applied", () => {
    fc.assert(
      fc.property(nullFreeObject, nullFreeObject, nullFreeObject, (original, modified, current) => {
        const applied = applyMergePatch(current, createThreeWayMergePatch(original, modified, current)) as JsonObject;
        assert.deepEqual(createThreeWayMergePatch(modified, modified, applied), {});
      }),
    );
  });

  test("sets an explicitly empty object, but does not empty one", () => {
    assert.deepEqual(createThreeWayMergePatch({}, { a: {} }, { a: 1 }), { a: {} });
    assert.deepEqual(createThreeWayMergePatch({}, { a: {} }, { a: { b: 1 } }), {});
  });
});

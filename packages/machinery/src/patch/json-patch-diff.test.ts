import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { equalJson, type JsonValue } from "../json/json-value.ts";
import { applyJsonPatch } from "./json-patch.ts";
import { createJsonPatch } from "./json-patch-diff.ts";

const key = fc.oneof(fc.constantFrom("a", "b", "c", "a/b", "~", "", "__proto__", "constructor", "0"), fc.string());
const { tree: anyJson } = fc.letrec<{ tree: JsonValue }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom<JsonValue>(null, true, false, 0, 1, -0.5, 2n ** 60n, "", "a", "é"),
    fc.array(tie("tree"), { maxLength: 6 }),
    fc.dictionary(key, tie("tree"), { maxKeys: 4, noNullPrototype: true }),
  ),
}));

test("any document becomes any other by the patch between them, and neither is changed", () => {
  fc.assert(
    fc.property(anyJson, anyJson, (from, to) => {
      const [fromBefore, toBefore] = structuredClone([from, to]);
      const result = applyJsonPatch(from, createJsonPatch(from, to));
      assert.ok(equalJson(result, to));
      assert.deepEqual([from, to], [fromBefore, toBefore]);
    }),
    { numRuns: 2_000 },
  );
});

test("a document and itself have no difference", () => {
  fc.assert(fc.property(anyJson, (value) => assert.deepEqual(createJsonPatch(value, structuredClone(value)), [])));
});

test("a changed field deep inside is one operation", () => {
  const pod = (image: string) => ({ spec: { containers: [{ name: "a" }, { name: "b", image }, { name: "c" }] } });
  assert.deepEqual(createJsonPatch(pod("x:1"), pod("x:2")), [
    { op: "replace", path: "/spec/containers/1/image", value: "x:2" },
  ]);
});

test("keys are escaped, and a key that holds undefined is absent", () => {
  const annotations = (value: Record<string, string | undefined>) => ({ annotations: value }) as JsonValue;
  assert.deepEqual(createJsonPatch(annotations({ gone: "1" }), annotations({ "a.b/c~d": "1", gone: undefined })), [
    { op: "remove", path: "/annotations/gone" },
    { op: "add", path: "/annotations/a.b~1c~0d", value: "1" },
  ]);
});

test("items that stay are left alone, however many there are", () => {
  const before = Array.from({ length: 20_000 }, (_, index) => ({ name: `item-${index}` }));
  const after = [...before.slice(1, 9_000), { name: "new" }, ...before.slice(9_000, 15_000), ...before.slice(15_002)];
  assert.deepEqual(createJsonPatch(before, after), [
    { op: "remove", path: "/0" },
    { op: "add", path: "/8999", value: { name: "new" } },
    { op: "remove", path: "/15000" },
    { op: "remove", path: "/15000" },
  ]);
});

test("a document that differs in more places than a patch may have operations is replaced", () => {
  const before = Array.from({ length: 20_000 }, (_, index) => index);
  const after = before.map((index) => -1 - index);
  assert.deepEqual(createJsonPatch(before, after), [{ op: "replace", path: "", value: after }]);
});

test("documents of different types are replaced", () => {
  assert.deepEqual(createJsonPatch([], {}), [{ op: "replace", path: "", value: {} }]);
  assert.deepEqual(createJsonPatch({ a: null }, { a: {} }), [{ op: "replace", path: "/a", value: {} }]);
});

test("the search in two long lists without anything in common ends soon", { timeout: 5_000 }, () => {
  const before = Array.from({ length: 9_000 }, (_, index) => ({ name: "same", index }));
  const after = before.map(({ index }) => ({ name: "same", index: index + 0.5 }));
  assert.equal(createJsonPatch(before, after).length, 9_000);
});

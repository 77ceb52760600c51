import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type JsonObject, type JsonValue, maxJsonDepth } from "../json/json-value.ts";
import { applyMergePatch } from "./merge-patch.ts";

describe("the examples of RFC 7396, appendix A", () => {
  const examples: [document: JsonValue, patch: JsonValue, result: JsonValue][] = [
    [{ a: "b" }, { a: "c" }, { a: "c" }],
    [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
    [{ a: "b" }, { a: null }, {}],
    [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
    [{ a: ["b"] }, { a: "c" }, { a: "c" }],
    [{ a: "c" }, { a: ["b"] }, { a: ["b"] }],
    [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
    [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
    [
      ["a", "b"],
      ["c", "d"],
      ["c", "d"],
    ],
    [{ a: "b" }, ["c"], ["c"]],
    [{ a: "foo" }, null, null],
    [{ a: "foo" }, "bar", "bar"],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: "b", c: null }, { a: "b" }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ];
  for (const [document, patch, result] of examples) {
    test(`${JSON.stringify(document)} patched by ${JSON.stringify(patch)}`, () => {
      const before = structuredClone(document);
      assert.deepEqual(applyMergePatch(document, patch), result);
      assert.deepEqual(document, before);
    });
  }
});

test("what the patch does not touch is shared with the original", () => {
  const document = { spec: { replicas: 1 }, status: { ready: 1 } };
  const result = applyMergePatch(document, { spec: { replicas: 2 } }) as typeof document;
  assert.deepEqual(result, { spec: { replicas: 2 }, status: { ready: 1 } });
  assert.equal(result.status, document.status);
});

test("a patch that changes nothing gives the original itself", () => {
  const document = { spec: { replicas: 1, list: [] } };
  assert.equal(applyMergePatch(document, {}), document);
  assert.equal(applyMergePatch(document, { spec: { replicas: 1, gone: null }, no: null }), document);
});

test("a key that holds undefined is absent, in the document and in the patch", () => {
  const withUndefined = { a: undefined, b: 1 } as unknown as JsonObject;
  assert.deepEqual(applyMergePatch({ a: 1, b: 2 }, withUndefined), { a: 1, b: 1 });
  assert.deepEqual(applyMergePatch(withUndefined, { a: { x: null } }), { a: {}, b: 1 });
});

test("nulls in objects inside of arrays are dropped as by the API server, null items are kept", () => {
  const patch = { list: [{ name: "a", image: null, deep: [{ x: null }] }, null] };
  const list = [{ name: "a", deep: [{}] }, null];
  assert.deepEqual(applyMergePatch({}, patch), { list });
  assert.deepEqual(applyMergePatch({ list: [1] }, patch), { list });
  assert.deepEqual(applyMergePatch({ list: null }, patch), { list });
});

test("nulls in an array that takes the place of an object are dropped too, where upstream forgets them", () => {
  const patch = { a: [{ x: null }] };
  const once = applyMergePatch({ a: {} }, patch);
  assert.deepEqual(once, { a: [{}] });
  assert.deepEqual(applyMergePatch(once, patch), once);
});

for (const key of ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty"]) {
  test(`${key} is a key like any other`, () => {
    const object = (value: JsonValue) => Object.fromEntries([[key, value]]);
    const result = applyMergePatch(object({ a: 1 }), object({ b: 2, ...object({ x: 1 }) })) as JsonObject;
    const inner = Object.getOwnPropertyDescriptor(result, key)?.value;
    assert.deepEqual(Object.entries(inner), [
      ["a", 1],
      ["b", 2],
      [key, { x: 1 }],
    ]);
    assert.equal(Object.getPrototypeOf(result), Object.prototype);
    assert.equal("x" in {}, false);
    assert.deepEqual(Object.keys(applyMergePatch(result, object(null)) as JsonObject), []);
    assert.deepEqual(Object.keys(applyMergePatch({}, object({ x: null })) as JsonObject), [key]);
  });
}

test("documents and patches may be as deep as JSON may be", () => {
  let deep: JsonValue = 1;
  for (let level = 0; level < maxJsonDepth; level++) deep = level % 2 === 0 ? { a: deep } : { a: deep, b: 0 };
  assert.deepEqual(applyMergePatch({}, deep), deep);
  assert.equal(applyMergePatch(deep, deep), deep);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { copyJson, equalJson, getOwn, isJsonObject, type JsonObject, type JsonValue, setOwn } from "./json-value.ts";

const prototypeKeys = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf"];

const { value: values } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, false, 0, -0, 1, 1n, 2 ** 60, 2n ** 60n),
    fc.string(),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.oneof(fc.string(), fc.constantFrom(...prototypeKeys)), tie("value"), {
      maxKeys: 4,
      noNullPrototype: true,
    }),
  ),
}));

test("inherited names are not found, and any name can be stored", () => {
  for (const key of prototypeKeys) {
    const object: JsonObject = {};
    assert.equal(getOwn(object, key), undefined, key);
    setOwn(object, key, "mine");
    assert.equal(getOwn(object, key), "mine", key);
    assert.deepEqual(Object.keys(object), [key]);
    assert.equal(Object.getPrototypeOf(object), Object.prototype, key);
  }
});

test("a stored key can be overwritten, __proto__ too", () => {
  const object: JsonObject = {};
  for (const value of [{ a: 1 }, "second"]) setOwn(object, "__proto__", value);

  assert.equal(getOwn(object, "__proto__"), "second");
});

test("lists and null are no objects", () => {
  assert.deepEqual([{}, [], null, "a", undefined].map(isJsonObject), [true, false, false, false, false]);
});

test("a copy equals its original and shares nothing with it", () => {
  fc.assert(
    fc.property(values, (value) => {
      const copy = copyJson(value);
      assert.ok(equalJson(copy, value));
      assert.deepEqual(copy, value);
      const objects = new Set<unknown>();
      visit(value, (inner) => objects.add(inner));
      visit(copy, (inner) => assert.ok(!objects.has(inner)));
    }),
  );
});

function visit(value: JsonValue, see: (object: object) => void): void {
  if (typeof value !== "object" || value === null) return;
  see(value);
  for (const inner of Object.values(value)) visit(inner, see);
}

test("a key that holds undefined is absent from copies and comparisons", () => {
  const object = { a: 1, b: undefined } as unknown as JsonObject;
  assert.deepEqual(Object.keys(copyJson(object)), ["a"]);
  assert.ok(equalJson(object, { a: 1 }) && equalJson({ a: 1 }, object));
  assert.ok(!equalJson(object, { a: 1, b: null }) && !equalJson({ a: 1, c: 1 }, object));
});

test("the order of keys does not count, the order of items does", () => {
  assert.ok(equalJson({ a: 1, b: [1, 2] }, { b: [1, 2], a: 1 }));
  assert.ok(!equalJson([1, 2], [2, 1]));
  assert.ok(!equalJson([1], [1, 2]));
  assert.ok(!equalJson([], {}) && !equalJson({}, []) && !equalJson({}, null));
});

test("a number and a bigint are equal when their values are, to the last digit", () => {
  assert.ok(equalJson(1, 1n) && equalJson(2n ** 60n, 2 ** 60) && equalJson(0n, -0));
  assert.ok(!equalJson(2 ** 53, 2n ** 53n + 1n));
  assert.ok(!equalJson(1n, "1") && !equalJson(1, true) && !equalJson(0, null) && !equalJson(0n, ""));
});

test("an inherited name does not make objects equal", () => {
  assert.ok(!equalJson({ a: 1 }, { constructor: 1 }));
  const proto: JsonObject = JSON.parse('{"__proto__": {}}');
  assert.ok(!equalJson(proto, {}) && !equalJson({}, proto) && equalJson(proto, copyJson(proto)));
});

test("equality is symmetric", () => {
  fc.assert(fc.property(values, values, (left, right) => assert.equal(equalJson(left, right), equalJson(right, left))));
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { type CelType, doubleType, intType, mapOf, optionalOf, stringType, timestampType } from "../index.ts";
import { CelDouble, CelOptional, type CelValue } from "./cel-value.ts";
import { equalityOf } from "./equal-by-type.ts";
import { equalityWithNative } from "./equal-native.ts";
import { uniteLists } from "./list-identity.ts";

const set = (element: CelType): CelType => ({ kind: "list", element, identity: { kind: "set" } });
const keyed: CelType = {
  kind: "list",
  element: mapOf(stringType, intType),
  identity: { kind: "map", keys: ["id", "zone"] },
};

test("sets are equal in any order", () => {
  const equal = equalityOf(set(stringType));
  assert.equal(equal(["a", "b"], ["b", "a"]), true);
  assert.equal(equal(["a", "b"], ["a"]), false);
  assert.equal(equal(["a", "b"], ["a", "c"]), false);
});

test("in a set of numbers an integer of the JSON is not the double that is read from the other", () => {
  const equal = equalityOf(set(doubleType));
  assert.equal(equal([1.5], [1.5]), true);
  assert.equal(equal([1], [1]), false);
  assert.equal(equal([1.5], [new CelDouble(1.5)]), true);
});

test("a set of objects cannot be compared at all", () => {
  const equal = equalityOf(set(mapOf(stringType, intType)));
  assert.throws(() => equal([{ a: 1 }], [{ a: 1 }]), {
    message: "internal error: runtime error: hash of unhashable type map[string]interface {}",
  });
});

test("map-lists are equal in any order, item by item of the same keys", () => {
  const equal = equalityOf(keyed);
  const [one, two] = [
    { id: 1, zone: 1, n: 1 },
    { id: 1, zone: 2, n: 2 },
  ];
  assert.equal(equal([one, two], [two, one]), true);
  assert.equal(equal([one, two], [one, { ...two, n: 3 }]), false);
  assert.equal(equal([one], [two]), false);
});

test("a union keeps the order of the left, replaces items of the same keys, and appends the rest", () => {
  const byId = { kind: "map", keys: ["id"] } as const;
  const left: CelValue[] = [{ id: 1, n: 1 }, { id: 2 }];
  assert.deepEqual(uniteLists(left, [{ id: 3 }, { id: 1, n: 9 }], byId, undefined), [
    { id: 1, n: 9 },
    { id: 2 },
    { id: 3 },
  ]);
  assert.deepEqual(uniteLists(["a"], ["b", "a", "b"], { kind: "set" }, undefined), ["a", "b"]);
  assert.equal(left.length, 2);
});

test("optionals are equal by what they hold", () => {
  const equal = equalityOf(optionalOf(timestampType));
  const at = (text: string) => new CelOptional(text);
  assert.equal(equal(at("2020-01-01T00:00:00Z"), at("2020-01-01T01:00:00+01:00")), true);
  assert.equal(equal(at("2020-01-01T00:00:00Z"), new CelOptional(undefined)), false);
});

test("a moment is not equal to the text of a value that has lost its type, whichever side asks", () => {
  const type: CelType = mapOf(stringType, timestampType);
  const object = { at: "2020-01-01T00:00:00Z" };
  assert.equal(equalityWithNative(type, true)(object, object), false);
  assert.equal(equalityWithNative(type, false)(object, object), false);
  assert.equal(equalityWithNative(mapOf(stringType, intType), false)({ n: 1 }, { n: 1 }), true);
});

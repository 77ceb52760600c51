import assert from "node:assert/strict";
import { test } from "node:test";
import { type CelType, doubleType, intType, mapOf, stringType, timestampType } from "../index.ts";
import { CelDouble, CelOptional, type CelValue } from "./cel-value.ts";
import { compareEqual } from "./equal-values.ts";
import { Failure, type Outcome } from "./failure.ts";
import { addLists } from "./list-identity.ts";
import { nativeValue } from "./native-json.ts";
import { plainValue } from "./plain-value.ts";
import { createVariableReader } from "./shape.ts";

const set = (element: CelType): CelType => ({ kind: "list", element, identity: { kind: "set" } });
const keyed: CelType = {
  kind: "list",
  element: mapOf(stringType, intType),
  identity: { kind: "map", keys: ["id", "zone"] },
};

function equalityOf(type: CelType): (left: CelValue, right: CelValue) => Outcome {
  const read = createVariableReader(type);
  return (left, right) => compareEqual(read(left), read(right));
}

test("sets are equal in any order", () => {
  const equal = equalityOf(set(stringType));
  assert.equal(equal(["a", "b"], ["b", "a"]), true);
  assert.equal(equal(["a", "b"], ["a"]), false);
  assert.equal(equal(["a", "b"], ["a", "c"]), false);
});

test("a list that an expression made is no set, whatever it is compared with", () => {
  const ab = createVariableReader(set(stringType))(["a", "b"]);
  assert.equal(compareEqual(["b", "a"], ab), false);
  assert.equal(compareEqual(ab, ["b", "a"]), true);
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
  const read = createVariableReader({ ...keyed, identity: { kind: "map", keys: ["id"] } } as CelType);
  const left: CelValue[] = [{ id: 1, n: 1 }, { id: 2 }];
  const united = addLists(read(left), read([{ id: 3 }, { id: 1, n: 9 }]));
  assert.deepEqual(plainValue(united), [{ id: 1, n: 9 }, { id: 2 }, { id: 3 }]);
  assert.equal(left.length, 2);
});

test("a set answers to what was once added to it, too", () => {
  const a = createVariableReader(set(stringType))(["a"]);
  assert.deepEqual(plainValue(addLists(a, ["b", "a", "b"])), ["a", "b"]);
  assert.equal(compareEqual(a, ["b"]), true);
  assert.deepEqual(plainValue(addLists(a, ["b", "c"])), ["a", "c"]);
});

test("what is added to a list of the input is read by the type of its items", () => {
  const lists = createVariableReader({ kind: "list", element: { kind: "list", element: intType } })([[1]]);
  const sum = addLists(lists, [[2]]);
  assert.throws(() => plainValue(sum), {
    message: "invalid data, expected an array for the provided schema with type=array",
  });
  const moments = createVariableReader({ kind: "list", element: timestampType })(["2020-01-01T00:00:00Z"]);
  assert.throws(() => plainValue(addLists(moments, moments)), {
    message: "invalid data, expected string, got time.Time",
  });
});

test("a moment is not equal to the text of a value that has lost its type, whichever side asks", () => {
  const object = createVariableReader(mapOf(stringType, timestampType))({ at: "2020-01-01T00:00:00Z" });
  const native = nativeValue(object);
  assert.equal(compareEqual(native, object), false);
  assert.equal(compareEqual(object, native), false);
  const numbers = createVariableReader(mapOf(stringType, intType))({ n: 1 });
  assert.equal(compareEqual(numbers, nativeValue(numbers)), true);
});

test("optionals are equal by what they hold, and a failure in one is told where it is asked", () => {
  const read = createVariableReader(timestampType);
  const at = (text: string) => new CelOptional(read(text));
  assert.equal(compareEqual(at("2020-01-01T00:00:00Z"), at("2020-01-01T01:00:00+01:00")), true);
  assert.equal(compareEqual(at("2020-01-01T00:00:00Z"), new CelOptional(undefined)), false);
  const failed = new CelOptional(new Failure("no") as unknown as CelValue);
  assert.deepEqual(compareEqual(failed, at("2020-01-01T00:00:00Z")), new Failure("no"));
  assert.equal(compareEqual(at("2020-01-01T00:00:00Z"), failed), false);
});

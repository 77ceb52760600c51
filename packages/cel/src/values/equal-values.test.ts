import assert from "node:assert/strict";
import { test } from "node:test";
import { compareUtf8 } from "@pintle/machinery";
import fc from "fast-check";
import type { CelType, ObjectType } from "../check/cel-type.ts";
import { createCelMap, insertEntry, mapGet, mapSize, startGrowingMap } from "./cel-map.ts";
import { CelDouble, CelOptional, CelTimestamp, CelUint, type CelValue } from "./cel-value.ts";
import { compareValues } from "./compare-values.ts";
import { equalValues } from "./equal-values.ts";
import { formatValue } from "./format-value.ts";
import { createVariableReader } from "./shape.ts";

test("numbers are equal across their types, and NaN equals nothing", () => {
  const ones: CelValue[] = [1, 1n, new CelUint(1), new CelUint(1n), new CelDouble(1)];
  for (const left of ones) for (const right of ones) assert.ok(equalValues(left, right), `${left} ${right}`);
  assert.ok(equalValues(new CelDouble(-0), 0));
  assert.ok(!equalValues(new CelDouble(Number.NaN), new CelDouble(Number.NaN)));
  const list = [new CelDouble(Number.NaN)];
  assert.ok(!equalValues(list, list));
  assert.ok(!equalValues("1", 1));
  assert.ok(!equalValues(null, 0));
  assert.ok(!equalValues([], {}));
});

test("a copy of JSON is equal to it, and to no JSON that differs", () => {
  fc.assert(fc.property(fc.jsonValue(), (json) => equalValues(json as CelValue, structuredClone(json) as CelValue)));
  assert.ok(!equalValues({ a: { b: [1, 2] } }, { a: { b: [1, 3] } }));
  assert.ok(!equalValues({ a: 1 }, { a: 1, b: 1 }));
  assert.ok(!equalValues({ constructor: 1 }, { other: 1 }));
  assert.ok(!equalValues(JSON.parse('{"__proto__": 1}'), {}));
});

test("a map is equal to a JSON object with the same entries", () => {
  const map = createCelMap([
    ["a", 1],
    ["b", [2]],
  ]);
  assert.ok(equalValues(map, { b: [2], a: 1 }));
  assert.ok(equalValues({ b: [2], a: 1 }, map));
  assert.ok(!equalValues(map, { b: [2] }));
  assert.ok(equalValues(new CelOptional(1), new CelOptional(new CelDouble(1))));
});

test("a map finds a number whatever its type, and keeps an int and a uint apart", () => {
  const map = createCelMap([
    [1, "int"],
    [new CelUint(1), "uint"],
    [new CelUint(2), "two"],
    [true, "yes"],
  ]);
  assert.equal(mapSize(map), 4);
  assert.equal(mapGet(map, new CelDouble(1)), "int");
  assert.equal(mapGet(map, new CelUint(1)), "uint");
  assert.equal(mapGet(map, 2), "two");
  assert.equal(mapGet(map, "true"), undefined);
  assert.throws(() => createCelMap([[[], 1]]), { message: "unsupported key type" });
});

test("an accumulated map grows in place, any other is copied, and no key comes twice", () => {
  const growing = startGrowingMap();
  assert.equal(insertEntry(growing, "a", 1), growing);
  const settled = { a: 1 };
  assert.equal(formatValue(insertEntry(settled, "b", 2)), '{"a": 1, "b": 2}');
  assert.deepEqual(settled, { a: 1 });
  assert.throws(() => insertEntry(growing, "a", 2), { message: "insert failed: key a already exists" });
});

test("strings have the order of their UTF-8 forms", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (left, right) => {
      const bytes = Buffer.compare(Buffer.from(left), Buffer.from(right));
      assert.equal(Math.sign(compareUtf8(left, right)), bytes);
    }),
  );
  assert.ok(compareUtf8("\ue000", "😀") < 0);
  assert.throws(() => compareValues(new CelDouble(Number.NaN), 1), { message: "NaN values cannot be ordered" });
  assert.throws(() => compareValues(1, "a"), { message: "no such overload" });
});

function objectType(name: string, fields: Readonly<Record<string, CelType>>): ObjectType {
  return {
    kind: "object",
    name,
    field: (field) => {
      const type = fields[field];
      return type && { type, jsonName: field, isRequired: false };
    },
    fieldNames: () => Object.keys(fields),
  };
}

test("objects are equal by their types: moments by time, null as absent, unknown fields where both have them", () => {
  const fields: Record<string, CelType> = { at: { kind: "timestamp" }, name: { kind: "string" } };
  const type = objectType("t", fields);
  // A type may contain itself.
  fields.children = { kind: "list", element: type };
  const read = createVariableReader(type);
  const equal = (left: CelValue, right: CelValue) => equalValues(read(left), read(right));
  assert.ok(equal({ at: "2024-01-01T00:00:00Z" }, { at: "2024-01-01T01:00:00+01:00" }));
  assert.ok(equal({ children: [{ at: "2024-01-01T00:00:00Z" }] }, { children: [{ at: "2024-01-01T00:00:00.0Z" }] }));
  assert.ok(equal({ at: null, name: "a" }, { name: "a", other: null }));
  assert.ok(!equal({ name: null }, { name: "a" }));
  assert.ok(!equal({ name: "a", x: 1 }, { name: "a", x: 2 }));
  assert.ok(equal({ name: "a", x: 1 }, { name: "a", y: 2 }));
  const moments = createVariableReader({ kind: "list", element: { kind: "timestamp" } });
  assert.ok(equalValues(moments(["2024-01-01T00:00:00Z"]), [new CelTimestamp(1_704_067_200, 0)]));
});

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  boolType,
  bytesType,
  type CelType,
  doubleType,
  durationType,
  intType,
  listOf,
  mapOf,
  stringType,
  timestampType,
} from "../index.ts";
import { CelDouble, type CelValue } from "./cel-value.ts";
import { DeclaredList } from "./declared-value.ts";
import { Failure } from "./failure.ts";
import { shapeOf } from "./shape.ts";

function read(type: CelType, json: CelValue): unknown {
  const outcome = shapeOf(type)?.read(json);
  return outcome instanceof Failure ? outcome.message : outcome;
}

test("what is not of its type is refused in Kubernetes' words", () => {
  assert.equal(read(intType, "1"), "invalid data, expected int, got string");
  assert.equal(read(intType, 1.5), "invalid data, expected int, got float64");
  assert.equal(read(stringType, []), "invalid data, expected string, got []interface {}");
  assert.equal(read(boolType, { a: 1 }), "invalid data, expected bool, got map[string]interface {}");
  assert.equal(read(doubleType, true), "invalid data, expected float, got bool");
  assert.equal(read(timestampType, 1), "invalid data, expected string, got int64");
  assert.equal(read(durationType, 1e21), "invalid data, expected string, got float64");
  assert.equal(read(bytesType, "a"), "Invalid byte formatted string a: illegal base64 data at input byte 0");
  const noArray = "invalid data, expected an array for the provided schema with type=array";
  assert.equal(read(listOf(intType), {}), noArray);
  const noMap = "invalid data, expected a map for the provided schema with type=object";
  assert.equal(read(mapOf(stringType, intType), []), noMap);
  assert.equal(read({ kind: "object", name: "t", field: () => undefined, fieldNames: () => [] }, "a"), noMap);
  const noIntOrString = "invalid data, expected XIntOrString value to be either a string or integer";
  assert.equal(read({ kind: "dyn", format: "int-or-string" }, 1.5), noIntOrString);
});

test("null is a value unless the declaration refuses it", () => {
  assert.equal(read(stringType, null), null);
  const refused = "invalid data, got null for schema with nullable=false";
  assert.equal(read({ kind: "string", refusesNull: true }, null), refused);
  assert.equal(read({ kind: "list", element: intType, refusesNull: true }, null), refused);
});

test("integers are ints as far as 64 bits go", () => {
  assert.equal(read(intType, 2n ** 63n - 1n), 2n ** 63n - 1n);
  assert.equal(read(intType, 2n ** 63n), "invalid data, expected int, got float64");
  assert.deepEqual(read(doubleType, 2n ** 63n), new CelDouble(2 ** 63));
  assert.ok(Object.is(read(intType, -0), 0));
});

test("a list fails where an item is asked for that is not of its type, and not before", () => {
  const list = shapeOf(listOf(intType))?.read([1, "a"]);
  assert.ok(list instanceof DeclaredList);
  assert.equal(list.itemAt(0), 1);
  assert.deepEqual(list.itemAt(1), new Failure("invalid data, expected int, got string"));
});

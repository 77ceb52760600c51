import assert from "node:assert/strict";
import { test } from "node:test";
import type { CelType } from "./cel-type.ts";
import {
  bytesType,
  durationType,
  dynType,
  errorType,
  intType,
  listOf,
  mapOf,
  nullType,
  opaqueOf,
  optionalOf,
  parameterOf,
  stringType,
  timestampType,
  typeOfType,
  typeType,
} from "./cel-types.ts";
import { formatArgumentTypes, formatType } from "./format-type.ts";

const written: readonly (readonly [CelType, string])[] = [
  [intType, "int"],
  [bytesType, "bytes"],
  [nullType, "null"],
  [timestampType, "timestamp"],
  [durationType, "duration"],
  [errorType, "!error!"],
  [listOf(intType), "list(int)"],
  [mapOf(stringType, dynType), "map(string, dyn)"],
  [optionalOf(stringType), "optional_type(string)"],
  [opaqueOf("net.IP"), "net.IP"],
  [opaqueOf("pair", intType, listOf(parameterOf("T"))), "pair(int, list(T))"],
  [typeType, "type"],
  [typeOfType(listOf(nullType)), "type(list(null))"],
];

for (const [type, text] of written) {
  test(`${text} is written so`, () => assert.equal(formatType(type), text));
}

test("arguments are written with their receiver in front", () => {
  assert.equal(formatArgumentTypes([stringType, intType, dynType], true), "string.(int, dyn)");
  assert.equal(formatArgumentTypes([stringType, intType], false), "(string, int)");
  assert.equal(formatArgumentTypes([], false), "()");
});

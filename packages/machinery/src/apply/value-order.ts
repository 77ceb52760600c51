/**
 * Order and equality of JSON values as server-side apply needs them to keep list items apart.
 *
 * Every value has a place: numbers, then strings, booleans, lists, objects, null. Kubernetes tells 64-bit integers from
 * floats and compares an integer with a float as floats; here a bigint is the former and a number fits both.
 */
import { getOwn, isJsonObject, type JsonArray, type JsonObject, type JsonValue } from "../json/json-value.ts";
import { compareUtf8 } from "../text/utf8-order.ts";

/** Negative, zero or positive, like the comparison that `Array.sort` takes. */
export function compareValues(left: JsonValue, right: JsonValue): number {
  if (typeof left === "string" && typeof right === "string") return compareUtf8(left, right);
  const leftRank = rankOf(left);
  const rightRank = rankOf(right);
  if (leftRank !== rightRank) return leftRank - rightRank;
  if (typeof left === "boolean") return Number(left) - Number(right);
  if (isNumeric(left) && isNumeric(right)) return compareNumbers(left, right);
  if (Array.isArray(left) && Array.isArray(right)) return compareLists(left, right);
  if (left === null || right === null) return 0;
  return compareObjects(left as JsonObject, right as JsonObject);
}

/** Whether the values are the same to apply: the order of keys does not count, and neither does `1` against `1.0`. */
export function equalValues(left: JsonValue, right: JsonValue): boolean {
  if (left === right) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) {
    return isNumeric(left) && isNumeric(right) && compareNumbers(left, right) === 0;
  }
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    return left.every((item, index) => equalValues(item, right[index] as JsonValue));
  }
  return equalObjects(left, right);
}

/** The keys that are there: one that holds `undefined` is not. */
export function presentKeys(object: JsonObject): string[] {
  const keys = Object.keys(object);
  return keys.every((key) => object[key] !== undefined) ? keys : keys.filter((key) => object[key] !== undefined);
}

export function isEmptyObject(value: JsonValue): boolean {
  if (!isJsonObject(value)) return false;
  for (const key in value) if (getOwn(value, key) !== undefined) return false;
  return true;
}

function rankOf(value: JsonValue): number {
  if (typeof value === "number" || typeof value === "bigint") return 0;
  if (typeof value === "string") return 1;
  if (typeof value === "boolean") return 2;
  if (Array.isArray(value)) return 3;
  return value === null ? 5 : 4;
}

function isNumeric(value: JsonValue): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}

function compareNumbers(left: number | bigint, right: number | bigint): number {
  if (isInt64(left) && isInt64(right)) return left < right ? -1 : left > right ? 1 : 0;
  const leftFloat = Number(left);
  const rightFloat = Number(right);
  return leftFloat < rightFloat ? -1 : leftFloat > rightFloat ? 1 : 0;
}

/** Integers that do not fit 64 bits are floats to Kubernetes. */
function isInt64(value: number | bigint): value is bigint {
  return typeof value === "bigint" && BigInt.asIntN(64, value) === value;
}

function compareLists(left: JsonArray, right: JsonArray): number {
  const shared = Math.min(left.length, right.length);
  for (let index = 0; index < shared; index += 1) {
    const order = compareValues(left[index] as JsonValue, right[index] as JsonValue);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

/** Walks the keys of both in order. The side that has no more keys comes first, otherwise the side that has the key. */
function compareObjects(left: JsonObject, right: JsonObject): number {
  const leftKeys = presentKeys(left);
  const rightKeys = presentKeys(right);
  const keys = [...new Set([...leftKeys, ...rightKeys])].sort(compareUtf8);
  for (const [index, key] of keys.entries()) {
    if (index === leftKeys.length) return -1;
    if (index === rightKeys.length) return 1;
    const leftValue = getOwn(left, key);
    const rightValue = getOwn(right, key);
    if (leftValue === undefined) return 1;
    if (rightValue === undefined) return -1;
    const order = compareValues(leftValue, rightValue);
    if (order !== 0) return order;
  }
  return 0;
}

function equalObjects(left: JsonObject, right: JsonObject): boolean {
  const keys = presentKeys(left);
  if (keys.length !== presentKeys(right).length) return false;
  return keys.every((key) => {
    const rightValue = getOwn(right, key);
    return rightValue !== undefined && equalValues(left[key] as JsonValue, rightValue);
  });
}

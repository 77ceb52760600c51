/**
 * What JSON can hold, and the few operations that every algebra on it needs.
 *
 * Objects are ordinary objects, so that they print, compare and spread as people expect. Their keys come from
 * outside, though: `constructor` must not be found where nobody wrote it, and `__proto__` must be stored as a key like any
 * other. Code that handles foreign keys therefore goes through `getOwn` and `setOwn`, never through `object[key]`.
 *
 * Integers beyond 2^53 are bigints; every other number is a number. A key whose value is `undefined` counts as absent.
 */
export type JsonValue = null | boolean | number | bigint | string | JsonArray | JsonObject;
export type JsonArray = JsonValue[];
export interface JsonObject {
  [key: string]: JsonValue;
}

/** Deeper values are refused where they enter, so that recursive walks further in need no limit of their own. */
export const maxJsonDepth = 1_000;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value under a key that the object itself holds: inherited ones such as `constructor` are not there. */
export function getOwn<Value>(object: { readonly [key: string]: Value }, key: string): Value | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Stores a value under any key; a plain assignment to `__proto__` would change the prototype and lose the value. */
export function setOwn<Value>(object: { [key: string]: Value }, key: string, value: Value): void {
  if (key === "__proto__") {
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  } else object[key] = value;
}

/** A copy that shares nothing with the original. Keys that hold `undefined` are left out. */
export function copyJson<Value extends JsonValue>(value: Value): Value;
export function copyJson(value: JsonValue): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copyJson);
  const copy: JsonObject = {};
  for (const key of Object.keys(value)) {
    const inner = getOwn(value, key);
    if (inner !== undefined) setOwn(copy, key, copyJson(inner));
  }
  return copy;
}

/** Equality of content: the order of keys does not count, the order of items does, and `1n` equals `1`. */
export function equalJson(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  if (left === right) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) {
    // biome-ignore lint/suspicious/noDoubleEquals: only `==` compares a bigint with a number exactly.
    return isNumeric(left) && isNumeric(right) && left == right;
  }
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    return left.every((item, index) => equalJson(item, right[index]));
  }
  return equalObjects(left, right);
}

function isNumeric(value: JsonValue | undefined): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}

function equalObjects(left: JsonObject, right: JsonObject): boolean {
  let present = 0;
  for (const key of Object.keys(left)) {
    const value = getOwn(left, key);
    if (value === undefined) continue;
    present += 1;
    if (!equalJson(value, getOwn(right, key))) return false;
  }
  for (const key of Object.keys(right)) if (getOwn(right, key) !== undefined) present -= 1;
  return present === 0;
}

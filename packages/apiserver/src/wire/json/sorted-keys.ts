/** Objects whose keys are in the order in which Go writes those of a map: by their bytes. Nothing is copied that is so already. */
import { compareUtf8, type JsonObject, type JsonValue, setOwn } from "@pintle/machinery";

export type CompareKeys = (left: string, right: string) => number;

/** JavaScript's own order: the same as that of bytes, and faster, unless there are units from U+D800 on. */
export function compareUnits(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** The value itself where all keys are in order already, which is what most clients send. */
export function sortKeys(value: JsonValue, compare: CompareKeys = compareUtf8): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const sorted = value.map((item) => sortKeys(item, compare));
    return sorted.some((item, index) => item !== value[index]) ? sorted : value;
  }
  return sortMembers(value, compare);
}

function sortMembers(object: JsonObject, compare: CompareKeys): JsonObject {
  const keys = Object.keys(object);
  let isSorted = isInOrder(keys, compare);
  if (!isSorted) keys.sort(compare);
  const values = keys.map((key) => {
    const value = object[key] as JsonValue;
    const sorted = sortKeys(value, compare);
    isSorted &&= sorted === value;
    return sorted;
  });
  if (isSorted) return object;
  const copy: JsonObject = {};
  for (const [index, key] of keys.entries()) setOwn(copy, key, values[index] as JsonValue);
  return copy;
}

function isInOrder(keys: readonly string[], compare: CompareKeys): boolean {
  for (let index = 1; index < keys.length; index += 1) {
    if (compare(keys[index - 1] as string, keys[index] as string) > 0) return false;
  }
  return true;
}

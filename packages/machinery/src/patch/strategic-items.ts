/**
 * Which items of two lists are the same, and in which order the items of both stand after a merge.
 *
 * Maps are the same when their merge keys are, scalars when they are equal. Lists of a hundred thousand items are merged in
 * linear time.
 */
import { getOwn, isJsonObject, type JsonArray, type JsonObject, type JsonValue } from "../json/json-value.ts";
import {
  expectedMap,
  listOfListsError,
  missingMergeKey,
  StrategicPatchError,
  unsupportedListContent,
} from "./strategic-patch-error.ts";
import { formatStrategicValue, strategicTypeName } from "./strategic-text.ts";

/** What makes items the same: their value under a key, or without one their own value. */
export type ItemKey = string | number | bigint | boolean | null;

/** What the items of all the lists are. All have to be of one type, and there has to be an item. */
export function itemKind(...lists: JsonArray[]): "map" | "scalar" {
  let type: string | undefined;
  for (const list of lists) {
    for (const item of list) {
      if (Array.isArray(item) && type === undefined) throw listOfListsError();
      if (item === null && type === undefined) throw unsupportedListContent("null");
      const itemType = strategicTypeName(item);
      type ??= itemType;
      if (type !== itemType) {
        throw new StrategicPatchError(`list element types are not identical: ${formatStrategicValue(lists)}`);
      }
    }
  }
  if (type === undefined) throw new StrategicPatchError("no elements in any of the given slices");
  return type.startsWith("map") ? "map" : "scalar";
}

/** Two merge keys or scalars are the same exactly when their keys are (`===`, or in a Map or Set). */
export function scalarKey(value: JsonValue): ItemKey {
  if (typeof value === "bigint") {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }
  if (typeof value === "object" && value !== null) {
    throw unsupportedListContent("merge keys or order entries that are objects or lists");
  }
  return value;
}

/** Where a key stands first in the list, or -1. Short lists, which most are, are searched faster than they are hashed. */
export function placesOf(keys: readonly (ItemKey | undefined)[]): (key: ItemKey) => number {
  if (keys.length <= 16) return (key) => keys.indexOf(key);
  const places = new Map<ItemKey | undefined, number>();
  keys.forEach((key, place) => {
    if (!places.has(key)) places.set(key, place);
  });
  return (key) => places.get(key) ?? -1;
}

/** The key of an item that has to be a map with this merge key. */
export function mapKey(item: JsonValue, mergeKey: string): ItemKey {
  return scalarKey(mergeKeyValue(item, mergeKey));
}

export function mergeKeyValue(item: JsonValue, mergeKey: string): JsonValue {
  if (!isJsonObject(item)) throw expectedMap(item);
  const value = getOwn(item, mergeKey);
  if (value === undefined) throw missingMergeKey(item, mergeKey);
  return value;
}

export function hasSameKey(left: JsonValue, right: JsonValue, mergeKey: string): boolean {
  if (mergeKey === "") return scalarKey(left) === scalarKey(right);
  if (!isJsonObject(left)) throw expectedMap(left);
  if (!isJsonObject(right)) throw expectedMap(right);
  return mapKey(left, mergeKey) === mapKey(right, mergeKey);
}

export function isDeleteItem(item: JsonValue): item is JsonObject {
  return isJsonObject(item) && getOwn(item, "$patch") === "delete";
}

/** The key of an item that may lack it. */
export function keyOrMissing(item: JsonObject, mergeKey: string): ItemKey | undefined {
  const value = getOwn(item, mergeKey);
  return value === undefined ? undefined : scalarKey(value);
}

/** The items that also stand in the other list, and the rest. Both keep their order. */
export function splitByPresence(items: JsonArray, other: JsonArray, mergeKey: string): [JsonArray, JsonArray] {
  const present: JsonArray = [];
  const absent: JsonArray = [];
  if (mergeKey === "") {
    const placeOf = placesOf(other.map(scalarKey));
    for (const item of items) (placeOf(scalarKey(item)) >= 0 ? present : absent).push(item);
    return [present, absent];
  }
  // An entry that is not a map is an error only to the items that are not found before it.
  const stray = other.findIndex((entry) => !isJsonObject(entry));
  const entries = (stray < 0 ? other : other.slice(0, stray)) as JsonObject[];
  const placeOf = placesOf(entries.map((entry) => keyOrMissing(entry, mergeKey)));
  for (const item of items) {
    const isPresent = placeOf(mapKey(item, mergeKey)) >= 0;
    if (!isPresent && stray >= 0) throw new StrategicPatchError(`value for key ${stray} is not a map`);
    (isPresent ? present : absent).push(item);
  }
  return [present, absent];
}

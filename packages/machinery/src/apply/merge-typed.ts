/**
 * The left value with what the right one specifies laid over it: how an applied configuration becomes an object.
 *
 * - Nothing is removed. Where both have a leaf, the right one's counts.
 * - Nothing is copied that stays: what the right side does not change is shared with the left one, and a merge that
 *   changes nothing gives the left value itself.
 */
import { getOwn, isJsonObject, type JsonObject, type JsonValue, setOwn } from "../json/json-value.ts";
import type { Shape } from "../json/shape.ts";
import { mergeLists } from "./merge-lists.ts";
import { compileShape, kindOf, type TypedMap, type TypedShape } from "./typed-shape.ts";
import { equalValues, isEmptyObject } from "./value-order.ts";

/** Both values must be valid, the right one without items that its lists hold twice. */
export function mergeTyped(left: JsonValue, right: JsonValue, shape: Shape): JsonValue {
  return merge(compileShape(shape), left, right);
}

function merge(shape: TypedShape, left: JsonValue, right: JsonValue): JsonValue {
  if (left === right) return left;
  const kind = kindOf(shape, right);
  if (kind === "list" && shape.list && !shape.list.isAtomic) {
    const leftItems = Array.isArray(left) ? left : [];
    const rightItems = Array.isArray(right) ? right : [];
    const items = shape.list.items;
    if (leftItems.length > 0 || rightItems.length > 0) {
      return mergeLists(shape.list, leftItems, rightItems, (leftItem, rightItem) => merge(items, leftItem, rightItem));
    }
  }
  if (kind === "map" && shape.map && !shape.map.isAtomic) {
    const leftFields = isJsonObject(left) ? left : {};
    const rightFields = isJsonObject(right) ? right : {};
    if (!isEmptyObject(leftFields) || !isEmptyObject(rightFields)) {
      return mergeMaps(shape.map, leftFields, rightFields);
    }
  }
  return equalValues(left, right) ? left : right;
}

function mergeMaps(map: TypedMap, left: JsonObject, right: JsonObject): JsonObject {
  let merged: JsonObject | undefined;
  for (const key of Object.keys(right)) {
    const rightValue = right[key];
    if (rightValue === undefined) continue;
    const leftValue = getOwn(left, key);
    const value = leftValue === undefined ? rightValue : merge(map.shapeOf(key), leftValue, rightValue);
    if (value === leftValue) continue;
    merged ??= { ...left };
    setOwn(merged, key, value);
  }
  return merged ?? left;
}

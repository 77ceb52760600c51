/**
 * A value without the fields of a set, or with nothing but them.
 *
 * Both follow Kubernetes in what is left where nothing is left: null, not an empty list or object. Values are never
 * changed; parts that stay whole are shared with the result.
 */
import { isJsonObject, type JsonArray, type JsonObject, type JsonValue, setOwn } from "../json/json-value.ts";
import type { Shape } from "../json/shape.ts";
import { FieldSet } from "./field-set.ts";
import { elementOfItem } from "./list-items.ts";
import { type ElementPath, fieldElement } from "./path-element.ts";
import { toFieldSet } from "./to-field-set.ts";
import { compileShape, kindOf, type TypedList, type TypedMap, type TypedShape } from "./typed-shape.ts";
import { isEmptyObject } from "./value-order.ts";

/** The value without the fields and items of the set. */
export function removeItems(value: JsonValue, set: FieldSet, shape: Shape): JsonValue {
  return remove(compileShape(shape), value, set);
}

function remove(shape: TypedShape, value: JsonValue, set: FieldSet): JsonValue {
  switch (kindOf(shape, value)) {
    case "scalar":
      return value;
    case "list":
      if (!Array.isArray(value) || value.length === 0 || !shape.list || shape.list.isAtomic) return null;
      return removeFromList(shape.list, value, set);
    case "map":
      if (!isJsonObject(value) || isEmptyObject(value) || !shape.map || shape.map.isAtomic) return null;
      return removeFromMap(shape.map, value, set);
  }
}

function removeFromMap(map: TypedMap, object: JsonObject, set: FieldSet): JsonValue {
  const kept: JsonObject = {};
  let isChanged = false;
  for (const key of Object.keys(object)) {
    const value = object[key];
    if (value === undefined) continue;
    const field = map.field(key);
    const entry = set.find(field?.element ?? fieldElement(key));
    if (entry?.isMember) {
      isChanged = true;
      continue;
    }
    const inner = entry?.children ? remove(map.shapeOf(key), value, entry.children) : value;
    isChanged ||= inner !== value;
    setOwn(kept, key, inner);
  }
  if (!isChanged) return object;
  return isEmptyObject(kept) ? null : kept;
}

function removeFromList(list: TypedList, items: JsonArray, set: FieldSet): JsonValue {
  const kept: JsonArray = [];
  let isChanged = false;
  for (const item of items) {
    const element = elementOfItem(list, item);
    const entry = typeof element === "string" ? undefined : set.find(element);
    if (entry?.isMember) {
      isChanged = true;
      continue;
    }
    const inner = entry?.children ? remove(list.items, item, entry.children) : item;
    isChanged ||= inner !== item;
    kept.push(inner);
  }
  if (!isChanged) return items;
  return kept.length === 0 ? null : kept;
}

export interface Extraction {
  /**
   * Also extract the keys of each list item that something is extracted from, so that the result can be applied again.
   */
  readonly appendKeyFields?: boolean;
}

/**
 * The value reduced to the fields and items of the set. Meant for the leaves of what a manager owns
 * (`FieldSet.leaves`): a member that is a granular map and has members below it does not come out whole.
 */
export function extractItems(value: JsonValue, set: FieldSet, shape: Shape, options: Extraction = {}): JsonValue {
  const wanted = options.appendKeyFields ? set.union(keyFieldsOf(set, toFieldSet(value, shape))) : set;
  return extract(compileShape(shape), value, wanted);
}

/** The paths of all keys of the items that paths of the set lead through, as far as the value has them. */
function keyFieldsOf(set: FieldSet, present: FieldSet): FieldSet {
  const keys: ElementPath[] = [];
  for (const path of set.paths()) {
    if (!present.has(path)) continue;
    for (const [index, element] of path.entries()) {
      if (element.type !== "key") continue;
      for (const { name } of element.fields) keys.push([...path.slice(0, index + 1), fieldElement(name)]);
    }
  }
  return FieldSet.fromPaths(keys);
}

function extract(shape: TypedShape, value: JsonValue, set: FieldSet): JsonValue {
  switch (kindOf(shape, value)) {
    case "scalar":
      return value;
    case "list":
      if (!Array.isArray(value) || !shape.list) return null;
      return value.length === 0 || shape.list.isAtomic ? value : extractFromList(shape.list, value, set);
    case "map":
      if (!isJsonObject(value) || !shape.map) return null;
      return isEmptyObject(value) || shape.map.isAtomic ? value : extractFromMap(shape.map, value, set);
  }
}

function extractFromMap(map: TypedMap, object: JsonObject, set: FieldSet): JsonValue {
  const extracted: JsonObject = {};
  for (const key of Object.keys(object)) {
    const value = object[key];
    if (value === undefined) continue;
    const field = map.field(key);
    const entry = set.find(field?.element ?? fieldElement(key));
    if (entry === undefined) continue;
    // Kubernetes looks for the content of a member in the set that holds the member, not in the set below it.
    const inner = entry.isMember ? set : (entry.children ?? FieldSet.empty);
    setOwn(extracted, key, extract(map.shapeOf(key), value, inner));
  }
  return isEmptyObject(extracted) ? null : extracted;
}

function extractFromList(list: TypedList, items: JsonArray, set: FieldSet): JsonValue {
  const extracted: JsonArray = [];
  for (const item of items) {
    const element = elementOfItem(list, item);
    const entry = typeof element === "string" ? undefined : set.find(element);
    if (entry) extracted.push(entry.children ? extract(list.items, item, entry.children) : item);
  }
  return extracted.length === 0 ? null : extracted;
}

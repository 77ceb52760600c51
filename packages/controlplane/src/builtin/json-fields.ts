/** Reads and changes fields of plain JSON objects by path, without trust in their types and without changing what was given. */
import { getOwn, isJsonObject, type JsonObject, type JsonValue, setOwn } from "@pintle/machinery";

const nothing: JsonObject = {};
const noItems: readonly JsonValue[] = [];

/** The value at a path such as `spec.template.metadata`, or `undefined` where the way there ends. */
export function valueAt(object: JsonObject, path: string): JsonValue | undefined {
  if (!path.includes(".")) return getOwn(object, path);
  let value: JsonValue | undefined = object;
  for (const key of keysOf(path)) {
    if (!isJsonObject(value)) return undefined;
    value = getOwn(value, key);
  }
  return value;
}

/** Paths are written in the program, so there are few, and each is taken apart once. */
const splitPaths = new Map<string, readonly string[]>();
const maxSplitPaths = 2_000;

function keysOf(path: string): readonly string[] {
  const known = splitPaths.get(path);
  if (known !== undefined) return known;
  const keys = path.split(".");
  if (splitPaths.size < maxSplitPaths) splitPaths.set(path, keys);
  return keys;
}

/** A text, empty where it is absent or something else. */
export function textAt(object: JsonObject, path: string): string {
  const value = valueAt(object, path);
  return typeof value === "string" ? value : "";
}

export function numberAt(object: JsonObject, path: string): number | undefined {
  const value = valueAt(object, path);
  return typeof value === "number" || typeof value === "bigint" ? Number(value) : undefined;
}

/** An object, empty where it is absent or something else. */
export function objectAt(object: JsonObject, path: string): JsonObject {
  const value = valueAt(object, path);
  return isJsonObject(value) ? value : nothing;
}

export function listAt(object: JsonObject, path: string): readonly JsonValue[] {
  const value = valueAt(object, path);
  return Array.isArray(value) ? value : noItems;
}

/** The items of a list that are objects: mostly all of them, and then the list itself. */
export function objectsAt(object: JsonObject, path: string): readonly JsonObject[] {
  const list = listAt(object, path);
  return areObjects(list) ? list : list.filter(isJsonObject);
}

function areObjects(list: readonly JsonValue[]): list is readonly JsonObject[] {
  return list.every(isJsonObject);
}

export function textsAt(object: JsonObject, path: string): readonly string[] {
  const list = listAt(object, path);
  return areTexts(list) ? list : list.filter((item) => typeof item === "string");
}

function areTexts(list: readonly JsonValue[]): list is readonly string[] {
  return list.every((item) => typeof item === "string");
}

/** The object with a field, or without it where the value is `undefined`; the object itself where nothing changes. */
export function withField(object: JsonObject, key: string, value: JsonValue | undefined): JsonObject {
  const found = getOwn(object, key);
  if (found === value) return object;
  const changed: JsonObject = { ...object };
  if (value === undefined) delete changed[key];
  else setOwn(changed, key, value);
  return changed;
}

/** The object with a value at a path; objects on the way are made where they are missing. */
export function withValueAt(object: JsonObject, path: string, value: JsonValue | undefined): JsonObject {
  const dot = path.indexOf(".");
  if (dot < 0) return withField(object, path, value);
  const key = path.slice(0, dot);
  const found = getOwn(object, key);
  if (value === undefined && !isJsonObject(found)) return object;
  return withField(object, key, withValueAt(isJsonObject(found) ? found : {}, path.slice(dot + 1), value));
}

/** The object with a field changed by a function, where that field is an object. */
export function changeField(object: JsonObject, key: string, change: (inner: JsonObject) => JsonObject): JsonObject {
  const found = getOwn(object, key);
  return isJsonObject(found) ? withField(object, key, change(found)) : object;
}

/** The object with each item of a list changed by a function, where the items are objects. */
export function changeItems(object: JsonObject, key: string, change: (item: JsonObject) => JsonObject): JsonObject {
  const found = getOwn(object, key);
  if (!Array.isArray(found)) return object;
  const changed = found.map((item) => (isJsonObject(item) ? change(item) : item));
  return changed.every((item, index) => item === found[index]) ? object : withField(object, key, changed);
}

/** The object completed by the values that it lacks; the object itself where it has them all. An empty text counts as lacking. */
export function withDefaults(
  object: JsonObject,
  defaults: { readonly [key: string]: JsonValue | undefined },
): JsonObject {
  let completed = object;
  for (const key of Object.keys(defaults)) {
    const value = defaults[key];
    const found = getOwn(object, key);
    if (value === undefined || (found !== undefined && found !== null && found !== "")) continue;
    if (completed === object) completed = { ...object };
    setOwn(completed, key, value);
  }
  return completed;
}

/** The same where Go has a pointer: an empty text is one that somebody gave. */
export function withMissing(
  object: JsonObject,
  defaults: { readonly [key: string]: JsonValue | undefined },
): JsonObject {
  let completed = object;
  for (const key of Object.keys(defaults)) {
    if ((getOwn(object, key) ?? null) === null) completed = withField(completed, key, defaults[key]);
  }
  return completed;
}

/** The object with fields taken over from another one, absent ones included. */
export function takeFields(object: JsonObject, from: JsonObject, keys: readonly string[]): JsonObject {
  return keys.reduce((taken, key) => withField(taken, key, getOwn(from, key)), object);
}

/**
 * Puts the fields of an object in Go's order, without those that Go leaves out. Its values were read by `normalizeBuiltIn`, and what was
 * added since is the server's own: they are not looked at again.
 */
import { compareUtf8, getOwn, isJsonObject, type JsonObject, type JsonValue, setOwn } from "@pintle/machinery";
import { printStruct, type StructModel, structNamed, type TypeModel } from "./type-model.ts";

/** `typeName` is the kind's in the tables: `core/v1.Pod`. The object is not changed. */
export function arrangeBuiltIn(object: JsonObject, typeName: string): JsonObject {
  return arrangeStruct(object, structNamed(typeName));
}

function arrangeStruct(object: JsonObject, struct: StructModel): JsonObject {
  const values: (JsonValue | undefined)[] = new Array(struct.fields.length);
  for (const key in object) {
    const field = struct.byKey.get(key);
    const value = field && object[key];
    if (value !== undefined && value !== null && field) values[field.index] = arrangeValue(value, field.model);
  }
  return printStruct(struct, values);
}

function arrangeValue(value: JsonValue, model: TypeModel): JsonValue {
  if (model.kind === "scalar" || typeof value !== "object" || value === null) return value;
  if (model.kind === "list") return Array.isArray(value) ? arrangeItems(value, model.items) : value;
  if (!isJsonObject(value)) return value;
  if (model.kind === "map") return arrangeEntries(value, model.values);
  return arrangeStruct(value, model.kind === "struct" ? model : model.schema);
}

function arrangeItems(items: readonly JsonValue[], model: TypeModel): JsonValue[] {
  return model.kind === "scalar" ? (items as JsonValue[]) : items.map((item) => arrangeValue(item, model));
}

/** Go prints maps sorted by key. */
function arrangeEntries(object: JsonObject, model: TypeModel): JsonObject {
  const keys = Object.keys(object);
  if (model.kind === "scalar" && isSorted(keys)) return object;
  const sorted: JsonObject = {};
  for (const key of keys.sort(compareUtf8)) {
    const value = getOwn(object, key);
    if (value !== undefined) setOwn(sorted, key, arrangeValue(value, model));
  }
  return sorted;
}

export function isSorted(keys: readonly string[]): boolean {
  let before = "";
  for (const key of keys) {
    if (key < before) return false;
    before = key;
  }
  return true;
}

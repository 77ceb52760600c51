/** Leaves out of an object what its shape does not know, and says what that was, in the order of the object. */
import { getOwn, type JsonObject, type JsonValue, type Shape, setOwn } from "@pintle/machinery";

export interface KnownFields {
  readonly object: JsonObject;
  /** Paths such as `spec.containers[0].imagePolicy`. */
  readonly unknownFields: readonly string[];
}

const maxUnknownFields = 100;

/** The object itself where nothing is unknown. */
export function dropUnknownFields(object: JsonObject, shape: Shape): KnownFields {
  const unknownFields: string[] = [];
  const kept = dropFromObject(object, shape, "", unknownFields);
  return { object: kept, unknownFields: [...new Set(unknownFields)].slice(0, maxUnknownFields) };
}

function dropFrom(value: JsonValue, shape: Shape, path: string, unknown: string[]): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  if (!Array.isArray(value)) return dropFromObject(value, shape, path, unknown);
  if (shape.type !== "list" || shape.items.type === "scalar") return value;
  let changed: JsonValue[] | undefined;
  for (const [index, item] of value.entries()) {
    const kept = dropFrom(item, shape.items, `${path}[${index}]`, unknown);
    if (kept === item) continue;
    changed ??= [...value];
    changed[index] = kept;
  }
  return changed ?? value;
}

function dropFromObject(object: JsonObject, shape: Shape, path: string, unknown: string[]): JsonObject {
  if (shape.type !== "map" || (!shape.fields && shape.values?.type === "scalar")) return object;
  let changed: JsonObject | undefined;
  for (const key of Object.keys(object)) {
    const value = getOwn(object, key);
    if (value === undefined) continue;
    const inner = (shape.fields && getOwn(shape.fields, key)?.shape) ?? shape.values;
    const at = path === "" ? key : `${path}.${key}`;
    if (inner === undefined) {
      unknown.push(at);
      changed ??= { ...object };
      delete changed[key];
      continue;
    }
    const kept = dropFrom(value, inner, at, unknown);
    if (kept === value) continue;
    changed ??= { ...object };
    setOwn(changed, key, kept);
  }
  return changed ?? object;
}

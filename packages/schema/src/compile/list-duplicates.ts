/** Lists of type `set` and `map` must not hold the same item twice; each item that occurs again is told once. */
import {
  FieldError,
  type FieldPath,
  getOwn,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from "@pintle/machinery";
import type { CompiledNode } from "./compiled-node.ts";
import { formatGoJsonKey } from "./json-key.ts";

export function findListDuplicates(node: CompiledNode, value: JsonValue, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  collect(node, value, path, errors);
  return errors;
}

function collect(node: CompiledNode, value: JsonValue, path: FieldPath, errors: FieldError[]): void {
  if (Array.isArray(value)) {
    const listType = node.schema["x-kubernetes-list-type"];
    if (listType === "set") collectRepeated(value, value, path, errors);
    else if (listType === "map") collectRepeatedKeys(node, value, path, errors);
    const { items } = node;
    if (items) for (const [index, item] of value.entries()) collect(items, item, path.index(index), errors);
  } else if (isJsonObject(value)) {
    for (const key of Object.keys(value)) {
      const inner = getOwn(value, key);
      if (typeof inner !== "object" || inner === null) continue;
      const { additional } = node;
      if (additional) collect(additional, inner, path.key(key), errors);
      const property = node.property(key);
      if (property) collect(property, inner, path.child(key), errors);
    }
  }
}

/** `keys[i]` is what the i-th item is told apart by, `shown[i]` what the message shows of it. */
function collectRepeated(keys: JsonArray, shown: JsonArray, path: FieldPath, errors: FieldError[]): void {
  const times = new Map<string, number>();
  for (const [index, key] of keys.entries()) {
    const text = formatGoJsonKey(key);
    const seen = times.get(text) ?? 0;
    times.set(text, seen + 1);
    if (seen === 1) errors.push(FieldError.duplicate(path.index(index), shown[index]));
  }
}

function collectRepeatedKeys(node: CompiledNode, items: JsonArray, path: FieldPath, errors: FieldError[]): void {
  const stranger = items.findIndex((item) => item !== null && !isJsonObject(item));
  if (stranger >= 0) {
    const detail = "must be an object for an array of list-type map";
    errors.push(FieldError.invalid(path.index(stranger), items[stranger], detail));
    return;
  }
  const names = node.schema["x-kubernetes-list-map-keys"] ?? [];
  const keys = items.map((item) => keyOf(item, names));
  collectRepeated(keys, keys, path, errors);
}

function keyOf(item: JsonValue, names: readonly string[]): JsonObject {
  if (!isJsonObject(item)) return {};
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = getOwn(item, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

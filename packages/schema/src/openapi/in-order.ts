/** Values with their keys in the order in which the API server writes maps. */
import { compareUtf8, isJsonObject, type JsonObject, type JsonValue, setOwn } from "@pintle/machinery";

/** The same object with its keys sorted; what is inside stays as it is. */
export function sortKeys<Value extends JsonValue>(object: { readonly [key: string]: Value }): { [key: string]: Value } {
  const sorted: { [key: string]: Value } = {};
  for (const key of Object.keys(object).toSorted(compareUtf8)) setOwn(sorted, key, object[key] as Value);
  return sorted;
}

/** The same value with all keys sorted, also those further in. */
export function inOrder(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(inOrder);
  if (!isJsonObject(value)) return value;
  const sorted: JsonObject = sortKeys(value);
  for (const [key, inner] of Object.entries(sorted)) setOwn(sorted, key, inOrder(inner));
  return sorted;
}

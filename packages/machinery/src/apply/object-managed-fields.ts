/** Takes managedFields out of an object for a comparison, and puts them in again. The object itself never changes. */
import { getOwn, isJsonObject, type JsonObject } from "../json/json-value.ts";

export function withoutManagedFields(object: JsonObject): JsonObject {
  const metadata = getOwn(object, "metadata");
  if (!isJsonObject(metadata) || !Object.hasOwn(metadata, "managedFields")) return object;
  const { managedFields: _entries, ...others } = metadata;
  return { ...object, metadata: others };
}

/** No entries means no field. */
export function withManagedFields(object: JsonObject, entries: readonly JsonObject[]): JsonObject {
  if (entries.length === 0) return withoutManagedFields(object);
  const metadata = getOwn(object, "metadata");
  return { ...object, metadata: { ...(isJsonObject(metadata) && metadata), managedFields: [...entries] } };
}

/** The metadata of plain JSON objects: read without trust in its types, changed without changing the object that was given. */
import { getOwn, isJsonObject, type JsonObject, type JsonValue, setOwn } from "@pintle/machinery";

const none: JsonObject = {};

/** The metadata, empty where there is none. */
export function metadataOf(object: JsonObject): JsonObject {
  const metadata = getOwn(object, "metadata");
  return isJsonObject(metadata) ? metadata : none;
}

/** A text of the metadata, empty where it is absent or something else. */
export function metadataText(object: JsonObject, key: string): string {
  return textOf(metadataOf(object), key);
}

export function textOf(object: JsonObject, key: string): string {
  const value = getOwn(object, key);
  return typeof value === "string" ? value : "";
}

/** The texts of a list, none where it is absent or something else. */
export function textsOf(object: JsonObject, key: string): string[] {
  const value = getOwn(object, key);
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** A whole number of the metadata, or `undefined`. */
export function metadataNumber(object: JsonObject, key: string): number | undefined {
  const value = getOwn(metadataOf(object), key);
  return typeof value === "number" || typeof value === "bigint" ? Number(value) : undefined;
}

export function metadataList(object: JsonObject, key: string): readonly JsonValue[] {
  const value = getOwn(metadataOf(object), key);
  return Array.isArray(value) ? value : [];
}

/** The texts of a map in the metadata, such as labels. */
export function metadataMap(object: JsonObject, key: string): Record<string, string> {
  const value = getOwn(metadataOf(object), key);
  const texts: Record<string, string> = {};
  if (!isJsonObject(value)) return texts;
  for (const name of Object.keys(value)) {
    const text = getOwn(value, name);
    if (typeof text === "string") setOwn(texts, name, text);
  }
  return texts;
}

export function finalizersOf(object: JsonObject): string[] {
  return metadataList(object, "finalizers").filter((finalizer) => typeof finalizer === "string");
}

export function isBeingDeleted(object: JsonObject): boolean {
  return metadataText(object, "deletionTimestamp") !== "";
}

/** The object with these fields of metadata; `undefined` takes a field away. It is the object itself where nothing changes. */
export function withMetadata(
  object: JsonObject,
  changes: { readonly [key: string]: JsonValue | undefined },
): JsonObject {
  const found = metadataOf(object);
  const changed = Object.keys(changes).filter((key) => getOwn(found, key) !== changes[key]);
  if (changed.length === 0 && Object.hasOwn(object, "metadata")) return object;
  const metadata: JsonObject = { ...found };
  for (const key of changed) {
    const value = changes[key];
    if (value === undefined) delete metadata[key];
    else metadata[key] = value;
  }
  return { ...object, metadata };
}

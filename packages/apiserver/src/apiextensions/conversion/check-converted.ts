/** What a webhook may have done to an object, and what not: labels and annotations are its business, the rest of the metadata is not. */
import {
  type FieldPath,
  fieldPath,
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  validateAnnotations,
  validateLabels,
} from "@pintle/machinery";
import { metadataOf, metadataText, textOf } from "../../registry/object-metadata.ts";

/** The converted object with the metadata of the original. Throws an `Error` in the words of the API server. */
export function checkConverted(
  original: JsonObject,
  converted: JsonValue,
  desiredApiVersion: string,
  index: number,
): JsonObject {
  const object = isJsonObject(converted) ? converted : {};
  const complain = (what: string, expected: string, received: string) =>
    new Error(
      `returned invalid object at index ${index}: invalid ${what} (expected ${expected}, received ${received})`,
    );
  const apiVersion = textOf(object, "apiVersion");
  if (apiVersion !== desiredApiVersion) throw complain("groupVersion", desiredApiVersion, apiVersion);
  const [kind, found] = [textOf(original, "kind"), textOf(object, "kind")];
  if (found !== kind) throw complain("kind", kind, found);
  for (const [key, name] of identity) {
    const [was, is] = [metadataText(original, key), metadataText(object, key)];
    if (was !== is) throw new Error(`returned invalid object: must have the same ${name}: ${was} != ${is}`);
  }
  return { ...object, metadata: restoreMetadata(original, object) };
}

const identity = [
  ["name", "name"],
  ["namespace", "namespace"],
  ["uid", "UID"],
] as const;

function restoreMetadata(original: JsonObject, converted: JsonObject): JsonObject {
  const { labels: _, annotations: __, ...kept } = metadataOf(original);
  const path = fieldPath("metadata");
  const labels = readTexts(converted, "labels", path, validateLabels);
  const annotations = readTexts(converted, "annotations", path, validateAnnotations);
  return { ...kept, ...(labels && { labels }), ...(annotations && { annotations }) };
}

function readTexts(
  object: JsonObject,
  key: "labels" | "annotations",
  path: FieldPath,
  validate: typeof validateLabels,
): JsonObject | undefined {
  const found = getOwn(metadataOf(object), key);
  if (found === undefined || found === null) return undefined;
  const invalid = (why: string) => new Error(`returned invalid metadata: ${why}`);
  if (!isJsonObject(found)) throw invalid(`metadata.${key} must be a map in converted object`);
  for (const name of Object.keys(found)) {
    const value = getOwn(found, name);
    if (typeof value === "string") continue;
    throw invalid(`metadata.${key}[${name}] must be a string, but is ${goTypeOf(value)} in converted object`);
  }
  const errors = validate(found as Record<string, string>, path.child(key)).map(String);
  if (errors.length > 0) throw invalid(errors.length === 1 ? (errors[0] ?? "") : `[${errors.join(", ")}]`);
  return Object.keys(found).length === 0 ? undefined : found;
}

function goTypeOf(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return "<nil>";
  if (Array.isArray(value)) return "[]interface {}";
  if (typeof value === "number") return Number.isSafeInteger(value) ? "int64" : "float64";
  if (typeof value === "bigint") return "int64";
  return typeof value === "boolean" ? "bool" : "map[string]interface {}";
}

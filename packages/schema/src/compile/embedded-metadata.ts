/**
 * The metadata of objects inside objects (`x-kubernetes-embedded-resource`), read as the API server reads it: unknown and empty
 * fields fall away, and a field of the wrong type is an error in the words of Go's decoder.
 */
import {
  formatTime,
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseTimeMs,
  setOwn,
} from "@pintle/machinery";

type Reader = (value: JsonValue, field: string) => JsonValue | undefined;

/** Why metadata cannot be read. */
export class MetadataError extends Error {
  override readonly name = "MetadataError";
}

/** Throws `MetadataError` where a field has the wrong type. Fields that are not known are reported to `onUnknown`. */
export function readEmbeddedMetadata(metadata: JsonValue, onUnknown: (field: string) => void): JsonObject {
  if (metadata === null) return {};
  if (!isJsonObject(metadata)) throw new MetadataError(mismatch(metadata, "", "v1.ObjectMeta"));
  return readFields(metadata, metadataFields, "ObjectMeta", onUnknown);
}

function readFields(
  object: JsonObject,
  readers: Readonly<Record<string, Reader>>,
  owner: string,
  onUnknown: (field: string) => void,
): JsonObject {
  const result: JsonObject = {};
  for (const key of Object.keys(object)) {
    const value = getOwn(object, key) ?? null;
    const read = getOwn(readers, key);
    if (!read) onUnknown(key);
    const next = read && value !== null ? read(value, `${owner}.${key}`) : undefined;
    if (next !== undefined) setOwn(result, key, next);
  }
  return result;
}

function mismatch(value: JsonValue, field: string, type: string): string {
  const kind = Array.isArray(value) ? "array" : typeof value === "boolean" ? "bool" : typeof value;
  return `json: cannot unmarshal ${kind} into Go ${field === "" ? "value" : `struct field ${field}`} of type ${type}`;
}

const text: Reader = (value, field) => {
  if (typeof value !== "string") throw new MetadataError(mismatch(value, field, "string"));
  return value === "" ? undefined : value;
};

const integer: Reader = (value, field) => {
  if (typeof value === "bigint" || Number.isSafeInteger(value)) return value;
  throw new MetadataError(mismatch(value, field, "int64"));
};

const positive: Reader = (value, field) => (integer(value, field) === 0 ? undefined : value);

const time: Reader = (value, field) => {
  if (typeof value !== "string") throw new MetadataError(mismatch(value, field, "string"));
  try {
    return formatTime(parseTimeMs(value));
  } catch (error) {
    throw new MetadataError(error instanceof Error ? error.message : String(error));
  }
};

const truth: Reader = (value, field) => {
  if (typeof value !== "boolean") throw new MetadataError(mismatch(value, field, "bool"));
  return value;
};

const raw: Reader = (value) => value;

const texts: Reader = (value, field) => {
  if (!isJsonObject(value)) throw new MetadataError(mismatch(value, field, "map[string]string"));
  const result: JsonObject = {};
  for (const key of Object.keys(value)) setOwn(result, key, text(getOwn(value, key) ?? "", field) ?? "");
  return Object.keys(result).length === 0 ? undefined : result;
};

function listOf(type: string, read: (item: JsonValue, field: string) => JsonValue): Reader {
  return (value, field) => {
    if (!Array.isArray(value)) throw new MetadataError(mismatch(value, field, `[]${type}`));
    return value.length === 0 ? undefined : value.map((item) => read(item, field));
  };
}

/** Fields that are written even when they are empty are completed with `required`. */
function objects(type: string, readers: Readonly<Record<string, Reader>>, required: readonly string[]): Reader {
  return listOf(`v1.${type}`, (item, field) => {
    if (item !== null && !isJsonObject(item)) throw new MetadataError(mismatch(item, field, `v1.${type}`));
    const read = readFields(item ?? {}, readers, type, () => undefined);
    for (const name of required) if (getOwn(read, name) === undefined) setOwn(read, name, "");
    return read;
  });
}

const metadataFields: Readonly<Record<string, Reader>> = {
  name: text,
  generateName: text,
  namespace: text,
  selfLink: text,
  uid: text,
  resourceVersion: text,
  generation: positive,
  creationTimestamp: time,
  deletionTimestamp: time,
  deletionGracePeriodSeconds: integer,
  labels: texts,
  annotations: texts,
  ownerReferences: objects(
    "OwnerReference",
    { apiVersion: text, kind: text, name: text, uid: text, controller: truth, blockOwnerDeletion: truth },
    ["apiVersion", "kind", "name", "uid"],
  ),
  finalizers: listOf("string", (item, field) => text(item ?? "", field) ?? ""),
  managedFields: objects(
    "ManagedFieldsEntry",
    { manager: text, operation: text, apiVersion: text, time, fieldsType: text, fieldsV1: raw, subresource: text },
    [],
  ),
};

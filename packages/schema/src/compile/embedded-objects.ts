/** Objects inside objects: their type and metadata are read on the way in, and validated like those of any object. */
import {
  FieldError,
  type FieldPath,
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseGroupVersion,
  setOwn,
  validateAnnotations,
  validateDns1035Label,
  validateFinalizerName,
  validateLabels,
  validateNamespaceName,
  validatePathSegmentName,
  validatePathSegmentPrefix,
} from "@pintle/machinery";
import { additionalSchemaOf, itemsOfSchema, type StructuralSchema } from "../structural-schema.ts";
import type { CompiledNode } from "./compiled-node.ts";
import { MetadataError, readEmbeddedMetadata } from "./embedded-metadata.ts";

/** Whether the walks below have anything to find. */
export function hasEmbeddedObjects(schema: StructuralSchema): boolean {
  if (schema["x-kubernetes-embedded-resource"]) return true;
  const below = [itemsOfSchema(schema), additionalSchemaOf(schema), ...Object.values(schema.properties ?? {})];
  return below.some((inner) => inner !== undefined && hasEmbeddedObjects(inner));
}

/** The first problem ends the reading, as in the API server: `error` is set then. */
export interface EmbeddedReading {
  error?: FieldError;
  readonly unknownFields: string[];
}

export function readEmbeddedObjects(
  node: CompiledNode,
  value: JsonValue,
  path: FieldPath,
  reading: EmbeddedReading,
): JsonValue {
  if (reading.error || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const { items } = node;
    return items ? value.map((item, index) => readEmbeddedObjects(items, item, path.index(index), reading)) : value;
  }
  const result: JsonObject = {};
  for (const key of Object.keys(value)) {
    let inner = getOwn(value, key);
    if (inner === undefined) continue;
    if (node.isEmbedded) inner = readMeta(key, inner, path, reading);
    const property = node.property(key);
    if (property) inner = readEmbeddedObjects(property, inner, path.child(key), reading);
    else if (node.additional) inner = readEmbeddedObjects(node.additional, inner, path.key(key), reading);
    setOwn(result, key, inner);
  }
  return result;
}

function readMeta(key: string, value: JsonValue, path: FieldPath, reading: EmbeddedReading): JsonValue {
  if ((key === "apiVersion" || key === "kind") && typeof value !== "string") {
    reading.error ??= FieldError.invalid(path.child(key), value, "must be a string");
  }
  if (key !== "metadata") return value;
  try {
    return readEmbeddedMetadata(value, (field) => reading.unknownFields.push(String(path.child("metadata", field))));
  } catch (error) {
    if (!(error instanceof MetadataError)) throw error;
    reading.error ??= FieldError.invalid(path.child("metadata"), value, error.message);
    return value;
  }
}

export function validateEmbeddedObjects(node: CompiledNode, value: JsonValue, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  collect(node, value, path, errors);
  return errors;
}

function collect(node: CompiledNode, value: JsonValue, path: FieldPath, errors: FieldError[]): void {
  if (Array.isArray(value)) {
    const { items } = node;
    if (items) for (const [index, item] of value.entries()) collect(items, item, path.index(index), errors);
  } else if (isJsonObject(value)) {
    if (node.isEmbedded) errors.push(...validateResource(value, path));
    for (const key of Object.keys(value)) {
      const inner = getOwn(value, key);
      const property = node.property(key);
      if (inner === undefined) continue;
      if (property) collect(property, inner, path.child(key), errors);
      else if (node.additional) collect(node.additional, inner, path.key(key), errors);
    }
  }
}

/** An object in the place of a resource: its kind must be named, its metadata may be absent. */
export function validateResource(object: JsonObject, path: FieldPath): FieldError[] {
  const apiVersion = getOwn(object, "apiVersion");
  const kind = getOwn(object, "kind");
  const metadata = getOwn(object, "metadata");
  return [
    ...validateTypeText(apiVersion, path.child("apiVersion"), apiVersionProblem),
    ...validateTypeText(kind, path.child("kind"), kindProblem),
    ...(metadata === undefined ? [] : validateMetadata(metadata, path.child("metadata"))),
  ];
}

function validateTypeText(
  value: JsonValue | undefined,
  path: FieldPath,
  problemOf: (text: string) => string | undefined,
): FieldError[] {
  if (value === undefined) return [FieldError.required(path, "")];
  if (typeof value !== "string") return [FieldError.invalid(path, value, "must be a string")];
  const problem = value === "" ? "must not be empty" : problemOf(value);
  return problem === undefined ? [] : [FieldError.invalid(path, value, problem)];
}

function apiVersionProblem(text: string): string | undefined {
  try {
    parseGroupVersion(text);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function kindProblem(text: string): string | undefined {
  const complaints = validateDns1035Label(text.toLowerCase());
  if (complaints.length === 0) return undefined;
  return `may have mixed case, but should otherwise match: ${complaints.join(",")}`;
}

function validateMetadata(value: JsonValue, path: FieldPath): FieldError[] {
  let metadata: JsonObject;
  try {
    metadata = readEmbeddedMetadata(value, () => undefined);
  } catch (error) {
    if (!(error instanceof MetadataError)) throw error;
    return [FieldError.invalid(path, value, error.message)];
  }
  const check = (field: string, validate: (text: string) => readonly string[]): FieldError[] => {
    const text = getOwn(metadata, field);
    if (typeof text !== "string") return [];
    return validate(text).map((complaint) => FieldError.invalid(path.child(field), text, complaint));
  };
  const finalizers = (metadata.finalizers ?? []) as string[];
  return [
    ...check("generateName", validatePathSegmentPrefix),
    ...check("name", validatePathSegmentName),
    ...check("namespace", validateNamespaceName),
    ...validateLabels((metadata.labels ?? {}) as { [key: string]: string }, path.child("labels")),
    ...validateAnnotations((metadata.annotations ?? {}) as { [key: string]: string }, path.child("annotations")),
    ...finalizers.flatMap((finalizer) =>
      validateFinalizerName(finalizer).map((complaint) =>
        FieldError.invalid(path.child("finalizers"), finalizer, complaint),
      ),
    ),
  ];
}

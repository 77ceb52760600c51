/**
 * What is wrong with an object's metadata, in the words, the order and the number of Kubernetes.
 *
 * An update is looked at by the server and once more by the kind itself, so that its causes repeat; clients have seen it so for years.
 */
import {
  equalJson,
  FieldError,
  fieldPath,
  getOwn,
  type JsonObject,
  type ObjectNameRule,
  quoteGo,
  validateAnnotations,
  validateFinalizerName,
  validateGenerateName,
  validateLabels,
  validateNamespaceName,
  validateObjectName,
} from "@pintle/machinery";
import {
  finalizersOf,
  isBeingDeleted,
  metadataMap,
  metadataNumber,
  metadataOf,
  metadataText,
} from "./object-metadata.ts";
import { validateOwnerReferences } from "./owner-references.ts";
import type { ResourceEndpoint } from "./resource-endpoint.ts";

const path = fieldPath("metadata");
const orphan = "orphan";
const foreground = "foregroundDeletion";
const standardFinalizers: ReadonlySet<string> = new Set(["kubernetes", orphan, foreground]);

/** By the rules of the kind; the server's own, for anything that fits into a path, come behind and say nothing new. */
export function validateMetadataOnCreate(object: JsonObject, endpoint: ResourceEndpoint): FieldError[] {
  return [
    ...validateMetadata(object, endpoint.isNamespaced, endpoint.resource.strategy.nameRule),
    ...validateQualifiedFinalizers(object, endpoint),
  ];
}

export function validateMetadataOnUpdate(
  object: JsonObject,
  old: JsonObject,
  endpoint: ResourceEndpoint,
): FieldError[] {
  const common = [...validateMetadata(object, endpoint.isNamespaced, "pathSegment"), ...validateChange(object, old)];
  const qualified = validateQualifiedFinalizers(object, endpoint);
  if (common.length === 0 && qualified.length === 0) return common;
  const own = [...validateChange(object, old), ...qualified];
  if (!endpoint.resource.isBuiltIn) return [...common, ...own];
  return [...common, ...own, ...validateMetadataOnCreate(object, endpoint)];
}

/** New finalizers of custom resources that other writers may use for something else. */
export function warnOfFinalizers(
  object: JsonObject,
  old: JsonObject | undefined,
  endpoint: ResourceEndpoint,
): string[] {
  if (endpoint.resource.isBuiltIn) return [];
  const known = new Set(old ? finalizersOf(old) : []);
  return finalizersOf(object)
    .filter((finalizer) => !known.has(finalizer) && !isQualified(finalizer))
    .map(
      (finalizer) =>
        `metadata.finalizers: ${quoteGo(finalizer)}: prefer a domain-qualified finalizer name to avoid accidental conflicts with other finalizer writers`,
    );
}

function validateMetadata(object: JsonObject, isNamespaced: boolean, rule: ObjectNameRule): FieldError[] {
  const errors = [...validateName(object, rule), ...validateNamespace(object, isNamespaced)];
  const generation = metadataNumber(object, "generation") ?? 0;
  if (generation < 0) {
    errors.push(FieldError.invalid(path.child("generation"), generation, "must be greater than or equal to 0"));
  }
  errors.push(...validateMaps(object), ...validateFinalizers(object));
  return errors;
}

function validateName(object: JsonObject, rule: ObjectNameRule): FieldError[] {
  const errors: FieldError[] = [];
  const prefix = metadataText(object, "generateName");
  if (prefix !== "") {
    const complaints = validateGenerateName(rule, prefix);
    errors.push(...complaints.map((complaint) => FieldError.invalid(path.child("generateName"), prefix, complaint)));
  }
  const name = metadataText(object, "name");
  if (name === "") errors.push(FieldError.required(path.child("name"), "name or generateName is required"));
  else {
    const complaints = validateObjectName(rule, name);
    errors.push(...complaints.map((complaint) => FieldError.invalid(path.child("name"), name, complaint)));
  }
  return errors;
}

function validateNamespace(object: JsonObject, isNamespaced: boolean): FieldError[] {
  const namespace = metadataText(object, "namespace");
  const at = path.child("namespace");
  if (!isNamespaced) return namespace === "" ? [] : [FieldError.forbidden(at, "not allowed on this type")];
  if (namespace === "") return [FieldError.required(at, "")];
  return validateNamespaceName(namespace).map((complaint) => FieldError.invalid(at, namespace, complaint));
}

function validateMaps(object: JsonObject): FieldError[] {
  return [
    ...validateLabels(metadataMap(object, "labels"), path.child("labels")),
    ...validateAnnotations(metadataMap(object, "annotations"), path.child("annotations")),
    ...validateOwnerReferences(object, path.child("ownerReferences")),
  ];
}

function validateFinalizers(object: JsonObject): FieldError[] {
  const finalizers = finalizersOf(object);
  const at = path.child("finalizers");
  const errors = finalizers.flatMap((finalizer) =>
    validateFinalizerName(finalizer).map((complaint) => FieldError.invalid(at, finalizer, complaint)),
  );
  if (finalizers.includes(orphan) && finalizers.includes(foreground)) {
    errors.push(FieldError.invalid(at, finalizers, `finalizer ${orphan} and ${foreground} cannot be both set`));
  }
  return errors;
}

function validateQualifiedFinalizers(object: JsonObject, endpoint: ResourceEndpoint): FieldError[] {
  if (!endpoint.resource.isBuiltIn || endpoint.resource.strategy.takesAnyFinalizer) return [];
  const errors: FieldError[] = [];
  for (const [index, finalizer] of finalizersOf(object).entries()) {
    if (isQualified(finalizer)) continue;
    const detail = "name is neither a standard finalizer name nor is it fully qualified";
    errors.push(FieldError.invalid(path.child("finalizers").index(index), finalizer, detail));
  }
  return errors;
}

function isQualified(finalizer: string): boolean {
  return finalizer.includes("/") || standardFinalizers.has(finalizer) || validateFinalizerName(finalizer).length > 0;
}

const immutable = ["name", "namespace", "uid", "creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds"];

function validateChange(object: JsonObject, old: JsonObject): FieldError[] {
  const errors: FieldError[] = [];
  if (isBeingDeleted(old)) errors.push(...validateNoNewFinalizers(object, old));
  for (const key of immutable) {
    const [value, before] = [getOwn(metadataOf(object), key), getOwn(metadataOf(old), key)];
    if (equalJson(value, before) || ((value ?? "") === "" && (before ?? "") === "")) continue;
    errors.push(FieldError.invalid(path.child(key), value ?? null, "field is immutable"));
  }
  return [...errors, ...validateMaps(object)];
}

function validateNoNewFinalizers(object: JsonObject, old: JsonObject): FieldError[] {
  const known = new Set(finalizersOf(old));
  const added = [...new Set(finalizersOf(object))].filter((finalizer) => !known.has(finalizer)).sort();
  if (added.length === 0) return [];
  const detail = `no new finalizers can be added if the object is being deleted, found new finalizers []string{${added.map(quoteGo).join(", ")}}`;
  return [FieldError.forbidden(path.child("finalizers"), detail)];
}

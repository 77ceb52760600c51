/** The owners of an object: each once, complete, at most one of them the controller. */
import {
  FieldError,
  type FieldPath,
  formatGroupVersionKind,
  type GroupVersion,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseGroupVersion,
} from "@pintle/machinery";
import { writeGoJson } from "../wire/json/go-json-text.ts";
import { metadataList, textOf, withMetadata } from "./object-metadata.ts";
import { warnOnce } from "./warn-once.ts";

/** Drops owners that stand there twice, and tells of it. */
export function dedupeOwnerReferences(object: JsonObject, warnings: string[], isAfterAdmission: boolean): JsonObject {
  const references = metadataList(object, "ownerReferences");
  if (references.length < 2) return object;
  const kept = new Map<string, JsonValue>();
  const duplicates: string[] = [];
  for (const reference of references) {
    const text = writeGoJson(inDeclaredOrder(reference));
    if (!kept.has(text)) kept.set(text, reference);
    else if (isJsonObject(reference)) duplicates.push(textOf(reference, "uid"));
  }
  if (duplicates.length === 0) return object;
  const when = isAfterAdmission ? " after mutating admission happens" : "";
  warnOnce(warnings, [
    `.metadata.ownerReferences contains duplicate entries${when}; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${duplicates.join(", ")}`,
  ]);
  return withMetadata(object, { ownerReferences: [...kept.values()] });
}

const declaredOrder = ["apiVersion", "kind", "name", "uid", "controller", "blockOwnerDeletion"];

function inDeclaredOrder(reference: JsonValue): JsonValue {
  if (!isJsonObject(reference)) return reference;
  return Object.fromEntries(
    declaredOrder.filter((key) => reference[key] !== undefined).map((key) => [key, reference[key] ?? null]),
  );
}

/** Shows owners as Go prints its struct: other values are shown with their keys sorted. */
class OwnerReferenceError extends FieldError {
  constructor(path: FieldPath, badValue: JsonValue, detail: string) {
    super("FieldValueInvalid", path, badValue, detail);
  }

  override get body(): string {
    return `Invalid value: ${writeGoJson(this.badValue as JsonValue)}: ${this.detail}`;
  }
}

/** Each telling shows all references, so thousands of controllers that were told one by one would make an answer of gigabytes. */
const maxControllersTold = 10;

export function validateOwnerReferences(object: JsonObject, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  let controller: string | undefined;
  let controllersTold = 0;
  const references = metadataList(object, "ownerReferences");
  for (const reference of references) {
    if (!isJsonObject(reference)) continue;
    errors.push(...validateOwnerReference(reference, path));
    if (reference.controller !== true) continue;
    const name = `${textOf(reference, "kind")}/${textOf(reference, "name")}`;
    if (controller === undefined) controller = name;
    else if (controllersTold < maxControllersTold) {
      controllersTold += 1;
      const detail = `Only one reference can have Controller set to true. Found "true" in references for ${controller} and ${name}`;
      errors.push(new OwnerReferenceError(path, references.map(inDeclaredOrder), detail));
    }
  }
  return errors;
}

function validateOwnerReference(reference: JsonObject, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  const apiVersion = textOf(reference, "apiVersion");
  const parsed = parseOrNothing(apiVersion);
  if (parsed.version === "") {
    errors.push(FieldError.invalid(path.child("apiVersion"), apiVersion, "version must not be empty"));
  }
  for (const key of ["kind", "name", "uid"]) {
    const value = textOf(reference, key);
    if (value === "") errors.push(FieldError.invalid(path.child(key), value, "must not be empty"));
  }
  const kind = textOf(reference, "kind");
  if (parsed.group === "" && parsed.version === "v1" && kind === "Event") {
    const detail = `${formatGroupVersionKind({ ...parsed, kind })} is disallowed from being an owner`;
    errors.push(new OwnerReferenceError(path, inDeclaredOrder(reference), detail));
  }
  return errors;
}

function parseOrNothing(apiVersion: string): GroupVersion {
  try {
    return parseGroupVersion(apiVersion);
  } catch {
    return { group: "", version: "" };
  }
}

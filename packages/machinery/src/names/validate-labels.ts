/** Whole maps of labels and annotations, with an error for each entry that the API server would refuse. */
import { Buffer } from "node:buffer";
import { FieldError } from "../errors/field-error.ts";
import type { FieldPath } from "../errors/field-path.ts";
import { getOwn } from "../json/json-value.ts";
import { validateLabelValue, validateQualifiedName } from "./qualified-name.ts";

/** All keys and values of an object's annotations together. */
export const maxAnnotationsBytes = 256 * 1024;

type StringMap = { readonly [key: string]: string | undefined };

export function validateLabels(labels: StringMap, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  for (const [key, value] of entriesOf(labels)) {
    for (const complaint of validateQualifiedName(key)) errors.push(FieldError.invalid(path, key, complaint));
    for (const complaint of validateLabelValue(value)) errors.push(FieldError.invalid(path, value, complaint));
  }
  return errors;
}

/** Keys follow the rule for labels, except that the domain may have capitals. Values are free but for their total size. */
export function validateAnnotations(annotations: StringMap, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  for (const [key] of entriesOf(annotations)) {
    for (const complaint of validateAnnotationKey(key)) errors.push(FieldError.invalid(path, key, complaint));
  }
  if (annotationsBytes(annotations) > maxAnnotationsBytes) errors.push(FieldError.tooLong(path, maxAnnotationsBytes));
  return errors;
}

export function validateAnnotationKey(key: string): string[] {
  // Go knows no lower case of more than one character: for the Turkish capital, whose lower case has two, it takes `i`.
  return validateQualifiedName(key.replaceAll("\u0130", "i").toLowerCase());
}

/** The size that counts against the limit: the bytes of all keys and values. */
export function annotationsBytes(annotations: StringMap): number {
  let bytes = 0;
  for (const [key, value] of entriesOf(annotations)) bytes += Buffer.byteLength(key) + Buffer.byteLength(value);
  return bytes;
}

function entriesOf(map: StringMap): [string, string][] {
  const entries: [string, string][] = [];
  for (const key of Object.keys(map)) {
    const value = getOwn(map, key);
    if (value !== undefined) entries.push([key, value]);
  }
  return entries;
}

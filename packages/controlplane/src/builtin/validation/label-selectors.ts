/** Selectors of labels that stand in objects. */
import {
  compileLabelSelector,
  FieldError,
  type FieldPath,
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type LabelSelector,
  validateLabels,
  validateLabelValue,
  validateQualifiedName,
} from "@pintle/machinery";
import { objectAt, objectsAt, textAt, textsAt } from "../json-fields.ts";
import { invalidAll } from "./checks.ts";

/** The entries of a map that are texts: mostly all of them, and then the map itself. */
export function textMap(object: JsonObject, path: string): Record<string, string> {
  const map = objectAt(object, path);
  if (isTextMap(map)) return map;
  const entries = Object.entries(map).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return Object.fromEntries(entries);
}

function isTextMap(map: JsonObject): map is Record<string, string> {
  for (const key in map) if (typeof map[key] !== "string") return false;
  return true;
}

export function checkSelector(selector: JsonValue | undefined, path: FieldPath): FieldError[] {
  if (!isJsonObject(selector)) return [];
  return [
    ...validateLabels(textMap(selector, "matchLabels"), path.child("matchLabels")),
    ...objectsAt(selector, "matchExpressions").flatMap((requirement, index) =>
      checkRequirement(requirement, path.child("matchExpressions").index(index)),
    ),
  ];
}

function checkRequirement(requirement: JsonObject, path: FieldPath): FieldError[] {
  const values = textsAt(requirement, "values");
  return [
    ...checkOperator(textAt(requirement, "operator"), values, path),
    ...invalidAll(path.child("key"), textAt(requirement, "key"), validateQualifiedName(textAt(requirement, "key"))),
    ...values.flatMap((value, index) =>
      invalidAll(path.child("values").index(index), value, validateLabelValue(value)),
    ),
  ];
}

function checkOperator(operator: string, values: readonly string[], path: FieldPath): FieldError[] {
  switch (operator) {
    case "In":
    case "NotIn":
      return values.length > 0
        ? []
        : [FieldError.required(path.child("values"), "must be specified when `operator` is 'In' or 'NotIn'")];
    case "Exists":
    case "DoesNotExist":
      return values.length === 0
        ? []
        : [
            FieldError.forbidden(
              path.child("values"),
              "may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
            ),
          ];
    default:
      return [FieldError.invalid(path.child("operator"), operator, "not a valid selector operator")];
  }
}

export function isEmptySelector(selector: JsonObject): boolean {
  return Object.keys(objectAt(selector, "matchLabels")).length + objectsAt(selector, "matchExpressions").length === 0;
}

/** Whether labels are selected; `undefined` where the selector cannot be read. */
export function selects(selector: JsonObject, labels: Record<string, string>): boolean | undefined {
  try {
    return compileLabelSelector(selector as LabelSelector).matches(labels);
  } catch {
    return undefined;
  }
}

/** A selector in `spec`, which workloads must have, and which must not select everything. */
export function checkRequiredSelector(spec: JsonObject, path: FieldPath, kind: string): FieldError[] {
  const selector = getOwn(spec, "selector");
  if (!isJsonObject(selector)) return [FieldError.required(path, "")];
  const errors = checkSelector(selector, path);
  if (isEmptySelector(selector))
    errors.push(FieldError.invalid(path, selector, `empty selector is invalid for ${kind}`));
  return errors;
}

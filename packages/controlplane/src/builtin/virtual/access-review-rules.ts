/** What a question about access must say: who, and what, which is a resource or a path and never both. */
import {
  FieldError,
  type FieldPath,
  fieldPath,
  getOwn,
  isJsonObject,
  type JsonObject,
  parseFieldSelector,
  parseLabelSelector,
  validateLabelValue,
  validateQualifiedName,
} from "@pintle/machinery";
import { objectAt, objectsAt, textAt, textsAt } from "../json-fields.ts";
import { invalidAll } from "../validation/checks.ts";

const path = fieldPath("spec");
const attributesPath = path.child("resourceAttributes");

export function checkSelfReview(review: JsonObject): FieldError[] {
  return [...checkAttributes(review), ...checkSelectors(review), ...checkMetadata(review)];
}

export function checkReview(review: JsonObject): FieldError[] {
  return [...checkAttributes(review), ...checkSubject(review), ...checkSelectors(review), ...checkMetadata(review)];
}

export function checkLocalReview(review: JsonObject, namespace: string): FieldError[] {
  const errors = [...checkAttributes(review), ...checkSubject(review), ...checkSelectors(review)];
  const { namespace: _, ...metadata } = objectAt(review, "metadata");
  if (!isEmpty(metadata)) errors.push(invalidMetadata(review, "must be empty except for namespace"));
  const asked = textAt(review, "spec.resourceAttributes.namespace");
  if (hasAttributes(review, "resourceAttributes") && asked !== namespace) {
    errors.push(FieldError.invalid(attributesPath.child("namespace"), asked, "must match metadata.namespace"));
  }
  if (hasAttributes(review, "nonResourceAttributes")) {
    errors.push(invalidPath(review, "disallowed on this kind of request"));
  }
  return errors;
}

/** The selectors that cannot be understood are left out of the question; the answer says so. */
export function describeIgnoredSelectors(attributes: JsonObject): string {
  const found = [
    ["fieldSelector", countIgnored(objectAt(attributes, "fieldSelector"), isUsableField, parseFieldSelector)],
    ["labelSelector", countIgnored(objectAt(attributes, "labelSelector"), isUsableLabel, parseLabelSelector)],
  ] as const;
  return found
    .filter(([, ignored]) => ignored !== "none")
    .map(([name, ignored]) => `${name} ${ignored === "some" ? "partially ignored" : "ignored"} due to parse error`)
    .map((text) => `spec.resourceAttributes.${text}`)
    .join("; ");
}

function hasAttributes(review: JsonObject, key: string): boolean {
  return isJsonObject(getOwn(objectAt(review, "spec"), key));
}

function checkAttributes(review: JsonObject): FieldError[] {
  const [isResource, isPath] = ["resourceAttributes", "nonResourceAttributes"].map((key) => hasAttributes(review, key));
  if (isResource && isPath) return [invalidPath(review, "cannot be specified in combination with resourceAttributes")];
  if (isResource || isPath) return [];
  const detail = "exactly one of nonResourceAttributes or resourceAttributes must be specified";
  return [FieldError.invalid(attributesPath, null, detail)];
}

/** The path is printed as Go's internal type has it. */
function invalidPath(review: JsonObject, detail: string): FieldError {
  const asked = objectAt(review, "spec.nonResourceAttributes");
  const printed = { Path: textAt(asked, "path"), Verb: textAt(asked, "verb") };
  return FieldError.invalid(path.child("nonResourceAttributes"), printed, detail);
}

function checkSubject(review: JsonObject): FieldError[] {
  if (textAt(review, "spec.user") !== "" || textsAt(review, "spec.groups").length > 0) return [];
  return [FieldError.invalid(path.child("user"), "", "at least one of user or group must be specified")];
}

function checkMetadata(review: JsonObject): FieldError[] {
  return isEmpty(objectAt(review, "metadata")) ? [] : [invalidMetadata(review, "must be empty")];
}

function isEmpty({ managedFields: _, ...metadata }: JsonObject): boolean {
  return Object.values(metadata).every((value) => value === null || value === "" || value === undefined);
}

function invalidMetadata(review: JsonObject, detail: string): FieldError {
  return FieldError.invalid(fieldPath("metadata"), objectAt(review, "metadata"), detail);
}

function checkSelectors(review: JsonObject): FieldError[] {
  const attributes = objectAt(review, "spec.resourceAttributes");
  return ["fieldSelector", "labelSelector"].flatMap((name) => {
    const selector = getOwn(attributes, name);
    return isJsonObject(selector) ? checkSelector(selector, attributesPath.child(name), name === "labelSelector") : [];
  });
}

function checkSelector(selector: JsonObject, at: FieldPath, isLabel: boolean): FieldError[] {
  const raw = textAt(selector, "rawSelector");
  const requirements = objectsAt(selector, "requirements");
  const errors: FieldError[] = [];
  if (raw !== "" && requirements.length > 0) {
    errors.push(FieldError.invalid(at.child("rawSelector"), raw, "may not specified at the same time as requirements"));
  }
  if (raw === "" && requirements.length === 0) {
    const detail = `when ${at} is specified, requirements or rawSelector is required`;
    errors.push(FieldError.required(at.child("requirements"), detail));
  }
  const check = isLabel ? checkLabelRequirement : checkFieldRequirement;
  return [...errors, ...requirements.flatMap((item, index) => check(item, at.child("requirements").index(index)))];
}

function checkLabelRequirement(requirement: JsonObject, at: FieldPath): FieldError[] {
  const key = textAt(requirement, "key");
  return [
    ...checkValues(requirement, at),
    ...invalidAll(at.child("key"), key, validateQualifiedName(key)),
    ...textsAt(requirement, "values").flatMap((value, index) =>
      invalidAll(at.child("values").index(index), value, validateLabelValue(value)),
    ),
  ];
}

function checkFieldRequirement(requirement: JsonObject, at: FieldPath): FieldError[] {
  const missing = textAt(requirement, "key") === "" ? [FieldError.required(at.child("key"), "must be specified")] : [];
  return [...missing, ...checkValues(requirement, at)];
}

/** Operators that nobody knows yet are let through, for the sake of newer clients. */
function checkValues(requirement: JsonObject, at: FieldPath): FieldError[] {
  const operator = textAt(requirement, "operator");
  const hasValues = textsAt(requirement, "values").length > 0;
  if (isOneOf(operator, "In", "NotIn") && !hasValues) {
    return [FieldError.required(at.child("values"), "must be specified when `operator` is 'In' or 'NotIn'")];
  }
  if (isOneOf(operator, "Exists", "DoesNotExist") && hasValues) {
    const detail = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";
    return [FieldError.forbidden(at.child("values"), detail)];
  }
  return [];
}

function isOneOf(operator: string, ...operators: readonly string[]): boolean {
  return operators.includes(operator);
}

function isUsableLabel(requirement: JsonObject): boolean {
  return isOneOf(textAt(requirement, "operator"), "In", "NotIn", "Exists", "DoesNotExist");
}

/** Selectors of fields have one value, and cannot ask whether there is any. */
function isUsableField(requirement: JsonObject): boolean {
  return isOneOf(textAt(requirement, "operator"), "In", "NotIn") && textsAt(requirement, "values").length === 1;
}

function countIgnored(
  selector: JsonObject,
  isUsable: (requirement: JsonObject) => boolean,
  parse: (text: string) => unknown,
): "none" | "some" | "all" {
  const requirements = objectsAt(selector, "requirements");
  if (requirements.length > 0) {
    const usable = requirements.filter(isUsable).length;
    return usable === requirements.length ? "none" : usable > 0 ? "some" : "all";
  }
  try {
    parse(textAt(selector, "rawSelector"));
    return "none";
  } catch {
    return "all";
  }
}

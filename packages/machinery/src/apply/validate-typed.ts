/**
 * Whether a value fits its shape: the check that comes before every merge, and the texts people see when it fails.
 *
 * Server-side apply is lenient where other checks are strict: null fits everywhere, fields may be missing, and a number
 * is a number. What it insists on is that fields are declared, and that the items of granular lists can be told apart.
 */
import { isJsonObject, type JsonArray, type JsonObject, type JsonValue } from "../json/json-value.ts";
import type { Shape } from "../json/shape.ts";
import { ElementMap } from "./element-map.ts";
import { formatGoPlain, formatGoSyntax, goTypeOf } from "./go-value.ts";
import { elementOfItem } from "./list-items.ts";
import { fieldElement, formatPathElement, indexElement, type PathElement } from "./path-element.ts";
import { compileShape, kindOf, type TypedList, type TypedMap, type TypedShape } from "./typed-shape.ts";

export interface TypedError {
  /** Such as `.spec.containers[name="web"].image`; empty for the value as a whole. */
  readonly path: string;
  readonly message: string;
}

export interface TypedValidation {
  /** For objects that are stored already: their lists may hold an item twice, and must stay readable. */
  readonly allowDuplicates?: boolean;
}

/** What does not fit, or an empty list. */
export function validateTyped(value: JsonValue, shape: Shape, options: TypedValidation = {}): readonly TypedError[] {
  const validation: Validation = { errors: [], allowDuplicates: options.allowDuplicates ?? false };
  validate(validation, compileShape(shape), value);
  return validation.errors;
}

/** One error as a line, several as a list, as the API server words them. */
export function formatTypedErrors(errors: readonly TypedError[]): string {
  const lines = errors.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`));
  return lines.length === 1 ? (lines[0] as string) : ["errors:", ...lines.map((line) => `  ${line}`)].join("\n");
}

/** Errors are found at their own place; each level that they pass on the way up puts its element in front. */
export function prefixTypedErrors(errors: TypedError[], from: number, element: PathElement): void {
  const text = formatPathElement(element);
  for (let index = from; index < errors.length; index += 1) {
    const { path, message } = errors[index] as TypedError;
    errors[index] = { path: text + path, message };
  }
}

interface Validation {
  readonly errors: TypedError[];
  readonly allowDuplicates: boolean;
}

function validate(validation: Validation, shape: TypedShape, value: JsonValue): void {
  if (value === null) return;
  const kind = kindOf(shape, value);
  if (kind === "map" && shape.map) {
    if (isJsonObject(value)) validateMap(validation, shape.map, value);
    else fail(validation, `expected map, got &{${formatGoPlain(value)}}`);
  } else if (kind === "list" && shape.list) {
    if (Array.isArray(value)) validateList(validation, shape.list, value);
    else fail(validation, `expected list, got &{${formatGoPlain(value)}}`);
  } else validateScalar(validation, shape.scalar, value);
}

function validateScalar(validation: Validation, scalar: TypedShape["scalar"], value: NonNullable<JsonValue>): void {
  const isNumber = typeof value === "number" || typeof value === "bigint";
  if (scalar === "number") {
    if (!isNumber) fail(validation, `expected numeric (int or float), got ${goTypeOf(value)}`);
  } else if (scalar === "any") {
    if (typeof value === "object") fail(validation, `expected any scalar, got &{${formatGoPlain(value)}}`);
  } else if (typeof value !== scalar) {
    const shown =
      scalar === "string" ? `&value.valueUnstructured{Value:${formatGoSyntax(value)}}` : `&{${formatGoPlain(value)}}`;
    fail(validation, `expected ${scalar}, got ${shown}`);
  }
}

function validateMap(validation: Validation, map: TypedMap, object: JsonObject): void {
  let undeclared: string | undefined;
  for (const key of Object.keys(object)) {
    const value = object[key];
    if (value === undefined) continue;
    const shape = map.field(key)?.shape ?? map.values;
    if (shape === undefined) {
      undeclared ??= key;
      continue;
    }
    const before = validation.errors.length;
    validate(validation, shape, value);
    if (validation.errors.length > before) prefixTypedErrors(validation.errors, before, fieldElement(key));
  }
  // Kubernetes stops at the first undeclared field that it meets, and meets fields in no particular order. Naming one
  // after everything else is among the answers it may give, and is the same answer each time.
  if (undeclared !== undefined) {
    const path = formatPathElement(fieldElement(undeclared));
    validation.errors.push({ path, message: "field not declared in schema" });
  }
}

function validateList(validation: Validation, list: TypedList, items: JsonArray): void {
  const seen = new ElementMap<true>();
  for (const [index, item] of items.entries()) {
    const element = list.isAtomic ? indexElement(index) : elementOfItem(list, item);
    if (typeof element === "string") {
      fail(validation, `element ${index}: ${element}`);
      return;
    }
    if (!list.isAtomic && !validation.allowDuplicates) {
      if (seen.has(element)) fail(validation, `duplicate entries for key ${formatPathElement(element)}`);
      seen.set(element, true);
    }
    const before = validation.errors.length;
    validate(validation, list.items, item);
    if (validation.errors.length > before) prefixTypedErrors(validation.errors, before, element);
  }
}

function fail(validation: Validation, message: string): void {
  validation.errors.push({ path: "", message });
}

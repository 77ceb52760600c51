/**
 * Holds a value against its schema and finds everything that is wrong with it.
 *
 * Where none of several schemas fits (`anyOf`, `oneOf`), the API server tells the violations of the one that came nearest: the
 * one with most passed checks. Every function here therefore returns how many checks the value passed, counted as upstream counts.
 */
import { getOwn, isJsonObject, type JsonArray, type JsonObject, type JsonValue, quoteGo } from "@pintle/machinery";
import { matchesFormat } from "../formats/formats.ts";
import type { CompiledNode } from "./compiled-node.ts";
import type { Correlation } from "./correlation.ts";
import { isGoInteger, isIntegralFloat } from "./go-number.ts";
import { formatGoJsonKey } from "./json-key.ts";
import { validateEnum, validateNumber, validateString } from "./validate-scalar.ts";
import { maxViolations, placeless, type Violation, violation, wrongType } from "./violation.ts";

/** Adds what is wrong to `found`; with a correlation, parts that did not change are tolerated. */
export function validateValue(
  node: CompiledNode,
  value: JsonValue,
  path: string,
  found: Violation[],
  correlation?: Correlation,
): number {
  const start = found.length;
  if (start >= maxViolations) return 0;
  let passed = value === null ? validateNull(node, path, found) : validateType(node, value, path, found);
  if (value !== null) {
    passed += 3 + validateJunctors(node, value, path, found);
    if (typeof value === "string") passed += validateText(node, value, path, found);
    else if (typeof value === "number" || typeof value === "bigint") {
      validateNumber(node, value, path, found);
      passed += 2;
    } else if (Array.isArray(value)) passed += 2 + validateItems(node, value, path, found, correlation);
    validateEnum(node, value, path, found);
    if (isJsonObject(value)) passed += 1 + validateFields(node, value, path, found, correlation);
  }
  if (found.length > start && correlation?.isUnchanged()) found.length = start;
  return passed;
}

function validateNull(node: CompiledNode, path: string, found: Violation[]): number {
  const isAllowed = node.types.length === 0 || node.types.includes("null") || node.isNullable;
  if (!isAllowed) found.push(wrongType(path, node.types.join(","), "null"));
  validateEnum(node, null, path, found);
  return isAllowed ? 1 : 0;
}

/** A known type that is allowed counts twice, one that is not counts once: the check was made. */
function validateType(node: CompiledNode, value: Exclude<JsonValue, null>, path: string, found: Violation[]): number {
  const { types, format } = node;
  if (types.length === 0 && format === "") return 0;
  const actual = typeNameOf(value);
  const isText = actual === "string" || actual === "array";
  const isAllowed =
    types.includes(actual) ||
    (actual === "number" && types.includes("integer") && isIntegralFloat(Number(value))) ||
    (actual === "integer" && types.includes("number"));
  if (!isText && format !== "" && !isAllowed) {
    const actualFormat = actual === "integer" ? "int64" : actual === "number" ? "float64" : "";
    if (actualFormat !== format) {
      found.push(wrongType(path, format, actualFormat));
      return 1;
    }
  }
  if (isText && format !== "" && !types.includes("number") && !types.includes("integer")) return 2;
  if (isAllowed) return 2;
  found.push(wrongType(path, types.join(","), actual));
  return 1;
}

function typeNameOf(value: Exclude<JsonValue, null>): string {
  if (typeof value === "number" || typeof value === "bigint") return isGoInteger(value) ? "integer" : "number";
  if (typeof value === "object") return Array.isArray(value) ? "array" : "object";
  return typeof value;
}

function validateText(node: CompiledNode, value: string, path: string, found: Violation[]): number {
  validateString(node, value, path, found);
  const fits = matchesFormat(node.format, value);
  if (fits === undefined) return 1;
  if (!fits) {
    const text = `${path} in body must be of type ${node.format}: ${quoteGo(value)}`;
    found.push(violation(path, "FieldValueTypeInvalid", value, text));
  }
  return 2;
}

function validateJunctors(node: CompiledNode, value: JsonValue, path: string, found: Violation[]): number {
  const { anyOf, oneOf, allOf, not } = node.junctors;
  let passed = 1;
  if (anyOf.length > 0) passed += validateAnyOf(anyOf, value, path, found);
  if (oneOf.length > 0) passed += validateOneOf(oneOf, value, path, found);
  if (allOf.length > 0) passed += validateAllOf(allOf, value, path, found);
  if (not) {
    const inner: Violation[] = [];
    validateValue(not, value, path, inner);
    if (inner.length === 0) found.push(placeless(`${quoteGo(path)} must not validate the schema (not)`));
  }
  return passed;
}

/** What one of several schemas said about the value. */
interface Attempt {
  readonly found: Violation[];
  readonly passed: number;
}

function attempt(node: CompiledNode, value: JsonValue, path: string): Attempt {
  const found: Violation[] = [];
  return { passed: validateValue(node, value, path, found), found };
}

function validateAnyOf(nodes: readonly CompiledNode[], value: JsonValue, path: string, found: Violation[]): number {
  let nearest: Attempt | undefined;
  for (const node of nodes) {
    const tried = attempt(node, value, path);
    if (tried.found.length === 0) return tried.passed;
    if (!nearest || tried.passed > nearest.passed) nearest = tried;
  }
  found.push(placeless(`${quoteGo(path)} must validate at least one schema (anyOf)`));
  return addAttempt(nearest, found);
}

function validateOneOf(nodes: readonly CompiledNode[], value: JsonValue, path: string, found: Violation[]): number {
  let nearest: Attempt | undefined;
  let first: Attempt | undefined;
  let fitting = 0;
  for (const node of nodes) {
    const tried = attempt(node, value, path);
    if (tried.found.length === 0) {
      fitting += 1;
      first ??= tried;
    } else if (fitting === 0 && (!nearest || tried.passed > nearest.passed)) nearest = tried;
  }
  if (fitting === 1) return addAttempt(first, found);
  const outcome = fitting === 0 ? "Found none valid" : `Found ${fitting} valid alternatives`;
  found.push(placeless(`${quoteGo(path)} must validate one and only one schema (oneOf). ${outcome}`));
  return fitting === 0 ? addAttempt(nearest, found) : 0;
}

function validateAllOf(nodes: readonly CompiledNode[], value: JsonValue, path: string, found: Violation[]): number {
  let passed = 0;
  let fitting = 0;
  for (const node of nodes) {
    const before = found.length;
    passed += validateValue(node, value, path, found);
    if (found.length === before) fitting += 1;
  }
  if (fitting < nodes.length) {
    const none = fitting === 0 ? ". None validated" : "";
    found.push(placeless(`${quoteGo(path)} must validate all the schemas (allOf)${none}`));
  }
  return passed;
}

function addAttempt(tried: Attempt | undefined, found: Violation[]): number {
  for (const inner of tried?.found ?? []) found.push(inner);
  return tried?.passed ?? 0;
}

function validateItems(
  node: CompiledNode,
  value: JsonArray,
  path: string,
  found: Violation[],
  correlation: Correlation | undefined,
): number {
  const { items } = node;
  const { minItems, maxItems, uniqueItems } = node.schema;
  let passed = 0;
  if (items) {
    for (const [index, item] of value.entries()) {
      passed += validateValue(items, item ?? null, `${path}[${index}]`, found, correlation?.index(index));
    }
  }
  if (minItems !== undefined && value.length < minItems) {
    const text = `${path} in body should have at least ${minItems} items`;
    found.push(violation(path, "FieldValueInvalid", value.length, text));
  }
  if (maxItems !== undefined && value.length > maxItems) found.push(tooMany(path, value.length, maxItems, "items"));
  if (uniqueItems && new Set(value.map(formatGoJsonKey)).size < value.length) {
    found.push(violation(path, "FieldValueInvalid", "", `${path} in body shouldn't contain duplicates`));
  }
  return passed;
}

function tooMany(path: string, actual: number, max: number, what: string): Violation {
  const detail = `must have at most ${max} ${max === 1 ? "item" : "items"}`;
  const text = `${path} in body should have at most ${max} ${what}`;
  return { type: "FieldValueTooMany", path, badValue: actual, detail, text };
}

function validateFields(
  node: CompiledNode,
  value: JsonObject,
  path: string,
  found: Violation[],
  correlation: Correlation | undefined,
): number {
  const keys = Object.keys(value).filter((key) => getOwn(value, key) !== undefined);
  checkSize(node, keys.length, path, found);
  const isClosed = node.schema.additionalProperties === false;
  let passed = 0;
  for (const key of keys) {
    const property = node.property(key);
    if (!property && isClosed) {
      const text = `${path}.${key} in body is a forbidden property`;
      found.push(violation(path, "FieldValueInvalid", key, text));
      continue;
    }
    const child = property ?? node.additional;
    if (!child) continue;
    const childPath = property && path === "" ? key : `${path}.${key}`;
    const isTypeMeta = path === "" && (key === "kind" || key === "apiVersion");
    const below = isTypeMeta ? undefined : correlation?.key(key);
    passed += validateValue(child, getOwn(value, key) ?? null, childPath, found, below);
  }
  for (const name of node.schema.required ?? []) {
    if (found.length >= maxViolations) break;
    if (getOwn(value, name) !== undefined) continue;
    const text = `${path}.${name} in body is required`;
    found.push({ type: "FieldValueRequired", path: `${path}.${name}`, badValue: undefined, detail: "", text });
  }
  return passed;
}

function checkSize(node: CompiledNode, size: number, path: string, found: Violation[]): void {
  const { minProperties, maxProperties } = node.schema;
  if (minProperties !== undefined && size < minProperties) {
    const text = `${path} in body should have at least ${minProperties} properties`;
    found.push(violation(path, "FieldValueInvalid", size, text));
  }
  if (maxProperties !== undefined && size > maxProperties) found.push(tooMany(path, size, maxProperties, "properties"));
}

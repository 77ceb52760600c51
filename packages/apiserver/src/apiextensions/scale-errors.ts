/** What is wrong with the fields that the scale subresource shows; they are checked with every write of the object. */
import { FieldError, getOwn, isJsonObject, type JsonObject, type JsonValue } from "@pintle/machinery";
import { formatGoMap } from "../rest/go-map-text.ts";
import type { DefinitionScale } from "./definition.ts";
import { formatGoNumber } from "./go-number.ts";

const maxReplicas = 2 ** 31 - 1;

export function validateScaleSpec(object: JsonObject, scale: DefinitionScale | undefined): FieldError[] {
  return scale ? validateReplicas(object, scale.specReplicasPath) : [];
}

export function validateScaleStatus(object: JsonObject, scale: DefinitionScale | undefined): FieldError[] {
  if (!scale) return [];
  const errors = validateReplicas(object, scale.statusReplicasPath);
  const { labelSelectorPath } = scale;
  if (labelSelectorPath === undefined) return errors;
  const found = findNested(object, labelSelectorPath);
  const problem =
    found.problem ?? (found.value === undefined ? undefined : mismatch(labelSelectorPath, found.value, "string"));
  return problem === undefined ? errors : [...errors, FieldError.invalid(labelSelectorPath, "", problem)];
}

function validateReplicas(object: JsonObject, path: string): FieldError[] {
  const { value, problem } = findNested(object, path);
  if (problem !== undefined) return [FieldError.invalid(path, 0, problem)];
  if (value === undefined) return [];
  const wrong = mismatch(path, value, "int64");
  if (wrong !== undefined) return [FieldError.invalid(path, 0, wrong)];
  const replicas = Number(value);
  if (replicas < 0) return [FieldError.invalid(path, replicas, "should be a non-negative integer")];
  if (replicas > maxReplicas) {
    return [FieldError.invalid(path, value, `should be less than or equal to ${maxReplicas}`)];
  }
  return [];
}

interface Nested {
  readonly value?: JsonValue;
  readonly problem?: string;
}

/** Follows a path in the dot notation; something other than an object on the way is a problem, something absent is not. */
function findNested(object: JsonObject, path: string): Nested {
  const names = path.replace(/^\./, "").split(".");
  let value: JsonValue = object;
  for (const [index, name] of names.entries()) {
    if (value === null) return {};
    if (!isJsonObject(value)) {
      const at = `.${names.slice(0, index + 1).join(".")}`;
      return { problem: describe(at, value, "map[string]interface{}") };
    }
    const next: JsonValue | undefined = getOwn(value, name);
    if (next === undefined) return {};
    value = next;
  }
  return { value };
}

function mismatch(path: string, value: JsonValue, expected: "int64" | "string"): string | undefined {
  return goTypeOf(value) === expected ? undefined : describe(path, value, expected);
}

function describe(path: string, value: JsonValue, expected: string): string {
  const shown = `.${path.replace(/^\./, "")}`;
  return `${shown} accessor error: ${goTextOf(value)} is of the type ${goTypeOf(value)}, expected ${expected}`;
}

function goTypeOf(value: JsonValue): string {
  if (value === null) return "<nil>";
  if (Array.isArray(value)) return "[]interface {}";
  switch (typeof value) {
    case "object":
      return "map[string]interface {}";
    case "number":
      return Number.isSafeInteger(value) ? "int64" : "float64";
    case "bigint":
      return "int64";
    case "boolean":
      return "bool";
    default:
      return "string";
  }
}

function goTextOf(value: JsonValue): string {
  if (value === null) return "<nil>";
  if (typeof value === "object") return formatGoMap(value);
  return typeof value === "number" ? formatGoNumber(value) : String(value);
}

/** The keywords for strings, numbers and enumerations, with the API server's texts. */
import { equalJson, type JsonValue } from "@pintle/machinery";
import type { CompiledNode } from "./compiled-node.ts";
import { cutToInt64, fitsNumberFormat, formatGoFloat, isGoInteger, isIntegralFloat } from "./go-number.ts";
import { compilePattern } from "./patterns.ts";
import { placeless, unsupported, type Violation, violation } from "./violation.ts";

/** At most one: a text that is too long is not also held against the pattern. */
export function validateString(node: CompiledNode, value: string, path: string, found: Violation[]): void {
  const { maxLength, minLength, pattern } = node.schema;
  if (maxLength !== undefined && countsMoreThan(value, maxLength)) {
    const text = `${path} in body should be at most ${maxLength} chars long`;
    const detail = `may not be more than ${maxLength} ${maxLength === 1 ? "byte" : "bytes"}`;
    found.push({ type: "FieldValueTooLong", path, badValue: undefined, detail, text });
  } else if (minLength !== undefined && minLength > 0 && !countsMoreThan(value, minLength - 1)) {
    found.push(
      violation(path, "FieldValueInvalid", value, `${path} in body should be at least ${minLength} chars long`),
    );
  } else if (pattern) {
    const compiled = compilePattern(pattern);
    if (typeof compiled === "string") {
      const text = `${path} in body should match '${pattern}, but pattern is invalid: ${compiled}'`;
      found.push(violation(path, "FieldValueInvalid", value, text));
    } else if (!compiled.test(value)) {
      found.push(violation(path, "FieldValueInvalid", value, `${path} in body should match '${pattern}'`));
    }
  }
}

/** Whether the text has more than so many characters. Those of a surrogate pair are one. */
function countsMoreThan(text: string, limit: number): boolean {
  if (text.length <= limit) return false;
  if (text.length > 2 * limit + 1) return true;
  let count = 0;
  for (const _ of text) count += 1;
  return count > limit;
}

export function validateNumber(node: CompiledNode, value: number | bigint, path: string, found: Violation[]): void {
  const { exclusiveMinimum = false, exclusiveMaximum = false } = node.schema;
  const [multipleOf, minimum, maximum] = limitsOf(node);
  const type = node.types.length === 1 && isNumberType(node.types[0]) ? node.types[0] : "";
  const format = type !== "" && numberFormats[type].includes(node.format) ? node.format : "";
  const checkRange = (number: number | bigint, what: string): boolean => {
    if (fitsNumberFormat(number, type, format)) return true;
    const precisely = format === "" ? "(default format)" : `with format ${format}`;
    found.push(placeless(`${what} value must be of type ${type} ${precisely} in ${path}`));
    return false;
  };
  checkRange(value, "Checked");
  const isInteger = isGoInteger(value);
  if (multipleOf !== undefined) {
    if (checkRange(multipleOf, "MultipleOf") && isInteger) checkIntegerMultiple(BigInt(value), multipleOf, path, found);
    else checkFloatMultiple(value, multipleOf, path, found);
  }
  if (minimum !== undefined) {
    const limit = checkRange(minimum, "Minimum boundary") && isInteger ? cutToInt64(minimum) : minimum;
    if (exclusiveMinimum ? value <= limit : value < limit) {
      found.push(outOfBounds(path, value, `greater than${exclusiveMinimum ? "" : " or equal to"}`, limit));
    }
  }
  if (maximum !== undefined) {
    const limit = checkRange(maximum, "Maximum boundary") && isInteger ? cutToInt64(maximum) : maximum;
    if (exclusiveMaximum ? value >= limit : value > limit) {
      found.push(outOfBounds(path, value, `less than${exclusiveMaximum ? "" : " or equal to"}`, limit));
    }
  }
}

/** A schema that was read from JSON has a bigint where a number would not be exact. To the API server all limits are float64. */
function limitsOf({ schema: { multipleOf, minimum, maximum } }: CompiledNode): (number | undefined)[] {
  return [multipleOf, minimum, maximum].map((limit) => (limit === undefined ? undefined : Number(limit)));
}

const numberFormats = { integer: ["int32", "int64"], number: ["float", "double"] } as const satisfies Record<
  string,
  readonly string[]
> as Record<"integer" | "number", readonly string[]>;

function isNumberType(type: string | undefined): type is "integer" | "number" {
  return type === "integer" || type === "number";
}

function outOfBounds(path: string, value: number | bigint, relation: string, limit: number | bigint): Violation {
  const shown = typeof limit === "bigint" ? String(limit) : formatGoFloat(limit);
  const text = `${path} in body should be ${relation} ${shown}`;
  return { ...violation(path, "FieldValueInvalid", value, text), isFloat: typeof limit === "number" };
}

function checkIntegerMultiple(value: bigint, multipleOf: number, path: string, found: Violation[]): void {
  const factor = cutToInt64(multipleOf);
  if (factor <= 0n) found.push(notPositive(path, factor, String(factor)));
  else if (value % factor !== 0n) {
    found.push(violation(path, "FieldValueInvalid", value, `${path} in body should be a multiple of ${factor}`));
  }
}

function checkFloatMultiple(value: number | bigint, factor: number, path: string, found: Violation[]): void {
  const shown = formatGoFloat(factor);
  if (factor <= 0) found.push(notPositive(path, factor, shown));
  else if (!isIntegralFloat(factor < 1 ? (1 / factor) * Number(value) : Number(value) / factor)) {
    const text = `${path} in body should be a multiple of ${shown}`;
    found.push({ ...violation(path, "FieldValueInvalid", value, text), isFloat: true });
  }
}

function notPositive(path: string, factor: number | bigint, shown: string): Violation {
  const text = `factor MultipleOf declared for ${path} must be positive: ${shown}`;
  return violation(path, "FieldValueInvalid", factor, text);
}

export function validateEnum(node: CompiledNode, value: JsonValue, path: string, found: Violation[]): void {
  const allowed = node.schema.enum;
  if (!allowed || allowed.length === 0 || isEnumMember(value, allowed)) return;
  found.push(unsupported(path, value, allowed));
}

/** The listed scalars of long enumerations, so that a long list of values costs no more than its length. */
const listedScalars = new WeakMap<readonly JsonValue[], Set<JsonValue>>();

function isEnumMember(value: JsonValue, allowed: readonly JsonValue[]): boolean {
  if (allowed.length < 16 || value === null) return allowed.some((listed) => isListedValue(value, listed));
  const scalars = listedScalars.get(allowed) ?? new Set(allowed);
  listedScalars.set(allowed, scalars);
  // Texts are equal to themselves alone; numbers are converted before they are compared.
  if (typeof value === "string") return scalars.has(value);
  return scalars.has(value) || allowed.some((listed) => isListedValue(value, listed));
}

/**
 * Equality after Go's conversion to the type of the listed value: fractions are cut for an integer, and an integer is the
 * character of that code for a string. Null is never a member, not even of a list that names it.
 */
function isListedValue(value: JsonValue, listed: JsonValue): boolean {
  if (value === null || listed === null) return false;
  if (!isNumber(value)) return equalJson(value, listed);
  if (isNumber(listed)) {
    if (isGoInteger(listed) && !isGoInteger(value)) return cutToInt64(Number(value)) === BigInt(listed);
    return equalJson(value, listed);
  }
  return typeof listed === "string" && isGoInteger(value) && characterOf(value) === listed;
}

function isNumber(value: JsonValue): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}

function characterOf(code: number | bigint): string {
  const isCharacter = code >= 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(Number(code)) : "\ufffd";
}

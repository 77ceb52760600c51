/**
 * Values as Kubernetes' messages print them, and the order in which its merge keys are compared.
 *
 * A strategic merge compares merge keys by this text (the number 80 and the string "80" are the same key to a diff), so it
 * is more than decoration: it has to agree with the upstream text to the letter.
 */
import type { JsonValue } from "../json/json-value.ts";

/** The value in plain form: `map[name:web ports:[80 443]]`. */
export function formatStrategicValue(value: JsonValue): string {
  if (typeof value === "string") return value;
  if (value === null) return "<nil>";
  if (typeof value === "number") return formatNumber(value);
  if (typeof value === "bigint" && strategicTypeName(value) === "float64") return formatNumber(Number(value));
  if (typeof value !== "object") return String(value);
  return formatNested(value, formatStrategicValue);
}

/** The value where a string was expected: everything else carries its type, as in `%!s(int64=5)`. */
export function formatExpectedString(value: JsonValue): string {
  if (value === null) return "%!s(<nil>)";
  return formatTypedLeaf(value);
}

function formatTypedLeaf(value: JsonValue): string {
  if (typeof value === "string") return value;
  if (value === null) return "<nil>";
  if (typeof value !== "object") return `%!s(${strategicTypeName(value)}=${formatStrategicValue(value)})`;
  return formatNested(value, formatTypedLeaf);
}

function formatNested(value: object, format: (inner: JsonValue) => string): string {
  if (Array.isArray(value)) return `[${value.map(format).join(" ")}]`;
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  entries.sort(([left], [right]) => compareText(left, right));
  return `map[${entries.map(([key, inner]) => `${key}:${format(inner)}`).join(" ")}]`;
}

/** The name of a value's type. Two values can only be merged when theirs agree. */
export function strategicTypeName(value: JsonValue): string {
  switch (typeof value) {
    case "string":
      return "string";
    case "boolean":
      return "bool";
    case "number":
      return Number.isSafeInteger(value) ? "int64" : "float64";
    case "bigint":
      return BigInt.asIntN(64, value) === value ? "int64" : "float64";
  }
  if (value === null) return "%!s(<nil>)";
  return Array.isArray(value) ? "[]interface {}" : "map[string]interface {}";
}

/** The order of the texts' UTF-8 bytes. JavaScript's own order puts characters beyond U+FFFF before U+E000. */
export function compareText(left: string, right: string): number {
  if (left === right) return 0;
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const a = left.charCodeAt(index);
    const b = right.charCodeAt(index);
    if (a !== b) return isSurrogate(a) === isSurrogate(b) ? a - b : surrogatesLast(a, b);
  }
  return left.length - right.length;
}

function isSurrogate(codeUnit: number): boolean {
  return codeUnit >= 0xd800 && codeUnit <= 0xdfff;
}

function surrogatesLast(a: number, b: number): number {
  return (isSurrogate(a) ? 0x10000 : a) - (isSurrogate(b) ? 0x10000 : b);
}

/** Fractions turn to powers of ten early, from a million on; integers never do. */
function formatNumber(value: number): string {
  if (Number.isSafeInteger(value)) return String(value);
  const [digits = "", exponent = ""] = value.toExponential().split("e");
  const power = Number(exponent);
  if (power >= -4 && power < 6) return String(value);
  return `${digits}e${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
}

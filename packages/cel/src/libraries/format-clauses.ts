/** The clauses of `format` up to version 3, the one of Kubernetes: numbers as English readers expect them, the rest as CEL literals. */

import { Buffer } from "node:buffer";
import { compareUtf8, quoteGo } from "@pintle/machinery";
import { CelEvaluationError } from "../syntax/cel-error.ts";
import { type CelMapValue, mapEntries } from "../values/cel-map.ts";
import { type CelTimestamp, CelUint, type CelValue } from "../values/cel-value.ts";
import { convertToDouble, convertToString } from "../values/convert-value.ts";
import { listOutcomes } from "../values/declared-value.ts";
import { formatDoubleShort } from "../values/doubles.ts";
import { runtimeTypeName, typeOf } from "../values/type-of.ts";
import { fixedDigits, scientificDigits } from "./decimal-text.ts";
import type { FormatClause } from "./string-format.ts";

export const textTypes =
  "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps";

/** No more can be asked for without an answer that is all zeros and exhausts the memory. */
const maxPrecision = 100_000;

export function formatClause({ verb, precision }: FormatClause, value: CelValue): string {
  switch (verb) {
    case "s":
      return formatAsText(value);
    case "d":
      return formatInteger(value, 10) ?? refuse("decimal clause can only be used on integers", value);
    case "f":
      return formatFixed(readDouble(value, "fixed-point"), precision);
    case "e":
      return formatScientific(readDouble(value, "scientific")).padStart(checkPrecision(precision), " ");
    case "b":
      if (typeof value === "boolean") return value ? "1" : "0";
      return formatInteger(value, 2) ?? refuse("only integers and bools can be formatted as binary", value);
    case "o":
      return formatInteger(value, 8) ?? refuse("octal clause can only be used on integers", value);
    default: {
      const hex = formatHex(value) ?? refuse(hexTypes, value);
      return verb === "X" ? hex.toUpperCase() : hex;
    }
  }
}

const hexTypes = "only integers, byte buffers, and strings can be formatted as hex";

export function refuse(rule: string, value: CelValue): never {
  throw new CelEvaluationError(`${rule}, was given ${runtimeTypeName(typeOf(value))}`);
}

export function formatInteger(value: CelValue, base: number): string | undefined {
  if (value instanceof CelUint) return value.value.toString(base);
  if (typeof value === "bigint") return value.toString(base);
  return typeof value === "number" && Number.isInteger(value) ? value.toString(base) : undefined;
}

export function formatHex(value: CelValue): string | undefined {
  if (typeof value === "string") return Buffer.from(value).toString("hex");
  if (value instanceof Uint8Array) return Buffer.from(value).toString("hex");
  return formatInteger(value, 16);
}

export function checkPrecision(precision: number): number {
  if (precision <= maxPrecision) return precision;
  throw new CelEvaluationError(`precision ${precision} is more than the ${maxPrecision} digits that can be written`);
}

function readDouble(value: CelValue, name: string): number {
  const isWord = value === "NaN" || value === "Infinity" || value === "-Infinity";
  if (isWord || typeOf(value).kind === "double") return convertToDouble(value).value;
  return refuse(`${name} clause can only be used on doubles`, value);
}

function formatFixed(value: number, precision: number): string {
  if (!Number.isFinite(value)) return formatNotFinite(value);
  const digits = fixedDigits(value, checkPrecision(precision));
  const grouped = digits.replace(/^[0-9]+/, (whole) => whole.replace(/\B(?=(?:[0-9]{3})+$)/g, ","));
  return value < 0 ? `-${grouped}` : grouped;
}

/** The precision of the clause is taken for the width, as cel-go does; there are always six decimals. */
function formatScientific(value: number): string {
  if (!Number.isFinite(value)) return formatNotFinite(value);
  const { mantissa, power } = scientificDigits(value, 6);
  const superscripts = Array.from(String(Math.abs(power)).padStart(2, "0"), (digit) =>
    "⁰¹²³⁴⁵⁶⁷⁸⁹".charAt(Number(digit)),
  );
  return `${value < 0 ? "-" : ""}${mantissa}×10${power < 0 ? "⁻" : ""}${superscripts.join("")}`;
}

function formatNotFinite(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  return value > 0 ? "∞" : "-∞";
}

function formatAsText(value: CelValue): string {
  switch (typeOf(value).kind) {
    case "null":
      return "null";
    case "list":
      return `[${(listOutcomes(value) as CelValue[]).map(formatMember).join(", ")}]`;
    case "map":
      return formatMap(value as CelMapValue);
    case "error":
      throw new CelEvaluationError("no formatting function for error");
    case "opaque":
    case "object":
      return refuse(textTypes, value);
    default:
      return toText(value);
  }
}

function toText(value: CelValue): string {
  try {
    return convertToString(value);
  } catch (error) {
    if (!(error instanceof CelEvaluationError)) throw error;
    throw new CelEvaluationError(`could not convert argument ${quoteGo(error.message)} to string`);
  }
}

/** A value inside a list or a map: as a literal of CEL, or nearly. */
function formatMember(value: CelValue): string {
  switch (typeOf(value).kind) {
    case "string":
      return quoteGo(value as string);
    case "bytes":
      return `b${quoteGo(toText(value))}`;
    case "timestamp":
      return `timestamp(${quoteGo(toText(value as CelTimestamp))})`;
    case "duration":
      return `duration(${quoteGo(toText(value))})`;
    case "double":
      return formatMemberDouble(convertToDouble(value).value);
    case "opaque":
    case "object":
      throw new CelEvaluationError(`no formatting function for ${runtimeTypeName(typeOf(value))}`);
    default:
      return formatAsText(value);
  }
}

function formatMemberDouble(value: number): string {
  if (!Number.isFinite(value)) return quoteGo(formatDoubleShort(value));
  return `${value < 0 || Object.is(value, -0) ? "-" : ""}${fixedDigits(value, 6)}`;
}

function formatMap(map: CelMapValue): string {
  const entries = Array.from(mapEntries(map), ([key, value]) => [formatKey(key), formatMember(value)] as const);
  const sorted = entries.toSorted(([left], [right]) => compareUtf8(left, right));
  return `{${sorted.map(([key, value]) => `${key}:${value}`).join(", ")}}`;
}

function formatKey(key: CelValue): string {
  const { kind } = typeOf(key);
  if (kind === "string" || kind === "bool" || kind === "int" || kind === "uint") return formatMember(key);
  throw new CelEvaluationError(`no formatting function for map key of type ${runtimeTypeName(typeOf(key))}`);
}

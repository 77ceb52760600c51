/** The clauses of `format` since version 4: every number takes every clause for numbers, and nothing inside a list is quoted. */

import { Buffer } from "node:buffer";
import { compareUtf8 } from "@pintle/machinery";
import { CelEvaluationError } from "../syntax/cel-error.ts";
import { type CelMapValue, mapEntries } from "../values/cel-map.ts";
import { CelTimestamp, type CelValue } from "../values/cel-value.ts";
import { convertToString } from "../values/convert-value.ts";
import { listOutcomes } from "../values/declared-value.ts";
import { formatDoublePlain } from "../values/doubles.ts";
import { numberOf } from "../values/equal-values.ts";
import { typeOf } from "../values/type-of.ts";
import { fixedDigits, scientificDigits } from "./decimal-text.ts";
import { checkPrecision, formatHex, formatInteger, refuse, textTypes } from "./format-clauses.ts";
import type { FormatClause } from "./string-format.ts";

const numbers = "can only be used on ints, uints, and doubles";

export function formatClauseV2({ verb, precision }: FormatClause, value: CelValue): string {
  switch (verb) {
    case "s":
      return formatAsText(value);
    case "d":
      return formatInteger(value, 10) ?? formatDouble(readNumber(value, "decimal"), formatDoublePlain);
    case "f":
      return formatDouble(readNumber(value, "fixed-point"), (double) => formatFixed(double, precision));
    case "e":
      return formatDouble(readNumber(value, "scientific"), (double) => formatScientific(double, precision));
    case "b":
      if (typeof value === "boolean") return value ? "1" : "0";
      return formatInteger(value, 2) ?? refuse("only ints, uints, and bools can be formatted as binary", value);
    case "o":
      return formatInteger(value, 8) ?? refuse("octal clause can only be used on ints and uints", value);
    default: {
      const hex = formatHex(value) ?? refuse("only ints, uints, bytes, and strings can be formatted as hex", value);
      return verb === "X" ? hex.toUpperCase() : hex;
    }
  }
}

function readNumber(value: CelValue, clause: string): number {
  const number = numberOf(value);
  return number === undefined ? refuse(`${clause} clause ${numbers}`, value) : Number(number);
}

function formatDouble(value: number, format: (value: number) => string): string {
  if (Number.isFinite(value)) return format(value);
  return Number.isNaN(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity";
}

function formatFixed(value: number, precision: number): string {
  return signOf(value) + fixedDigits(value, checkPrecision(precision));
}

function formatScientific(value: number, precision: number): string {
  const { mantissa, power } = scientificDigits(value, checkPrecision(precision));
  return `${signOf(value)}${mantissa}e${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
}

function signOf(value: number): string {
  return value < 0 || Object.is(value, -0) ? "-" : "";
}

function formatAsText(value: CelValue): string {
  switch (typeOf(value).kind) {
    case "null":
      return "null";
    case "double":
      return formatDouble(Number(numberOf(value)), formatDoublePlain);
    case "bytes":
      return Buffer.from(value as Uint8Array).toString("utf8");
    case "timestamp":
      return formatInUtc(value);
    case "list":
      return `[${(listOutcomes(value) as CelValue[]).map(formatAsText).join(", ")}]`;
    case "map":
      return formatMap(value as CelMapValue);
    case "error":
      throw new CelEvaluationError("no formatting function for error");
    case "opaque":
    case "object":
      return refuse(textTypes, value);
    default:
      return convertToString(value);
  }
}

function formatInUtc(value: CelValue): string {
  if (!(value instanceof CelTimestamp)) throw new CelEvaluationError("no such overload");
  return convertToString(new CelTimestamp(value.seconds, value.nanos));
}

function formatMap(map: CelMapValue): string {
  const entries = Array.from(mapEntries(map), ([key, value]) => [formatAsText(key), formatAsText(value)] as const);
  const sorted = entries.toSorted(([left], [right]) => compareUtf8(left, right));
  return `{${sorted.map(([key, value]) => `${key}: ${value}`).join(", ")}}`;
}

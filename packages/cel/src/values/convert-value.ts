/**
 * Conversions between types, with cel-go's ranges and words: `int("x")`, `uint(-1)` and `timestamp(10^15)` throw.
 */
import type { CelType } from "../check/cel-type.ts";
import { CelEvaluationError } from "../syntax/cel-error.ts";
import { CelDouble, CelDuration, CelTimestamp, CelTypeValue, CelUint, type CelValue } from "./cel-value.ts";
import { formatDoubleShort, parseDouble } from "./doubles.ts";
import { formatDuration, parseDuration } from "./durations.ts";
import { numberOf } from "./equal-values.ts";
import { maxInt64, maxUint64, minInt64, shrinkInteger } from "./integers.ts";
import { createTimestamp, formatTimestamp, parseTimestamp } from "./timestamps.ts";
import { runtimeTypeName, typeOf } from "./type-of.ts";

function conversionError(value: CelValue, target: CelType["kind"]): CelEvaluationError {
  const from = runtimeTypeName(typeOf(value));
  const to = runtimeTypeName({ kind: target } as CelType);
  return new CelEvaluationError(`type conversion error from '${from}' to '${to}'`);
}

export function convertToInt(value: CelValue): number | bigint {
  if (typeof value === "bigint" || (typeof value === "number" && Number.isInteger(value))) return value;
  if (value instanceof CelUint) {
    if (value.value > maxInt64) throw new CelEvaluationError("integer overflow");
    return value.value;
  }
  if (value instanceof CelDouble || typeof value === "number") {
    const double = Number(numberOf(value));
    // The double nearest to the largest int is 2^63, one too many; at the other end cel-go leaves -2^63 out as well.
    if (!(Math.abs(double) < 2 ** 63)) throw new CelEvaluationError("integer overflow");
    return shrinkInteger(BigInt(Math.trunc(double)));
  }
  if (typeof value === "string" && /^[+-]?\d+$/.test(value)) {
    const parsed = BigInt(value.replace(/^\+/, ""));
    if (parsed <= maxInt64 && parsed >= minInt64) return shrinkInteger(parsed);
  }
  if (value instanceof CelTimestamp) return value.seconds;
  if (value instanceof CelDuration) return shrinkInteger(value.nanos);
  throw conversionError(value, "int");
}

export function convertToUint(value: CelValue): CelUint {
  if (value instanceof CelUint) return value;
  if (typeof value === "bigint" || (typeof value === "number" && Number.isInteger(value))) {
    if (value < 0) throw new CelEvaluationError("unsigned integer overflow");
    return new CelUint(value);
  }
  if (value instanceof CelDouble || typeof value === "number") {
    const double = Number(numberOf(value));
    if (!(double >= 0 && double < 2 ** 64)) throw new CelEvaluationError("unsigned integer overflow");
    return new CelUint(shrinkInteger(BigInt(Math.trunc(double))));
  }
  if (typeof value === "string" && /^\d+$/.test(value)) {
    const parsed = BigInt(value);
    if (parsed <= maxUint64) return new CelUint(shrinkInteger(parsed));
  }
  throw conversionError(value, "uint");
}

export function convertToDouble(value: CelValue): CelDouble {
  if (value instanceof CelDouble) return value;
  const number = numberOf(value);
  if (number !== undefined) return new CelDouble(Number(number));
  const parsed = typeof value === "string" ? parseDouble(value) : undefined;
  if (parsed === undefined) throw conversionError(value, "double");
  return new CelDouble(parsed);
}

export function convertToString(value: CelValue): string {
  if (typeof value === "string") return value;
  if (value instanceof CelDouble) return formatDoubleShort(value.value);
  if (typeof value === "number") return Number.isInteger(value) ? String(value) : formatDoubleShort(value);
  if (typeof value !== "object" || value === null) return String(value);
  if (value instanceof CelUint) return String(value.value);
  if (value instanceof CelTimestamp) return formatTimestamp(value);
  if (value instanceof CelDuration) return formatDuration(value);
  if (value instanceof CelTypeValue) return runtimeTypeName(value.type);
  if (value instanceof Uint8Array) {
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(value);
    } catch {
      throw new CelEvaluationError("invalid UTF-8 in bytes, cannot convert to string");
    }
  }
  throw conversionError(value, "string");
}

export function convertToBytes(value: CelValue): Uint8Array {
  if (value instanceof Uint8Array) return value;
  if (typeof value === "string") return new TextEncoder().encode(value);
  throw conversionError(value, "bytes");
}

const trueWords = new Set(["1", "t", "T", "TRUE", "true", "True"]);
const falseWords = new Set(["0", "f", "F", "FALSE", "false", "False"]);

export function convertToBool(value: CelValue): boolean {
  if (typeof value === "boolean") return value;
  if (typeof value === "string") {
    if (trueWords.has(value)) return true;
    if (falseWords.has(value)) return false;
  }
  throw conversionError(value, "bool");
}

export function convertToTimestamp(value: CelValue): CelTimestamp {
  if (value instanceof CelTimestamp) return value;
  if (typeof value === "bigint" || typeof value === "number") return createTimestamp(Number(value), 0);
  const parsed = typeof value === "string" ? parseTimestamp(value) : undefined;
  if (!parsed) throw conversionError(value, "timestamp");
  return parsed;
}

export function convertToDuration(value: CelValue): CelDuration {
  if (value instanceof CelDuration) return value;
  const parsed = typeof value === "string" ? parseDuration(value) : undefined;
  if (!parsed) throw conversionError(value, "duration");
  return parsed;
}

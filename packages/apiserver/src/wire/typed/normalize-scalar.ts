/** Values without parts, read and printed as Go's types do. */
import {
  formatDuration,
  formatMicroTime,
  formatQuantity,
  formatTime,
  InvalidScalarError,
  type JsonValue,
  parseDurationNs,
  parseMicroTimeUs,
  parseQuantity,
  parseTimeMs,
} from "@pintle/machinery";
import { WrittenNumber } from "../json/written-number.ts";
import { canonicalBase64 } from "./canonical-base64.ts";
import type { TypeErrors } from "./type-errors.ts";
import type { Scalar } from "./type-model.ts";

/** The value as Go prints it, or `undefined` where it is refused and reading goes on. */
export function normalizeScalar(
  value: JsonValue,
  scalar: Scalar,
  goType: string,
  errors: TypeErrors,
): JsonValue | undefined {
  switch (scalar) {
    case "string":
      return typeof value === "string" ? value : errors.mismatch(value, goType);
    case "bool":
      return typeof value === "boolean" ? value : errors.mismatch(value, goType);
    case "int32":
    case "int64":
      if (!isNumber(value)) return errors.mismatch(value, goType);
      return isInteger(value, scalar) ? value : errors.overflow(value, goType);
    case "float64":
      if (!isNumber(value)) return errors.mismatch(value, goType);
      return Number(value instanceof WrittenNumber ? value.text : value);
    case "bytes":
      return typeof value === "string" ? readText(value, canonicalBase64, errors) : errors.mismatch(value, goType);
    case "IntOrString":
      if (typeof value === "string") return value;
      if (!isNumber(value)) return errors.refuseMismatch(value, goType);
      return isInteger(value, "int32") ? value : errors.refuseOverflow(value, goType);
    case "Quantity":
      return readText(value, canonicalQuantity, errors);
    case "Time":
    case "MicroTime":
    case "Duration":
      return typeof value === "string"
        ? readText(value, canonicalTexts[scalar], errors)
        : errors.refuseMismatch(value, goType);
    case "raw":
      return value;
  }
}

function readText<Value extends JsonValue>(value: Value, read: (value: Value) => string, errors: TypeErrors): string {
  try {
    return read(value);
  } catch (error) {
    if (error instanceof InvalidScalarError) return errors.refuse(error.message);
    throw error;
  }
}

const canonicalTexts = {
  Time: canonicalTime,
  MicroTime: (text: string) => formatMicroTime(parseMicroTimeUs(text)),
  Duration: (text: string) => formatDuration(parseDurationNs(text)),
};

/** A time in UTC is printed as it was written, which spares the printing. */
function canonicalTime(text: string): string {
  const timeMs = parseTimeMs(text);
  return text.length === 20 && text.endsWith("Z") ? text : formatTime(timeMs);
}

/** Numbers are quantities too; what else there is, is read as the text that it was. */
function canonicalQuantity(value: JsonValue): string {
  const text = value instanceof WrittenNumber ? value.text : typeof value === "object" ? "{}" : String(value);
  return formatQuantity(parseQuantity(text.trim()));
}

function isNumber(value: JsonValue): boolean {
  return typeof value === "number" || typeof value === "bigint" || value instanceof WrittenNumber;
}

/** Integers are written without point and exponent, which only a number as it was written can tell. */
function isInteger(value: JsonValue, scalar: "int32" | "int64"): boolean {
  if (typeof value === "number") {
    return Number.isSafeInteger(value) && (scalar === "int64" || (value >= -(2 ** 31) && value < 2 ** 31));
  }
  return typeof value === "bigint" && scalar === "int64" && BigInt.asIntN(64, value) === value;
}

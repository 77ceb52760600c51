/** What an expression made, as JSON: what it has beyond JSON becomes the text that Kubernetes would write. */
import { Buffer } from "node:buffer";
import {
  CelDouble,
  CelDuration,
  CelOptional,
  CelTimestamp,
  CelUint,
  type CelValue,
  formatTimestamp,
  isMapValue,
  mapEntries,
  runtimeTypeName,
  typeOf,
} from "@pintle/cel";
import { type JsonObject, type JsonValue, setOwn } from "@pintle/machinery";

/** A value that JSON has no place for. */
export class NoJsonError extends Error {
  override readonly name = "NoJsonError";
}

const nanosPerSecond = 1_000_000_000n;

/** Integers that a double does not hold: as they are, or as texts. */
export type LargeIntegers = "exact" | "text";

/** Throws a `NoJsonError` for what has no place in JSON: types, authorizers, what is not there. */
export function celToJson(value: CelValue, large: LargeIntegers = "text"): JsonValue {
  if (value === null || typeof value === "string" || typeof value === "boolean" || typeof value === "number")
    return value;
  if (typeof value === "bigint") return integerToJson(value, large);
  if (value instanceof CelUint) return integerToJson(value.value, large);
  if (value instanceof CelDouble) return Number.isFinite(value.value) ? value.value : String(value.value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (value instanceof CelTimestamp) return formatTimestamp(value);
  if (value instanceof CelDuration) return formatSeconds(value.nanos);
  if (value instanceof CelOptional && value.value !== undefined) return celToJson(value.value, large);
  if (Array.isArray(value)) return value.map((item) => celToJson(item, large));
  if (isMapValue(value)) return mapToJson(mapEntries(value), large);
  throw new NoJsonError(`type conversion not supported for '${runtimeTypeName(typeOf(value))}'`);
}

function integerToJson(value: number | bigint, large: LargeIntegers): JsonValue {
  if (Number.isSafeInteger(Number(value))) return Number(value);
  return large === "exact" ? value : String(value);
}

function mapToJson(entries: Iterable<readonly [CelValue, CelValue]>, large: LargeIntegers): JsonObject {
  const object: JsonObject = {};
  for (const [key, value] of entries) {
    if (typeof key !== "string") {
      throw new NoJsonError(`unsupported type conversion from '${runtimeTypeName(typeOf(key))}' to string`);
    }
    setOwn(object, key, celToJson(value, large));
  }
  return object;
}

/** `90s`, `0.5s`: durations in JSON have no other unit. */
function formatSeconds(nanos: bigint): string {
  const sign = nanos < 0n ? "-" : "";
  const size = nanos < 0n ? -nanos : nanos;
  const fraction = String(size % nanosPerSecond)
    .padStart(9, "0")
    .replace(/0+$/, "");
  return `${sign}${size / nanosPerSecond}${fraction === "" ? "" : `.${fraction}`}s`;
}

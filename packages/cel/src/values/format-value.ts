/** Values as text: as CEL would write them (`formatValue`), and as messages show them (`displayValue`). */
import { isMapValue, mapEntries } from "./cel-map.ts";
import {
  CelDouble,
  CelDuration,
  CelOptional,
  CelTimestamp,
  CelTypeValue,
  CelUint,
  type CelValue,
} from "./cel-value.ts";
import { listItems } from "./declared-value.ts";
import { formatDoublePlain, formatDoubleShort } from "./doubles.ts";
import { formatDuration } from "./durations.ts";
import { Failure, type Outcome } from "./failure.ts";
import { formatTimestamp } from "./timestamps.ts";
import { runtimeTypeName, typeOf } from "./type-of.ts";

/** A literal or a call that makes the value: `"a"`, `2u`, `[1, 2]`, `duration("1s")`. Maps come sorted by their keys' text. */
export function formatValue(value: CelValue): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number" && !Number.isInteger(value)) return formatDouble(value);
  if (typeof value !== "object" || value === null) return String(value);
  const items = listItems(value);
  if (items) return `[${items.map(formatValue).join(", ")}]`;
  if (value instanceof CelDouble) return formatDouble(value.value);
  if (value instanceof CelUint) return `${value.value}u`;
  if (value instanceof CelDuration) return `duration("${formatDuration(value)}")`;
  if (value instanceof CelTimestamp) {
    return `timestamp("${formatTimestamp(new CelTimestamp(value.seconds, value.nanos))}")`;
  }
  if (value instanceof Uint8Array) {
    return `b"${Array.from(value, (byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("")}"`;
  }
  if (value instanceof CelTypeValue) return runtimeTypeName(value.type);
  if (value instanceof CelOptional) {
    return value.value === undefined ? "optional.none()" : `optional.of(${formatValue(value.value)})`;
  }
  if (isMapValue(value)) return formatMap(value);
  return runtimeTypeName(typeOf(value));
}

function formatMap(map: Parameters<typeof mapEntries>[0]): string {
  const entries = Array.from(mapEntries(map), ([key, value]) => [formatValue(key), formatValue(value)] as const);
  entries.sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0));
  return `{${entries.map(([key, value]) => `${key}: ${value}`).join(", ")}}`;
}

function formatDouble(value: number): string {
  if (!Number.isFinite(value)) return `double("${Number.isNaN(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity"}")`;
  const text = formatDoublePlain(value);
  return text.includes(".") ? text : `${text}.0`;
}

/** As cel-go's messages print a value: strings bare, numbers without suffix. */
export function displayValue(value: Outcome): string {
  if (value instanceof Failure) return value.message;
  if (typeof value === "string") return value;
  if (value instanceof CelUint) return String(value.value);
  if (value instanceof CelDouble) return formatDoubleShort(value.value);
  if (typeof value === "number" && !Number.isInteger(value)) return formatDoubleShort(value);
  return formatValue(value);
}

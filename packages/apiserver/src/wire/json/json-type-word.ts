/** What Go's decoder calls a value of JSON that is not of the type it wants: `json: cannot unmarshal bool into …`. */
import type { JsonValue } from "@pintle/machinery";
import { WrittenNumber } from "./written-number.ts";

export function jsonTypeWord(value: JsonValue): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "bigint" || value instanceof WrittenNumber) return "number";
  return typeof value;
}

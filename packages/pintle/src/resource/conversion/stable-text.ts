/** JSON as a text that is the same for values that are equal: for looking them up. */
import { getOwn, type JsonValue } from "@pintle/machinery";

export function stableText(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(stableText).join(",")}]`;
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const parts = Object.keys(value)
    .sort()
    .flatMap((key) => {
      const inner = getOwn(value, key);
      return inner === undefined ? [] : [`${JSON.stringify(key)}:${stableText(inner)}`];
    });
  return `{${parts.join(",")}}`;
}

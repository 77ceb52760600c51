/** Writes a value as Go prints a decoded one, `map[a:1 b:[x y]]`: messages about strategic merge patches quote them so. */
import { compareUtf8, getOwn, isJsonObject, type JsonValue } from "@pintle/machinery";

export function formatGoMap(value: JsonValue): string {
  if (value === null) return "<nil>";
  if (Array.isArray(value)) return `[${value.map(formatGoMap).join(" ")}]`;
  if (!isJsonObject(value)) return String(value);
  const keys = Object.keys(value).sort(compareUtf8);
  return `map[${keys.map((key) => `${key}:${formatGoMap(getOwn(value, key) ?? null)}`).join(" ")}]`;
}

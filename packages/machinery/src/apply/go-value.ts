/**
 * Values in the notation of Go's `%v`, `%#v` and `%T`, which the texts of failed server-side applies carry.
 *
 * They are texts for people who search for them, nothing to parse: `&{map[a:1]}`, `map[string]interface {}{"a":1}`.
 */

import type { JsonValue } from "../json/json-value.ts";
import { formatGoValue, quoteGo } from "../text/go-text.ts";
import { compareUtf8 } from "../text/utf8-order.ts";
import { presentKeys } from "./value-order.ts";

/** `%v`: strings bare, lists and maps without commas. */
export function formatGoPlain(value: JsonValue): string {
  if (value === null) return "<nil>";
  if (typeof value === "string") return value;
  if (typeof value !== "object") return formatGoValue(value);
  if (Array.isArray(value)) return `[${value.map(formatGoPlain).join(" ")}]`;
  const keys = presentKeys(value).sort(compareUtf8);
  return `map[${keys.map((key) => `${key}:${formatGoPlain(value[key] as JsonValue)}`).join(" ")}]`;
}

/** `%#v`: as it would stand in a Go program. */
export function formatGoSyntax(value: JsonValue): string {
  if (value === null) return "interface {}(nil)";
  if (typeof value !== "object") return formatGoValue(value);
  if (Array.isArray(value)) return `[]interface {}{${value.map(formatGoSyntax).join(", ")}}`;
  const keys = presentKeys(value).sort(compareUtf8);
  const members = keys.map((key) => `${quoteGo(key)}:${formatGoSyntax(value[key] as JsonValue)}`);
  return `map[string]interface {}{${members.join(", ")}}`;
}

/** `%T`: the name of the type that Kubernetes decodes a value to, other than a number. */
export function goTypeOf(value: Exclude<JsonValue, null | number | bigint>): string {
  if (typeof value === "boolean") return "bool";
  if (typeof value === "string") return "string";
  return Array.isArray(value) ? "[]interface {}" : "map[string]interface {}";
}

/** Literals as text that parses to the same value. */
import { CelDouble, CelUint, type CelValue } from "../values/cel-value.ts";

/** Numbers, strings, bytes, booleans and null: other values have no literals. */
export function formatLiteral(value: CelValue): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  if (typeof value === "string") return formatString(value);
  if (value instanceof CelDouble) return formatDouble(value.value);
  if (value instanceof CelUint) return `${value.value}u`;
  if (value instanceof Uint8Array) return formatBytes(value);
  throw new TypeError("only numbers, strings, bytes, booleans and null can be written as literals");
}

function formatDouble(value: number): string {
  if (!Number.isFinite(value)) return `double("${value}")`;
  const text = Object.is(value, -0) ? "-0" : String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

const escapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "\x07": "\\a",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\v": "\\v",
};

function formatString(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what has to be escaped.
  const escaped = text.replace(/["\\\x00-\x1f\x7f]/g, (character) => {
    return escapes[character] ?? `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
  });
  return `"${escaped}"`;
}

/** In octal, as cel-go writes them. */
function formatBytes(bytes: Uint8Array): string {
  const octets = Array.from(bytes, (byte) => `\\${byte.toString(8).padStart(3, "0")}`);
  return `b"${octets.join("")}"`;
}

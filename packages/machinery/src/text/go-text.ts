/**
 * Values in the notation of Go, because the API server's messages carry it and people search and test for those messages.
 *
 * Texts are quoted like `%q`, numbers written like `%v`, everything else is JSON with sorted keys and with `<`, `>` and `&`
 * escaped. A lone surrogate, which UTF-8 cannot carry, becomes U+FFFD as it would on the wire.
 */
import { getOwn } from "../json/json-value.ts";
import { compareUtf8 } from "./utf8-order.ts";

const shortEscapes = new Map([
  ['"', '\\"'],
  ["\\", "\\\\"],
  ["\x07", "\\a"],
  ["\b", "\\b"],
  ["\f", "\\f"],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
  ["\v", "\\v"],
]);

/** Printable ASCII but for quotes and backslashes: nearly every text, and told apart without Unicode tables. */
const isPlain = /^[ !#-[\]-~]*$/;
const needsEscape = /["\\]|[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu;

/**
 * The text in double quotes, with everything escaped that does not print: `%q` and `strconv.Quote`. What prints is decided by
 * the Unicode tables of the JavaScript engine, which know a few characters more than those of Go.
 */
export function quoteGo(text: string): string {
  if (isPlain.test(text)) return `"${text}"`;
  return `"${text.toWellFormed().replace(needsEscape, escapeRune)}"`;
}

function escapeRune(rune: string): string {
  const short = shortEscapes.get(rune);
  if (short !== undefined) return short;
  const point = rune.codePointAt(0) ?? 0;
  const hex = point.toString(16);
  if (point < 0x20 || point === 0x7f) return `\\x${hex.padStart(2, "0")}`;
  return point < 0x10000 ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
}

/** A value as a message shows it: texts quoted, numbers and booleans plain, the rest as JSON. Absent counts as null. */
export function formatGoValue(value: unknown): string {
  if (typeof value === "string") return quoteGo(value);
  if (typeof value === "number" || typeof value === "bigint") return formatGoNumber(value);
  return formatGoJson(value);
}

/**
 * Integers are written out as Go writes an int64. Others are float64 there: shortest digits, with an exponent below 1e-4
 * and from 1e6 on. An integral float such as `1e6` cannot be told from an integer here and is written as one.
 */
function formatGoNumber(value: number | bigint): string {
  if (isInt64(value)) return String(value);
  const [mantissa = "", exponent = ""] = Number(value).toExponential().split("e");
  const power = Number(exponent);
  if (power >= -4 && power < 6) return String(value);
  const digits = String(Math.abs(power)).padStart(2, "0");
  return `${mantissa}e${power < 0 ? "-" : "+"}${digits}`;
}

/** By the rule for JSON values, a number beyond 2^53 was never an integer: it would be a bigint. */
function isInt64(value: number | bigint): boolean {
  return typeof value === "bigint" ? BigInt.asIntN(64, value) === value : Number.isSafeInteger(value);
}

/** What Go's `json.Marshal` writes: no spaces, keys in the order of their bytes, nothing that HTML could misread. */
export function formatGoJson(value: unknown): string {
  if (typeof value === "string") return formatGoJsonString(value);
  if (typeof value === "bigint") return isInt64(value) ? String(value) : String(Number(value));
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) return `[${value.map(formatGoJson).join(",")}]`;
  const object = value as { readonly [key: string]: unknown };
  const members = Object.keys(object)
    .filter((key) => getOwn(object, key) !== undefined)
    .sort((left, right) => compareUtf8(left.toWellFormed(), right.toWellFormed()))
    .map((key) => `${formatGoJsonString(key)}:${formatGoJson(getOwn(object, key))}`);
  return `{${members.join(",")}}`;
}

function formatGoJsonString(text: string): string {
  return JSON.stringify(text.toWellFormed()).replace(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

/**
 * JSON as Go writes it, byte for byte: `<`, `>`, `&` and two line separators escaped, half surrogate pairs replaced, integers of 64 bits
 * exact and larger ones as floats. Keys keep their order, but for those of maps that JavaScript would not leave in it.
 */
import type { JsonValue } from "@pintle/machinery";
import { mayHoldIntegerKeys, writeIntegerKeysInOrder } from "./integer-keys.ts";

const misreadByHtml = /[<>&\u2028\u2029]/;
const allMisreadByHtml = /[<>&\u2028\u2029]/g;

/** Values are plain JSON; keys that hold `undefined` are left out. */
export function writeGoJson(value: JsonValue, isPretty = false): string {
  const indent = isPretty ? 2 : undefined;
  let text: string;
  try {
    text = JSON.stringify(value, undefined, indent);
    // Half a surrogate pair alone is written as an escape that begins so, unless a backslash was escaped.
    if (text.includes("\\ud")) text = JSON.stringify(value, withGoValues, indent);
  } catch (error) {
    // A bigint is what JSON.stringify does not take.
    if (!(error instanceof TypeError)) throw error;
    text = JSON.stringify(value, withGoValues, indent);
  }
  if (mayHoldIntegerKeys(text, isPretty)) text = writeIntegerKeysInOrder(value, indent ?? 0, withGoValues);
  return misreadByHtml.test(text) ? text.replace(allMisreadByHtml, escapeUnit) : text;
}

function escapeUnit(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

function withGoValues(_key: string, value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (typeof value !== "bigint") return value;
  return BigInt.asIntN(64, value) === value ? rawJson(String(value)) : Number(value);
}

/** Known to the engines that are supported, and not yet to the compiler's library. */
const rawJson = (JSON as typeof JSON & { rawJSON(text: string): unknown }).rawJSON;

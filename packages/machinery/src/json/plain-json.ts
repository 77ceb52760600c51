/**
 * The fast way through a text that has nothing odd in it, which is nearly every text: native parsing, and the proof that
 * it lost nothing. A text for which the proof fails is read again by the careful reader, which says what is the matter.
 */
import { getOwn, type JsonValue, maxJsonDepth } from "./json-value.ts";
import type { Shape } from "./shape.ts";

/** The value, or nothing when the text needs the careful reader: it is broken, too deep, or loses something in `JSON.parse`. */
export function parsePlainJson(text: string, shape: Shape | undefined): { value: JsonValue } | undefined {
  // Only an escape can bring half a surrogate pair into a text that is well formed.
  if (text.includes("\\ud") || text.includes("\\uD")) return;
  let value: JsonValue;
  try {
    value = JSON.parse(text);
  } catch {
    return;
  }
  const keys = countPlainKeys(value, shape, 0);
  if (Number.isNaN(keys)) return;
  // Of a key that is written twice, JSON.parse keeps one. So there is none exactly when no key was lost.
  return keys === countWrittenKeys(text) ? { value } : undefined;
}

/** The number of keys in all objects, or NaN where there is a number, a depth or a key that wants a closer look. */
function countPlainKeys(value: JsonValue, shape: Shape | undefined, depth: number): number {
  if (typeof value === "number") return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? 0 : Number.NaN;
  if (typeof value !== "object" || value === null) return 0;
  if (depth === maxJsonDepth) return Number.NaN;
  let keys = 0;
  if (Array.isArray(value)) {
    const items = shape?.type === "list" ? shape.items : undefined;
    for (const item of value) keys += countPlainKeys(item, items, depth + 1);
    return keys;
  }
  const map = shape?.type === "map" ? shape : undefined;
  for (const key in value) {
    let inner: Shape | undefined;
    if (map !== undefined) {
      inner = (map.fields && getOwn(map.fields, key)?.shape) ?? map.values;
      if (inner === undefined) return Number.NaN;
    }
    // V8 12.8 to 14.6 can take an escaped key for another one that some earlier text had in its place: it compares the latter
    // with the text as written (nodejs/node#63785). A key that is taken by mistake therefore has a backslash in it.
    if (key.includes("\\")) return Number.NaN;
    keys += 1 + countPlainKeys(value[key] as JsonValue, inner, depth + 1);
  }
  return keys;
}

/** The number of keys in a text that is known to be JSON: strings with a colon behind them. */
function countWrittenKeys(text: string): number {
  let keys = 0;
  let start = text.indexOf('"');
  while (start >= 0) {
    let end = text.indexOf('"', start + 1);
    while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
    let next = end + 1;
    while (text.charCodeAt(next) <= 0x20) next += 1;
    if (text.charCodeAt(next) === 0x3a) keys += 1;
    start = text.indexOf('"', next);
  }
  return keys;
}

/** An odd number of backslashes before a quote escapes it; an even number is backslashes that are escaped themselves. */
function isEscaped(text: string, quote: number): boolean {
  let first = quote;
  while (text.charCodeAt(first - 1) === 0x5c) first -= 1;
  return (quote - first) % 2 === 1;
}

/**
 * Reads the JSON of an API server, as fast as the engine can and exactly: integers beyond 2^53, which `JSON.parse` rounds, come as bigints.
 *
 * The server has checked what it sends, so a text is read with care only where it may hold such a number. To find that out costs next to
 * nothing: sixteen digits in a row cover every sixteenth character, and so only those are looked at.
 */
import { decodeUtf8, type JsonValue, readJson } from "@pintle/machinery";

/** The fewest digits of an integer that a double cannot hold. */
const digits = 16;

/** Throws a `JsonError` for what is no JSON. */
export function decodeJson(bytes: Uint8Array): JsonValue {
  return decodeJsonText(decodeUtf8(bytes));
}

/** The same of a text. */
export function decodeJsonText(text: string): JsonValue {
  if (mayHoldLongInteger(text)) return readJson(text).value;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return readJson(text).value;
  }
}

function mayHoldLongInteger(text: string): boolean {
  let at = digits - 1;
  while (at < text.length) {
    if (isDigit(text.charCodeAt(at))) {
      let first = at;
      while (isDigit(text.charCodeAt(first - 1))) first -= 1;
      while (isDigit(text.charCodeAt(at))) at += 1;
      // What stands before it decides: after a letter, a quote or a point the number is part of a text or a fraction.
      if (at - first >= digits && isBeforeNumber(text, first - 1)) return true;
    }
    at += digits;
  }
  return false;
}

function isBeforeNumber(text: string, at: number): boolean {
  const code = text.charCodeAt(text.charCodeAt(at) === 0x2d ? at - 1 : at);
  // A colon, a comma, a bracket, white space, or the beginning.
  return Number.isNaN(code) || code === 0x3a || code === 0x2c || code === 0x5b || code <= 0x20;
}

/** Before the beginning there is no code but NaN, which is no digit. */
function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

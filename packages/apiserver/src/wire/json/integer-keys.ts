/**
 * Keys that are integers, in Go's order. JavaScript puts them in front of all others and by their value, so that an object cannot hold `"10"`
 * before `"9"`, as Go prints it. Only maps have such keys, and Go prints maps sorted by the bytes of their keys.
 */
import { compareUtf8, getOwn, isJsonObject, type JsonObject, type JsonValue } from "@pintle/machinery";

/** An object that has such keys begins with one. A quote in a text is escaped, so that no text looks like that. */
const beginsWithDigit = /\{\s*"\d/;
const digits = { first: 0x30, last: 0x39 };

/** Whether some object in this JSON could hold keys that are integers. */
export function mayHoldIntegerKeys(text: string, isPretty: boolean): boolean {
  if (isPretty) return beginsWithDigit.test(text);
  // Several times faster than the pattern, and all that is stored comes by here.
  for (let at = text.indexOf('{"'); at >= 0; at = text.indexOf('{"', at + 2)) {
    const unit = text.charCodeAt(at + 2);
    if (unit >= digits.first && unit <= digits.last) return true;
  }
  return false;
}

type Replacer = (key: string, value: unknown) => unknown;

/** As `JSON.stringify` writes it, with maps that hold integers as keys sorted. `indent` is the number of spaces a level, 0 for none. */
export function writeIntegerKeysInOrder(value: JsonValue, indent: number, replacer: Replacer): string {
  const write = (inner: JsonValue, margin: string): string => {
    if (Array.isArray(inner))
      return bracket(
        "[",
        inner.map((item) => write(item ?? null, margin + step)),
        "]",
        margin,
      );
    if (!isJsonObject(inner)) return JSON.stringify(inner, replacer);
    const members = keysInOrder(inner).flatMap((key) => {
      const member = getOwn(inner, key);
      return member === undefined ? [] : [`${writeKey(key)}${write(member, margin + step)}`];
    });
    return bracket("{", members, "}", margin);
  };
  const step = " ".repeat(indent);
  const writeKey = (key: string) => `${JSON.stringify(key, replacer)}:${indent > 0 ? " " : ""}`;
  const bracket = (open: string, parts: readonly string[], close: string, margin: string): string => {
    if (parts.length === 0) return open + close;
    const line = indent > 0 ? `\n${margin}` : "";
    const inner = indent > 0 ? line + step : "";
    return `${open}${inner}${parts.join(`,${inner}`)}${line}${close}`;
  };
  return write(value, "");
}

function keysInOrder(object: JsonObject): string[] {
  const keys = Object.keys(object);
  return isArrayIndex(keys[0] ?? "") ? keys.sort(compareUtf8) : keys;
}

/** What JavaScript orders by value: integers below 2^32 - 1, written as such. */
function isArrayIndex(key: string): boolean {
  const index = Number(key) >>> 0;
  return String(index) === key && index !== 2 ** 32 - 1;
}

/**
 * A path element as a key of fieldsV1: `f:spec`, `k:{"name":"web"}`, `v:"a"`, `i:0`.
 *
 * Formatting follows Kubernetes to the byte, down to which characters its JSON writer escapes, since these keys are
 * compared as text by everything that diffs managedFields.
 */

import { isJsonObject, type JsonValue, maxJsonDepth } from "../json/json-value.ts";
import { formatGoValue } from "../text/go-text.ts";
import { compareUtf8 } from "../text/utf8-order.ts";
import {
  fieldElement,
  formatItemElement,
  indexElement,
  type KeyElement,
  keyElement,
  type PathElement,
  type ValueElement,
  valueElement,
} from "./path-element.ts";
import { presentKeys } from "./value-order.ts";

/** The element, `undefined` for a kind of element that we do not know, or a text that says what is wrong. */
export function parseElementKey(key: string): PathElement | string | undefined {
  if (key[1] !== ":" || key.charCodeAt(0) > 0x7f) return "must begin with a letter and a colon";
  const content = key.slice(2);
  switch (key[0]) {
    case "f":
      return fieldElement(content);
    case "v": {
      const value = parseElementValue(content);
      return value === undefined ? "must hold a JSON value after v:" : asFloats(valueElement(value));
    }
    case "k": {
      const fields = parseElementValue(content);
      if (fields === undefined || (fields !== null && !isJsonObject(fields))) return "must hold a JSON object after k:";
      return asFloats(keyElement(fields ?? {}));
    }
    case "i": {
      const index = /^[+-]?\d+$/.test(content) ? Number(content) : Number.NaN;
      return Number.isSafeInteger(index) ? indexElement(index) : "must hold an integer after i:";
    }
    default:
      return undefined;
  }
}

export function formatElementKey(element: PathElement): string {
  if (element.type === "field") return `f:${element.name}`;
  if (element.type === "index") return `i:${element.index}`;
  if (element.type === "value") return `v:${formatJson(element.value)}`;
  return `k:{${element.fields.map(({ name, value }) => `${quoteName(name)}:${formatJson(value)}`).join(",")}}`;
}

function parseElementValue(text: string): JsonValue | undefined {
  try {
    const value: JsonValue = JSON.parse(text);
    return isUsable(value, maxJsonDepth) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Refuses what later walks could not stand: values that are too deep, and numbers that a double cannot hold. */
function isUsable(value: JsonValue, depth: number): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || value === null) return true;
  return depth > 0 && Object.values(value).every((inner) => isUsable(inner, depth - 1));
}

/** Kubernetes reads all these numbers as floats. Equality does not mind, but the text of large integers shows it. */
function asFloats(element: KeyElement | ValueElement): KeyElement | ValueElement {
  const isLarge =
    element.type === "key" ? element.fields.some(({ value }) => holdsLarge(value)) : holdsLarge(element.value);
  return isLarge ? { ...element, text: formatItemElement(element, formatFloat) } : element;
}

function holdsLarge(value: JsonValue): boolean {
  if (typeof value === "number") return Math.abs(value) >= 1e6;
  return typeof value === "object" && value !== null && Object.values(value).some(holdsLarge);
}

function formatFloat(value: JsonValue): string {
  if (typeof value !== "number" || Math.abs(value) < 1e6) return formatGoValue(value);
  const [mantissa, power = ""] = value.toExponential().split("e+");
  return `${mantissa}e+${power.padStart(2, "0")}`;
}

function formatJson(value: JsonValue): string {
  if (typeof value === "string") return quoteValue(value);
  // Kubernetes' writer gives an exponent two digits at least, as in 1e-07.
  if (typeof value === "number") return String(value).replace(/e([+-])(?=\d$)/, "$&0");
  if (typeof value !== "object" || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(formatJson).join(",")}]`;
  const keys = presentKeys(value).sort(compareUtf8);
  return `{${keys.map((key) => `${quoteValue(key)}:${formatJson(value[key] as JsonValue)}`).join(",")}}`;
}

const needsCare = /["\\\p{Cc}<>&\u2028\u2029\p{Cs}]/u;

/** Names and values differ: only in values does Kubernetes' writer escape what HTML could misread. */
function quoteValue(text: string): string {
  if (!needsCare.test(text)) return `"${text}"`;
  return quoteName(text).replace(/[<>&\u2028\u2029]/g, escapeUnit);
}

function quoteName(text: string): string {
  if (!needsCare.test(text)) return `"${text}"`;
  // The short escapes \b and \f are not used; an escaped backslash before a letter must not be taken for one.
  return JSON.stringify(text.toWellFormed()).replace(/\\(.)/g, (written, letter) => {
    return letter === "b" || letter === "f" ? escapeUnit(letter === "b" ? "\b" : "\f") : written;
  });
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

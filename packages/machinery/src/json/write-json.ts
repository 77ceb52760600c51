/**
 * Writes a value so that reading the text gives it back: bigints as digits, -0 as `-0`, `__proto__` like any key.
 *
 * The order of keys is the object's; keys that hold `undefined` are absent. Whatever JSON cannot say is refused with its
 * path and never written as something else: NaN, functions, dates, class instances, `undefined` in a list.
 */
import { UsageError } from "../errors/usage-error.ts";
import { formatJsonSteps, type JsonSteps } from "./json-problems.ts";
import { getOwn, type JsonObject, type JsonValue, maxJsonDepth } from "./json-value.ts";

/** Any object is taken, because those of interfaces are JSON to us and not to the compiler, and looked at when it is written. */
export function writeJson(value: JsonValue | object): string {
  if (isPlainJson(value, 0)) {
    const text = JSON.stringify(value);
    // JSON.stringify writes half a surrogate pair as an escape, and that alone begins so, unless a backslash was escaped.
    if (!text.includes("\\ud")) return text;
  }
  return writeCarefully(value, []);
}

/** Whether JSON.stringify writes the value exactly, half surrogate pairs aside. */
function isPlainJson(value: unknown, depth: number): boolean {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return true;
  if (typeof value === "number") return isPlainNumber(value);
  if (typeof value !== "object" || depth === maxJsonDepth) return false;
  if (Array.isArray(value)) {
    for (const item of value) if (!isPlainJson(item, depth + 1)) return false;
    return true;
  }
  if (!isPlainObject(value)) return false;
  for (const key in value) {
    const inner = value[key];
    if (inner !== undefined && !isPlainJson(inner, depth + 1)) return false;
  }
  return true;
}

/** JSON.stringify drops the sign of -0, and rounds the digits of integers beyond 2^53. */
function isPlainNumber(value: number): boolean {
  const isRounded = Number.isInteger(value) && !Number.isSafeInteger(value);
  return Number.isFinite(value) && !isRounded && !Object.is(value, -0);
}

/** An object of literals or of another realm's literals, or one without prototype; no Date, Map or other instance of a class. */
function isPlainObject(value: object): value is JsonObject {
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}

function writeCarefully(value: unknown, steps: (string | number)[]): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") return writeNumber(value, steps);
  if (typeof value === "bigint") {
    return Number.isFinite(Number(value)) ? String(value) : refuse(steps, "a bigint beyond 1.8e308");
  }
  if (typeof value === "string") {
    return value.isWellFormed() ? JSON.stringify(value) : refuse(steps, "a string with half of a surrogate pair");
  }
  if (typeof value !== "object") return refuse(steps, value === undefined ? "undefined" : `a ${typeof value}`);
  if (steps.length === maxJsonDepth)
    return refuse(steps, `nested deeper than ${maxJsonDepth} levels, or contains itself`);
  if (Array.isArray(value)) return writeArray(value, steps);
  if (!isPlainObject(value)) return refuse(steps, `an instance of ${value.constructor?.name}, not a plain object`);
  return writeObject(value, steps);
}

/** An integer is written with all its digits, because that is how it is read: as a bigint of the same value. */
function writeNumber(value: number, steps: (string | number)[]): string {
  if (!Number.isFinite(value)) return refuse(steps, String(value));
  if (Object.is(value, -0)) return "-0";
  return Number.isInteger(value) && Math.abs(value) < 1e21 ? String(BigInt(value)) : String(value);
}

// Pieces are appended and never joined: joining would copy the innermost text once a level.
function writeArray(array: readonly unknown[], steps: (string | number)[]): string {
  let text = "";
  let index = 0;
  for (const item of array) {
    steps.push(index);
    text += (index === 0 ? "" : ",") + writeCarefully(item, steps);
    steps.pop();
    index += 1;
  }
  return `[${text}]`;
}

function writeObject(object: JsonObject, steps: (string | number)[]): string {
  let text = "";
  for (const key of Object.keys(object)) {
    const value = getOwn(object, key);
    if (value === undefined) continue;
    steps.push(key);
    if (!key.isWellFormed()) refuse(steps, "a key with half of a surrogate pair");
    text += `${text === "" ? "" : ","}${JSON.stringify(key)}:${writeCarefully(value, steps)}`;
    steps.pop();
  }
  return `{${text}}`;
}

function refuse(steps: JsonSteps, what: string): never {
  // A value that contains itself has a path without end, of which the beginning says enough.
  const shown = formatJsonSteps(steps.slice(0, 30)) + (steps.length > 30 ? "…" : "");
  throw new UsageError(
    "PINTLE_JSON_UNWRITABLE",
    `${shown || "the value"} is ${what}: give writeJson nothing but plain JSON values`,
  );
}

/** The small checks that validation is made of, each in the words of the API server. Zero and empty count as absent, as in Go. */
import {
  FieldError,
  type FieldPath,
  getOwn,
  type JsonObject,
  type JsonValue,
  validateDns1123Label,
  validateDns1123Subdomain,
  validatePortName,
  validateQualifiedName,
} from "@pintle/machinery";
import { numberAt, textAt, valueAt } from "../json-fields.ts";

const maxPort = 65_535;

export function invalidAll(path: FieldPath, value: unknown, complaints: readonly string[]): FieldError[] {
  return complaints.map((complaint) => FieldError.invalid(path, value, complaint));
}

export function requireText(object: JsonObject, key: string, path: FieldPath, detail = ""): FieldError[] {
  return textAt(object, key) === "" ? [FieldError.required(path.child(key), detail)] : [];
}

/** The named numbers, where they are there, are not below zero. */
export function checkNotNegative(object: JsonObject, path: FieldPath, ...keys: readonly string[]): FieldError[] {
  return keys.flatMap((key) => {
    const value = numberAt(object, key);
    return value !== undefined && value < 0
      ? [FieldError.invalid(path.child(key), value, "must be greater than or equal to 0")]
      : [];
  });
}

/** A text of a few; a missing one is required. */
export function checkOneOf(
  object: JsonObject,
  key: string,
  path: FieldPath,
  supported: readonly string[],
): FieldError[] {
  const value = textAt(object, key);
  if (value === "") return [FieldError.required(path.child(key), "")];
  return supported.includes(value) ? [] : [FieldError.notSupported(path.child(key), value, supported)];
}

/** The same where nothing may be said. */
export function checkOneOfIfSet(
  object: JsonObject,
  key: string,
  path: FieldPath,
  supported: readonly string[],
): FieldError[] {
  const value = getOwn(object, key);
  if (typeof value !== "string") return [];
  return supported.includes(value) ? [] : [FieldError.notSupported(path.child(key), value, supported)];
}

export function checkLabel(object: JsonObject, key: string, path: FieldPath): FieldError[] {
  const value = textAt(object, key);
  return value === "" ? [] : invalidAll(path.child(key), value, validateDns1123Label(value));
}

export function checkSubdomain(object: JsonObject, key: string, path: FieldPath): FieldError[] {
  const value = textAt(object, key);
  return value === "" ? [] : invalidAll(path.child(key), value, validateDns1123Subdomain(value));
}

/** The same where an empty text is one that somebody gave. */
export function checkSubdomainIfSet(object: JsonObject, key: string, path: FieldPath): FieldError[] {
  const value = getOwn(object, key);
  return typeof value === "string" ? invalidAll(path.child(key), value, validateDns1123Subdomain(value)) : [];
}

export function checkQualifiedName(object: JsonObject, key: string, path: FieldPath): FieldError[] {
  const value = getOwn(object, key);
  return typeof value === "string" ? invalidAll(path.child(key), value, validateQualifiedName(value)) : [];
}

export function rangeText(least: number, most: number): string {
  return `must be between ${least} and ${most}, inclusive`;
}

export function checkRange(value: number, path: FieldPath, least: number, most: number): FieldError[] {
  return value < least || value > most ? [FieldError.invalid(path, value, rangeText(least, most))] : [];
}

export function checkPort(value: number, path: FieldPath): FieldError[] {
  return checkRange(value, path, 1, maxPort);
}

/** A number, or the name of a port. */
export function checkPortOrName(value: JsonValue | undefined, path: FieldPath): FieldError[] {
  return typeof value === "string"
    ? invalidAll(path, value, validatePortName(value))
    : checkPort(Number(value ?? 0), path);
}

const urlPath = /^[A-Za-z0-9/\-._~%!$&'()*+,;=:]+$/;

/** Something of one's own, under a domain: `acme.io/foo`. */
export function checkDomainPrefixed(value: string, path: FieldPath): FieldError[] {
  if (value === "") return [FieldError.required(path, "")];
  const slash = value.indexOf("/");
  const [host, rest] = [value.slice(0, slash), value.slice(slash + 1)];
  if (slash <= 0 || rest === "") {
    return [FieldError.invalid(path, value, 'must be a domain-prefixed path (such as "acme.io/foo")')];
  }
  const pathComplaint = "Invalid path (regex used for validation is '[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+')";
  return [
    ...invalidAll(path, host, validateDns1123Subdomain(host)),
    ...(urlPath.test(rest) ? [] : [FieldError.invalid(path, rest, pathComplaint)]),
  ];
}

/** A value that stays as it was first said; an absent one is told as what Go has in its place. */
export function checkImmutable(
  object: JsonObject,
  old: JsonObject,
  pathText: string,
  path: FieldPath,
  absent: JsonValue = null,
): FieldError[] {
  const [value, before] = [valueAt(object, pathText) ?? absent, valueAt(old, pathText) ?? absent];
  return isSame(value, before) ? [] : [FieldError.invalid(path, value, "field is immutable")];
}

function isSame(left: JsonValue, right: JsonValue): boolean {
  return JSON.stringify(sortKeys(left)) === JSON.stringify(sortKeys(right));
}

function sortKeys(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (value === null || typeof value !== "object") return typeof value === "bigint" ? String(value) : value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, inner]) => [key, sortKeys(inner)]),
  );
}

const percent = /^[0-9]+%$/;
const percentComplaint =
  "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')";

export function checkIntOrPercent(value: JsonValue | undefined, path: FieldPath): FieldError[] {
  if (typeof value === "string") return percent.test(value) ? [] : [FieldError.invalid(path, value, percentComplaint)];
  const number = Number(value ?? 0);
  return number < 0 ? [FieldError.invalid(path, number, "must be greater than or equal to 0")] : [];
}

export function checkAtMost100Percent(value: JsonValue | undefined, path: FieldPath): FieldError[] {
  const isMore = typeof value === "string" && percent.test(value) && Number.parseInt(value, 10) > 100;
  return isMore ? [FieldError.invalid(path, value, "must not be greater than 100%")] : [];
}

export function intOrPercent(value: JsonValue | undefined): number {
  return typeof value === "string" ? (percent.test(value) ? Number.parseInt(value, 10) : 0) : Number(value ?? 0);
}

/**
 * One thing that is wrong with one field, in the words of the API server: `spec.replicas: Invalid value: -1: must be …`.
 *
 * The types are the reasons that a Status carries in its causes. Validation collects such errors in lists; they are values,
 * not exceptions. `ApiError.invalid` turns a list into the answer 422.
 */

import { formatGoValue, quoteGo } from "../text/go-text.ts";
import type { FieldPath } from "./field-path.ts";

const titles = {
  FieldValueNotFound: "Not found",
  FieldValueRequired: "Required value",
  FieldValueDuplicate: "Duplicate value",
  FieldValueInvalid: "Invalid value",
  FieldValueNotSupported: "Unsupported value",
  FieldValueForbidden: "Forbidden",
  FieldValueTooLong: "Too long",
  FieldValueTooShort: "Too short",
  FieldValueTooMany: "Too many",
  FieldValueTooFew: "Too few",
  FieldValueTypeInvalid: "Invalid value",
  InternalError: "Internal error",
} as const;

export type FieldErrorType = keyof typeof titles;

/** These never show the value: it is absent, secret by intention, or too big to print. */
const withoutValue: ReadonlySet<FieldErrorType> = new Set([
  "FieldValueRequired",
  "FieldValueForbidden",
  "FieldValueTooLong",
  "FieldValueTooShort",
  "InternalError",
]);

export class FieldError {
  readonly type: FieldErrorType;
  /** The path as text, `spec.containers[0].name`. */
  readonly path: string;
  /** What stood there; `undefined` where the message does not show it. */
  readonly badValue: unknown;
  readonly detail: string;

  constructor(type: FieldErrorType, path: FieldPath | string, badValue: unknown, detail: string) {
    this.type = type;
    this.path = String(path);
    this.badValue = badValue;
    this.detail = detail;
  }

  /** The message without the path, as it stands in the causes of a Status. */
  get body(): string {
    let body: string = titles[this.type];
    if (!withoutValue.has(this.type)) body += `: ${formatGoValue(this.badValue)}`;
    return this.detail === "" ? body : `${body}: ${this.detail}`;
  }

  toString(): string {
    return `${this.path}: ${this.body}`;
  }

  /** A value that must be given is missing. */
  static required(path: FieldPath | string, detail: string): FieldError {
    return new FieldError("FieldValueRequired", path, undefined, detail);
  }

  /** A value is malformed or out of bounds. */
  static invalid(path: FieldPath | string, badValue: unknown, detail: string): FieldError {
    return new FieldError("FieldValueInvalid", path, badValue, detail);
  }

  /** A value has the wrong JSON type. */
  static typeInvalid(path: FieldPath | string, badValue: unknown, detail: string): FieldError {
    return new FieldError("FieldValueTypeInvalid", path, badValue, detail);
  }

  /** A value that must be unique occurs again. */
  static duplicate(path: FieldPath | string, badValue: unknown): FieldError {
    return new FieldError("FieldValueDuplicate", path, badValue, "");
  }

  /** What a value refers to does not exist. */
  static notFound(path: FieldPath | string, badValue: unknown): FieldError {
    return new FieldError("FieldValueNotFound", path, badValue, "");
  }

  /** A value is not one of the few that are allowed, which the message lists in the order given. */
  static notSupported(path: FieldPath | string, badValue: unknown, supported: readonly string[]): FieldError {
    const detail = supported.length === 0 ? "" : `supported values: ${supported.map(quoteGo).join(", ")}`;
    return new FieldError("FieldValueNotSupported", path, badValue, detail);
  }

  /** A value would be fine elsewhere, or at another time, but not here and now. */
  static forbidden(path: FieldPath | string, detail: string): FieldError {
    return new FieldError("FieldValueForbidden", path, undefined, detail);
  }

  static tooLong(path: FieldPath | string, maxBytes: number): FieldError {
    return new FieldError("FieldValueTooLong", path, undefined, `may not be more than ${count(maxBytes, "byte")}`);
  }

  static tooLongCharacters(path: FieldPath | string, maxCharacters: number): FieldError {
    return new FieldError(
      "FieldValueTooLong",
      path,
      undefined,
      `may not be more than ${count(maxCharacters, "character")}`,
    );
  }

  static tooShort(path: FieldPath | string, minCharacters: number): FieldError {
    return new FieldError(
      "FieldValueTooShort",
      path,
      undefined,
      `must be at least ${count(minCharacters, "character")}`,
    );
  }

  static tooMany(path: FieldPath | string, actualItems: number, maxItems: number): FieldError {
    const detail = `must have at most ${count(maxItems, "item")}`;
    return new FieldError("FieldValueTooMany", path, actualItems, detail);
  }

  static tooFew(path: FieldPath | string, actualItems: number, minItems: number): FieldError {
    const detail = `must have at least ${count(minItems, "item")}`;
    return new FieldError("FieldValueTooFew", path, actualItems, detail);
  }

  /** The check itself failed; the input may be fine. */
  static internal(path: FieldPath | string, detail: string): FieldError {
    return new FieldError("InternalError", path, undefined, detail);
  }
}

function count(amount: number, unit: string): string {
  return `${amount} ${amount === 1 ? unit : `${unit}s`}`;
}

/** The errors in one line: a single one as it is, several as `[a, b]`, each text once. No errors give an empty text. */
export function joinFieldErrors(errors: readonly FieldError[]): string {
  const texts = [...new Set(errors.map(String))];
  return texts.length === 1 ? texts.join() : texts.length === 0 ? "" : `[${texts.join(", ")}]`;
}

/** As many characters as an answer tells of what is wrong, about as many as the request may have had. */
const maxToldCharacters = 3 * 1024 * 1024;

/** The errors that an answer has room for, the first ones, and at least one. Thousands of values may each violate one of thousands of names. */
export function limitFieldErrors(errors: readonly FieldError[]): readonly FieldError[] {
  let left = maxToldCharacters;
  const end = errors.findIndex((error) => {
    const isTold = left > 0;
    left -= isTold ? error.path.length + error.body.length : 0;
    return !isTold;
  });
  return end < 0 ? errors : errors.slice(0, end);
}

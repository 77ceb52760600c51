/**
 * What a value does against its schema, before it is told to the user.
 *
 * The API server keeps one violation per text, wherever it was found, and tells them apart by that text alone; so does this.
 * `type` and `detail` follow its translation to field errors, in which sums such as `anyOf` have lost their place.
 */
import { FieldError, type FieldErrorType, type FieldPath, formatGoJson } from "@pintle/machinery";
import { formatGoFloat } from "./go-number.ts";

export interface Violation {
  readonly type: FieldErrorType;
  /** Dotted path from the validated value; `undefined` for violations that upstream reports without a place. */
  readonly path: string | undefined;
  readonly badValue: unknown;
  readonly detail: string;
  /** The text by which two violations are the same. */
  readonly text: string;
  /** Set where `badValue` is a number that counts as a float64 though it is integral. */
  readonly isFloat?: boolean;
}

/**
 * After so many nobody looks for more: a schema that requires thousands of fields of each of thousands of items would find more than memory
 * holds. The value is refused in any case.
 */
export const maxViolations = 200_000;

export function violation(path: string, type: FieldErrorType, badValue: unknown, text: string): Violation {
  return { type, path, badValue, detail: text, text };
}

/** A violation of a sum of schemas or of a number's range: the API server does not say where it is, but in the text. */
export function placeless(text: string): Violation {
  return { type: "FieldValueInvalid", path: undefined, badValue: "", detail: text, text };
}

export function wrongType(path: string, expected: string, found: string): Violation {
  const text = `${path} in body must be of type ${expected}: ${formatFound(found)}`;
  return violation(path, "FieldValueTypeInvalid", found, text);
}

function formatFound(found: string): string {
  return new FieldError("FieldValueInvalid", "", found, "").body.slice("Invalid value: ".length);
}

export function unsupported(path: string, value: unknown, allowed: readonly unknown[]): Violation {
  const { detail, names } = enumTexts.get(allowed) ?? describeEnum(allowed);
  return { type: "FieldValueNotSupported", path, badValue: value, detail, text: `${path} enum ${names}` };
}

interface EnumTexts {
  readonly detail: string;
  /** Tells enumerations apart. Of a very long one not all is needed for that. */
  readonly names: string;
}

/** Shared by all violations of one enumeration: thousands of values may violate one of thousands of names. */
const enumTexts = new WeakMap<readonly unknown[], EnumTexts>();

function describeEnum(allowed: readonly unknown[]): EnumTexts {
  const names = allowed.map((item) => (typeof item === "string" ? item : formatGoJson(item)));
  const { detail } = FieldError.notSupported("", undefined, names);
  const texts = { detail, names: names.length < 1_000 ? names.join(" ") : `${names.length} ${names.slice(0, 1_000)}` };
  enumTexts.set(allowed, texts);
  return texts;
}

/** A number that the API server has as a float64, whatever it looked like in JSON: it is shown as one. */
class FloatError extends FieldError {
  override get body(): string {
    return `Invalid value: ${formatGoFloat(Number(this.badValue))}: ${this.detail}`;
  }
}

/** The field errors for the violations of the value at `base`, each text once. */
export function toFieldErrors(violations: readonly Violation[], base: FieldPath): FieldError[] {
  const seen = new Set<string>();
  const errors: FieldError[] = [];
  for (const { type, path, badValue, detail, text, isFloat } of violations) {
    if (seen.has(text)) continue;
    seen.add(text);
    const name = path?.startsWith(".") ? path.slice(1) : path;
    const isHere = name === undefined || path === "" || path === ".";
    const place = isHere ? base : base.child(name);
    errors.push(
      isFloat ? new FloatError(type, place, badValue, detail) : new FieldError(type, place, badValue, detail),
    );
  }
  return errors;
}

/** Field errors to build here and upstream: every type, odd paths, and values whose printing is easily got wrong. */

import { FieldError, type FieldErrorType, type FieldPath, fieldPath } from "@pintle/machinery";
import fc from "fast-check";

const oddTexts = [
  "",
  " ",
  "a b",
  'say "no"',
  "back\\slash",
  "<a> & b",
  "tab\t\x07\x7f\x00",
  "é\u0301\u00a0\u2028",
  "😀\ufeff",
];
// Long in Unicode, because Go's tables are older than those of JavaScript engines: a letter, a mark, a digit, symbols,
// spaces that do not print, controls, private use, a character outside the BMP, one that nobody assigned.
const units = [..."aZ0-./:é\u0301٣€«ß文\u00a0\u2003\u200b\u0085\u00ad\ue000\u0378😀𝒳\u{e0001}\u{10ffff}\uffff"];
export const oddText = fc.oneof(
  fc.constantFrom("nginx", "web-0", "must be no more than 63 characters", ...oddTexts, "\ud800 alone", "\ufffd"),
  fc.string({ unit: "grapheme-ascii", maxLength: 12 }),
  fc.string({ unit: fc.constantFrom(...units), maxLength: 6 }),
);
// Integers beyond 2^53 are bigints, so a number of that size is never one that Go would read as an int64.
const fraction = fc
  .double({ noNaN: true, noDefaultInfinity: true })
  .filter((n) => !Number.isInteger(n) || Math.abs(n) >= 2 ** 63);
const scalar = fc.oneof(
  oddText,
  fc.integer(),
  fc.maxSafeInteger(),
  fc.bigInt({ min: -(2n ** 65n), max: 2n ** 65n }),
  fraction,
  fc.constantFrom(0.1, 0.0001, 0.00001234, 123456.5, 1234567.5, 1e-7, 1e21, 1e300),
  fc.boolean(),
  fc.constant(null),
);
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    scalar,
    fc.array(tie("json"), { maxLength: 3 }),
    fc.dictionary(
      fc.oneof(oddText, fc.constantFrom("a", "B", "\uffee", "😀", "__proto__", "constructor")),
      tie("json"),
      { maxKeys: 4 },
    ),
  ),
}));

const step = fc.oneof(
  fc.tuple(fc.constant("child" as const), fc.oneof(fc.constantFrom("spec", "metadata", "", "a.b"), oddText)),
  fc.tuple(fc.constant("key" as const), fc.oneof(fc.constantFrom("app.kubernetes.io/name", ""), oddText)),
  fc.tuple(fc.constant("index" as const), fc.integer({ min: -1, max: 300 }).map(String)),
);
const types = [
  "FieldValueRequired",
  "FieldValueInvalid",
  "FieldValueTypeInvalid",
  "FieldValueDuplicate",
  "FieldValueNotFound",
  "FieldValueNotSupported",
  "FieldValueForbidden",
  "FieldValueTooLong",
  "FieldValueTooLongCharacters",
  "FieldValueTooShort",
  "FieldValueTooMany",
  "FieldValueTooFew",
  "InternalError",
] as const satisfies (FieldErrorType | "FieldValueTooLongCharacters")[];
const amount = fc.oneof(fc.constantFrom(0, 1, 2, 63), fc.nat());
export const fieldErrorCase = fc.record({
  type: fc.constantFrom(...types),
  path: fc.array(step, { maxLength: 4 }),
  badValue: json,
  detail: oddText,
  supported: fc.array(oddText, { maxLength: 3 }),
  amounts: fc.tuple(amount, amount),
});
export type FieldErrorCase = typeof fieldErrorCase extends fc.Arbitrary<infer Value> ? Value : never;

const integers = (_: string, value: unknown) =>
  typeof value === "bigint" ? (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(String(value)) : value;
export const asQuestion = (input: FieldErrorCase) => ({ ...input, badValue: JSON.stringify(input.badValue, integers) });

function pathOf(steps: FieldErrorCase["path"]): FieldPath {
  return steps.reduce((path, [kind, name]) => {
    if (kind === "index") return path.index(Number(name));
    return kind === "key" ? path.key(name) : path.child(name);
  }, fieldPath());
}

export function fieldErrorOf({ type, path: steps, badValue, detail, supported, amounts }: FieldErrorCase): FieldError {
  const path = pathOf(steps);
  const [actual, limit] = amounts;
  switch (type) {
    case "FieldValueRequired":
      return FieldError.required(path, detail);
    case "FieldValueInvalid":
      return FieldError.invalid(path, badValue, detail);
    case "FieldValueTypeInvalid":
      return FieldError.typeInvalid(path, badValue, detail);
    case "FieldValueDuplicate":
      return FieldError.duplicate(path, badValue);
    case "FieldValueNotFound":
      return FieldError.notFound(path, badValue);
    case "FieldValueNotSupported":
      return FieldError.notSupported(path, badValue, supported);
    case "FieldValueForbidden":
      return FieldError.forbidden(path, detail);
    case "FieldValueTooLong":
      return FieldError.tooLong(path, limit);
    case "FieldValueTooLongCharacters":
      return FieldError.tooLongCharacters(path, limit);
    case "FieldValueTooShort":
      return FieldError.tooShort(path, limit);
    case "FieldValueTooMany":
      return FieldError.tooMany(path, actual, limit);
    case "FieldValueTooFew":
      return FieldError.tooFew(path, actual, limit);
    case "InternalError":
      return FieldError.internal(path, detail);
  }
}

import assert from "node:assert/strict";
import { test } from "node:test";
import { FieldError, joinFieldErrors } from "./field-error.ts";
import { fieldPath } from "./field-path.ts";

const path = fieldPath("spec", "replicas");

test("each constructor gives upstream's words", () => {
  const texts: [FieldError, string][] = [
    [FieldError.required(path, "say how many"), "spec.replicas: Required value: say how many"],
    [FieldError.required(path, ""), "spec.replicas: Required value"],
    [FieldError.invalid(path, -1, "must not be negative"), "spec.replicas: Invalid value: -1: must not be negative"],
    [FieldError.typeInvalid(path, "1", "must be integer"), 'spec.replicas: Invalid value: "1": must be integer'],
    [FieldError.duplicate(path, { b: 1, a: null }), 'spec.replicas: Duplicate value: {"a":null,"b":1}'],
    [FieldError.notFound(path, "x"), 'spec.replicas: Not found: "x"'],
    [
      FieldError.notSupported(path, "x", ["b", "a"]),
      'spec.replicas: Unsupported value: "x": supported values: "b", "a"',
    ],
    [FieldError.notSupported(path, "x", []), 'spec.replicas: Unsupported value: "x"'],
    [FieldError.forbidden(path, "not now"), "spec.replicas: Forbidden: not now"],
    [FieldError.tooLong(path, 63), "spec.replicas: Too long: may not be more than 63 bytes"],
    [FieldError.tooLong(path, 1), "spec.replicas: Too long: may not be more than 1 byte"],
    [FieldError.tooLongCharacters(path, 1), "spec.replicas: Too long: may not be more than 1 character"],
    [FieldError.tooShort(path, 2), "spec.replicas: Too short: must be at least 2 characters"],
    [FieldError.tooMany(path, 3, 1), "spec.replicas: Too many: 3: must have at most 1 item"],
    [FieldError.tooFew(path, 0, 2), "spec.replicas: Too few: 0: must have at least 2 items"],
    [FieldError.internal(path, "no schema"), "spec.replicas: Internal error: no schema"],
  ];
  for (const [error, text] of texts) assert.equal(String(error), text);
});

test("an absent value is shown as null", () => {
  assert.equal(FieldError.invalid(path, undefined, "").body, "Invalid value: null");
});

test("the path may be a text, as schema and CEL rules give it", () => {
  assert.equal(FieldError.required("spec.a[0]", "").path, "spec.a[0]");
});

test("a single error stands alone, several in brackets, and the same text once", () => {
  const negative = FieldError.invalid(path, -1, "");
  const missing = FieldError.required("spec", "");

  assert.equal(joinFieldErrors([]), "");
  assert.equal(joinFieldErrors([negative, negative]), "spec.replicas: Invalid value: -1");
  assert.equal(
    joinFieldErrors([negative, missing, negative]),
    "[spec.replicas: Invalid value: -1, spec: Required value]",
  );
});

import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonValue } from "@pintle/machinery";
import { compileSchema } from "../compile/compile-schema.ts";
import type { StructuralSchema, ValidationRule } from "../structural-schema.ts";

function judge(schema: StructuralSchema, rule: Partial<ValidationRule>, value: JsonValue): string[] {
  const ruled = { ...schema, "x-kubernetes-validations": [{ rule: "false", ...rule }] };
  return compileSchema({ type: "object", properties: { a: ruled } })
    .validate({ apiVersion: "v1", kind: "W", metadata: {}, a: value })
    .map(String);
}

const integer: StructuralSchema = { type: "integer" };

test("a message is trimmed; without one the rule speaks for itself", () => {
  assert.deepEqual(judge(integer, { message: "  no more " }, 1), ["a: Invalid value: 1: no more"]);
  assert.deepEqual(judge(integer, { rule: " self > 1\n" }, 1), ["a: Invalid value: 1: failed rule: self > 1"]);
});

test("an expression composes the message, and the plain one takes its place where it cannot", () => {
  const composed = (messageExpression: string, value = 1) =>
    judge(integer, { message: "plain", messageExpression }, value)[0]?.slice("a: Invalid value: 1: ".length);
  assert.equal(composed("'got ' + string(self)"), "got 1");
  assert.equal(composed("'  padded  '"), "padded");
  assert.equal(composed("string(1 / (self - 1))"), "plain");
  assert.equal(composed("''"), "plain");
  assert.equal(composed("' \\t'"), "plain");
  assert.equal(composed("'two\\nlines'"), "plain");
  assert.equal(composed(`'${"x".repeat(5_120)}'`), "x".repeat(5_120));
  assert.equal(composed(`'${"x".repeat(5_121)}'`), "plain");
});

test("the reason decides the kind of error, and the path which field it is about", () => {
  const object: StructuralSchema = {
    type: "object",
    properties: { b: { type: "object", properties: { c: integer } } },
  };
  const about = (reason: string) => judge(object, { reason, message: "m", fieldPath: ".b.c" }, {});
  assert.deepEqual(about("FieldValueForbidden"), ["a.b.c: Forbidden: m"]);
  assert.deepEqual(about("FieldValueRequired"), ["a.b.c: Required value: m"]);
  assert.deepEqual(about("FieldValueDuplicate"), ["a.b.c: Duplicate value"]);
  assert.deepEqual(about("FieldValueInvalid"), ["a.b.c: Invalid value: m"]);
  assert.deepEqual(judge(integer, { reason: "FieldValueDuplicate" }, 7), ["a: Duplicate value: 7"]);
});

test("spaces at the ends are those of Go: NEL is one, the byte order mark is not", () => {
  assert.deepEqual(judge(integer, { message: "\u0085\u3000m\ufeff" }, 1), ["a: Invalid value: 1: m\ufeff"]);
});

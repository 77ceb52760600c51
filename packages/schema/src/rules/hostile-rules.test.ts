import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject, JsonValue } from "@pintle/machinery";
import { compileSchema } from "../compile/compile-schema.ts";
import type { StructuralSchema } from "../structural-schema.ts";

const numbers = Array.from({ length: 200 }, (_, index) => index);

function judge(rules: readonly string[], list: JsonValue): string[] {
  const schema: StructuralSchema = {
    type: "array",
    items: { type: "integer", "x-kubernetes-validations": [{ rule: "self < 0" }] },
    "x-kubernetes-validations": rules.map((rule) => ({ rule })),
  };
  return compileSchema({ type: "object", properties: { a: schema } })
    .validate({ apiVersion: "v1", kind: "W", metadata: {}, a: list })
    .map(String);
}

test("a rule that explodes is stopped at its limit, and no rule runs after it", () => {
  const rule = "self.all(a, self.all(b, self.all(c, self.all(d, a + b + c + d >= 0))))";
  const limit = "operation cancelled: actual cost limit exceeded";
  assert.deepEqual(judge([rule, "false"], numbers), [
    `a: Invalid value: "array": '${limit}': no further validation rules will be run due to call cost exceeds limit for rule: ${rule}`,
  ]);
});

test("rules that cost too much together are stopped when the object's budget is spent", () => {
  const rule = "self.all(a, self.all(b, a + b >= 0))";
  const errors = judge(
    Array.from({ length: 100 }, () => rule),
    numbers,
  );
  assert.deepEqual(errors, [
    'a: Invalid value: "array": validation failed due to running out of cost budget, no further validation rules will be run',
  ]);
});

test("values that nest 10,000 levels deep are judged without an overflow of the stack", () => {
  const deep = (isList: boolean) =>
    Array.from({ length: 10_000 }).reduce<JsonValue>((inner) => (isList ? [inner] : { a: inner }), 1);
  const open: StructuralSchema = {
    type: "object",
    "x-kubernetes-preserve-unknown-fields": true,
    properties: { n: { type: "integer", "x-kubernetes-validations": [{ rule: "self > 1" }] } },
  };
  const map: StructuralSchema = {
    type: "object",
    additionalProperties: { "x-kubernetes-preserve-unknown-fields": true },
  };
  const compiled = compileSchema({
    type: "object",
    properties: { spec: { ...open, "x-kubernetes-validations": [{ rule: "self == oldSelf" }] }, other: map },
  });
  for (const isList of [false, true]) {
    const make = (): JsonObject => ({
      kind: "W",
      spec: { n: 1, raw: deep(isList) },
      other: { raw: deep(isList) },
    });
    const { object } = compiled.prepare(make());
    assert.equal(compiled.validate(object).length, 1);
    assert.match(
      String(compiled.validate(object, make())),
      /nest deeper than 2000 levels are not compared evaluating rule/,
    );
  }
});

import assert from "node:assert/strict";
import { test } from "node:test";
import type { StructuralSchema, ValidationRule } from "../structural-schema.ts";
import { type CompiledRule, compileRules } from "./compiled-rule.ts";
import { declareType } from "./declared-type.ts";

function compile(schema: StructuralSchema, rule: ValidationRule): CompiledRule {
  const declared = declareType(schema, false);
  assert.ok(declared);
  const [compiled] = compileRules({ ...schema, "x-kubernetes-validations": [rule] }, declared);
  assert.ok(compiled);
  return compiled;
}

const schema: StructuralSchema = {
  type: "object",
  properties: {
    a: { type: "string", maxLength: 5 },
    labels: { type: "object", additionalProperties: { type: "string" } },
  },
};

test("a rule becomes a program with what it costs at worst", () => {
  const { program, error, usesOldSelf, maxCost, maxCardinality } = compile(schema, { rule: "self.a == 'abc'" });
  assert.equal(error, undefined);
  assert.equal(usesOldSelf, false);
  assert.deepEqual(program?.evaluate({ self: { a: "abc" } }).value, true);
  assert.equal(maxCost, 3);
  assert.equal(maxCardinality, 1_048_576);
});

test("a rule that names the old value is a transition rule, even where the name is a variable of its own", () => {
  assert.equal(compile(schema, { rule: "self == oldSelf" }).usesOldSelf, true);
  assert.equal(compile(schema, { rule: "[1].all(oldSelf, oldSelf > 0)" }).usesOldSelf, true);
  assert.equal(compile(schema, { rule: "'oldSelf' == self.a" }).usesOldSelf, false);
});

test("an empty rule has neither a program nor an error", () => {
  const { program, error } = compile(schema, { rule: " \n" });
  assert.deepEqual([program, error], [undefined, undefined]);
});

test("a wrong rule keeps what is wrong, and costs nothing", () => {
  const { program, error, maxCost } = compile(schema, { rule: "self.nope" });
  assert.equal(program, undefined);
  assert.match(error ?? "", /^compilation failed: ERROR: <input>:1:5: undefined field 'nope'/);
  assert.equal(maxCost, 0);
});

test("a constant pattern that is none fails the program", () => {
  const { error } = compile(schema, { rule: "self.a.find('[') == ''" });
  assert.equal(error, "program instantiation failed: error parsing regexp: missing closing ]: `[`");
});

test("a message is compiled with its rule, and a path read only where the message is right", () => {
  const rule = "self.a == ''";
  const right = compile(schema, { rule, messageExpression: "'not ' + self.a", fieldPath: ".labels.app" });
  assert.ok(right.messageExpression && "program" in right.messageExpression);
  assert.equal(right.fieldPath, "labels[app]");
  const wrong = compile(schema, { rule, messageExpression: "self.nope", fieldPath: ".a" });
  assert.ok(wrong.messageExpression && "error" in wrong.messageExpression);
  assert.match(wrong.messageExpression.error, /^messageExpression compilation failed: /);
  assert.equal(wrong.fieldPath, undefined);
});

test("with an optional old value, oldSelf is asked before it is used", () => {
  assert.equal(compile(schema, { rule: "oldSelf.orValue(self) == self", optionalOldSelf: true }).error, undefined);
  assert.match(compile(schema, { rule: "oldSelf.orValue(self) == self" }).error ?? "", /found no matching overload/);
});

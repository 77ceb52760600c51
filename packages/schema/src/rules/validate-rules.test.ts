import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject, JsonValue } from "@pintle/machinery";
import { compileSchema, type ValidationOptions } from "../compile/compile-schema.ts";
import type { StructuralSchema, ValidationRule } from "../structural-schema.ts";

type Rule = string | ValidationRule;

function ruled(schema: StructuralSchema, ...rules: readonly Rule[]): StructuralSchema {
  return { ...schema, "x-kubernetes-validations": rules.map((rule) => (typeof rule === "string" ? { rule } : rule)) };
}

/** What is said about `spec.a`, changed from `old` where that is given. */
function judge(schema: StructuralSchema, value: JsonValue, old?: JsonValue, options?: ValidationOptions): string[] {
  const root: StructuralSchema = {
    type: "object",
    properties: { spec: { type: "object", properties: { a: schema } }, status: { type: "object" } },
  };
  const objectWith = (a: JsonValue): JsonObject => ({ apiVersion: "v1", kind: "W", metadata: {}, spec: { a } });
  return compileSchema(root)
    .validate(objectWith(value), old === undefined ? undefined : objectWith(old), options)
    .map(String);
}

const integer: StructuralSchema = { type: "integer" };
const texts: StructuralSchema = { type: "array", items: { type: "string" } };
const set: StructuralSchema = { ...texts, "x-kubernetes-list-type": "set" };

test("a rule that fails is told by its text, and scalars are shown", () => {
  assert.deepEqual(judge(ruled(integer, "self > 1"), 1), ["spec.a: Invalid value: 1: failed rule: self > 1"]);
  assert.deepEqual(judge(ruled(texts, "size(self) > 1"), ["x"]), [
    "spec.a: Invalid value: failed rule: size(self) > 1",
  ]);
  assert.deepEqual(judge(ruled(integer, "self > 1"), 2), []);
});

test("a rule that cannot be answered says why", () => {
  assert.deepEqual(judge(ruled(integer, "1 / self > 1"), 0), [
    'spec.a: Invalid value: "integer": division by zero evaluating rule: 1 / self > 1',
  ]);
  const intOrString = { "x-kubernetes-int-or-string": true };
  assert.deepEqual(judge(ruled(intOrString, { rule: "self > 1", message: " more " }), "x"), [
    "spec.a: Invalid value: \"\": 'no such overload': call arguments did not match a supported operator, function or macro signature for rule: more",
  ]);
});

test("a missing field is told by its name in CEL", () => {
  const object: StructuralSchema = { type: "object", properties: { namespace: { type: "string" }, "a-b": integer } };
  assert.match(String(judge(ruled(object, "self.__namespace__ == ''"), {})), /no such key: __namespace__ evaluating/);
  assert.deepEqual(judge(ruled(object, "self.a__dash__b == 1"), { "a-b": 1 }), []);
});

test("a null is not held against the rules of its schema", () => {
  assert.deepEqual(judge(ruled({ ...integer, nullable: true }, "self > 1"), null), []);
});

test("rules are not asked about an object that its schema refuses", () => {
  const errors = judge(ruled({ type: "string", maxLength: 2 }, "self == 'x'"), "abc");
  assert.deepEqual(errors, [
    "spec.a: Too long: may not be more than 2 bytes",
    "<nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation",
  ]);
  assert.equal(judge(ruled({ type: "integer", minimum: 2 }, "self > 5"), 1).length, 2, "a bound does not block");
});

test("a transition rule runs where there is an old value, items of map-lists among them", () => {
  const grows = ruled(integer, "self >= oldSelf");
  assert.deepEqual(judge(grows, 1), []);
  assert.equal(judge(grows, 1, 2).length, 1);
  const ports: StructuralSchema = {
    type: "array",
    items: { type: "object", properties: { name: { type: "string" }, port: grows }, required: ["name"] },
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["name"],
  };
  const errors = judge(
    ports,
    [
      { name: "b", port: 1 },
      { name: "a", port: 1 },
    ],
    [{ name: "a", port: 2 }],
  );
  assert.deepEqual(errors, ["spec.a[1].port: Invalid value: 1: failed rule: self >= oldSelf"]);
});

test("a rule with an optional oldSelf runs on creation, too", () => {
  const rule = { rule: "oldSelf.hasValue() || self == 1", optionalOldSelf: true };
  assert.equal(judge(ruled(integer, rule), 2).length, 1);
  assert.deepEqual(judge(ruled(integer, rule), 2, 3), []);
});

test("an object taken out of an optional oldSelf has lost its schema: its date-times are texts", () => {
  const object: StructuralSchema = {
    type: "object",
    properties: { at: { type: "string", format: "date-time" }, n: integer },
  };
  const rule = { rule: "!oldSelf.hasValue() || oldSelf.value() == self", optionalOldSelf: true };
  const at = "2020-01-01T00:00:00Z";
  assert.deepEqual(judge(ruled(object, rule), { n: 1 }, { n: 1 }), []);
  assert.equal(judge(ruled(object, rule), { n: 1, at }, { n: 1, at }).length, 1);
  assert.deepEqual(judge(ruled(object, "oldSelf == self"), { n: 1, at }, { n: 1, at }), []);
});

test("a failure that was there before is a warning, but not of a transition rule", () => {
  const warnings: string[] = [];
  const options = { warn: (text: string) => void warnings.push(text) };
  assert.deepEqual(judge(ruled(integer, "self > 1"), 1, 1, options), []);
  assert.deepEqual(warnings, ["spec.a: Invalid value: 1: failed rule: self > 1"]);
  assert.equal(judge(ruled(integer, "self > oldSelf"), 1, 1).length, 1);
  assert.equal(judge(ruled(integer, "self > 1"), 1, 0).length, 1, "the value changed");
});

test("order does not count in sets, and adding to one adds what it lacks", () => {
  assert.deepEqual(judge(ruled(set, "self == ['b', 'a']"), ["a", "b"]), []);
  assert.equal(judge(ruled(texts, "self == ['b', 'a']"), ["a", "b"]).length, 1);
  assert.deepEqual(judge(ruled(set, "(self + ['a', 'c']).size() == 3"), ["a", "b"]), []);
  assert.equal(judge(ruled(set, "['b', 'a'] == self"), ["a", "b"]).length, 1, "the list on the left decides");
});

test("a stored value of another type than its schema's is refused by the rule that reads it", () => {
  const object: StructuralSchema = ruled(
    { type: "object", properties: { n: integer } },
    "self.n > 1 || self == oldSelf",
  );
  assert.deepEqual(judge(object, { n: "x" }, { n: "x" }), [
    'spec.a: Invalid value: "object": invalid data, expected int, got string evaluating rule: self.n > 1 || self == oldSelf',
  ]);
});

test("`has()`, `.?` and `==` on a stored value of another type are errors of evaluation, and `!=` is true", () => {
  const inner: StructuralSchema = { type: "object", properties: { b: { type: "string" } } };
  const stored = { a: "text" };
  const judgeRule = (rule: string) => judge(ruled({ type: "object", properties: { a: inner } }, rule), stored, stored);
  const why = "invalid data, expected a map for the provided schema with type=object";
  for (const rule of [
    "has(self.a.b) == has(oldSelf.a)",
    "has(self.a) || oldSelf.a.b == ''",
    "self.a == oldSelf.a",
    "self.?a == oldSelf.?a",
  ]) {
    assert.deepEqual(judgeRule(rule), [`spec.a: Invalid value: "object": ${why} evaluating rule: ${rule}`]);
  }
  assert.deepEqual(judgeRule("self != oldSelf"), []);
  assert.deepEqual(judgeRule("[self] == [oldSelf]"), [], "what cannot be compared in a list passes for equal");
});

test("`has()` of a list that passed for a text with a format is an error of evaluation", () => {
  const time: StructuralSchema = { type: "object", properties: { t: { type: "string", format: "date-time" } } };
  assert.deepEqual(judge(ruled(time, "has(self.t)"), { t: [] }), [
    'spec.a: Invalid value: "object": invalid data, expected string, got []interface {} evaluating rule: has(self.t)',
  ]);
});

test("items of another type fail only what uses them", () => {
  const list: StructuralSchema = { type: "array", items: integer };
  const judgeRule = (rule: string) => judge(ruled(list, rule), [1, "x"], [1, "x"]);
  assert.deepEqual(judgeRule("self == self || self.all(x, true) && oldSelf.size() == 2 && self[?1].hasValue()"), []);
  assert.deepEqual(judgeRule("self.exists(x, x == 1) && oldSelf[0] == 1"), []);
  assert.deepEqual(judgeRule("self.all(x, x == 1) || self != oldSelf && self.sum() == 1"), [
    'spec.a: Invalid value: "array": invalid data, expected int, got string evaluating rule: self.all(x, x == 1) || self != oldSelf && self.sum() == 1',
  ]);
});

test("a list literal beside a set in one list is a list", () => {
  const set: StructuralSchema = { type: "array", "x-kubernetes-list-type": "set", items: integer };
  assert.equal(judge(ruled(set, "[self, [2, 1]].all(x, x == self)"), [1, 2]).length, 1);
  assert.deepEqual(judge(ruled(set, "[self, [2, 1]].all(x, self == x)"), [1, 2]), []);
});

test("what a rule adds to a set is in it for the rules after it", () => {
  const rules = [{ rule: "(self + ['z']).size() == 2" }, { rule: "self == ['z']" }];
  const set: StructuralSchema = { type: "array", "x-kubernetes-list-type": "set", items: { type: "string" } };
  assert.deepEqual(judge({ ...set, "x-kubernetes-validations": rules }, ["a"]), []);
});

test("a set that holds what cannot be in one ends the rule, whatever stands beside it", () => {
  const set: StructuralSchema = { type: "array", "x-kubernetes-list-type": "set", items: { type: "string" } };
  assert.deepEqual(judge(ruled(set, "true && self == oldSelf || true"), [{}], [{}]), [
    'spec.a: Invalid value: "array": internal error: runtime error: hash of unhashable type map[string]interface {} evaluating rule: true && self == oldSelf || true',
  ]);
});

test("rules at the root see the object's names, and nothing else of its metadata", () => {
  const compiled = compileSchema(ruled({ type: "object" }, "self.metadata.name.startsWith('x') && self.kind == 'W'"));
  assert.deepEqual(compiled.validate({ apiVersion: "v1", kind: "W", metadata: { name: "x-1" } }), []);
  assert.deepEqual(compiled.validate({ apiVersion: "v1", kind: "W", metadata: { name: "y" } }).map(String), [
    "<nil>: Invalid value: failed rule: self.metadata.name.startsWith('x') && self.kind == 'W'",
  ]);
});

test("a write to the status is held against the schema of the status, and against all rules", () => {
  const compiled = compileSchema({
    type: "object",
    properties: {
      spec: ruled({ type: "object", properties: { n: { type: "integer", maximum: 1 } } }, "self.n < 2"),
      status: { type: "object", properties: { n: { type: "integer", maximum: 1 } } },
    },
  });
  const object = { apiVersion: "v1", kind: "W", metadata: {}, spec: { n: 3 }, status: { n: 5 } };
  const old = { ...object, spec: { n: 2 }, status: { n: 4 } };
  assert.deepEqual(compiled.validate(object, old, { isStatusUpdate: true }).map(String), [
    "status.n: Invalid value: 5: n in body should be less than or equal to 1",
    "spec: Invalid value: failed rule: self.n < 2",
  ]);
});

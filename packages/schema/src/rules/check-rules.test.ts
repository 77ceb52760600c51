import assert from "node:assert/strict";
import { test } from "node:test";
import { fieldPath } from "@pintle/machinery";
import { checkStructuralSchema } from "../check/check-structural-schema.ts";
import type { StructuralSchema, ValidationRule } from "../structural-schema.ts";

function check(spec: StructuralSchema): string[] {
  const schema: StructuralSchema = { type: "object", properties: { spec } };
  return checkStructuralSchema(schema, fieldPath("schema")).map(String);
}

function ruled(schema: StructuralSchema, ...rules: (string | ValidationRule)[]): StructuralSchema {
  const list = rules.map((rule) => (typeof rule === "string" ? { rule } : rule));
  return { ...schema, "x-kubernetes-validations": list };
}

const text: StructuralSchema = { type: "string", maxLength: 10 };
const place = "schema.properties[spec].x-kubernetes-validations[0]";
const advice =
  "(try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)";

test("a rule that fits is accepted", () => {
  assert.deepEqual(check(ruled({ type: "object", properties: { a: text } }, "self.a.startsWith('x')")), []);
});

test("a rule must be a boolean, and its message a text", () => {
  const [error, ...others] = check(ruled(text, "self"));
  assert.match(error ?? "", /: cel expression must evaluate to a bool$/);
  assert.deepEqual(others, []);
  const [message] = check(ruled(text, { rule: "true", messageExpression: "1" }));
  assert.match(message ?? "", /messageExpression: .*: messageExpression must evaluate to a string$/);
});

test("a rule that does not check is shown with its place", () => {
  const [error] = check(ruled({ type: "integer" }, "self == 'a'"));
  assert.ok(error?.startsWith(`${place}.rule: Invalid value: {"Rule":"self == 'a'","Message":""`), error);
  assert.ok(
    error?.includes(
      "compilation failed: ERROR: <input>:1:6: found no matching overload for '_==_' applied to '(int, string)'",
    ),
  );
});

test("a constant that can never be computed fails the program", () => {
  const [error] = check(ruled(text, "int('a') == 1"));
  assert.match(error ?? "", /program instantiation failed: type conversion error from 'string' to 'int'$/);
});

test("the cost of a rule counts for as many values as there can be", () => {
  const rule = "self.all(x, self.all(y, x == y))";
  const list = (maxItems: number): StructuralSchema => ({
    type: "array",
    maxItems,
    items: { type: "string", maxLength: 10 },
  });
  assert.deepEqual(check(ruled(list(100), rule)), []);
  assert.match(
    check(ruled({ type: "array", items: text }, rule))[0] ?? "",
    /exceeds budget by factor of more than 100x/,
  );
  const nested: StructuralSchema = { type: "array", maxItems: 1_000, items: ruled(list(100), rule) };
  assert.match(
    check(nested)[0] ?? "",
    /items.x-kubernetes-validations\[0\].rule: Forbidden: estimated rule cost exceeds budget/,
  );
});

test("rules that are cheap alone may be too expensive together, and the four worst are named", () => {
  const costly = (maxItems: number): StructuralSchema =>
    ruled({ type: "array", maxItems, items: { type: "integer" } }, "self.all(x, self.all(y, x == y))");
  const properties = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`f${index}`, costly(1_000 + index)]));
  const errors = check({ type: "object", properties });
  const contributed = errors.filter((error) => error.includes("contributed to estimated rule cost total"));
  assert.equal(contributed.length, 4);
  assert.ok(contributed[0]?.startsWith("schema.properties[spec].properties[f29]."), contributed[0]);
  assert.match(
    errors.at(-1) ?? "",
    /^schema: Forbidden: x-kubernetes-validations estimated rule cost total for entire/,
  );
  assert.ok(errors.at(-1)?.endsWith(advice));
});

test("transition rules need values that are known again", () => {
  const items = ruled({ type: "object", properties: { a: text }, required: ["a"] }, "self == oldSelf");
  const [error] = check({ type: "array", maxItems: 5, items });
  assert.match(
    error ?? "",
    /oldSelf cannot be used on the uncorrelatable portion of the schema within schema.properties\[spec\]$/,
  );
  const keyed = { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["a"] };
  assert.deepEqual(check({ type: "array", maxItems: 5, items, ...keyed }), []);
});

test("an old value may be optional only where it is used", () => {
  assert.deepEqual(
    check(ruled(text, { rule: "!oldSelf.hasValue() || oldSelf.value() == self", optionalOldSelf: true })),
    [],
  );
  const [error] = check(ruled(text, { rule: "self == 'a'", optionalOldSelf: true }));
  assert.equal(error, `${place}.optionalOldSelf: Invalid value: true: may not be set if oldSelf is not used in rule`);
});

test("rules are not compiled where something else is wrong with their schema or below it, but they are beside it", () => {
  const properties = { a: { ...text, uniqueItems: true }, b: ruled(text, "nope") };
  const errors = check(ruled({ type: "object", properties }, "self.nope == 1"));
  assert.equal(errors.length, 2);
  assert.match(errors[0] ?? "", /properties\[a\].uniqueItems: Forbidden/);
  assert.match(errors[1] ?? "", /undeclared reference to 'nope'/);
});

test("rules on values that say too little cannot be typed", () => {
  const [error] = check(ruled({ "x-kubernetes-preserve-unknown-fields": true }, "true"));
  assert.equal(
    error,
    "schema.properties[spec].x-kubernetes-validations: Internal error: internal error: failed to construct type information " +
      "for x-kubernetes-validations rules: unable to convert structural schema to CEL declarations",
  );
});

test("a default is held against rules", () => {
  const errors = check({ type: "object", properties: { a: ruled({ type: "integer", default: 1 }, "self > 1") } });
  assert.deepEqual(errors, ["schema.properties[spec].properties[a].default: Invalid value: 1: failed rule: self > 1"]);
});

test("a message of spaces leaves nothing to say about a default that is a list", () => {
  const errors = check(ruled({ type: "array", items: text, default: [] }, { rule: "size(self) > 0", message: " " }));
  assert.equal(errors[0], "schema.properties[spec].default: Invalid value");
});

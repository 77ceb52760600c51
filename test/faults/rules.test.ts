/** Rules that would run for ever, or fail while they run: too dear ones are refused with the definition, failing ones are answers. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAnswer, assertStatus, type Json } from "../conformance/answer.ts";
import { definitions, startPlane, Things, within } from "./plane.ts";

const plane = await startPlane();
const withRules = (spec: Json, ...rules: Json[]): Json => ({
  type: "object",
  properties: { spec: { ...spec, "x-kubernetes-validations": rules } },
});
const numbers = { type: "array", items: { type: "integer" } };
const field = "spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule";

test("comprehensions within comprehensions over lists without bounds are refused by their estimated cost", async () => {
  for (const rule of [
    "self.all(a, self.all(b, self.all(c, a + b + c >= 0)))",
    "self.all(a, self.exists_one(b, self.map(c, c * a).size() > b))",
  ]) {
    const things = new Things(withRules(numbers, { rule }));
    const answer = await within(2_000, () => plane.create(definitions, things.definition));
    assertStatus(answer, 422, "Invalid", /estimated rule cost exceeds budget by factor of more than 100x/);
    const [first] = answer.body.details.causes;
    assert.deepEqual([first.reason, first.field], ["FieldValueForbidden", field]);
  }
});

test("rules that are each within the budget are refused when they exceed it together", async () => {
  const rule = "self.all(a, self.all(b, a + b >= 0))";
  const properties = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [
      `n${index}`,
      { ...numbers, maxItems: 1_200, "x-kubernetes-validations": [{ rule }] },
    ]),
  );
  const things = new Things({ type: "object", properties: { spec: { type: "object", properties } } });
  const answer = await within(5_000, () => plane.create(definitions, things.definition));
  assertStatus(
    answer,
    422,
    "Invalid",
    /x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget/,
  );
});

test("an expression of a hundred kilobytes, or one that nests without end, is refused in time", async () => {
  const recursion = "expression recursion limit exceeded: 250";
  const size = /expression code point size exceeds limit: size: \d+, limit 100000$/;
  for (const [rule, why] of [
    [`${"(".repeat(5_000)}true${")".repeat(5_000)}`, new RegExp(recursion)],
    [`[${"[".repeat(1_000)}${"]".repeat(1_000)}].size() > 0`, new RegExp(recursion)],
    [`self.size() ${"+ 1 ".repeat(25_000)}> 0`, size],
    [`"${"x".repeat(100_000)}" == "a"`, size],
  ] as const) {
    const things = new Things(withRules({ ...numbers, maxItems: 3 }, { rule }));
    const answer = await within(8_000, () => plane.create(definitions, things.definition));
    assertStatus(answer, 422, "Invalid", why, { details: { causes: [{ reason: "FieldValueInvalid", field }] } });
  }
  for (const rule of [`${"!".repeat(20_000)}true`, `!(self.size() in [${"9,".repeat(30_000)}9])`]) {
    const things = await within(8_000, () => plane.things(withRules({ ...numbers, maxItems: 3 }, { rule })));
    assertAnswer(await plane.create(things.path, things.thing("a", { spec: [1] })), 201);
  }
});

test("a rule that divides by zero, overflows or reads beyond the end refuses the object with what went wrong", async () => {
  for (const [rule, why] of [
    ["1 / (self.size() - self.size()) == 0", "division by zero"],
    ["1 % (self.size() - self.size()) == 0", "modulus by zero"],
    ["9223372036854775807 + self.size() > 0", "integer overflow"],
    ["self[99] == 0", "index out of bounds: 99"],
  ] as const) {
    const things = await plane.things(withRules({ ...numbers, maxItems: 10 }, { rule }));
    const answer = await plane.create(things.path, things.thing("a", { spec: [1, 2] }));
    const details = { causes: [{ reason: "FieldValueInvalid", field: "spec" }] };
    assertStatus(answer, 422, "Invalid", /spec: Invalid value: /, { details });
    assert.ok(answer.body.message.includes(why), answer.body.message);
    assertAnswer(await plane.get(things.path), 200, { items: [] });
  }
});

test("a message expression that fails, or gives nothing, leaves the message, and without one the rule", async () => {
  const fails = { rule: "self.size() > 5", messageExpression: "self[99] > 0 ? 'a' : 'b'" };
  for (const [rule, message] of [
    [{ ...fails, message: "is too short" }, "is too short"],
    [fails, "failed rule: self.size() > 5"],
    [{ rule: "self.size() > 5", message: "is too short", messageExpression: "''" }, "is too short"],
    [{ rule: "self.size() > 5", messageExpression: "self.size() == 2 ? 'has two' : 'has more'" }, "has two"],
  ] as const) {
    const things = await plane.things(withRules({ ...numbers, maxItems: 10 }, rule));
    const answer = await plane.create(things.path, things.thing("a", { spec: [1, 2] }));
    assertStatus(answer, 422, "Invalid", /spec: Invalid value: /);
    assert.ok(answer.body.message.endsWith(`: ${message}`), answer.body.message);
  }
});

test("what a rule costs is counted while it runs: one that exceeds its budget refuses the object and ends", async () => {
  const rule = "self.all(a, self.all(b, a + b >= 0))";
  const things = await plane.things(withRules({ ...numbers, maxItems: 600 }, { rule, message: "negative" }));
  const upTo = (length: number) => things.thing("a", { spec: Array.from({ length }, (_, index) => index) });
  const answer = await within(10_000, () => plane.create(things.path, upTo(600)));
  const message =
    "spec: Invalid value: \"array\": 'operation cancelled: actual cost limit exceeded': " +
    "no further validation rules will be run due to call cost exceeds limit for rule: negative";
  assertStatus(answer, 422, "Invalid", `Thing.${things.group} "a" is invalid: ${message}`);
  assertAnswer(await within(10_000, () => plane.create(things.path, upTo(200))), 201);
});

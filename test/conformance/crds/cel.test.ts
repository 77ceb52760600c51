import { after, before, test } from "node:test";
import { assertAnswer, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import {
  assertInvalid,
  duplicate,
  forbidden,
  installSpecs,
  invalid,
  required,
  type Specs,
  unchecked,
  unsupported,
  withSchema,
  wrongType,
} from "./schemas.ts";

const client = connect();
let crd: Specs;

const text = { type: "string", maxLength: 50 };
const integer = { type: "integer" };

/** Rules are written as text, or whole where they have more than a rule. */
function rules(...given: (string | Json)[]): Json {
  return { "x-kubernetes-validations": given.map((rule) => (typeof rule === "string" ? { rule } : rule)) };
}

/** A string that is never right, for its message. */
function wrong(more: Json): Json {
  return { ...text, ...rules({ rule: "self == 'right'", ...more }) };
}

const properties = {
  small: { ...integer, ...rules("self < 10") },
  said: { ...text, ...rules({ rule: "self != 'bad'", message: " must be good " }) },
  ordered: { type: "object", properties: { a: integer, b: integer }, ...rules("self.a < self.b") },
  list: { type: "array", maxItems: 5, items: { ...integer, ...rules("self > 0") }, ...rules("self.size() < 4") },
  map: { type: "object", maxProperties: 3, additionalProperties: { ...integer, ...rules("self > 0") } },
  twice: { ...integer, ...rules("self > 5", "self > 3") },
  computed: wrong({ messageExpression: "' ' + self + ' is wrong '", message: "fallback" }),
  failing: wrong({ messageExpression: "1 / (size(self) - size(self)) > 1 ? 'a' : 'b'", message: "fallback" }),
  empty: wrong({ messageExpression: "''" }),
  lines: wrong({ messageExpression: String.raw`'a\nb'`, message: "fallback" }),
  forbidden: wrong({ reason: "FieldValueForbidden", message: "never" }),
  duplicate: wrong({ reason: "FieldValueDuplicate", message: "not shown" }),
  invalid: wrong({ reason: "FieldValueInvalid", message: "not right" }),
  needs: {
    type: "object",
    properties: { a: text },
    ...rules({ rule: "has(self.a)", reason: "FieldValueRequired", fieldPath: ".a", message: "a is needed" }),
  },
  elsewhere: {
    type: "object",
    properties: { a: text, map: { type: "object", additionalProperties: text }, "b.c": text },
    ...rules(
      { rule: "!has(self.a)", fieldPath: ".a", message: "no a" },
      { rule: "!has(self.map)", fieldPath: ".map['x.y']", message: "no x.y" },
      { rule: "!has(self.b__dot__c)", fieldPath: "['b.c']", message: "no b.c" },
    ),
  },
  divided: { ...integer, ...rules("10 / self > 1") },
  indexed: { type: "array", maxItems: 5, items: integer, ...rules({ rule: "self[0] == 1", message: "one first" }) },
  keyed: { type: "object", maxProperties: 5, additionalProperties: integer, ...rules("self['k'] == 1") },
  overflowing: { ...integer, ...rules("self + 9223372036854775807 > 0") },
  either: { "x-kubernetes-int-or-string": true, ...rules("self > 5") },
  eitherTyped: { "x-kubernetes-int-or-string": true, ...rules("type(self) == int ? self > 5 : self == 'x'") },
  nullable: { ...text, nullable: true, ...rules("self == 'x'") },
  hasNullable: { type: "object", properties: { a: { ...text, nullable: true } }, ...rules("has(self.a)") },
  defaulted: { type: "object", properties: { a: { ...integer, default: 1 } }, ...rules("self.a == 1") },
  set: { type: "array", maxItems: 5, "x-kubernetes-list-type": "set", items: text, ...rules("self == ['a', 'b']") },
  atomic: { type: "array", maxItems: 5, items: text, ...rules("self == ['a', 'b']") },
  quantity: { ...text, ...rules("quantity(self).isGreaterThan(quantity('1Gi'))") },
  time: { type: "string", format: "date-time", ...rules("self > timestamp('2024-01-01T00:00:00Z')") },
  duration: { type: "string", format: "duration", ...rules("self < duration('1h')") },
  bytes: { type: "string", format: "byte", maxLength: 100, ...rules("size(self) < 3") },
  number: { type: "number", ...rules("self < 1.5") },
  color: { type: "string", enum: ["red", "blue"], ...rules("self == 'red'") },
  long: { type: "string", maxLength: 3, minLength: 1, ...rules("self == 'abc'") },
  resource: {
    type: "object",
    "x-kubernetes-embedded-resource": true,
    "x-kubernetes-preserve-unknown-fields": true,
    ...rules("self.kind == 'Pod' && self.metadata.name == 'x'"),
  },
};

before(async () => {
  const root = rules({ rule: "self.metadata.name != 'forbidden'", message: "this name is taken" });
  const schema = { type: "object", properties: { spec: { type: "object", properties } }, ...root };
  crd = await installSpecs(client, withSchema(schema));
});
after(async () => {
  await client.delete(crd.path);
  await client.close();
});

async function assertAccepted(field: keyof typeof properties, ...values: Json[]): Promise<void> {
  for (const value of values) assertAnswer(await crd.judge({ [field]: value }), 201);
}

/** Asserts that the field's value is refused by one rule, with this text. */
async function assertFailed(field: keyof typeof properties, value: Json, message: string): Promise<void> {
  await crd.assertRefused({ [field]: value }, invalid(`spec.${field}`, message));
}

test("a value that breaks a rule is told with the rule, or with its message, trimmed", async () => {
  await assertFailed("small", 10, "10: failed rule: self < 10");
  await assertFailed("said", "bad", '"bad": must be good');
  await assertAccepted("small", 9);
});

test("of an object or a list that breaks a rule, the value is not shown", async () => {
  await assertFailed("ordered", { a: 2, b: 1 }, "failed rule: self.a < self.b");
  await assertFailed("list", [1, 1, 1, 1], "failed rule: self.size() < 4");
});

test("rules on items and values are told at the index or key, after those on the whole", async () => {
  await crd.assertRefused(
    { list: [1, 0, 1, 0] },
    invalid("spec.list", "failed rule: self.size() < 4"),
    invalid("spec.list[1]", "0: failed rule: self > 0"),
    invalid("spec.list[3]", "0: failed rule: self > 0"),
  );
  await crd.assertRefused({ map: { a: 1, "b.c": 0 } }, invalid("spec.map[b.c]", "0: failed rule: self > 0"));
});

test("every rule that is broken is told, in the order of the schema", async () => {
  await crd.assertRefused(
    { twice: 1 },
    invalid("spec.twice", "1: failed rule: self > 5"),
    invalid("spec.twice", "1: failed rule: self > 3"),
  );
});

test("a rule at the root has no path", async () => {
  const answer = await crd.create("forbidden", {});
  assertInvalid(answer, crd, "forbidden", invalid("<nil>", "this name is taken"));
});

test("a messageExpression goes before the message, and is trimmed", async () => {
  await assertFailed("computed", "it", '"it": it is wrong');
});

test("a messageExpression that fails, is empty or has lines gives way to the message, or to the rule", async () => {
  await assertFailed("failing", "it", '"it": fallback');
  await assertFailed("lines", "it", '"it": fallback');
  await assertFailed("empty", "it", `"it": failed rule: self == 'right'`);
});

test("a reason decides how the failure is told, and a duplicate has no message", async () => {
  await crd.assertRefused({ forbidden: "it" }, forbidden("spec.forbidden", "never"));
  await crd.assertRefused({ duplicate: "it" }, duplicate("spec.duplicate", '"it"'));
  await crd.assertRefused({ invalid: "it" }, invalid("spec.invalid", '"it": not right'));
  await crd.assertRefused({ needs: {} }, required("spec.needs.a", "a is needed"));
});

test("a fieldPath is added to the path, whether or not the field is there", async () => {
  await crd.assertRefused({ elsewhere: { a: "x" } }, invalid("spec.elsewhere.a", "no a"));
  await crd.assertRefused({ elsewhere: { map: {} } }, invalid("spec.elsewhere.map[x.y]", "no x.y"));
  await crd.assertRefused({ elsewhere: { "b.c": "x" } }, invalid("spec.elsewhere.b.c", "no b.c"));
});

test("an error while a rule runs is a failure that shows the schema's type instead of the value", async () => {
  await assertFailed("divided", 0, '"integer": division by zero evaluating rule: 10 / self > 1');
  await assertFailed("ordered", { a: 1 }, '"object": no such key: b evaluating rule: self.a < self.b');
  await assertFailed("keyed", {}, `"object": no such key: k evaluating rule: self['k'] == 1`);
  await assertFailed("overflowing", 1, '"integer": integer overflow evaluating rule: self + 9223372036854775807 > 0');
  // With a message, the message stands for the rule.
  await assertFailed("indexed", [], '"array": index out of bounds: 0 evaluating rule: one first');
});

test("the type of int-or-string is only known when the rule runs", async () => {
  await assertAccepted("either", 6);
  await assertAccepted("eitherTyped", 6, "x");
  await assertFailed(
    "either",
    "a",
    `"": 'no such overload': call arguments did not match a supported operator, function or macro signature for rule: self > 5`,
  );
});

test("null is not looked at by a rule on it, and is absent for a rule around it", async () => {
  await assertAccepted("nullable", null, "x");
  await assertFailed("nullable", "y", `"y": failed rule: self == 'x'`);
  await assertFailed("hasNullable", { a: null }, "failed rule: has(self.a)");
  await assertFailed("hasNullable", {}, "failed rule: has(self.a)");
  await assertAccepted("hasNullable", { a: "" });
});

test("rules run after defaulting", async () => {
  await assertAccepted("defaulted", {});
  await assertFailed("defaulted", { a: 2 }, "failed rule: self.a == 1");
});

test("sets are equal in any order, other lists in theirs", async () => {
  await assertAccepted("set", ["a", "b"], ["b", "a"]);
  await assertAccepted("atomic", ["a", "b"]);
  await assertFailed("atomic", ["b", "a"], "failed rule: self == ['a', 'b']");
});

test("times, durations and bytes are what their formats say, quantities are parsed by functions", async () => {
  const before2024 = "2023-01-01T00:00:00Z";
  await assertFailed("time", before2024, `"${before2024}": failed rule: self > timestamp('2024-01-01T00:00:00Z')`);
  await assertFailed("duration", "2h", `"2h": failed rule: self < duration('1h')`);
  await assertAccepted("duration", "59m59s", "1 minute");
  await assertFailed("bytes", "YWJj", '"YWJj": failed rule: size(self) < 3');
  await assertAccepted("bytes", "YWI=");
  await assertAccepted("quantity", "2Gi");
  await assertAccepted("number", 1);
});

test("an embedded resource's kind and name can be seen", async () => {
  const resource = { apiVersion: "v1", kind: "Pod", metadata: { name: "x" } };
  await assertAccepted("resource", resource);
  await assertFailed(
    "resource",
    { ...resource, kind: "Node" },
    "failed rule: self.kind == 'Pod' && self.metadata.name == 'x'",
  );
});

test("rules are not run while types, enums, lengths or counts are wrong, and this is told", async () => {
  await crd.assertRefused(
    { small: 10, color: "green" },
    unsupported("spec.color", '"green": supported values: "red", "blue"'),
    unchecked,
  );
  await crd.assertRefused({ small: "x" }, wrongType("spec.small", "integer", "string"), unchecked);
  await crd.assertRefused(
    { long: "abcd" },
    ["FieldValueTooLong", "spec.long", "Too long: may not be more than 3 bytes"],
    unchecked,
  );
});

test("rules are run though minima, patterns or sets are broken", async () => {
  await crd.assertRefused(
    { long: "" },
    invalid("spec.long", '"": spec.long in body should be at least 1 chars long'),
    invalid("spec.long", `"": failed rule: self == 'abc'`),
  );
  await crd.assertRefused(
    { set: ["a", "a"] },
    duplicate("spec.set[1]", '"a"'),
    invalid("spec.set", "failed rule: self == ['a', 'b']"),
  );
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { createCelEnvironment } from "../environment.ts";
import { CelEvaluationError } from "../syntax/cel-error.ts";
import type { CelValue } from "../values/cel-value.ts";
import type { ObjectType } from "./cel-type.ts";
import { dynType, intType } from "./cel-types.ts";

const made: string[] = [];

/** Everything below `Any` is a type. */
function findType(name: string): ObjectType | undefined {
  if (name !== "Any" && !name.startsWith("Any.")) return undefined;
  return {
    kind: "object",
    name,
    field: (field) => ({ type: dynType, jsonName: field, isRequired: false }),
    fieldNames: () => [],
    create(fields) {
      made.push(name);
      if ("bad" in fields) throw new CelEvaluationError("no such thing");
      return fields;
    },
  };
}

const environment = createCelEnvironment({ findType, variables: { any: intType } });

function evaluate(source: string): CelValue {
  return environment.compile(source).evaluate({ any: 1 }).value;
}

test("a type that is known by its name alone makes objects", () => {
  made.length = 0;
  assert.deepEqual(evaluate("Any{a: Any.a{b: [Any.a.b{c: any}]}}"), { a: { b: [{ c: 1 }] } });
  assert.deepEqual(made, ["Any.a.b", "Any.a", "Any"]);
});

test("what a type refuses to make is a failure of the expression", () => {
  assert.throws(() => evaluate("Any{bad: 1} == Any{}"), /no such thing/);
  assert.equal(evaluate("true || Any{bad: 1} == Any{}"), true);
});

test("other names are unknown as ever", () => {
  assert.throws(() => evaluate("Other{}"), /undeclared reference to 'Other'/);
  assert.throws(() => evaluate("AnyOther{}"), /undeclared reference to 'AnyOther'/);
});

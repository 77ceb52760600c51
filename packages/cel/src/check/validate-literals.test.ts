import assert from "node:assert/strict";
import { test } from "node:test";
import type { CallExpr } from "../syntax/ast.ts";
import { CelError } from "../syntax/cel-error.ts";
import { parseExpression } from "../syntax/parse-expression.ts";
import { dynType, intType, listOf, optionalOf, stringType } from "./cel-types.ts";
import { checkExpression } from "./check-expression.ts";
import { declareEnvironment } from "./declare-environment.ts";
import { standardDeclarations } from "./standard-declarations.ts";
import { standardFunction, standardMember } from "./standard-overload.ts";
import { type LiteralRules, validateLiterals } from "./validate-literals.ts";

const environment = declareEnvironment({
  variables: { i: intType, s: stringType, y: dynType, os: optionalOf(stringType) },
  functions: [
    ...standardDeclarations,
    standardFunction("format", standardMember("string_format", [stringType, listOf(dynType)], stringType)),
  ],
});

/** Stand-ins: whatever mentions "bad" cannot be read. */
const rules: LiteralRules = {
  homogeneousExempt: ["format"],
  evaluateCall: ({ args: [arg] }: CallExpr) => assert.ok(arg?.kind !== "literal" || arg.value !== "bad"),
  compilePattern: (pattern) => assert.notEqual(pattern, "bad"),
};

function issuesOf(source: string, some: LiteralRules = rules): readonly string[] {
  const checked = checkExpression(parseExpression(source), environment);
  try {
    validateLiterals(checked, some);
  } catch (error) {
    assert.ok(error instanceof CelError);
    return error.issues.map(({ message, offset }) => `${offset}: ${message}`);
  }
  return [];
}

const cases: readonly (readonly [string, ...string[]])[] = [
  ["[1, 2, 3]"],
  ["[]"],
  ["[1, 'a', 2.0]", "4: expected type 'int' but found 'string'"],
  ["[1, y]", "4: expected type 'int' but found 'dyn'"],
  ["[?os, 'a']"],
  ["[?os, 1]", "6: expected type 'string' but found 'int'"],
  ["[[1], ['a']]", "6: expected type 'list(int)' but found 'list(string)'"],
  ["{'a': 1, 2: 'b'}", "9: expected type 'string' but found 'int'", "12: expected type 'int' but found 'string'"],
  ["{'a': 1, ?'b': os}", "15: expected type 'int' but found 'string'"],
  ["'%d %s'.format([1, 'a'])"],
  ["'%s'.format([{'a': [1, 'b']}])"],
  ["[i].map(x, [x, s])", "15: expected type 'int' but found 'string'"],
  ["duration('1h') < duration('bad')", "26: invalid duration argument"],
  ["timestamp('bad').getHours() == 1", "10: invalid timestamp argument"],
  ["timestamp(s).getHours() == 1"],
  ["s.matches('a+') || s.matches('bad')", "29: invalid matches argument"],
  ["s.matches(s)"],
  ["[s].all(x, x.matches('bad'))", "21: invalid matches argument"],
  // cel-go looks at the first argument in both forms of the call, and Kubernetes with it.
  ["matches('bad', 'a+')", "8: invalid matches argument"],
  ["matches(s, 'bad')"],
];

for (const [source, ...issues] of cases) {
  test(`${source} ${issues.length === 0 ? "is fine" : "breaks a rule"}`, () =>
    assert.deepEqual(issuesOf(source), issues));
}

test("an optional element whose type is not known is judged as dyn, where cel-go gives up", () => {
  assert.deepEqual(issuesOf("[?y]"), []);
  assert.deepEqual(issuesOf("[?y, 1]"), ["5: expected type 'dyn' but found 'int'"]);
});

test("only the rules that are given hold", () => {
  assert.deepEqual(issuesOf("[1, duration('bad') == y || s.matches('bad')]", {}), []);
});

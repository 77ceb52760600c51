import assert from "node:assert/strict";
import test from "node:test";
import { checkExpression } from "../check/check-expression.ts";
import { createCelEnvironment } from "../environment.ts";
import type { CallExpr } from "../syntax/ast.ts";
import { kubernetesLibraries } from "./kubernetes-libraries.ts";
import { validateFormatCall } from "./validate-format-call.ts";

const environment = createCelEnvironment({ libraries: kubernetesLibraries("1.36") });

/** The message and what it is about, for the call that an expression is. */
function problemOf(source: string, version = 2): string | undefined {
  const checked = checkExpression(environment.parse(source), environment.declarations);
  const problem = validateFormatCall(checked.expr as CallExpr, checked, version);
  return problem && `${checked.parsed.offsets.get(problem.expr.id)}: ${problem.message}`;
}

test("a call whose clauses fit its arguments has no problem", () => {
  for (const source of [
    "'%s %d %f'.format([[1], 2, 'NaN'])",
    "'%%'.format([])",
    "'%d'.format([dyn('a')])",
    "'a'.size()",
  ]) {
    assert.equal(problemOf(source), undefined, source);
  }
});

test("a problem is told at the argument or at the call", () => {
  const problems = [
    [
      "'%d'.format([1.5])",
      "13: error during formatting: decimal clause can only be used on integers, was given double",
    ],
    ["'%q'.format([1])", '11: could not parse formatting clause: unrecognized formatting clause "q"'],
    ["'%'.format([1])", "10: unexpected end of string"],
    ["'%d'.format([])", "11: index 0 out of range"],
    ["'%d'.format([1, 2])", "11: too many arguments supplied to string.format (expected 1, got 2)"],
  ] as const;
  for (const [source, problem] of problems) assert.equal(problemOf(source), problem, source);
  assert.match(problemOf("'%s'.format([[quantity('1')]])") ?? "", /^22: .*was given kubernetes\.Quantity$/);
});

test("version 4 takes every number for every clause of numbers", () => {
  assert.equal(problemOf("'%d %f %e'.format([1.5, 1, 2u])", 4), undefined);
});

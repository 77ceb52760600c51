/** Expressions and declarations made to hurt: the checker answers in bounded time and memory. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { estimateCost } from "../cost/estimate-cost.ts";
import { CelError } from "../syntax/cel-error.ts";
import { parseExpression } from "../syntax/parse-expression.ts";
import { dynType, intType, listOf, opaqueOf } from "./cel-types.ts";
import { checkExpression } from "./check-expression.ts";
import type { CheckedExpression } from "./checked-expression.ts";
import { declareEnvironment } from "./declare-environment.ts";
import { formatType } from "./format-type.ts";
import { standardDeclarations } from "./standard-declarations.ts";
import { standardFunction, standardOverload } from "./standard-overload.ts";

const environment = declareEnvironment({
  variables: { y: dynType, li: listOf(intType) },
  functions: standardDeclarations,
});

function check(source: string): CheckedExpression {
  return checkExpression(parseExpression(source), environment);
}

test("a type that doubles with every step is refused before it fills the memory", () => {
  const tooMany = (error: unknown) =>
    error instanceof CelError && /the type has more than 1000 parts/.test(error.message);
  assert.throws(() => check(`[1]${".map(x, {x: x})".repeat(60)}`), tooMany);
  assert.throws(() => check(`[]${".map(x, {x: x})".repeat(60)}`), tooMany);
  assert.throws(() => check(`[1]${".map(x, {x: x})".repeat(60)} == [1]${".map(x, {x: x})".repeat(60)}`), tooMany);
});

test("expressions as deep as the parser lets through are checked and estimated", () => {
  const sources = [
    `${"[".repeat(200)}1${"]".repeat(200)}`,
    `${"!".repeat(240)}true`,
    `y${".a".repeat(200)}`,
    `y${"[0]".repeat(200)}`,
    `1${" + 1".repeat(200)}`,
    `li${".map(x, x)".repeat(40)}.size()`,
  ];
  for (const source of sources) {
    const { min, max } = estimateCost(check(source), () => undefined);
    assert.ok(min <= max, source);
  }
});

test("nested comprehensions are walked once each", () => {
  const depth = 20;
  const source = `${"li.all(x, ".repeat(depth)}x > 0${")".repeat(depth)}`;
  assert.equal(formatType(check(source).type), "bool");
});

test("a call is checked against many overloads in time that grows with their number", () => {
  const count = 1_000;
  const overloads = Array.from({ length: count }, (_, n) => standardOverload(`f_${n}`, [opaqueOf(`t${n}`)], intType));
  const many = declareEnvironment({
    variables: { y: dynType },
    functions: [...standardDeclarations, standardFunction("f", ...overloads)],
  });
  const checked = checkExpression(parseExpression(Array(50).fill("f(y)").join(" + ")), many);
  assert.equal(formatType(checked.type), "int");
  const calls = [...checked.references.values()].filter(({ overloadIds }) => overloadIds?.length === count);
  assert.equal(calls.length, 50);
});

test("a thousand mistakes are all found", () => {
  const source = `[${Array(1_000).fill("nope").join(", ")}]`;
  assert.throws(
    () => check(source),
    (error) => error instanceof CelError && error.issues.length === 1_000,
  );
});

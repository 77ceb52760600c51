/** The object with every kind of field on which the tables of this folder run, and how they run. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { CelType, ObjectType } from "../check/cel-type.ts";
import { checkExpression } from "../check/check-expression.ts";
import { declareEnvironment } from "../check/declare-environment.ts";
import { optionalLibrary } from "../libraries/optional-library.ts";
import { twoVariableLibrary } from "../libraries/two-variable-library.ts";
import { CelEvaluationError } from "../syntax/cel-error.ts";
import { parseExpression } from "../syntax/parse-expression.ts";
import { standardMacros } from "../syntax/standard-macros.ts";
import type { CelValue } from "../values/cel-value.ts";
import { formatValue } from "../values/format-value.ts";
import { type CelProgram, compileProgram } from "./compile-program.ts";
import { standardFunctions } from "./standard-calls.ts";

const int: CelType = { kind: "int" };
const double: CelType = { kind: "double" };
const string: CelType = { kind: "string" };
const timestamp: CelType = { kind: "timestamp" };

function listOf(element: CelType): CelType {
  return { kind: "list", element };
}

function mapTo(value: CelType): CelType {
  return { kind: "map", key: string, value };
}

export function objectType(name: string, fields: Readonly<Record<string, CelType>>): ObjectType {
  return {
    kind: "object",
    name,
    field(field) {
      const type = fields[field];
      return type && { type, jsonName: field, isRequired: false };
    },
    fieldNames: () => Object.keys(fields),
  };
}

const selfType = objectType("self", {
  i: int,
  j: int,
  d: double,
  s: string,
  b: { kind: "bool" },
  t: timestamp,
  u: { kind: "duration" },
  y: { kind: "bytes" },
  day: { kind: "timestamp", format: "date" },
  li: listOf(int),
  ld: listOf(double),
  ls: listOf(string),
  lt: listOf(timestamp),
  m: mapTo(string),
  md: mapTo(double),
  mi: mapTo(int),
  o: objectType("o", { p: string, q: int, t: timestamp, n: objectType("n", { r: int }) }),
  lo: listOf(objectType("lo", { name: string, v: int, d: double })),
  io: { kind: "dyn" },
  missing: string,
  mo: objectType("mo", { z: int }),
});

const self: CelValue = {
  i: 5,
  j: -3,
  d: 2,
  s: "héllo wörld 😀 and more text",
  b: true,
  t: "2024-02-29T12:34:56.789+02:00",
  u: "1h30m0.5s",
  y: "aGVsbG8=",
  day: "2024-03-01",
  li: [3, 1, 2],
  ld: [1, 2.5, -0],
  ls: ["alpha", "beta", "gamma is longer than ten"],
  lt: ["2024-01-01T00:00:00Z", "2024-01-01T01:00:00+01:00"],
  m: { a: "x", "b c": "yyyyyyyyyyyyyyyy" },
  md: { a: 1, b: 1.5 },
  mi: { x: 1 },
  o: { p: "pp", q: 9_007_199_254_740_991, t: "2024-01-01T00:00:00Z", n: { r: 1 } },
  lo: [{ name: "a", v: 1 }, { name: "b", v: 2, d: 3 }, { name: "c" }],
  io: 80,
};

const oldSelf: CelValue = { ...self, s: "other", o: { p: "pp", q: 1, t: "2024-01-01T00:00:00.0Z" }, io: "http" };

const libraries = [optionalLibrary, twoVariableLibrary];
const environment = declareEnvironment({
  variables: { self: selfType, oldSelf: selfType },
  functions: [...standardFunctions, ...libraries.flatMap((library) => library.functions)],
  types: libraries.flatMap((library) => library.types ?? []),
  crossTypeComparison: true,
});
const macros = [...standardMacros, ...libraries.flatMap((library) => library.macros ?? [])];

/** A program checked against the types of `self` and `oldSelf`. */
export function compileChecked(source: string): CelProgram {
  return compileProgram(
    checkExpression(parseExpression(source, { macros, quotedFields: false }), environment),
    environment,
  );
}

/** A program that nobody checked, with the standard functions alone. */
export function compileUnchecked(source: string, container = ""): CelProgram {
  const bare = declareEnvironment({ functions: standardFunctions, container });
  return compileProgram(parseExpression(source), bare);
}

export const testVariables = { self, oldSelf };

/** The result as text, `failure: …` where it fails, and the cost of getting there. */
export function runProgram(program: CelProgram, variables: { readonly [name: string]: CelValue } = testVariables) {
  try {
    const { value, cost } = program(variables, { costLimit: 1_000_000 });
    return { text: formatValue(value), cost };
  } catch (error) {
    if (error instanceof CelEvaluationError) return { text: `failure: ${error.message}`, cost: error.cost };
    throw error;
  }
}

/** Each row: an expression, what it gives, what it costs. */
export function testPrograms(title: string, rows: readonly (readonly [string, string, number])[]): void {
  test(title, () => {
    for (const [source, text, cost] of rows) {
      assert.deepEqual({ source, ...runProgram(compileChecked(source)) }, { source, text, cost });
    }
  });
}

test("a row that is not what Kubernetes says does not pass", () => {
  assert.deepEqual(runProgram(compileChecked("self.i + 1")), { text: "6", cost: 3 });
  assert.notDeepEqual(runProgram(compileChecked("self.i + 1")), { text: "6", cost: 2 });
});

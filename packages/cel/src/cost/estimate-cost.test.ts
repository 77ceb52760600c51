/** Estimates compared with what cel-go says, as Kubernetes sets it up. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { CelType } from "../check/cel-type.ts";
import {
  boolType,
  bytesType,
  doubleType,
  dynType,
  intType,
  listOf,
  mapOf,
  opaqueOf,
  optionalOf,
  parameterOf,
  stringType,
  timestampType,
} from "../check/cel-types.ts";
import { checkExpression } from "../check/check-expression.ts";
import { declareEnvironment } from "../check/declare-environment.ts";
import type { FunctionDeclaration } from "../check/function-declaration.ts";
import { standardDeclarations } from "../check/standard-declarations.ts";
import { standardFunction, standardMember, standardOverload } from "../check/standard-overload.ts";
import { parseExpression } from "../syntax/parse-expression.ts";
import type { CostEstimate, SizeEstimate } from "./estimate.ts";
import { fixedEstimate } from "./estimate-arithmetic.ts";
import { type CostOptions, estimateCost } from "./estimate-cost.ts";

const variables: Record<string, CelType> = {
  s: stringType,
  b: bytesType,
  i: intType,
  d: doubleType,
  z: boolType,
  y: dynType,
  t: timestampType,
  ls: listOf(stringType),
  li: listOf(intType),
  ll: listOf(listOf(stringType)),
  mss: mapOf(stringType, stringType),
  lm: listOf(mapOf(stringType, listOf(stringType))),
  self: mapOf(stringType, listOf(mapOf(stringType, listOf(stringType)))),
  coin: opaqueOf("test.Coin"),
};

/** What a schema would say; `li` is left unbounded. */
const sizes: Record<string, SizeEstimate> = {
  s: { min: 0, max: 20 },
  b: { min: 2, max: 9 },
  ls: { min: 1, max: 5 },
  "ls.@items": { min: 0, max: 30 },
  ll: { min: 0, max: 4 },
  "ll.@items": { min: 0, max: 6 },
  "ll.@items.@items": { min: 3, max: 8 },
  mss: { min: 0, max: 11 },
  "mss.@keys": { min: 0, max: 12 },
  "mss.@values": { min: 1, max: 40 },
  "mss.a": { min: 2, max: 5 },
  lm: { min: 0, max: 3 },
  "lm.@items.a": { min: 0, max: 5 },
  "lm.@items.b": { min: 0, max: 100 },
  "self.a": { min: 0, max: 3 },
  "self.a.@items.c": { min: 0, max: 5 },
  "self.a.@items.d": { min: 0, max: 100 },
};

const v = parameterOf("V");
const moreFunctions: readonly FunctionDeclaration[] = [
  standardFunction("orValue", standardMember("optional_orValue_value", [optionalOf(v), v], v)),
  standardFunction(
    "free",
    standardOverload("free_string", [stringType], stringType, ([size]) => ({
      cost: fixedEstimate(0),
      ...(size && { resultSize: size }),
    })),
  ),
  standardFunction(
    "items",
    standardMember("items_list", [listOf(v)], intType, (_sizes, [list]) => ({
      cost: list?.elementSize() ?? fixedEstimate(0),
    })),
  ),
];

const environment = declareEnvironment({ variables, functions: [...standardDeclarations, ...moreFunctions] });

function estimate(source: string, options?: CostOptions): CostEstimate {
  const checked = checkExpression(parseExpression(source), environment);
  return estimateCost(checked, (path) => sizes[path.join(".")], options);
}

const expected: readonly (readonly [string, number, number])[] = [
  ["1", 0, 0],
  ["'text'", 0, 0],
  ["i", 1, 1],
  ["mss.a", 2, 2],
  ["has(mss.a)", 1, 1],
  ["has(lm[0].a)", 2, 2],
  ["y.a.b", 1, 1],
  ["[1, 2, i]", 11, 11],
  ["{'a': i, 'b': 2}", 31, 31],
  ["i + 1", 2, 2],
  ["s + 'abc'", 2, 4],
  ["b + b'xyz'", 2, 3],
  ["li + [1]", 12, 12],
  ["s == 'abc'", 2, 2],
  ["s == mss.a", 4, 4],
  ["i == 1", 2, 2],
  ["z != true", 2, 2],
  ["ls == ls", 3, 3],
  ["t < timestamp('2020-01-01T00:00:00Z')", 3, 3],
  ["s < mss.a", 4, 4],
  ["s.startsWith('prefix')", 2, 2],
  ["s.endsWith(mss.a)", 4, 4],
  ["s.contains('needle')", 1, 3],
  ["s.matches('^[a-z]+$')", 3, 7],
  ["matches(s, '^[a-z]+$')", 2, 2],
  ["size(s) > 3", 3, 3],
  ["bytes(s) == b", 3, 5],
  ["string(b) == s", 4, 4],
  ["dyn(s) == 'abc'", 3, 3],
  ["i in [1, 2, 3]", 14, 14],
  ["i in li", 2, 2 ** 64],
  ["'k' in mss", 2, 2],
  ["z && s == 'abc'", 1, 3],
  ["z || s.matches('a+')", 1, 5],
  ["z ? s : mss.a", 2, 3],
  ["(z ? s : mss.a) == 'abc'", 3, 4],
  ["(z ? ['a'] : ['bcd', 'e'])[0] == s", 14, 14],
  ["ls[0] == 'abc'", 3, 3],
  ["mss['k'] == s", 4, 5],
  ["mss.?a.orValue('none') == s", 5, 6],
  ["ls.all(x, x == 'abc')", 5, 27],
  ["ls.all(x, x.matches('^a'))", 5, 42],
  ["li.all(x, x > 0)", 2, 2 ** 64],
  ["li.exists(x, x == i)", 2, 2 ** 64],
  ["ls.exists_one(x, x == s)", 7, 33],
  ["ls.map(x, x + s)", 26, 107],
  ["ls.map(x, x + s).all(x, x == s)", 30, 143],
  ["ls.filter(x, x != s).size() > 0", 18, 99],
  ["mss.all(k, mss[k] != k)", 2, 101],
  ["ll.all(l, l.exists(x, x == s))", 2, 190],
  ["ll.map(l, l[0]).exists(x, x == s)", 13, 97],
  ["['a', 'bcd'].map(x, [x, s]).all(l, l.exists(x, x == s))", 76, 112],
  ["lm.all(x, x.a.all(q, q == s))", 2, 125],
  ["lm.all(x, x.a.all(q, x.b.size() > 0))", 2, 125],
  ["lm.all(x, x.a.exists(q, x.b.exists(r, r == q)))", 2, 2 ** 64],
  ["[].all(x, x == 1)", 11, 11],
  ["[[1, 2], [3]].all(l, l.all(x, x > 0))", 37, 61],
  ["timestamp(s).getHours('UTC') == 1", 4, 4],
  ["duration('1h') > duration(s)", 4, 4],
];

for (const [source, min, max] of expected) {
  test(`${source} is estimated as cel-go does`, () => {
    assert.deepEqual(estimate(source), { min, max });
  });
}

test("a path grown twice from one with room shows its later end, as a Go slice does", () => {
  // Were the rounds of the inner loop those of `c`, the second figure would be that of the third.
  assert.deepEqual(estimate("self.a.all(x, x.c.all(y, x.c.size() > 0))"), { min: 3, max: 126 });
  assert.deepEqual(estimate("self.a.all(x, x.c.all(y, x.d.size() > 0))"), { min: 3, max: 2121 });
  assert.deepEqual(estimate("self.a.all(x, x.c.all(y, y == ''))"), { min: 3, max: 81 });
});

test("a function's own estimate takes the place of the usual 1, and the size of its result is used further on", () => {
  assert.deepEqual(estimate("free(s)"), { min: 1, max: 1 });
  assert.deepEqual(estimate("free(s) + 'abc'"), estimate("s + 'abc'"));
});

test("a function can ask for the size of a list's items", () => {
  assert.deepEqual(estimate("ls.items()"), { min: 1, max: 31 });
  assert.deepEqual(estimate("li.items()"), { min: 1, max: 2 ** 64 });
});

test("equality of a library's values costs what the library says, inequality what cel-go assumes", () => {
  const options: CostOptions = { equalityCosts: { "test.Coin": () => fixedEstimate(7) } };
  assert.deepEqual(estimate("coin == coin", options), { min: 9, max: 9 });
  assert.deepEqual(estimate("coin != coin", options), estimate("coin != coin"));
});

test("types named like members of every object have no equality cost of their own", () => {
  const types = { ...variables, odd: opaqueOf("constructor") };
  const named = declareEnvironment({ variables: types, functions: standardDeclarations });
  const checked = checkExpression(parseExpression("odd == odd"), named);
  assert.deepEqual(
    estimateCost(checked, () => undefined, { equalityCosts: {} }),
    { min: 3, max: Number(1844674407370955266n) },
  );
});

test("the oracle is asked for paths through fields, items, keys and values", () => {
  const asked = new Set<string>();
  const source = "lm.all(x, x.a.exists(y, y == s)) && mss.all(k, k == mss[k])";
  estimateCost(checkExpression(parseExpression(source), environment), (path) => {
    asked.add(path.join("."));
    return undefined;
  });
  for (const path of ["lm", "lm.@items.a", "lm.@items.a.@items", "mss", "mss.@keys", "mss.@values"])
    assert.ok(asked.has(path), path);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { declareEnvironment } from "../check/declare-environment.ts";
import { parseExpression } from "../syntax/parse-expression.ts";
import { CelDouble, CelOptional, CelUint, type CelValue } from "../values/cel-value.ts";
import { compileProgram } from "./compile-program.ts";
import { compileChecked, compileUnchecked, runProgram, testVariables } from "./program-fixture.test.ts";
import { standardFunctions } from "./standard-calls.ts";

function unchecked(source: string, variables: { readonly [name: string]: CelValue } = {}, container = ""): string {
  return runProgram(compileUnchecked(source, container), variables).text;
}

test("a failure is absorbed by what decides the logic without it, on either side", () => {
  const failing = "1 / 0 > 0";
  assert.equal(unchecked(`${failing} || true`), "true");
  assert.equal(unchecked(`true || ${failing}`), "true");
  assert.equal(unchecked(`${failing} && false`), "false");
  assert.equal(unchecked(`${failing} || false`), "failure: division by zero");
  assert.equal(unchecked(`${failing} && true && ${failing}`), "failure: division by zero");
  assert.equal(unchecked("[1, 0, 2].exists(x, 4 / x == 2)"), "true");
  assert.equal(unchecked("[0, 1].all(x, 4 / x == 2)"), "false");
  assert.equal(unchecked("[1, 0].map(x, 4 / x)"), "failure: division by zero");
  assert.equal(unchecked("dyn(1) || true"), "true");
  assert.equal(unchecked("dyn(1) || false"), "failure: no such overload");
});

test("without a checker, the longest name that is a variable is meant", () => {
  const variables = { "a.b.c": 1, "a.b": { c: 2, d: 3 }, a: { b: { c: 4, e: 5 } }, "x.y.z": 6, z: 7 };
  assert.equal(unchecked("a.b.c", variables), "1");
  assert.equal(unchecked("a.b.d", variables), "3");
  assert.equal(unchecked("a['b'].d", variables), "3");
  assert.equal(unchecked("z", variables, "x.y"), "6");
  assert.equal(unchecked(".z", variables, "x.y"), "7");
  assert.equal(unchecked("nothing.at", variables, "x"), "failure: no such attribute(s): x.nothing, nothing");
  assert.equal(unchecked("type(1) == int && type(type(1)) == type"), "true");
});

test("the variable of a comprehension hides others of its name, inside it alone", () => {
  const variables = { x: 10 };
  assert.equal(unchecked("[1, 2].map(x, x + 1) == [2, 3] && x == 10", variables), "true");
  assert.equal(unchecked("[1, 2].map(x, [3].map(x, x + 1)[0] + x)", variables), "[5, 6]");
  assert.equal(unchecked("[[1, 2], [3]].map(l, l.filter(i, i != 2).size())"), "[1, 1]");
});

test("keys are found by value whatever the number's type, and those of JSON only where the object has them itself", () => {
  assert.equal(unchecked("{1: 'a', 2u: 'b'}[dyn(1.0)] + {1: 'a', 2u: 'b'}[dyn(2)]"), '"ab"');
  assert.equal(unchecked("[1, 2, 3][dyn(2u)]"), "3");
  assert.equal(unchecked("[1][dyn(0.5)]"), "failure: unsupported index value 0.5 in list");
  assert.equal(unchecked("a.constructor", { a: {} }), "failure: no such key: constructor");
  assert.equal(unchecked("has(a.toString) || has(a.__proto__)", { a: {} }), "false");
  assert.equal(unchecked("t.seconds", { t: new CelDouble(1) }), "failure: no such key: seconds");
  assert.equal(unchecked("{'__proto__': 1}.__proto__"), "1");
});

test("a whole number in JSON is an int, any other a double, unless its type is declared", () => {
  const variables = { a: { whole: 2, part: 2.5, list: [1.5] } };
  assert.equal(
    unchecked("type(a.whole) == int && type(a.part) == double && type(a.list[0]) == double", variables),
    "true",
  );
  assert.deepEqual(compileChecked("self.d")(testVariables).value, new CelDouble(2));
  assert.deepEqual(compileChecked("dyn(self.ld)[0]")(testVariables).value, new CelDouble(1));
  assert.deepEqual(compileChecked("self.?d")(testVariables).value, new CelOptional(new CelDouble(2)));
  assert.deepEqual(compileChecked("dyn(self).lt[0] == self.lt[0]")(testVariables).value, true);
  assert.deepEqual(unchecked("a + 1u", { a: new CelUint(1) }), "2u");
});

test("the input is never changed, and the lists that macros make are new each time", () => {
  const list = Object.freeze([1, 2]);
  const program = compileUnchecked("[l + [3], l.map(x, x), [].map(x, x)]");
  const first = program({ l: list }).value as CelValue[][];
  const second = program({ l: list }).value as CelValue[][];
  assert.deepEqual(first, [[1, 2, 3], [1, 2], []]);
  assert.notEqual(first[1], second[1]);
  assert.deepEqual(list, [1, 2]);
});

test("past its budget an evaluation ends, and nothing absorbs that", () => {
  const many = { l: Array.from({ length: 1_000 }, (_, index) => index) };
  const program = compileUnchecked("l.all(a, l.all(b, l.all(c, a + b + c >= 0))) || true");
  assert.throws(() => program(many, { costLimit: 5_000 }), {
    name: "CelEvaluationError",
    message: "operation cancelled: actual cost limit exceeded",
  });
  const { cost } = compileUnchecked("l.size() > 3")(many);
  assert.equal(compileUnchecked("l.size() > 3")(many, { costLimit: cost }).value, true);
  assert.throws(() => compileUnchecked("l.size() > 3")(many, { costLimit: cost - 1 }), { name: "CelEvaluationError" });
});

test("a constant that cannot be converted is refused before anything runs, as Kubernetes refuses the rule", () => {
  assert.throws(() => compileUnchecked("true || int('x') == 1"), {
    name: "CelError",
    message: /<input>:1:12: type conversion error from 'string' to 'int'/,
  });
});

test("an object or list of the input refuses to be compared with another kind, as Kubernetes' values do", () => {
  assert.equal(runProgram(compileChecked("dyn(self) == dyn(2u)")).text, "failure: no such overload");
  assert.equal(runProgram(compileChecked("dyn(self.li) == dyn({'a': 1})")).text, "failure: no such overload");
  assert.equal(runProgram(compileChecked("dyn(self) != dyn(2u)")).text, "true");
  assert.equal(runProgram(compileChecked("dyn(self) == dyn(null)")).text, "false");
  assert.equal(runProgram(compileChecked("dyn([1]) == dyn(2u)")).text, "false");
});

test("chains too long for the stack are refused when they are compiled", () => {
  const chain = (length: number) => {
    const sum = Array.from({ length }, () => "1").join(" + ");
    return compileProgram(
      parseExpression(sum, { maxDepth: 10_000 }),
      declareEnvironment({ functions: standardFunctions }),
    );
  };
  assert.throws(() => chain(1_100), { name: "CelError", message: /nests deeper than 1000 levels/ });
  assert.equal(runProgram(chain(900)).text, "900");
});

test("what a call throws that is not CEL's own is not taken for a failure of the expression", () => {
  const broken: CelValue = new Proxy({}, { getOwnPropertyDescriptor: () => assert.fail("broken object") });
  assert.throws(() => compileUnchecked("a.b || true")({ a: broken }), { message: "broken object" });
});

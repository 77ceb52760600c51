import assert from "node:assert/strict";
import { test } from "node:test";
import type { CelType } from "./check/cel-type.ts";
import { intType, stringType } from "./check/cel-types.ts";
import { type CelEnvironment, createCelEnvironment } from "./environment.ts";
import { kubernetesCel } from "./kubernetes-cel.ts";
import type { KubernetesMinor } from "./libraries/kubernetes-libraries.ts";
import { CelError, CelEvaluationError } from "./syntax/cel-error.ts";

function kubernetes(version: KubernetesMinor, variables: Record<string, CelType> = {}): CelEnvironment {
  return createCelEnvironment({ ...kubernetesCel(version), variables });
}

test("a program has a type, an estimate, and runs on plain JSON at a cost", () => {
  const program = kubernetes("1.36", { name: stringType }).compile("name.startsWith('a')");
  assert.deepEqual(program.type, { kind: "bool" });
  assert.deepEqual(
    program.estimateCost(() => ({ min: 0, max: 30 })),
    { min: 2, max: 2 },
  );
  assert.deepEqual(program.evaluate({ name: "abc" }), { value: true, cost: 2 });
});

test("without an oracle a size may be anything", () => {
  const { max } = kubernetes("1.36", { name: stringType }).compile("name.contains('a')").estimateCost();
  assert.ok(max > 2 ** 60, String(max));
});

test("what does not parse, does not check or cannot be is refused before it runs", () => {
  const env = kubernetes("1.36", { count: intType });
  for (const source of [
    "count +",
    "count + 'a'",
    "missing",
    "duration('1 hour')",
    "'a'.matches('(')",
    "count == int('x')",
  ]) {
    assert.throws(() => env.compile(source), CelError, source);
  }
});

test("a constant that cannot be computed is refused even where nothing would run it", () => {
  assert.throws(() => createCelEnvironment({}).compile("true || int('x') == 1"), {
    name: "CelError",
    message: /type conversion error from 'string' to 'int'/,
  });
});

test("a run over its budget ends with an error that says what was spent", () => {
  const program = createCelEnvironment({}).compile("[1, 2, 3].all(x, [1, 2, 3].all(y, x + y > 0))");
  const { cost } = program.evaluate({});
  assert.deepEqual(program.evaluate({}, { costLimit: cost }), { value: true, cost });
  assert.throws(
    () => program.evaluate({}, { costLimit: 10 }),
    (error: unknown) => {
      assert.ok(error instanceof CelEvaluationError);
      assert.equal(error.message, "operation cancelled: actual cost limit exceeded");
      assert.ok(error.cost > 10);
      return true;
    },
  );
});

test("each minor version of Kubernetes knows what it knew", () => {
  const since: Record<string, number> = {
    "1 < 2.0": 28,
    "[1][?0].hasValue()": 28,
    "isQuantity('1')": 28,
    "sets.contains([1], [1])": 29,
    "isIP('::1')": 30,
    "format.dns1123Label().validate('a').hasValue()": 31,
    "[1].all(i, v, i < v)": 32,
    "isSemver('1.0.0')": 33,
    "[2, 1].sort() == [1, 2]": 34,
  };
  for (const [source, minor] of Object.entries(since)) {
    assert.throws(() => kubernetes(`1.${minor - 1}` as KubernetesMinor).compile(source), CelError, source);
    kubernetes(`1.${minor}` as KubernetesMinor).compile(source);
  }
});

test("names that come from outside are plain names", () => {
  const env = createCelEnvironment({ variables: { self: { kind: "dyn" } } });
  const evaluate = (source: string, self: object) => env.compile(source).evaluate({ self: self as never }).value;
  assert.equal(evaluate("has(self.constructor) || has(self.__proto__) || has(self.toString)", {}), false);
  assert.equal(evaluate("self.__proto__.a", JSON.parse('{"__proto__": {"a": 1}}')), 1);
  assert.throws(() => evaluate("self.hasOwnProperty", {}), { message: "no such key: hasOwnProperty" });
});

test("an expression can be checked without making a program of it", () => {
  const environment = createCelEnvironment({ ...kubernetesCel("1.36"), variables: { a: { kind: "int" } } });
  const checked = environment.check("int('x') == a");
  assert.equal(checked.type.kind, "bool");
  assert.equal(checked.usesVariable("a"), true);
  assert.equal(checked.usesVariable("x"), false);
  assert.throws(() => checked.createProgram(), CelError);
});

test("variables can be added to an environment, which stays as it was", () => {
  const environment = createCelEnvironment({ ...kubernetesCel("1.36"), variables: { a: { kind: "int" } } });
  const wider = environment.withVariables({ a: { kind: "string" }, b: { kind: "string" } });
  assert.equal(wider.compile("a + b").evaluate({ a: "x", b: "y" }).value, "xy");
  assert.equal(environment.check("a + 1").type.kind, "int");
  assert.throws(() => environment.check("b"), /undeclared reference to 'b'/);
});

test("environments know exists_one by that name alone", () => {
  const environment = createCelEnvironment(kubernetesCel("1.36"));
  assert.equal(environment.compile("[1, 2].exists_one(x, x > 1)").evaluate({}).value, true);
  assert.throws(() => environment.compile("[1, 2].existsOne(x, x > 1)"), /undeclared reference to 'existsOne'/);
});

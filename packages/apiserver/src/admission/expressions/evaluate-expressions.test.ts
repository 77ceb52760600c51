import assert from "node:assert/strict";
import { test } from "node:test";
import type { AccessDecision, AccessQuestion } from "../../pipeline/authorizer.ts";
import { AccessAnswers } from "./access-answers.ts";
import { compileExpression } from "./compile-expression.ts";
import { ComposedVariables } from "./composed-variables.ts";
import { evaluateExpressions, OutOfBudgetError, policyBudget } from "./evaluate-expressions.ts";

const scope = { hasAuthorizer: true };
const requested = { group: "apps", resource: "deployments", subresource: "scale", namespace: "ns", name: "web" };

class Run {
  readonly variables = new ComposedVariables();
  readonly asked: AccessQuestion[] = [];
  decide: (question: AccessQuestion) => AccessDecision = () => ({ decision: "allow" });

  async evaluate(sources: readonly string[], budget: number = policyBudget) {
    const environment = this.variables.environment(scope);
    const access = new AccessAnswers(
      async (question) => {
        this.asked.push(question);
        return this.decide(question);
      },
      { name: "jane", groups: ["a"] },
      requested,
    );
    const values = { object: { data: { a: "1" } }, oldObject: null };
    const input = { values, variables: this.variables.expressions, access };
    return evaluateExpressions(
      sources.map((source) => compileExpression(environment, source)),
      input,
      budget,
    );
  }

  async value(source: string): Promise<unknown> {
    const { value, error } = (await this.evaluate([source])).results[0] ?? {};
    return error ?? value;
  }
}

test("a variable is computed once, for the first expression that reads it", async () => {
  const run = new Run();
  run.variables.add("list", "[1, 2, 3].map(x, x * 2)", scope);
  const once = (await run.evaluate(["variables.list.size()"])).remainingBudget;
  const twice = (await run.evaluate(["variables.list.size()", "variables.list.size()"])).remainingBudget;
  const without = (await run.evaluate(["1 + 1"])).remainingBudget;
  assert.ok(policyBudget - without < policyBudget - once, "a variable that nobody reads costs nothing");
  assert.ok(once - twice < policyBudget - once, "the second reading is cheaper");
});

test("a variable that fails can be absorbed, as any other failure", async () => {
  const run = new Run();
  run.variables.add("absent", "object.data.absent", scope);
  assert.equal(await run.value("variables.absent == 'x' || true"), true);
  assert.match(String(await run.value("variables.absent == 'x'")), /composited variable "absent" fails to evaluate/);
});

test("a variable that is null is there", async () => {
  const run = new Run();
  run.variables.add("nothing", "null", scope);
  assert.equal(await run.value("variables.nothing == null"), true);
});

test("the authorizer is asked only for what an expression needs, each question once", async () => {
  const run = new Run();
  const check = "authorizer.requestResource.check('get').allowed()";
  await run.evaluate([`true || ${check}`]);
  assert.equal(run.asked.length, 0);
  await run.evaluate([check, check, `${check} && authorizer.path('/healthz').check('get').allowed()`]);
  assert.deepEqual(
    run.asked.map(({ request }) => [request.verb, request.group, request.resource, request.name, request.path]),
    [
      ["get", "apps", "deployments", "web", ""],
      ["get", "", "", "", "/healthz"],
    ],
  );
});

test("a service account is asked about under its name and with its groups", async () => {
  const run = new Run();
  await run.evaluate(["authorizer.serviceAccount('ns', 'robot').group('').resource('pods').check('list').allowed()"]);
  assert.deepEqual(run.asked[0]?.user, {
    name: "system:serviceaccount:ns:robot",
    groups: ["system:serviceaccounts", "system:serviceaccounts:ns"],
  });
});

test("an authorizer without an opinion, or that fails, allows nothing", async () => {
  const run = new Run();
  const check = "authorizer.requestResource.check('get')";
  run.decide = () => ({ decision: "no-opinion", reason: "who knows" });
  assert.equal(await run.value(`${check}.allowed()`), false);
  assert.equal(await run.value(`${check}.reason()`), "who knows");
  run.decide = () => {
    throw new Error("out of order");
  };
  assert.equal(await run.value(`${check}.allowed()`), false);
  assert.equal(await run.value(`${check}.errored()`), true);
  assert.equal(await run.value(`${check}.error()`), "out of order");
});

test("an expression that asks for more than it can pay for does not go on asking", async () => {
  const run = new Run();
  const checks = Array.from({ length: 200 }, (_, index) => `authorizer.path('/${index}').check('get').allowed()`);
  assert.match(String(await run.value(checks.join(" && "))), /actual cost limit exceeded$/);
  assert.ok(run.asked.length <= 30, `${run.asked.length} questions`);
});

test("when the budget is used up nothing can be said", async () => {
  const run = new Run();
  await assert.rejects(run.evaluate(["[1, 2, 3].all(x, x > 0)"], 5), OutOfBudgetError);
  const list = `[${Array.from({ length: 100 }, (_, index) => index)}]`;
  run.variables.add("heavy", `${list}.all(x, ${list}.all(y, x + y >= 0))`, scope);
  await assert.rejects(run.evaluate(["variables.heavy"], 1_000), OutOfBudgetError, "variables count, too");
});

test("an expression that never ends on its own is cut off", async () => {
  const list = `[${Array.from({ length: 100 }, (_, index) => index)}]`;
  const source = `${list}.all(a, ${list}.all(b, ${list}.all(c, ${list}.all(d, a + b + c + d >= 0))))`;
  assert.match(String(await new Run().value(source)), /operation cancelled: actual cost limit exceeded$/);
});

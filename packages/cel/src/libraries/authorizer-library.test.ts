import assert from "node:assert/strict";
import test from "node:test";
import { createCelEnvironment } from "../environment.ts";
import { type AuthorizationQuestion, type Authorize, authorizerType, CelAuthorizer } from "./authorizer.ts";
import { kubernetesLibraries } from "./kubernetes-libraries.ts";

const environment = createCelEnvironment({
  libraries: kubernetesLibraries("1.36"),
  variables: { authorizer: authorizerType },
});

function evaluate(source: string, authorize: Authorize) {
  return environment.compile(source).evaluate({ authorizer: new CelAuthorizer(authorize) });
}

/** What an expression asks, when the answer is yes. */
function questionOf(source: string): AuthorizationQuestion | undefined {
  let asked: AuthorizationQuestion | undefined;
  const { value } = evaluate(source, (question) => {
    asked = question;
    return { isAllowed: true, reason: "" };
  });
  assert.equal(value, true);
  return asked;
}

test("a check on a resource asks with everything that it was narrowed down to", () => {
  const source =
    "authorizer.serviceAccount('ns', 'robot').group('apps').resource('deployments').subresource('scale')" +
    ".namespace('ns').name('web').fieldSelector('metadata.name=web').labelSelector('app in (a, b)').check('get').allowed()";
  assert.deepEqual(questionOf(source), {
    serviceAccount: { namespace: "ns", name: "robot" },
    verb: "get",
    target: {
      group: "apps",
      resource: "deployments",
      subresource: "scale",
      namespace: "ns",
      name: "web",
      fieldRequirements: [{ field: "metadata.name", operator: "=", value: "web" }],
      labelRequirements: [{ key: "app", operator: "in", values: ["a", "b"] }],
    },
  });
});

test("a check on a path asks about that path alone", () => {
  assert.deepEqual(questionOf("authorizer.path('/healthz').check('get').allowed()"), {
    verb: "get",
    target: { path: "/healthz" },
  });
});

test("a selector that does not parse is left out of the question", () => {
  const question = questionOf("authorizer.group('').resource('pods').labelSelector('a in').check('list').allowed()");
  assert.equal("labelRequirements" in (question?.target ?? {}), false);
});

test("a decision tells its reason and its error", () => {
  const check = "authorizer.group('').resource('pods').check('get')";
  const refuse: Authorize = () => ({ isAllowed: false, reason: "no rule", error: "webhook is down" });
  assert.equal(evaluate(`${check}.allowed()`, refuse).value, false);
  assert.equal(evaluate(`${check}.reason()`, refuse).value, "no rule");
  assert.equal(evaluate(`${check}.errored()`, refuse).value, true);
  assert.equal(evaluate(`${check}.error()`, refuse).value, "webhook is down");
  assert.equal(evaluate(`${check}.error()`, () => ({ isAllowed: true, reason: "" })).value, "");
});

test("empty names and bad service accounts fail in Kubernetes' words", () => {
  const allow: Authorize = () => ({ isAllowed: true, reason: "" });
  const failures = [
    ["authorizer.path(' ')", "path must not be empty"],
    ["authorizer.group('').resource('')", "resource must not be empty"],
    ["authorizer.serviceAccount('ns', 'Robot!')", "Invalid service account name"],
    ["authorizer.serviceAccount('N_S', 'robot')", "Invalid service account namespace"],
  ] as const;
  for (const [source, message] of failures) assert.throws(() => evaluate(source, allow), { message });
});

test("two checks are all that a budget of a million pays for", () => {
  const check = "authorizer.path('/a').check('get').allowed()";
  const { cost } = evaluate(check, () => ({ isAllowed: true, reason: "" }));
  assert.equal(cost, 350_003);
  assert.deepEqual(environment.compile(check).estimateCost(), { min: 350_003, max: 350_003 });
});

test("a selector costs its characters and the requirements that they may be", () => {
  const check = (selector: string) => `authorizer.group('').resource('pods')${selector}.check('get').allowed()`;
  const [plain, selected] = ["", ".labelSelector('a=b,c=d')"].map(
    (selector) => evaluate(check(selector), () => ({ isAllowed: true, reason: "" })).cost,
  );
  // 1 for seven characters, and 10 + 4 × 50 for the requirements that they may be.
  assert.equal((selected ?? 0) - (plain ?? 0), 211);
});

test("checks and authorizers are not compared, not even with themselves", () => {
  assert.throws(() => evaluate("authorizer == authorizer", () => ({ isAllowed: true, reason: "" })), {
    message: "no such overload",
  });
});

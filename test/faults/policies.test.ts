/** Admission policies that run for long, fail, or make too much of an object: they end within their budget, and what they leave undecided is no. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Answer, assertAnswer, type Json } from "../conformance/answer.ts";
import { uniqueName } from "../conformance/client.ts";
import { startPlane, within } from "./plane.ts";

const plane = await startPlane();
const group = "/apis/admissionregistration.k8s.io/v1";
const rules = [{ operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"] }];

/** Puts ConfigMaps of a namespace of their own under a policy. Gives the answer to the policy, and their path. */
async function underPolicy(kind: "validating" | "mutating", spec: Json): Promise<{ created: Answer; maps: string }> {
  const maps = await plane.configMaps();
  const metadata = { name: uniqueName("policy") };
  const resource = `${group}/${kind}admissionpolic`;
  const namespaceSelector = { matchLabels: { "kubernetes.io/metadata.name": maps.split("/")[4] } };
  const matchConstraints = { resourceRules: rules, namespaceSelector };
  const whole = { matchConstraints, failurePolicy: "Fail", ...spec };
  const created = await within(10_000, () => plane.create(`${resource}ies`, { metadata, spec: whole }));
  const actions = kind === "validating" ? { validationActions: ["Deny"] } : {};
  const binding = { metadata, spec: { policyName: metadata.name, ...actions } };
  assertAnswer(await plane.create(`${resource}ybindings`, binding), 201);
  return { created, maps };
}

const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`k${index}`, "v"]));

async function assertRefused(maps: string, why: RegExp): Promise<void> {
  const answer = await within(10_000, () => plane.create(maps, { metadata: { name: "a" }, data: many }));
  assert.ok(answer.status >= 400, `${answer.status}`);
  assert.match(answer.body.message, why);
  assert.ok(answer.text.length < 100_000, "the answer repeats what the policy made");
  assertAnswer(await plane.get(`${maps}/a`), 404);
}

test("an expression that runs for long is stopped at its budget, and the object is refused", async () => {
  for (const expression of [
    "object.data.all(a, object.data.all(b, object.data.all(c, (a + b + c).size() > 0)))",
    "object.data.map(a, object.data.map(b, a + b)).size() > 0",
  ]) {
    const { created, maps } = await underPolicy("validating", { validations: [{ expression }] });
    assertAnswer(created, 201);
    await assertRefused(maps, /cost|budget/);
  }
});

test("an expression that fails, as a condition, a variable, a validation or a message, lets nothing pass", async () => {
  const failing = "object.data['absent'] == 'x'";
  for (const [spec, why] of [
    [{ validations: [{ expression: failing }] }, /no such key: absent/],
    [
      { validations: [{ expression: "variables.v" }], variables: [{ name: "v", expression: failing }] },
      /no such key: absent/,
    ],
    [
      { validations: [{ expression: "true" }], matchConditions: [{ name: "c", expression: failing }] },
      /no such key: absent/,
    ],
    [{ validations: [{ expression: "1 / (size(object.data) - 5000) == 1" }] }, /division by zero/],
    [
      { validations: [{ expression: "false", messageExpression: `${failing} ? 'a' : 'b'` }] },
      /failed expression: false/,
    ],
  ] as const) {
    const { created, maps } = await underPolicy("validating", spec);
    assertAnswer(created, 201);
    await assertRefused(maps, why);
  }
});

test("an expression that is too long or nests without end is refused with its policy", async () => {
  for (const expression of [`${"(".repeat(5_000)}true${")".repeat(5_000)}`, `"${"x".repeat(200_000)}" == "a"`]) {
    const { created } = await underPolicy("validating", { validations: [{ expression }] });
    assertAnswer(created, 422);
  }
});

test("variables that double each other are stopped before memory is, be they texts or lists", async () => {
  for (const first of ["object.data['k0']", "object.metadata.finalizers"]) {
    const variables = Array.from({ length: 40 }, (_, index) => ({
      name: `v${index}`,
      expression: index === 0 ? first : `variables.v${index - 1} + variables.v${index - 1}`,
    }));
    const validations = [{ expression: "variables.v39.size() > 0" }];
    const { created, maps } = await underPolicy("validating", { variables, validations });
    assertAnswer(created, 201);
    const object = { metadata: { name: "a", finalizers: ["example.com/one"] }, data: { k0: "v" } };
    const answer = await within(10_000, () => plane.create(maps, object));
    assertAnswer(answer, 422);
    assert.match(answer.body.message, /the result of \+ would be longer than 8388608/);
  }
});

test("mutations that multiply what there is are stopped before memory is", async () => {
  const apply = (expression: string) => ({ patchType: "ApplyConfiguration", applyConfiguration: { expression } });
  const text = 'object.data["k0"]';
  const longer = `Object{data: {"k0": ${text}${` + ${text}`.repeat(50)}}}`;
  const more = `Object{data: {${Array.from({ length: 500 }, (_, index) => `"n${index}": ${text}`).join(", ")}}}`;
  for (const [mutations, why] of [
    [Array.from({ length: 20 }, () => apply(longer)), /the result of \+ would be longer than 8388608/],
    [[apply(longer), apply(longer), apply(longer), apply(more)], /the object would be larger than 16777216/],
  ] as const) {
    const { created, maps } = await underPolicy("mutating", { mutations, reinvocationPolicy: "Never" });
    assertAnswer(created, 201);
    const answer = await within(20_000, () => plane.create(maps, { metadata: { name: "a" }, data: { k0: "vvvv" } }));
    assert.ok(answer.status >= 400, `${answer.status}`);
    assert.match(answer.body.message, why);
    assert.ok(answer.text.length < 100_000, `${answer.text.length} characters`);
    assertAnswer(await plane.get(`${maps}/a`), 404);
  }
});

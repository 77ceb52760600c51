/** Admission policies that run for long, fail, or make too much of an object: they end within their budget, and what they leave undecided is no. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Answer, assertAnswer, assertStatus, type Json } from "../conformance/answer.ts";
import { uniqueName } from "../conformance/client.ts";
import { startPlane, within } from "./plane.ts";

const plane = await startPlane();
const group = "/apis/admissionregistration.k8s.io/v1";
const rules = [{ operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"] }];

interface Ruled {
  /** The answer to the policy. */
  readonly created: Answer;
  readonly policy: string;
  /** The path of the ConfigMaps. */
  readonly maps: string;
}

/** Puts ConfigMaps of a namespace of their own under a policy. */
async function underPolicy(kind: "validating" | "mutating", spec: Json): Promise<Ruled> {
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
  return { created, policy: metadata.name, maps };
}

const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`k${index}`, "v"]));

/** In the real server's words, code and reason; a cause of a policy names no field. */
async function assertRefused({ created, policy, maps }: Ruled, why: string): Promise<void> {
  assertAnswer(created, 201);
  const answer = await within(10_000, () => plane.create(maps, { metadata: { name: "a" }, data: many }));
  const message = `ValidatingAdmissionPolicy '${policy}' with binding '${policy}' denied request: ${why}`;
  assertStatus(answer, 422, "Invalid", `configmaps "a" is forbidden: ${message}`);
  assert.deepEqual(answer.body.details, { name: "a", kind: "configmaps", causes: [{ message }] });
  assertAnswer(await plane.get(`${maps}/a`), 404);
}

test("an expression that runs for long is stopped at its budget, and the object is refused", async () => {
  for (const expression of [
    "object.data.all(a, object.data.all(b, object.data.all(c, (a + b + c).size() > 0)))",
    "object.data.map(a, object.data.map(b, a + b)).size() > 0",
  ]) {
    const why = `expression '${expression}' resulted in error: operation cancelled: actual cost limit exceeded`;
    await assertRefused(await underPolicy("validating", { validations: [{ expression }] }), why);
  }
});

test("an expression that fails, as a condition, a variable, a validation or a message, lets nothing pass", async () => {
  const failing = "object.data['absent'] == 'x'";
  const dividing = "1 / (size(object.data) - 5000) == 1";
  const absent = `expression '${failing}' resulted in error: no such key: absent`;
  const message = `${failing} ? 'a' : 'b'`;
  for (const [spec, why] of [
    [{ validations: [{ expression: failing }] }, absent],
    [
      { validations: [{ expression: "variables.v" }], variables: [{ name: "v", expression: failing }] },
      `expression 'variables.v' resulted in error: composited variable "v" fails to evaluate: no such key: absent`,
    ],
    [{ validations: [{ expression: "true" }], matchConditions: [{ name: "c", expression: failing }] }, absent],
    [{ validations: [{ expression: dividing }] }, `expression '${dividing}' resulted in error: division by zero`],
    [{ validations: [{ expression: "false", messageExpression: message }] }, "failed expression: false"],
  ] as const)
    await assertRefused(await underPolicy("validating", spec), why);
});

test("an expression that is too long or nests without end is refused with its policy", async () => {
  const compiling = "compilation failed: ERROR: <input>:-1:0: expression";
  for (const [expression, why] of [
    [`${"(".repeat(5_000)}true${")".repeat(5_000)}`, `${compiling} recursion limit exceeded: 250`],
    [`"${"x".repeat(200_000)}" == "a"`, `${compiling} code point size exceeds limit: size: 200009, limit 100000`],
  ] as const) {
    const { created, policy } = await underPolicy("validating", { validations: [{ expression }] });
    const [field, group] = ["spec.validations[0].expression", "admissionregistration.k8s.io"];
    const message = `Invalid value: ${JSON.stringify(expression)}: ${why}`;
    const kind = "ValidatingAdmissionPolicy";
    assertStatus(created, 422, "Invalid", `${kind}.${group} "${policy}" is invalid: ${field}: ${message}`, {
      details: { name: policy, group, kind, causes: [{ reason: "FieldValueInvalid", message, field }] },
    });
  }
});

test("variables that double each other are stopped before memory is, be they texts or lists", async () => {
  for (const first of ["object.data['k0']", "object.metadata.finalizers"]) {
    const variables = Array.from({ length: 40 }, (_, index) => ({
      name: `v${index}`,
      expression: index === 0 ? first : `variables.v${index - 1} + variables.v${index - 1}`,
    }));
    const validations = [{ expression: "variables.v39.size() > 0" }];
    const { created, policy, maps } = await underPolicy("validating", { variables, validations });
    assertAnswer(created, 201);
    const object = { metadata: { name: "a", finalizers: ["example.com/one"] }, data: { k0: "v" } };
    const answer = await within(10_000, () => plane.create(maps, object));
    const message = new RegExp(
      `^ValidatingAdmissionPolicy '${policy}' .* denied request: .*the result of \\+ would be longer than 8388608`,
    );
    assertStatus(answer, 422, "Invalid", /^configmaps "a" is forbidden: ValidatingAdmissionPolicy /, {
      details: { name: "a", kind: "configmaps", causes: [{ message, field: undefined }] },
    });
  }
});

test("mutations that multiply what there is are stopped before memory is", async () => {
  const apply = (expression: string) => ({ patchType: "ApplyConfiguration", applyConfiguration: { expression } });
  const text = 'object.data["k0"]';
  const longer = `Object{data: {"k0": ${text}${` + ${text}`.repeat(50)}}}`;
  const more = `Object{data: {${Array.from({ length: 500 }, (_, index) => `"n${index}": ${text}`).join(", ")}}}`;
  for (const [mutations, why] of [
    [Array.from({ length: 20 }, () => apply(longer)), String.raw`the result of \+ would be longer than 8388608`],
    [[apply(longer), apply(longer), apply(longer), apply(more)], "the object would be larger than 16777216"],
  ] as const) {
    const { created, policy, maps } = await underPolicy("mutating", { mutations, reinvocationPolicy: "Never" });
    assertAnswer(created, 201);
    const answer = await within(20_000, () => plane.create(maps, { metadata: { name: "a" }, data: { k0: "vvvv" } }));
    // To every mutation that fails the real server answers 403 with the reason of 422.
    const denied = new RegExp(`^policy '${policy}' with binding '${policy}' denied request: .*${why}`);
    assertStatus(answer, 403, "Invalid", denied, { details: { name: "a", kind: "configmaps" } });
    assert.match(answer.body.details.causes[0].message, denied);
    assert.ok(answer.text.length < 100_000, `${answer.text.length} characters`);
    assertAnswer(await plane.get(`${maps}/a`), 404);
  }
});

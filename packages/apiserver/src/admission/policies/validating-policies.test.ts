import assert from "node:assert/strict";
import { test } from "node:test";
import { assertDenied, matchConstraints, PoliciesFixture } from "./policies-fixture.test.ts";

const never = { validations: [{ expression: "false", message: "no" }] };

test("a policy counts as soon as it is bound, and no longer than that", async () => {
  const fixture = new PoliciesFixture();
  assert.equal((await fixture.create()).status, 201);
  await fixture.install("validating", "p", never);
  assertDenied(await fixture.create(), "no");
  await fixture.remove("validatingadmissionpolicybindings/p-0");
  assert.equal((await fixture.create()).status, 201);
});

test("a policy that changes is compiled anew", async () => {
  const fixture = new PoliciesFixture();
  await fixture.install("validating", "p", never);
  assertDenied(await fixture.create(), "no");
  await fixture.install("validating", "p", { validations: [{ expression: "true" }] });
  assert.equal((await fixture.create()).status, 201);
});

test("the first policy that refuses is told, in the order of their names", async () => {
  const fixture = new PoliciesFixture();
  await fixture.install("validating", "b", { validations: [{ expression: "false", message: "second" }] });
  await fixture.install("validating", "a", { validations: [{ expression: "false", message: "first" }] });
  assertDenied(await fixture.create(), "first", "a", "a-0");
});

test("an expression that does not compile refuses, and is passed over where failures are ignored", async () => {
  const fixture = new PoliciesFixture();
  const validations = [{ expression: "object.(" }];
  await fixture.install("validating", "p", { validations });
  assert.match((await fixture.create()).body.message, /denied request: compilation error: compilation failed: ERROR: /);
  await fixture.install("validating", "p", { validations, failurePolicy: "Ignore" });
  assert.equal((await fixture.create()).status, 201);
});

test("a variable that does not compile refuses where it is read", async () => {
  const fixture = new PoliciesFixture();
  const variables = [{ name: "x", expression: "nobody" }];
  await fixture.install("validating", "p", { variables, validations: [{ expression: "variables.x == 1" }] });
  assert.match((await fixture.create()).body.message, /composited variable "x" fails to compile: compilation failed: /);
});

test("an action that nobody knows refuses", async () => {
  const fixture = new PoliciesFixture();
  await fixture.install("validating", "p", never, { validationActions: ["Frown"] });
  assertDenied(await fixture.create(), "no");
});

test("a binding without actions lets everything pass", async () => {
  const fixture = new PoliciesFixture();
  await fixture.install("validating", "p", never, { validationActions: [] });
  assert.equal((await fixture.create()).status, 201);
});

test("a warning names the binding that it comes from", async () => {
  const fixture = new PoliciesFixture();
  await fixture.install("validating", "p", never, { validationActions: ["Warn"] }, { validationActions: ["Warn"] });
  const { status, warnings } = await fixture.create();
  const warning = (binding: string) =>
    `Validation failed for ValidatingAdmissionPolicy 'p' with binding '${binding}': no`;
  assert.deepEqual([status, warnings], [201, [warning("p-0"), warning("p-1")]]);
});

test("audit learns which validation failed", async () => {
  const fixture = new PoliciesFixture();
  const validations = [{ expression: "true" }, ...never.validations];
  await fixture.install("validating", "p", { validations }, { validationActions: ["Audit"] });
  const { status, annotations } = await fixture.create();
  assert.equal(status, 201);
  assert.deepEqual(JSON.parse(annotations["validation.policy.admission.k8s.io/validation_failure"] ?? ""), [
    { message: "no", policy: "p", binding: "p-0", expressionIndex: 1, validationActions: ["Audit"] },
  ]);
});

test("audit annotations of all bindings are told under the name of the policy", async () => {
  const fixture = new PoliciesFixture();
  const auditAnnotations = [
    { key: "size", valueExpression: "'size ' + string(object.data.size())" },
    { key: "none", valueExpression: "null" },
    { key: "blank", valueExpression: "'  '" },
    { key: "long", valueExpression: "object.data.long" },
  ];
  const typed = auditAnnotations.with(3, { key: "long", valueExpression: "string(object.data.long)" });
  await fixture.install("validating", "p", { auditAnnotations: typed }, {}, {});
  const { annotations } = await fixture.create({ long: "x".repeat(20_000) });
  assert.deepEqual(Object.keys(annotations).sort(), ["p/long", "p/size"]);
  assert.equal(annotations["p/size"], "size 1");
  assert.equal(annotations["p/long"]?.length, 10_240);
});

test("an audit annotation that fails refuses although the binding only warns", async () => {
  const fixture = new PoliciesFixture();
  const auditAnnotations = [{ key: "a", valueExpression: "string(object.data.absent)" }];
  await fixture.install("validating", "p", { auditAnnotations }, { validationActions: ["Warn"] });
  assertDenied(
    await fixture.create({ a: "1" }),
    "expression 'string(object.data.absent)' resulted in error: no such key: absent",
  );
});

test("a selector that is none refuses whom the rules match, and nobody else", async () => {
  const fixture = new PoliciesFixture();
  const objectSelector = { matchExpressions: [{ key: "a", operator: "Near" }] };
  await fixture.install("validating", "p", { ...never, matchConstraints: { ...matchConstraints, objectSelector } });
  const { status, body } = await fixture.create();
  assert.equal(status, 422);
  assert.match(body.message, /ValidatingAdmissionPolicy 'p' denied request: failed to configure policy: /);
  const [rule] = matchConstraints.resourceRules;
  const resourceRules = [{ ...rule, resources: ["secrets"] }];
  await fixture.install("validating", "p", {
    ...never,
    matchConstraints: { ...matchConstraints, objectSelector, resourceRules },
  });
  assert.equal((await fixture.create()).status, 201);
});

test("a request in a namespace that is gone is not found", async () => {
  const fixture = new PoliciesFixture();
  await fixture.install("validating", "p", never);
  await fixture.remove("namespaces/ns");
  const { status, body } = await fixture.create();
  assert.deepEqual([status, body.message], [404, 'namespaces "ns" not found']);
});

test("policies are never asked about policies", async () => {
  const fixture = new PoliciesFixture();
  const { server } = fixture;
  const [configMaps] = server.registry.list();
  assert.ok(configMaps);
  const group = "admissionregistration.k8s.io";
  const names = { plural: "validatingadmissionpolicies", singular: "policy", kind: "ValidatingAdmissionPolicy" };
  server.registry.add({ ...configMaps, ...names, group, scope: "Cluster" });
  server.registry.add({ ...configMaps, ...names, plural: "validatingwebhookconfigurations", kind: "Other", group });
  await fixture.install("validating", "p", never);
  const path = `/apis/${group}/v1`;
  const object = { metadata: { name: "made" } };
  const policy = await server.create(`${path}/validatingadmissionpolicies`, object, { dryRun: "All" });
  assert.doesNotMatch(policy.body.message ?? "", /denied request/);
  const other = await server.create(`${path}/namespaces/ns/validatingwebhookconfigurations`, object);
  assert.notEqual(other.status, 201);
});

test("a storage that fails refuses every request", async () => {
  const fixture = new PoliciesFixture();
  fixture.isBroken = true;
  assert.equal((await fixture.create()).status, 500);
  fixture.isBroken = false;
  assert.equal((await fixture.create()).status, 201);
});

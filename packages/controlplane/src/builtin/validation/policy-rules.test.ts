import assert from "node:assert/strict";
import { before, test } from "node:test";
import { loadExpressionJudge } from "@pintle/apiserver";
import type { JsonObject } from "@pintle/machinery";
import { policyRules } from "./policy-rules.ts";

before(loadExpressionJudge);

const rule = { operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["pods"] };
const constraints = { resourceRules: [rule], matchPolicy: "Equivalent", namespaceSelector: {}, objectSelector: {} };
const policy = { failurePolicy: "Fail", matchConstraints: constraints, validations: [{ expression: "true" }] };
const patch = { patchType: "JSONPatch", jsonPatch: { expression: "[JSONPatch{op: 'remove', path: '/data'}]" } };
const mutating = {
  failurePolicy: "Fail",
  matchConstraints: constraints,
  reinvocationPolicy: "Never",
  mutations: [patch],
};

type Kind = "validatingadmissionpolicies" | "mutatingadmissionpolicies" | "validatingadmissionpolicybindings";

function complain(kind: Kind, spec: JsonObject, old?: JsonObject): string[] {
  const rules = policyRules[`${kind}.admissionregistration.k8s.io`];
  const object = { metadata: { name: "a" }, spec };
  const errors = old && rules?.validateUpdate ? rules.validateUpdate(object, { spec: old }) : rules?.validate(object);
  return (errors ?? []).map(String);
}

function complainOf(change: JsonObject): string[] {
  return complain("validatingadmissionpolicies", { ...policy, ...change });
}

function complainOfRule(change: JsonObject): string[] {
  return complainOf({ matchConstraints: { ...constraints, resourceRules: [{ ...rule, ...change }] } });
}

test("good policies and bindings have nothing wrong with them", () => {
  assert.deepEqual(complain("validatingadmissionpolicies", policy), []);
  assert.deepEqual(complain("mutatingadmissionpolicies", mutating), []);
  const binding = { policyName: "a", validationActions: ["Warn", "Audit"], matchResources: constraints };
  assert.deepEqual(complain("validatingadmissionpolicybindings", binding), []);
});

test("objects in which nothing is right are told so, and nothing breaks", () => {
  for (const kind of ["validatingadmissionpolicies", "mutatingadmissionpolicies"] as const) {
    assert.notDeepEqual(complain(kind, {}), []);
    assert.notDeepEqual(complain(kind, { matchConstraints: 7, validations: "x", mutations: [null, 1] }), []);
  }
});

test("rules with wildcards name nothing else", () => {
  const path = "spec.matchConstraints.resourceRules[0]";
  assert.deepEqual(complainOfRule({ operations: ["*", "FLY"], resources: ["*", "pods"] }), [
    `${path}.operations: Invalid value: ["*","FLY"]: if '*' is present, must not specify other operations`,
    `${path}.operations[1]: Unsupported value: "FLY": supported values: "*", "CONNECT", "CREATE", "DELETE", "UPDATE"`,
    `${path}.resources: Invalid value: ["*","pods"]: if '*' is present, must not specify other resources without subresources`,
  ]);
  assert.deepEqual(complainOfRule({ resources: ["pods/*", "pods/status"], scope: "Here" }), [
    `${path}.resources[1]: Invalid value: "pods/status": if 'pods/*' is present, must not specify pods/status`,
    `${path}.scope: Unsupported value: "Here": supported values: "*", "Cluster", "Namespaced"`,
  ]);
});

test("names of objects are names, each once", () => {
  const errors = complainOfRule({ resourceNames: ["a", "a", "b/c"] });
  assert.match(
    errors.join("\n"),
    /resourceNames\[1\]: Duplicate value: "a"\n.*resourceNames\[2\]: Invalid value: "b\/c"/,
  );
});

test("a mutating policy is for nothing that is deleted", () => {
  const resourceRules = [{ ...rule, operations: ["DELETE"] }];
  const errors = complain("mutatingadmissionpolicies", {
    ...mutating,
    matchConstraints: { ...constraints, resourceRules },
  });
  assert.deepEqual(errors, [
    'spec.matchConstraints.resourceRules.operations: Unsupported value: "DELETE": supported values: "*", "CONNECT", "CREATE", "UPDATE"',
  ]);
});

test("variables may use those before them, and only those", () => {
  const variables = [
    { name: "a", expression: "variables.b" },
    { name: "b", expression: "1" },
    { name: "c", expression: "variables.b + 1" },
    { name: "for", expression: "1" },
  ];
  const errors = complainOf({ variables, validations: [{ expression: "variables.c == 2" }] });
  assert.match(errors[0] ?? "", /^spec.variables\[0\].expression: .*undefined field 'b'/s);
  assert.deepEqual(errors.slice(1), ['spec.variables[3].name: Invalid value: "for": must be a valid CEL identifier']);
});

test("an expression that could never run is an error of the server", () => {
  assert.deepEqual(complainOf({ validations: [{ expression: "int('x') == 1" }] }), [
    "spec.validations[0].expression: Internal error: program instantiation failed: type conversion error from 'string' to 'int'",
  ]);
});

test("conditions that stay as they are are not judged again", () => {
  const matchConditions = [{ name: "a", expression: "no longer known" }];
  const changed = { ...policy, matchConditions };
  assert.equal(complain("validatingadmissionpolicies", changed).length, 1);
  assert.deepEqual(complain("validatingadmissionpolicies", changed, changed), []);
  assert.equal(complain("validatingadmissionpolicies", changed, policy).length, 1);
});

test("expressions that are far too deep or long are refused and do not break the server", () => {
  const deep = "[".repeat(300) + "]".repeat(300);
  for (const expression of ["(".repeat(100_000), deep, `${"true && ".repeat(100_000)}true`]) {
    assert.equal(complainOf({ validations: [{ expression }] }).length, 1);
  }
});

test("a status says something about something", () => {
  const status = policyRules["validatingadmissionpolicies.admissionregistration.k8s.io"]?.views?.status;
  const typeChecking = { expressionWarnings: [{ fieldRef: " ", warning: "" }] };
  const conditions = [{ type: "Ready", status: "Maybe", reason: "no reason" }];
  assert.deepEqual(
    status?.({ status: { typeChecking, conditions } }, {}).map(({ path, type }) => `${path} ${type}`),
    [
      "status.typeChecking.expressionWarnings[0].warning FieldValueRequired",
      "status.typeChecking.expressionWarnings[0].fieldRef FieldValueRequired",
      "status.conditions[0].status FieldValueNotSupported",
      "status.conditions[0].lastTransitionTime FieldValueRequired",
      "status.conditions[0].reason FieldValueInvalid",
    ],
  );
});

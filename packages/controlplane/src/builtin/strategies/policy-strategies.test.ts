import assert from "node:assert/strict";
import { test } from "node:test";
import type { AccessQuestion, StrategyRequest } from "@pintle/apiserver";
import { ApiError, type JsonObject } from "@pintle/machinery";
import type { BuiltInOptions } from "../built-in-options.ts";
import { createPolicyStrategies } from "./policy-strategies.ts";

const group = "admissionregistration.k8s.io";
const resourceRules = [{ operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["pods"] }];
const matchConstraints = { resourceRules, matchPolicy: "Equivalent", namespaceSelector: {}, objectSelector: {} };
const paramKind = { apiVersion: "v1", kind: "Secret" };
const spec = {
  failurePolicy: "Fail",
  matchConstraints,
  validations: [{ expression: "params.data.a == 'b'" }],
  paramKind,
};
const binding = { policyName: "p", validationActions: ["Deny"] };

interface Setting {
  readonly mayRead?: (question: AccessQuestion) => boolean;
  readonly groups?: readonly string[];
  readonly stored?: JsonObject;
  readonly old?: JsonObject;
}

/** Why a write is refused, and what was asked on the way. */
async function write(plural: string, object: JsonObject, setting: Setting = {}) {
  const { mayRead = () => false, groups = [], stored, old } = setting;
  const asked: AccessQuestion["request"][] = [];
  const options = {
    paramAccess: {
      authorizer: async (question: AccessQuestion) => {
        asked.push(question.request);
        return { decision: mayRead(question) ? "allow" : "no-opinion" };
      },
      findResource: ({ kind }: { readonly kind: string }) => (kind === "Secret" ? "secrets" : undefined),
    },
    objects: {
      get: async () => {
        if (stored) return stored;
        throw ApiError.notFound({ group, resource: "validatingadmissionpolicies" }, "p");
      },
    },
  } as unknown as BuiltInOptions;
  const specialize = createPolicyStrategies(options)[`${plural}.${group}`];
  const begin = specialize?.({ main: { nameRule: "dns1123Subdomain" }, views: {} }).main.begin;
  const request = { context: { user: { name: "eve", groups } } } as unknown as StrategyRequest;
  try {
    await begin?.({ metadata: { name: "a" }, ...object }, old, request);
    return { refusal: undefined, asked };
  } catch (error) {
    assert.ok(error instanceof ApiError, String(error));
    return { refusal: error.message, asked };
  }
}

test("who may not read the parameters may not write the policy", async () => {
  const { refusal, asked } = await write("validatingadmissionpolicies", { spec });
  assert.equal(
    refusal,
    'ValidatingAdmissionPolicy.admissionregistration.k8s.io "a" is invalid: spec.paramKind: Forbidden: user &{eve  [] map[]} must have "get" permission on all objects of the referenced paramKind (kind=Secret, apiVersion=v1)',
  );
  const [question] = asked;
  assert.deepEqual(
    [question?.verb, question?.group, question?.resource, question?.namespace, question?.name],
    ["get", "", "secrets", "*", "*"],
  );
});

test("who may read them may write it, and so may the administrator", async () => {
  assert.equal((await write("validatingadmissionpolicies", { spec }, { mayRead: () => true })).refusal, undefined);
  const { refusal, asked } = await write("validatingadmissionpolicies", { spec }, { groups: ["system:masters"] });
  assert.deepEqual([refusal, asked], [undefined, []]);
});

test("a kind that nobody serves needs the right to read everything in its group", async () => {
  const other = { ...spec, paramKind: { apiVersion: "example.com/v1", kind: "Limit" } };
  const { asked } = await write("validatingadmissionpolicies", { spec: other });
  assert.deepEqual([asked[0]?.group, asked[0]?.resource], ["example.com", "*"]);
});

test("what a policy had before needs no right again", async () => {
  const old = { metadata: { name: "a" }, spec: { ...spec, failurePolicy: "Ignore" } };
  assert.equal((await write("validatingadmissionpolicies", { spec }, { old })).refusal, undefined);
  const before = { ...old, spec: { ...spec, paramKind: { apiVersion: "v1", kind: "ConfigMap" } } };
  assert.notEqual((await write("validatingadmissionpolicies", { spec }, { old: before })).refusal, undefined);
});

test("what is wrong otherwise is told by validation, whatever the rights are", async () => {
  const wrong = { ...spec, validations: [{ expression: "(" }] };
  assert.equal((await write("validatingadmissionpolicies", { spec: wrong })).refusal, undefined);
  const odd = { ...spec, paramKind: { apiVersion: "a/b/c", kind: "" } };
  assert.equal((await write("mutatingadmissionpolicies", { spec: odd })).refusal, undefined);
});

test("a binding needs the right to read what it refers to", async () => {
  const plural = "validatingadmissionpolicybindings";
  const named = { ...binding, paramRef: { name: "x", namespace: "ns", parameterNotFoundAction: "Deny" } };
  const { refusal, asked } = await write(plural, { spec: named }, { stored: { spec } });
  assert.match(
    refusal ?? "",
    /user &\{eve {2}\[\] map\[\]\} does not have "get" permission on the object referenced by/,
  );
  assert.deepEqual(
    [asked[0]?.verb, asked[0]?.resource, asked[0]?.namespace, asked[0]?.name],
    ["get", "secrets", "ns", "x"],
  );
  const chosen = { ...binding, paramRef: { selector: {}, parameterNotFoundAction: "Deny" } };
  const { asked: listed } = await write(plural, { spec: chosen }, { stored: { spec } });
  assert.deepEqual([listed[0]?.verb, listed[0]?.namespace], ["list", ""]);
});

test("a binding to a policy that is not there yet needs the right to read everything", async () => {
  const named = { ...binding, paramRef: { name: "x", parameterNotFoundAction: "Deny" } };
  const { refusal, asked } = await write("mutatingadmissionpolicybindings", { spec: named });
  assert.match(refusal ?? "", /unable to get policy p to determine minimum required permissions/);
  assert.deepEqual([asked[0]?.group, asked[0]?.version, asked[0]?.resource], ["*", "*", "*"]);
});

test("without params nobody is asked", async () => {
  const { paramKind: _, ...plain } = spec;
  const policy = await write("validatingadmissionpolicies", { spec: plain });
  const bound = await write("validatingadmissionpolicybindings", { spec: binding });
  assert.deepEqual(
    [policy, bound],
    [
      { refusal: undefined, asked: [] },
      { refusal: undefined, asked: [] },
    ],
  );
});

import { after, before, describe, test } from "node:test";
import { assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { createRobot, grantEverywhere, type Robot } from "../identity/subjects.ts";
import { bindingsPath, type PolicyKind, policiesPath } from "./policies.ts";

const client = connect();
let namespace: string;
before(async () => {
  namespace = await client.namespace();
});
after(() => client.close());

const writing = { apiGroups: ["admissionregistration.k8s.io"], resources: ["*"], verbs: ["*"] };
const paramKind = { apiVersion: "v1", kind: "Secret" };
const resourceRules = [{ operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["pods"] }];
const policy = { matchConstraints: { resourceRules }, validations: [{ expression: "params == null" }], paramKind };
const mutations = [{ patchType: "ApplyConfiguration", applyConfiguration: { expression: "Object{}" } }];
const mutatingPolicy = { matchConstraints: { resourceRules }, mutations, reinvocationPolicy: "Never", paramKind };

/** Somebody who may write policies, and read what the rules say. */
async function createWriter(...rules: Json[]): Promise<Robot> {
  const robot = await createRobot(client, namespace);
  await grantEverywhere(client, { kind: "ServiceAccount", name: robot.name, namespace }, [writing, ...rules]);
  return robot;
}

function write({ token }: Robot, path: string, spec: Json) {
  return client.create(path, { metadata: { name: "made" }, spec }, { dryRun: "All" }, { as: token });
}

/** A policy of Secrets that is there, for bindings to it. */
async function createPolicy(): Promise<AsyncDisposable & { readonly name: string }> {
  const name = uniqueName("policy");
  assertAnswer(await client.create(policiesPath("validating"), { metadata: { name }, spec: policy }), 201);
  return {
    name,
    async [Symbol.asyncDispose]() {
      await client.delete(`${policiesPath("validating")}/${name}`);
    },
  };
}

function bindingOf(policyName: string, paramRef: Json): Json {
  return { policyName, validationActions: ["Deny"], paramRef: { parameterNotFoundAction: "Deny", ...paramRef } };
}

const getSecrets = { apiGroups: [""], resources: ["secrets"], verbs: ["get"] };

describe("who writes a policy must be allowed to read its parameters:", { concurrency: 16 }, () => {
  const kinds: [PolicyKind, string, Json][] = [
    ["validating", "ValidatingAdmissionPolicy", policy],
    ["mutating", "MutatingAdmissionPolicy", mutatingPolicy],
  ];
  for (const [kind, name, spec] of kinds) {
    test(`a ${name} without that is refused`, async () => {
      const answer = await write(await createWriter(), policiesPath(kind), spec);
      assertStatus(
        answer,
        422,
        "Invalid",
        /spec\.paramKind: Forbidden: user &\{system:serviceaccount:.*\} must have "get" permission on all objects of the referenced paramKind \(kind=Secret, apiVersion=v1\)$/,
      );
      assertAnswer(answer, 422, { details: { kind: name, causes: [{ reason: "FieldValueForbidden" }] } });
    });
  }

  test("with the right to get all objects of the kind it is taken", async () => {
    assertAnswer(await write(await createWriter(getSecrets), policiesPath("validating"), policy), 201);
  });

  test("the right to some objects of the kind is not enough", async () => {
    const writer = await createWriter({ ...getSecrets, resourceNames: ["one"] });
    assertAnswer(await write(writer, policiesPath("validating"), policy), 422);
  });

  test("a policy without a paramKind needs no such right", async () => {
    const { paramKind: _, ...plain } = policy;
    const spec = { ...plain, validations: [{ expression: "true" }] };
    assertAnswer(await write(await createWriter(), policiesPath("validating"), spec), 201);
  });

  test("what is wrong otherwise is told alone", async () => {
    const answer = await write(await createWriter(), policiesPath("validating"), { ...policy, validations: [] });
    assertStatus(answer, 422, "Invalid", /is invalid: \[spec\.validations: Required value: [^\]]*\]$/);
  });

  test("a change elsewhere in the policy needs no such right, one of the paramKind does", async () => {
    await using made = await createPolicy();
    const { token } = await createWriter();
    const path = `${policiesPath("validating")}/${made.name}`;
    const patch = (spec: Json) => client.patch("merge", path, { spec }, { dryRun: "All" }, { as: token });

    assertAnswer(await patch({ failurePolicy: "Ignore" }), 200);
    assertAnswer(await patch({ paramKind: { kind: "ConfigMap" } }), 422);
  });
});

describe("who binds a policy must be allowed to read what the binding refers to:", { concurrency: 16 }, () => {
  test("a name without that is refused", async () => {
    await using made = await createPolicy();
    const spec = bindingOf(made.name, { name: "x", namespace: "default" });
    assertStatus(
      await write(await createWriter(), bindingsPath("validating"), spec),
      422,
      "Invalid",
      /spec\.paramRef: Forbidden: user &\{.*\} does not have "get" permission on the object referenced by paramRef$/,
    );
  });

  test("the right to get it is enough for a name, not for a selector", async () => {
    await using made = await createPolicy();
    const writer = await createWriter(getSecrets);
    const named = bindingOf(made.name, { name: "x", namespace: "default" });
    const chosen = bindingOf(made.name, { selector: {} });

    assertAnswer(await write(writer, bindingsPath("validating"), named), 201);
    assertStatus(
      await write(writer, bindingsPath("validating"), chosen),
      422,
      "Invalid",
      /does not have "list" permission on the object referenced by paramRef$/,
    );
  });

  test("where the policy is not there yet, the right to read everything is needed", async () => {
    const spec = bindingOf("absent-policy", { name: "x" });
    assertStatus(
      await write(await createWriter(getSecrets), bindingsPath("validating"), spec),
      422,
      "Invalid",
      /spec\.paramRef: Forbidden: unable to get policy absent-policy to determine minimum required permissions and user &\{.*\} does not have "get" permission for all groups, versions and resources$/,
    );
    const everything = { apiGroups: ["*"], resources: ["*"], verbs: ["get"] };
    assertAnswer(await write(await createWriter(everything), bindingsPath("validating"), spec), 201);
  });
});

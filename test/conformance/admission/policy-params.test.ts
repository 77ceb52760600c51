import { after, describe, test } from "node:test";
import { assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { eventually } from "../eventually.ts";
import { type Policies, startPolicies } from "./policies.ts";

const client = connect();
after(() => client.close());

const limited = {
  paramKind: { apiVersion: "v1", kind: "Secret" },
  validations: [
    {
      expression: "object.data.size() <= int(string(params.metadata.annotations.limit))",
      messageExpression: "'at most ' + params.metadata.annotations.limit",
    },
  ],
};

async function createLimit(policies: Policies, name: string, limit: number, labels: Json = {}): Promise<void> {
  const metadata = { name, labels, annotations: { limit: String(limit) } };
  assertAnswer(await client.create(`/api/v1/namespaces/${policies.namespace}/secrets`, { metadata }), 201);
}

function create(policies: Policies, count: number) {
  const data = Object.fromEntries(Array.from({ length: count }, (_, index) => [`key-${index}`, "x"]));
  return client.create(policies.configMaps, { metadata: { name: "made" }, data }, { dryRun: "All" });
}

function denied(name: string, message: string): string {
  return `configmaps "made" is forbidden: ValidatingAdmissionPolicy '${name}' with binding '${name}' denied request: ${message}`;
}

const notFound = "failed to configure binding: no params found for policy binding with `Deny` parameterNotFoundAction";

describe("the params of a policy", { concurrency: 16 }, () => {
  test("are the object that the binding names", async () => {
    await using policies = await startPolicies(client);
    await createLimit(policies, "limit", 1);
    const paramRef = { name: "limit", namespace: policies.namespace, parameterNotFoundAction: "Deny" };
    const name = await policies.install("validating", limited, { paramRef });

    await eventually(async () => assertStatus(await create(policies, 2), 422, "Invalid", denied(name, "at most 1")));
    assertAnswer(await create(policies, 1), 201);
  });

  test("come from the namespace of the request when the binding names none", async () => {
    await using policies = await startPolicies(client);
    await createLimit(policies, "limit", 1);
    const name = await policies.install("validating", limited, {
      paramRef: { name: "limit", parameterNotFoundAction: "Deny" },
    });

    await eventually(async () => assertStatus(await create(policies, 2), 422, "Invalid", denied(name, "at most 1")));
  });

  test("are followed when they change", async () => {
    await using policies = await startPolicies(client);
    await createLimit(policies, "limit", 1);
    const paramRef = { name: "limit", parameterNotFoundAction: "Deny" };
    await policies.install("validating", limited, { paramRef });
    await eventually(async () => assertAnswer(await create(policies, 2), 422));
    const path = `/api/v1/namespaces/${policies.namespace}/secrets/limit`;
    await client.patch("merge", path, { metadata: { annotations: { limit: "2" } } });

    await eventually(async () => assertAnswer(await create(policies, 2), 201));
  });

  test("chosen by a selector are all asked", async () => {
    await using policies = await startPolicies(client);
    await createLimit(policies, "loose", 5, { limits: "yes" });
    await createLimit(policies, "tight", 1, { limits: "yes" });
    await createLimit(policies, "other", 0);
    const paramRef = { selector: { matchLabels: { limits: "yes" } }, parameterNotFoundAction: "Deny" };
    const name = await policies.install("validating", limited, { paramRef });

    await eventually(async () => assertStatus(await create(policies, 2), 422, "Invalid", denied(name, "at most 1")));
    assertAnswer(await create(policies, 1), 201);
  });

  test("that are absent deny when parameterNotFoundAction is Deny", async () => {
    await using policies = await startPolicies(client);
    const name = await policies.install("validating", limited, {
      paramRef: { name: "absent", parameterNotFoundAction: "Deny" },
    });

    assertStatus(await create(policies, 1), 422, "Invalid", denied(name, notFound));
  });

  test("that are absent leave the policy out when parameterNotFoundAction is Allow", async () => {
    await using policies = await startPolicies(client);
    await policies.install("validating", limited, { paramRef: { name: "absent", parameterNotFoundAction: "Allow" } });

    assertAnswer(await create(policies, 9), 201);
  });

  test("chosen by a selector that fits nothing deny when parameterNotFoundAction is Deny", async () => {
    await using policies = await startPolicies(client);
    const paramRef = { selector: { matchLabels: { limits: "yes" } }, parameterNotFoundAction: "Deny" };
    const name = await policies.install("validating", limited, { paramRef });

    assertStatus(await create(policies, 1), 422, "Invalid", denied(name, notFound));
  });

  test("are null for a binding without paramRef", async () => {
    await using policies = await startPolicies(client);
    const validations = [{ expression: "params == null", message: "there are params" }];
    await policies.install("validating", { ...limited, validations }, {});

    assertAnswer(await create(policies, 1), 201);
  });

  test("of a kind that does not exist deny every request that matches", async () => {
    await using policies = await startPolicies(client);
    const paramKind = { apiVersion: "absent.example.com/v1", kind: "Limit" };
    const paramRef = { name: "limit", parameterNotFoundAction: "Deny" };
    const name = await policies.install("validating", { ...limited, paramKind }, { paramRef });

    assertStatus(
      await create(policies, 1),
      422,
      "Invalid",
      `configmaps "made" is forbidden: ValidatingAdmissionPolicy '${name}' denied request: failed to configure policy: failed to find resource referenced by paramKind: 'absent.example.com/v1, Kind=Limit'`,
    );
  });
});

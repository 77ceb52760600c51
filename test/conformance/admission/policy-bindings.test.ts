import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { type Answer, assertAnswer } from "../answer.ts";
import { connect } from "../client.ts";
import { matching, startPolicies } from "./policies.ts";
import { assertAllowed, assertDenied, configMap, under } from "./under-policy.ts";

const client = connect();
after(() => client.close());

describe("the matching of a ValidatingAdmissionPolicy", { concurrency: 16 }, () => {
  const never = { validations: [{ expression: "false", message: "no" }] };

  test("leaves out what a matchCondition calls false", async () => {
    const matchConditions = [{ name: "large", expression: "has(object.data) && object.data.size() > 1" }];
    const result = await under(client, { ...never, matchConditions }, [], configMap({ a: "1", b: "2" }));
    assertDenied(result, "no");
    assertAllowed(await under(client, { ...never, matchConditions }, [], configMap({ a: "1" })));
  });

  test("chooses by resourceNames, on create too when the client gives the name", async () => {
    await using policies = await startPolicies(client);
    await policies.install("validating", {
      ...never,
      matchConstraints: matching(policies.namespace, ["configmaps"], { resourceNames: ["made"] }),
    });

    assertAnswer(await client.create(policies.configMaps, configMap()), 422);
    assertAnswer(await client.create(policies.configMaps, configMap({}, { name: "other" })), 201);
  });

  test("leaves out what excludeResourceRules name", async () => {
    await using policies = await startPolicies(client);
    const [rule] = matching(policies.namespace).resourceRules;
    await policies.install("validating", {
      ...never,
      matchConstraints: {
        ...matching(policies.namespace, ["configmaps", "secrets"]),
        excludeResourceRules: [{ ...rule, resources: ["configmaps"] }],
      },
    });

    assertAnswer(await client.create(policies.configMaps, configMap()), 201);
    const secret = await client.create(`/api/v1/namespaces/${policies.namespace}/secrets`, configMap());
    assertAnswer(secret, 422, { message: /^secrets "made" is forbidden: / });
  });

  test("chooses by the labels of the object", async () => {
    await using policies = await startPolicies(client);
    const matchConstraints = { ...matching(policies.namespace), objectSelector: { matchLabels: { strict: "yes" } } };
    await policies.install("validating", { ...never, matchConstraints });

    assertAnswer(await client.create(policies.configMaps, configMap()), 201);
    assertAnswer(
      await client.create(policies.configMaps, configMap({}, { name: "b", labels: { strict: "yes" } })),
      422,
    );
  });

  test("can be narrowed by matchResources of the binding", async () => {
    await using policies = await startPolicies(client);
    const matchResources = { objectSelector: { matchLabels: { strict: "yes" } } };
    await policies.install("validating", never, { matchResources });

    assertAnswer(await client.create(policies.configMaps, configMap()), 201);
    assertAnswer(
      await client.create(policies.configMaps, configMap({}, { name: "b", labels: { strict: "yes" } })),
      422,
    );
  });

  test("does not reach a policy without a binding", async () => {
    await using policies = await startPolicies(client);
    const name = await policies.install("validating", never, { policyName: "another-policy" });

    assertAnswer(await client.create(policies.configMaps, configMap()), 201, { kind: "ConfigMap" });
    assert.ok(name);
  });
});

describe("the validationActions of a binding", { concurrency: 16 }, () => {
  const never = { validations: [{ expression: "false", message: "no" }] };

  test("Warn admits with a warning", async () => {
    const { answers, name } = await under(client, never, [{ validationActions: ["Warn"] }], configMap());

    assertAnswer(answers[0] as Answer, 201);
    assert.deepEqual(answers[0]?.warnings, [
      `Validation failed for ValidatingAdmissionPolicy '${name}' with binding '${name}': no`,
    ]);
  });

  test("Audit admits in silence", async () => {
    const result = await under(client, never, [{ validationActions: ["Audit"] }], configMap());

    assertAllowed(result);
    assert.deepEqual(result.answers[0]?.warnings, []);
  });

  test("Deny and Audit refuse", async () => {
    assertDenied(await under(client, never, [{ validationActions: ["Deny", "Audit"] }], configMap()), "no");
  });

  test("of two bindings count both", async () => {
    const bindings = [{ validationActions: ["Deny"] }, { validationActions: ["Warn"] }];
    const result = await under(client, never, bindings, configMap());

    assertDenied(result, "no");
    const { name } = result;
    assert.deepEqual(result.answers[0]?.warnings, [
      `Validation failed for ValidatingAdmissionPolicy '${name}' with binding '${name}-1': no`,
    ]);
  });
});

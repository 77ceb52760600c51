import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { configurations, type HookKind } from "./hooks.ts";

const client = connect();
after(() => client.close());

const hook = {
  name: "hook.example.com",
  clientConfig: { url: "https://127.0.0.1:9/" },
  rules: [{ operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"] }],
  sideEffects: "None",
  admissionReviewVersions: ["v1"],
};

/** A dry run, so that no other test meets the webhook. */
function send(kind: HookKind, webhooks: Json, name = uniqueName("config")) {
  return client.create(configurations(kind), { metadata: { name }, webhooks }, { dryRun: "All" });
}

function rule(change: Json): Json {
  return { rules: [{ ...hook.rules[0], ...change }] };
}

function service(change: Json): Json {
  return { clientConfig: { service: { namespace: "default", name: "hook", ...change } } };
}

describe("a webhook configuration", { concurrency: 8 }, () => {
  test("gets the defaults of a validating webhook", async () => {
    const { body } = await send("validating", [{ ...hook, ...service({}) }]);

    assert.deepEqual(body.webhooks, [
      {
        ...hook,
        clientConfig: { service: { namespace: "default", name: "hook", port: 443 } },
        rules: [{ ...hook.rules[0], scope: "*" }],
        failurePolicy: "Fail",
        matchPolicy: "Equivalent",
        namespaceSelector: {},
        objectSelector: {},
        timeoutSeconds: 10,
      },
    ]);
  });

  test("gets reinvocationPolicy Never for a mutating webhook", async () => {
    assertAnswer(await send("mutating", [hook]), 201, {
      webhooks: [{ reinvocationPolicy: "Never", failurePolicy: "Fail", timeoutSeconds: 10 }],
    });
  });

  test("counts its changes in metadata.generation", async () => {
    const path = configurations("validating");
    const name = uniqueName("config");
    assertAnswer(await client.create(path, { metadata: { name } }), 201, { metadata: { generation: 1 } });
    assertAnswer(await client.patch("merge", `${path}/${name}`, { metadata: { labels: { a: "b" } } }), 200, {
      metadata: { generation: 1 },
    });
    const unmatched = { ...hook, ...rule({ resources: ["nothing"] }) };
    assertAnswer(await client.patch("merge", `${path}/${name}`, { webhooks: [unmatched] }), 200, {
      metadata: { generation: 2 },
    });
    await client.delete(`${path}/${name}`);
  });

  test("may have no webhooks at all", async () => {
    assertAnswer(await send("validating", []), 201);
  });

  const many = Array.from({ length: 65 }, (_, index) => ({ name: `c${index}`, expression: "true" }));
  const wrong: [string, Json, string, string][] = [
    [
      "a name of one label",
      { name: "hook" },
      "webhooks[0].name",
      'Invalid value: "hook": should be a domain with at least three segments separated by dots',
    ],
    ["no name", { name: "" }, "webhooks[0].name", "Required value"],
    [
      "no sideEffects",
      { sideEffects: undefined },
      "webhooks[0].sideEffects",
      "Required value: must specify one of None, NoneOnDryRun",
    ],
    [
      "sideEffects Some",
      { sideEffects: "Some" },
      "webhooks[0].sideEffects",
      'Unsupported value: "Some": supported values: "None", "NoneOnDryRun"',
    ],
    [
      "no admissionReviewVersions",
      { admissionReviewVersions: undefined },
      "webhooks[0].admissionReviewVersions",
      "Required value: must specify one of v1, v1beta1",
    ],
    [
      "only unknown admissionReviewVersions",
      { admissionReviewVersions: ["v2"] },
      "webhooks[0].admissionReviewVersions",
      'Invalid value: ["v2"]: must include at least one of v1, v1beta1',
    ],
    [
      "an admissionReviewVersion twice",
      { admissionReviewVersions: ["v1", "v1"] },
      "webhooks[0].admissionReviewVersions[1]",
      'Invalid value: "v1": duplicate version',
    ],
    [
      "an unknown failurePolicy",
      { failurePolicy: "Retry" },
      "webhooks[0].failurePolicy",
      'Unsupported value: "Retry": supported values: "Fail", "Ignore"',
    ],
    [
      "an unknown matchPolicy",
      { matchPolicy: "Fuzzy" },
      "webhooks[0].matchPolicy",
      'Unsupported value: "Fuzzy": supported values: "Equivalent", "Exact"',
    ],
    [
      "a timeout of 31 s",
      { timeoutSeconds: 31 },
      "webhooks[0].timeoutSeconds",
      "Invalid value: 31: the timeout value must be between 1 and 30 seconds",
    ],
    [
      "a timeout of 0 s",
      { timeoutSeconds: 0 },
      "webhooks[0].timeoutSeconds",
      "Invalid value: 0: the timeout value must be between 1 and 30 seconds",
    ],
    [
      "no client",
      { clientConfig: {} },
      "webhooks[0].clientConfig",
      "Required value: exactly one of url or service is required",
    ],
    [
      "url and service",
      { clientConfig: { ...hook.clientConfig, ...service({}).clientConfig } },
      "webhooks[0].clientConfig",
      "Required value: exactly one of url or service is required",
    ],
    [
      "a plain http url",
      { clientConfig: { url: "http://127.0.0.1/" } },
      "webhooks[0].clientConfig.url",
      "Invalid value: \"http\": 'https' is the only allowed URL scheme; desired format: https://host[/path]",
    ],
    [
      "a url with a query",
      { clientConfig: { url: "https://127.0.0.1/?a=b" } },
      "webhooks[0].clientConfig.url",
      'Invalid value: "a=b": query parameters are not permitted in the URL',
    ],
    [
      "a url with a user",
      { clientConfig: { url: "https://u@127.0.0.1/" } },
      "webhooks[0].clientConfig.url",
      'Invalid value: "u": user information is not permitted in the URL',
    ],
    [
      "a url without a host",
      { clientConfig: { url: "https:///x" } },
      "webhooks[0].clientConfig.url",
      'Invalid value: "": host must be specified; desired format: https://host[/path]',
    ],
    // The field that upstream names is the wrong one.
    ["a service without a name", service({ name: "" }), "webhooks[0].clientConfig.service.namespace", "Required value"],
    [
      "a service path with an empty segment",
      service({ path: "/a//b" }),
      "webhooks[0].clientConfig.service.path",
      'Invalid value: "/a//b": segment[1] may not be empty',
    ],
    [
      "a service port of 70000",
      service({ port: 70000 }),
      "webhooks[0].clientConfig.service.port",
      "Invalid value: 70000: port is not valid: must be between 1 and 65535, inclusive",
    ],
    ["no operations", rule({ operations: [] }), "webhooks[0].rules[0].operations", "Required value"],
    [
      "an unknown operation",
      rule({ operations: ["READ"] }),
      "webhooks[0].rules[0].operations[0]",
      'Unsupported value: "READ": supported values: "*", "CONNECT", "CREATE", "DELETE", "UPDATE"',
    ],
    [
      "* beside an operation",
      rule({ operations: ["*", "CREATE"] }),
      "webhooks[0].rules[0].operations",
      'Invalid value: ["*","CREATE"]: if \'*\' is present, must not specify other operations',
    ],
    [
      "* beside a group",
      rule({ apiGroups: ["*", ""] }),
      "webhooks[0].rules[0].apiGroups",
      'Invalid value: ["*",""]: if \'*\' is present, must not specify other API groups',
    ],
    ["no groups", rule({ apiGroups: [] }), "webhooks[0].rules[0].apiGroups", "Required value"],
    ["no versions", rule({ apiVersions: [] }), "webhooks[0].rules[0].apiVersions", "Required value"],
    ["an empty version", rule({ apiVersions: [""] }), "webhooks[0].rules[0].apiVersions[0]", "Required value"],
    ["no resources", rule({ resources: [] }), "webhooks[0].rules[0].resources", "Required value"],
    ["an empty resource", rule({ resources: [""] }), "webhooks[0].rules[0].resources[0]", "Required value"],
    [
      "* beside a resource",
      rule({ resources: ["*", "pods"] }),
      "webhooks[0].rules[0].resources",
      'Invalid value: ["*","pods"]: if \'*\' is present, must not specify other resources without subresources',
    ],
    [
      "*/* beside a resource",
      rule({ resources: ["*/*", "pods"] }),
      "webhooks[0].rules[0].resources",
      'Invalid value: ["*/*","pods"]: if \'*/*\' is present, must not specify other resources',
    ],
    [
      "pods/* beside pods/status",
      rule({ resources: ["pods/*", "pods/status"] }),
      "webhooks[0].rules[0].resources[1]",
      "Invalid value: \"pods/status\": if 'pods/*' is present, must not specify pods/status",
    ],
    [
      "*/status beside pods/status",
      rule({ resources: ["*/status", "pods/status"] }),
      "webhooks[0].rules[0].resources[1]",
      "Invalid value: \"pods/status\": if '*/status' is present, must not specify pods/status",
    ],
    [
      "an unknown scope",
      rule({ scope: "World" }),
      "webhooks[0].rules[0].scope",
      'Unsupported value: "World": supported values: "*", "Cluster", "Namespaced"',
    ],
    [
      "a bad selector",
      { objectSelector: { matchExpressions: [{ key: "a", operator: "In" }] } },
      "webhooks[0].objectSelector.matchExpressions[0].values",
      "Required value: must be specified when `operator` is 'In' or 'NotIn'",
    ],
    [
      "a matchCondition without a name",
      { matchConditions: [{ expression: "true" }] },
      "webhooks[0].matchConditions[0].name",
      "Required value",
    ],
    [
      "a matchCondition without an expression",
      { matchConditions: [{ name: "a" }] },
      "webhooks[0].matchConditions[0].expression",
      "Required value",
    ],
    [
      "a matchCondition that does not parse",
      { matchConditions: [{ name: "a", expression: "1 +" }] },
      "webhooks[0].matchConditions[0].expression",
      "Invalid value: \"1 +\": compilation failed: ERROR: <input>:1:4: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | 1 +\n | ...^",
    ],
    [
      "a matchCondition that is no boolean",
      { matchConditions: [{ name: "a", expression: "'yes'" }] },
      "webhooks[0].matchConditions[0].expression",
      "Invalid value: \"'yes'\": must evaluate to bool but got string",
    ],
    [
      "a matchCondition with an unknown variable",
      { matchConditions: [{ name: "a", expression: "params.x" }] },
      "webhooks[0].matchConditions[0].expression",
      "Invalid value: \"params.x\": compilation failed: ERROR: <input>:1:1: undeclared reference to 'params' (in container '')\n | params.x\n | ^",
    ],
    [
      "a matchCondition twice",
      {
        matchConditions: [
          { name: "a", expression: "true" },
          { name: "a", expression: "true" },
        ],
      },
      "webhooks[0].matchConditions[1].name",
      'Duplicate value: "a"',
    ],
    [
      "65 matchConditions",
      { matchConditions: many },
      "webhooks[0].matchConditions",
      "Too many: 65: must have at most 64 items",
    ],
  ];
  for (const [title, change, field, message] of wrong) {
    test(`is refused with ${title}`, async () => {
      const name = uniqueName("config");
      const answer = await send("validating", [{ ...hook, ...change }], name);
      const whole = `ValidatingWebhookConfiguration.admissionregistration.k8s.io "${name}" is invalid: ${field}: ${message}`;
      assertStatus(answer, 422, "Invalid", whole, {
        details: { name, kind: "ValidatingWebhookConfiguration", causes: [{ field, message }] },
      });
    });
  }

  test("is refused with two webhooks of one name", async () => {
    assertStatus(
      await send("validating", [hook, hook], "twins"),
      422,
      "Invalid",
      'ValidatingWebhookConfiguration.admissionregistration.k8s.io "twins" is invalid: webhooks[1].name: Duplicate value: "hook.example.com"',
    );
  });

  test("is refused with an unknown reinvocationPolicy", async () => {
    assertStatus(
      await send("mutating", [{ ...hook, reinvocationPolicy: "Always" }], "again"),
      422,
      "Invalid",
      'MutatingWebhookConfiguration.admissionregistration.k8s.io "again" is invalid: webhooks[0].reinvocationPolicy: Unsupported value: "Always": supported values: "IfNeeded", "Never"',
    );
  });

  // Only the call fails.
  test("is accepted with a caBundle that holds no certificate", async () => {
    const clientConfig = { ...hook.clientConfig, caBundle: Buffer.from("hello").toString("base64") };
    assertAnswer(await send("validating", [{ ...hook, clientConfig }]), 201);
  });
});

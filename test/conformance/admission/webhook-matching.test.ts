import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { assertAnswer, assertContains, assertStatus, type Json } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { eventually } from "../eventually.ts";
import { configurations, deny, type Hook, type Hooks, inNamespace, startHooks } from "./hooks.ts";

const client = connect();
after(() => client.close());

function rule(resources: string[], more: Json = {}): Json {
  // A namespaceSelector lets every cluster-scoped object pass, also those of other tests.
  return { operations: ["*"], apiGroups: [""], apiVersions: ["v1"], resources, scope: "Namespaced", ...more };
}

/** Installs a validating webhook and gives a way to read, and forget, what it was called for. */
async function listen(hooks: Hooks, hook: Json): Promise<() => string[]> {
  await hooks.install("validating", [{ name: "see.example.com", ...hook } as Hook]);
  return () =>
    hooks.calls
      .splice(0)
      .map(({ request }) =>
        [request.operation, request.resource.resource, request.subResource].filter(Boolean).join(" "),
      );
}

const pod = { metadata: { name: "made" }, spec: { containers: [{ name: "main", image: "image" }] } };

describe("the rules of a webhook", { concurrency: 8 }, () => {
  test("choose operations", async () => {
    await using hooks = await startHooks(client);
    const seen = await listen(hooks, { rules: [rule(["configmaps"], { operations: ["UPDATE"] })] });
    await client.create(hooks.configMaps, { metadata: { name: "made" } });
    await client.patch("merge", `${hooks.configMaps}/made`, { data: { a: "1" } });
    await client.delete(`${hooks.configMaps}/made`);

    assert.deepEqual(seen(), ["UPDATE configmaps"]);
  });

  test("are not asked for reads", async () => {
    await using hooks = await startHooks(client);
    const seen = await listen(hooks, { rules: [rule(["*/*"])] });
    await client.get(hooks.configMaps);
    await client.get(`${hooks.configMaps}/absent`);

    assert.deepEqual(seen(), []);
  });

  const pods: [string, string[]][] = [
    ["pods", ["CREATE pods"]],
    ["pods/status", ["UPDATE pods status"]],
    // The star stands for no subresource too.
    ["pods/*", ["CREATE pods", "UPDATE pods status"]],
    ["*", ["CREATE pods"]],
    ["*/status", ["UPDATE pods status"]],
    ["*/*", ["CREATE pods", "UPDATE pods status"]],
  ];
  for (const [resource, expected] of pods) {
    test(`with the resource ${resource} match ${expected.join(" and ")}`, async () => {
      await using hooks = await startHooks(client);
      const seen = await listen(hooks, { rules: [rule([resource])] });
      const path = `/api/v1/namespaces/${hooks.namespace}/pods`;
      assertAnswer(await client.create(path, pod), 201);
      assertAnswer(await client.patch("merge", `${path}/made/status`, { status: { phase: "Running" } }), 200);

      assert.deepEqual(seen(), expected);
    });
  }

  test("with the group and version * match any group", async () => {
    await using hooks = await startHooks(client);
    const seen = await listen(hooks, { rules: [rule(["leases"], { apiGroups: ["*"], apiVersions: ["*"] })] });
    const leases = `/apis/coordination.k8s.io/v1/namespaces/${hooks.namespace}/leases`;
    assertAnswer(await client.create(leases, { metadata: { name: "made" } }), 201);

    assert.deepEqual(seen(), ["CREATE leases"]);
  });

  test("with the scope Cluster do not match namespaced objects", async () => {
    await using hooks = await startHooks(client);
    const labels = { test: uniqueName("test") };
    const objectSelector = { matchLabels: labels };
    const seen = await listen(hooks, { objectSelector, rules: [rule(["*"], { scope: "Cluster" })] });
    assertAnswer(await client.create(hooks.configMaps, { metadata: { name: "made", labels } }), 201);

    assert.deepEqual(seen(), []);
  });

  test("with the scope Namespaced do not match a Namespace, which is cluster-scoped", async () => {
    await using hooks = await startHooks(client);
    const name = uniqueName("ns");
    const selector = { matchLabels: { test: name } };
    const selectors = { namespaceSelector: selector, objectSelector: selector };
    await hooks.install("validating", [
      { name: "inner.example.com", rules: [rule(["*"], { scope: "Namespaced" })], ...selectors },
      { name: "outer.example.com", rules: [rule(["*"], { scope: "Cluster" })], ...selectors },
    ]);
    assertAnswer(await client.create("/api/v1/namespaces", { metadata: { name, labels: { test: name } } }), 201);

    assert.deepEqual(
      hooks.calls.map(({ hook }) => hook),
      ["outer.example.com"],
    );
  });

  test("may be several; a match of two is one call", async () => {
    await using hooks = await startHooks(client);
    const seen = await listen(hooks, { rules: [rule(["secrets"]), rule(["configmaps"]), rule(["*"])] });
    assertAnswer(await client.create(hooks.configMaps, { metadata: { name: "made" } }), 201);

    assert.deepEqual(seen(), ["CREATE configmaps"]);
  });

  test("are not asked for webhook configurations and admission policies", async () => {
    await using hooks = await startHooks(client);
    const test = uniqueName("test");
    const rules = [rule(["*"], { apiGroups: ["admissionregistration.k8s.io"], apiVersions: ["*"], scope: "*" })];
    const seen = await listen(hooks, { rules, namespaceSelector: {}, objectSelector: { matchLabels: { test } } });
    const metadata = { name: uniqueName("exempt"), labels: { test } };
    const policies = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies";
    const spec = { matchConstraints: { resourceRules: [rule(["nothing"])] }, validations: [{ expression: "true" }] };
    const exempt: [string, Json][] = [
      [configurations("validating"), { metadata, webhooks: [] }],
      [policies, { metadata, spec }],
    ];
    for (const [path, body] of exempt) {
      assertAnswer(await client.create(path, body), 201);
      await client.delete(`${path}/${metadata.name}`);
    }
    assert.deepEqual(seen(), []);
  });
});

describe("matchPolicy", { concurrency: 8 }, () => {
  const autoscaler = {
    metadata: { name: "made" },
    spec: { maxReplicas: 3, scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" } },
  };
  const rules = [
    {
      operations: ["CREATE"],
      apiGroups: ["autoscaling"],
      apiVersions: ["v1"],
      resources: ["horizontalpodautoscalers"],
    },
  ];

  test("Equivalent, the default, gives the webhook the version that its rule names", async () => {
    await using hooks = await startHooks(client);
    await hooks.install("validating", [{ name: "see.example.com", rules }]);
    const path = `/apis/autoscaling/v2/namespaces/${hooks.namespace}/horizontalpodautoscalers`;
    assertAnswer(await client.create(path, autoscaler), 201);

    assertContains(
      hooks.calls.map(({ request }) => request),
      [
        {
          kind: { group: "autoscaling", version: "v1", kind: "HorizontalPodAutoscaler" },
          resource: { group: "autoscaling", version: "v1", resource: "horizontalpodautoscalers" },
          requestKind: { group: "autoscaling", version: "v2", kind: "HorizontalPodAutoscaler" },
          requestResource: { group: "autoscaling", version: "v2", resource: "horizontalpodautoscalers" },
          // The default metric of v2, in the words of v1.
          object: { apiVersion: "autoscaling/v1", spec: { targetCPUUtilizationPercentage: 80 } },
        },
      ],
    );
  });

  test("Exact does not ask the webhook for another version", async () => {
    await using hooks = await startHooks(client);
    await hooks.install("validating", [{ name: "see.example.com", rules, matchPolicy: "Exact" }]);
    const path = `/apis/autoscaling/v2/namespaces/${hooks.namespace}/horizontalpodautoscalers`;
    assertAnswer(await client.create(path, autoscaler), 201);

    assert.equal(hooks.calls.length, 0);
  });
});

describe("the selectors of a webhook", { concurrency: 8 }, () => {
  test("choose namespaces by their labels, and a change of the labels counts", async () => {
    await using hooks = await startHooks(client);
    const namespaceSelector = {
      ...inNamespace(hooks.namespace),
      matchExpressions: [{ key: "watched", operator: "Exists" }],
    };
    const seen = await listen(hooks, { namespaceSelector });
    assertAnswer(await client.create(hooks.configMaps, { metadata: { name: "one" } }), 201);
    assert.deepEqual(seen(), []);

    await client.patch("merge", `/api/v1/namespaces/${hooks.namespace}`, { metadata: { labels: { watched: "" } } });
    // The labels come from a cache that follows the writes; until it has, the webhook is not asked.
    await eventually(async () => {
      assertAnswer(await client.create(hooks.configMaps, { metadata: { generateName: "two-" } }), 201);
      assert.notEqual(hooks.calls.length, 0);
    });
    assert.deepEqual(seen(), ["CREATE configmaps"]);
  });

  const labels: [string, Json, string, string[]][] = [
    ["a created object by its labels", { watched: "yes" }, "CREATE", ["CREATE configmaps"]],
    ["an updated object that gets the label", {}, '{"watched":"yes"}', ["UPDATE configmaps"]],
    ["an updated object that loses the label", { watched: "yes" }, '{"watched":null}', ["UPDATE configmaps"]],
    ["no updated object that never had the label", {}, '{"other":"yes"}', []],
    ["a deleted object by the labels that it had", { watched: "yes" }, "DELETE", ["DELETE configmaps"]],
  ];
  for (const [title, before, step, expected] of labels) {
    test(`choose ${title}`, async () => {
      await using hooks = await startHooks(client);
      const seen = await listen(hooks, {
        objectSelector: { matchLabels: { watched: "yes" } },
        rules: [rule(["configmaps"])],
      });
      const path = `${hooks.configMaps}/made`;
      assertAnswer(await client.create(hooks.configMaps, { metadata: { name: "made", labels: before } }), 201);
      if (step !== "CREATE") seen();
      if (step === "DELETE") assertAnswer(await client.delete(path), 200);
      else if (step !== "CREATE")
        assertAnswer(await client.patch("merge", path, `{"metadata":{"labels":${step}}}`), 200);

      assert.deepEqual(seen(), expected);
    });
  }
});

describe("the matchConditions of a webhook", { concurrency: 8 }, () => {
  const condition = (expression: string) => ({ name: "only", expression });

  test("keep it from being asked unless all are true", async () => {
    await using hooks = await startHooks(client);
    const matchConditions = [
      { name: "small", expression: "!has(object.data) || size(object.data) < 2" },
      { name: "not-eve", expression: "request.userInfo.username != 'eve'" },
      { name: "mine", expression: "request.namespace.startsWith('ns-') && request.operation == 'CREATE'" },
    ];
    const seen = await listen(hooks, { matchConditions });
    await client.create(hooks.configMaps, { metadata: { name: "small" }, data: { a: "1" } });
    assert.deepEqual(seen(), ["CREATE configmaps"]);
    await client.create(hooks.configMaps, { metadata: { name: "large" }, data: { a: "1", b: "2" } });
    assert.deepEqual(seen(), []);
  });

  test("see oldObject, which is null on a create", async () => {
    await using hooks = await startHooks(client);
    const matchConditions = [condition("oldObject == null")];
    const seen = await listen(hooks, { matchConditions, rules: [rule(["configmaps"])] });
    await client.create(hooks.configMaps, { metadata: { name: "made" } });
    await client.patch("merge", `${hooks.configMaps}/made`, { data: { a: "1" } });

    assert.deepEqual(seen(), ["CREATE configmaps"]);
  });

  test("may ask the authorizer", async () => {
    await using hooks = await startHooks(client);
    const may = "authorizer.group('').resource('secrets').namespace(request.namespace).check('get').allowed()";
    const seen = await listen(hooks, { matchConditions: [condition(`!${may}`)] });
    assertAnswer(await client.create(hooks.configMaps, { metadata: { name: "made" } }), 201);

    assert.deepEqual(seen(), []);
  });

  test("that cannot be evaluated forbid the request when failurePolicy is Fail", async () => {
    await using hooks = await startHooks(client);
    await hooks.install("validating", [
      { name: "hook.example.com", matchConditions: [condition("object.data.absent == 'x'")] },
    ]);
    const answer = await client.create(hooks.configMaps, { metadata: { name: "made" }, data: { a: "1" } });

    const message = `configmaps "made" is forbidden: expression 'object.data.absent == 'x'' resulted in error: no such key: absent`;
    assertStatus(answer, 403, "Forbidden", message, {
      details: { name: "made", kind: "configmaps", causes: undefined },
    });
    assert.equal(hooks.calls.length, 0);
  });

  test("that cannot be evaluated pass the webhook over when failurePolicy is Ignore", async () => {
    await using hooks = await startHooks(client);
    const matchConditions = [condition("object.data.absent == 'x'")];
    await hooks.install("validating", [
      { name: "hook.example.com", matchConditions, failurePolicy: "Ignore", answer: () => deny("no") },
    ]);

    assertAnswer(await client.create(hooks.configMaps, { metadata: { name: "made" }, data: { a: "1" } }), 201);
  });

  test("of which one is false do not fail because of another's error", async () => {
    await using hooks = await startHooks(client);
    const matchConditions = [
      { name: "broken", expression: "object.data.absent == 'x'" },
      { name: "never", expression: "false" },
    ];
    await hooks.install("validating", [{ name: "hook.example.com", matchConditions, answer: () => deny("no") }]);

    assertAnswer(await client.create(hooks.configMaps, { metadata: { name: "made" }, data: { a: "1" } }), 201);
  });
});

import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { assertAnswer, assertContains, type Json } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { eventually } from "../eventually.ts";
import { allow, type Call, type Hooks, startHooks } from "./hooks.ts";

const client = connect();
after(() => client.close());

const everyOperation = ["CREATE", "UPDATE", "DELETE", "CONNECT"];
const configMaps = [{ operations: everyOperation, apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"] }];

function onlyCall(hooks: Hooks): Call {
  const [call, ...others] = hooks.calls.splice(0);
  assert.ok(call && others.length === 0, `one call instead of ${others.length + (call ? 1 : 0)}`);
  return call;
}

describe("an AdmissionReview", { concurrency: 8 }, () => {
  test("of a create tells the request, the user and the new object", async () => {
    await using hooks = await startHooks(client);
    await hooks.install("mutating", [{ name: "see.example.com", rules: configMaps }]);
    assertAnswer(await client.create(hooks.configMaps, { metadata: { name: "made" }, data: { a: "1" } }), 201);

    const { review, request } = onlyCall(hooks);
    assertContains(review, { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", response: undefined });
    assertContains(request, {
      uid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
      kind: { group: "", version: "v1", kind: "ConfigMap" },
      resource: { group: "", version: "v1", resource: "configmaps" },
      subResource: undefined,
      requestKind: { group: "", version: "v1", kind: "ConfigMap" },
      requestResource: { group: "", version: "v1", resource: "configmaps" },
      requestSubResource: undefined,
      name: "made",
      namespace: hooks.namespace,
      operation: "CREATE",
      userInfo: { username: "admin", uid: "admin", groups: ["system:masters", "system:authenticated"] },
      oldObject: null,
      dryRun: false,
      options: { kind: "CreateOptions", apiVersion: "meta.k8s.io/v1", fieldManager: undefined },
    });
    assertContains(request.object, {
      apiVersion: "v1",
      kind: "ConfigMap",
      data: { a: "1" },
      metadata: { name: "made", namespace: hooks.namespace, resourceVersion: undefined },
    });
  });

  test("has a uid of its own for each webhook that is asked", async () => {
    await using hooks = await startHooks(client);
    await hooks.install("mutating", [{ name: "one.example.com" }, { name: "two.example.com" }]);
    assertAnswer(await client.create(hooks.configMaps, { metadata: { name: "made" } }), 201);

    const uids = hooks.calls.map(({ request }) => request.uid);
    assert.equal(uids.length, 2);
    assert.notEqual(uids[0], uids[1]);
  });

  test("of a create has neither uid nor creationTimestamp of the object while it mutates, and both while it validates", async () => {
    await using hooks = await startHooks(client);
    await hooks.install("mutating", [{ name: "mutate.example.com" }]);
    await hooks.install("validating", [{ name: "validate.example.com" }]);
    const { body } = await client.create(hooks.configMaps, { metadata: { name: "made" } });

    const [mutating, validating] = hooks.calls.map(({ request }) => request.object.metadata);
    assertContains(mutating, { uid: undefined, creationTimestamp: undefined });
    assertContains(validating, { uid: body.metadata.uid, creationTimestamp: body.metadata.creationTimestamp });
  });

  test("of a create with generateName has no name while it mutates, and the generated one while it validates", async () => {
    await using hooks = await startHooks(client);
    await hooks.install("mutating", [{ name: "mutate.example.com" }]);
    await hooks.install("validating", [{ name: "validate.example.com" }]);
    const { body } = await client.create(hooks.configMaps, { metadata: { generateName: "made-" } });

    const { name } = body.metadata;
    assertContains(
      hooks.calls.map(({ request }) => request),
      [
        { name: undefined, object: { metadata: { name: undefined, generateName: "made-" } } },
        { name, object: { metadata: { name, generateName: "made-" } } },
      ],
    );
  });

  test("of an update has the new and the old object", async () => {
    await using hooks = await startHooks(client);
    const { body: old } = await client.create(hooks.configMaps, { metadata: { name: "made" }, data: { a: "1" } });
    await hooks.install("validating", [{ name: "see.example.com", rules: configMaps }]);
    const changed = { ...old, data: { a: "2" } };
    assertAnswer(await client.update(`${hooks.configMaps}/made`, changed, { fieldManager: "me" }), 200);

    assertContains(onlyCall(hooks).request, {
      operation: "UPDATE",
      name: "made",
      object: { data: { a: "2" }, metadata: { resourceVersion: old.metadata.resourceVersion } },
      oldObject: { kind: "ConfigMap", apiVersion: "v1", data: { a: "1" } },
      options: { kind: "UpdateOptions", apiVersion: "meta.k8s.io/v1", fieldManager: "me" },
    });
  });

  // The documentation speaks of PatchOptions; what arrives are the options of the write that the patch became.
  test("of a patch is an update with UpdateOptions and the patched object", async () => {
    await using hooks = await startHooks(client);
    await client.create(hooks.configMaps, { metadata: { name: "made" }, data: { a: "1" } });
    await hooks.install("validating", [{ name: "see.example.com", rules: configMaps }]);
    const patched = await client.patch("merge", `${hooks.configMaps}/made`, { data: { b: "2" } });
    assertAnswer(patched, 200);

    assertContains(onlyCall(hooks).request, {
      operation: "UPDATE",
      object: { data: { a: "1", b: "2" } },
      oldObject: { data: (data: Json) => data.b === undefined },
      options: { kind: "UpdateOptions", apiVersion: "meta.k8s.io/v1" },
    });
  });

  test("of an apply that creates is a create with CreateOptions, without force", async () => {
    await using hooks = await startHooks(client);
    await hooks.install("validating", [{ name: "see.example.com", rules: configMaps }]);
    const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "made" }, data: { a: "1" } };
    const query = { fieldManager: "me", force: true };
    assertAnswer(await client.patch("apply", `${hooks.configMaps}/made`, object, query), 201);

    assertContains(onlyCall(hooks).request, {
      operation: "CREATE",
      oldObject: null,
      options: { kind: "CreateOptions", apiVersion: "meta.k8s.io/v1", fieldManager: "me", force: undefined },
    });
  });

  test("of a delete has the old object only, and the DeleteOptions", async () => {
    await using hooks = await startHooks(client);
    await client.create(hooks.configMaps, { metadata: { name: "made" }, data: { a: "1" } });
    await hooks.install("validating", [{ name: "see.example.com", rules: configMaps }]);
    const options = { propagationPolicy: "Background", gracePeriodSeconds: 0 };
    assertAnswer(await client.delete(`${hooks.configMaps}/made`, options), 200);

    assertContains(onlyCall(hooks).request, {
      operation: "DELETE",
      name: "made",
      object: null,
      oldObject: { kind: "ConfigMap", data: { a: "1" }, metadata: { name: "made" } },
      options: {
        kind: "DeleteOptions",
        apiVersion: "meta.k8s.io/v1",
        propagationPolicy: "Background",
        gracePeriodSeconds: 0,
      },
    });
  });

  test("comes once for each object of a deletecollection, and not for the collection", async () => {
    await using hooks = await startHooks(client);
    for (const name of ["one", "two"]) await client.create(hooks.configMaps, { metadata: { name } });
    await hooks.install("mutating", [{ name: "mutate.example.com", rules: configMaps }]);
    await hooks.install("validating", [{ name: "validate.example.com", rules: configMaps }]);
    assertAnswer(await client.delete(hooks.configMaps), 200);

    const seen = hooks.calls.map(({ hook, request }) => `${hook.split(".")[0]} ${request.oldObject?.metadata.name}`);
    assert.deepEqual(seen.toSorted(), ["mutate one", "mutate two", "validate one", "validate two"]);
  });

  test("says that a request is a dry run, also in its options", async () => {
    await using hooks = await startHooks(client);
    await hooks.install("validating", [{ name: "see.example.com" }]);
    assertAnswer(await client.create(hooks.configMaps, { metadata: { name: "made" } }, { dryRun: "All" }), 201);

    assertContains(onlyCall(hooks).request, { dryRun: true, options: { dryRun: ["All"] } });
  });

  test("names the subresource, with the kind that is written there", async () => {
    await using hooks = await startHooks(client);
    const rules = [{ operations: ["*"], apiGroups: ["apps"], apiVersions: ["v1"], resources: ["deployments/scale"] }];
    await hooks.install("validating", [{ name: "see.example.com", rules }]);
    const deployments = `/apis/apps/v1/namespaces/${hooks.namespace}/deployments`;
    assertAnswer(await client.create(deployments, deployment()), 201);
    assert.equal(hooks.calls.length, 0, "the rule is for the subresource only");
    assertAnswer(await client.patch("merge", `${deployments}/web/scale`, { spec: { replicas: 3 } }), 200);

    assertContains(onlyCall(hooks).request, {
      kind: { group: "autoscaling", version: "v1", kind: "Scale" },
      resource: { group: "apps", version: "v1", resource: "deployments" },
      subResource: "scale",
      requestSubResource: "scale",
      operation: "UPDATE",
      object: { kind: "Scale", apiVersion: "autoscaling/v1", spec: { replicas: 3 } },
      oldObject: { kind: "Scale", spec: { replicas: 1 } },
    });
  });

  test("of an exec is a CONNECT whose object is the PodExecOptions and whose options are null", async () => {
    await using hooks = await startHooks(client);
    const rules = [{ operations: ["CONNECT"], apiGroups: [""], apiVersions: ["v1"], resources: ["pods/*"] }];
    const answer = () => ({ allowed: false, status: { message: "nobody goes in", code: 403, reason: "Forbidden" } });
    await hooks.install("validating", [{ name: "door.example.com", rules, answer }]);
    const pods = `/api/v1/namespaces/${hooks.namespace}/pods`;
    const spec = { containers: [{ name: "main", image: "image" }] };
    assertAnswer(await client.create(pods, { metadata: { name: "made" }, spec }), 201);
    const refused = await client.request("POST", `${pods}/made/exec?command=sh&command=-c&stdin=true`);

    assertAnswer(refused, 403, { message: 'admission webhook "door.example.com" denied the request: nobody goes in' });
    assertContains(onlyCall(hooks).request, {
      kind: { group: "", version: "v1", kind: "PodExecOptions" },
      resource: { group: "", version: "v1", resource: "pods" },
      subResource: "exec",
      name: "made",
      operation: "CONNECT",
      object: { kind: "PodExecOptions", apiVersion: "v1", stdin: true, command: ["sh", "-c"] },
      oldObject: null,
      options: null,
    });
  });

  test("of a cluster-scoped object has no namespace", async () => {
    await using hooks = await startHooks(client);
    const name = uniqueName("role");
    const rules = [
      {
        operations: ["CREATE"],
        apiGroups: ["rbac.authorization.k8s.io"],
        apiVersions: ["v1"],
        resources: ["clusterroles"],
      },
    ];
    const objectSelector = { matchLabels: { test: name } };
    await hooks.install("validating", [{ name: "see.example.com", rules, objectSelector }]);
    const roles = "/apis/rbac.authorization.k8s.io/v1/clusterroles";
    assertAnswer(await client.create(roles, { metadata: { name, labels: { test: name } } }), 201);
    await client.delete(`${roles}/${name}`);

    assertContains(onlyCall(hooks).request, { name, namespace: undefined, kind: { kind: "ClusterRole" } });
  });

  test("of a Namespace names the namespace itself as its namespace", async () => {
    await using hooks = await startHooks(client);
    const name = uniqueName("ns");
    const rules = [{ operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["namespaces"] }];
    // A Namespace is selected by its own labels.
    const namespaceSelector = { matchLabels: { test: name } };
    await hooks.install("validating", [{ name: "see.example.com", rules, namespaceSelector }]);
    assertAnswer(await client.create("/api/v1/namespaces", { metadata: { name, labels: { test: name } } }), 201);

    assertContains(onlyCall(hooks).request, {
      name,
      namespace: name,
      object: { metadata: { labels: { "kubernetes.io/metadata.name": name } } },
    });
  });

  test("names the impersonated user, and extra with its lists", async () => {
    await using hooks = await startHooks(client);
    await hooks.install("validating", [{ name: "see.example.com" }]);
    const headers = {
      "impersonate-user": "carol",
      "impersonate-uid": "7",
      "impersonate-group": "system:masters",
      "impersonate-extra-scopes": "write",
    };
    assertAnswer(await client.create(hooks.configMaps, { metadata: { name: "made" } }, {}, { headers }), 201);

    assert.deepEqual(onlyCall(hooks).request.userInfo, {
      username: "carol",
      uid: "7",
      groups: ["system:masters", "system:authenticated"],
      extra: { scopes: ["write"] },
    });
  });

  test("is v1beta1 for a webhook that lists nothing newer", async () => {
    await using hooks = await startHooks(client);
    // Neither the uid nor the envelope of a v1beta1 answer is looked at.
    const answer = () => ({ kind: "AdmissionReview", apiVersion: "admission.k8s.io/v1beta1", response: allow() });
    const hook = { name: "old.example.com", admissionReviewVersions: ["v0", "v1beta1", "v1"], answer };
    await hooks.install("validating", [hook]);
    assertAnswer(await client.create(hooks.configMaps, { metadata: { name: "made" } }), 201);

    assert.equal(onlyCall(hooks).review.apiVersion, "admission.k8s.io/v1beta1");
  });

  test("comes as a POST that tells in its query how long the API server will wait", async () => {
    await using hooks = await startHooks(client);
    await hooks.install("validating", [{ name: "see.example.com", timeoutSeconds: 7 }]);
    assertAnswer(await client.create(hooks.configMaps, { metadata: { name: "made" } }), 201);

    assert.equal(onlyCall(hooks).query, "?timeout=7s");
  });

  test("tells no longer than the request itself may take", async () => {
    await using hooks = await startHooks(client);
    await hooks.install("validating", [{ name: "see.example.com" }]);
    assertAnswer(await client.create(hooks.configMaps, { metadata: { name: "made" } }, { timeout: "4s" }), 201);

    assert.equal(onlyCall(hooks).query, "?timeout=4s");
  });

  test("of an eviction names pods/eviction, and of a binding pods/binding", async () => {
    await using hooks = await startHooks(client);
    const rules = [
      { operations: ["*"], apiGroups: [""], apiVersions: ["v1"], resources: ["pods/eviction", "pods/binding"] },
    ];
    await hooks.install("validating", [{ name: "see.example.com", rules }]);
    const pods = `/api/v1/namespaces/${hooks.namespace}/pods`;
    const spec = { containers: [{ name: "main", image: "image" }] };
    assertAnswer(await client.create(pods, { metadata: { name: "made" }, spec }), 201);
    const binding = { metadata: { name: "made" }, target: { kind: "Node", name: "node" } };
    assertAnswer(await client.create(`${pods}/made/binding`, binding), 201);
    const eviction = { apiVersion: "policy/v1", kind: "Eviction", metadata: { name: "made" } };
    assertAnswer(await client.create(`${pods}/made/eviction`, eviction), 201);

    assertContains(
      hooks.calls.map(({ request }) => request),
      [
        { subResource: "binding", operation: "CREATE", kind: { group: "", version: "v1", kind: "Binding" } },
        { subResource: "eviction", operation: "CREATE", kind: { group: "policy", version: "v1", kind: "Eviction" } },
      ],
    );
  });

  test("comes for a custom resource as for any other kind", async () => {
    await using hooks = await startHooks(client);
    const group = `${uniqueName("g")}.example.com`;
    await using _ = await createWidgets(group);
    const rules = [{ operations: ["CREATE"], apiGroups: [group], apiVersions: ["v1"], resources: ["widgets"] }];
    await hooks.install("validating", [{ name: "see.example.com", rules }]);
    const widgets = `/apis/${group}/v1/namespaces/${hooks.namespace}/widgets`;
    const widget = { apiVersion: `${group}/v1`, kind: "Widget", metadata: { name: "made" }, spec: { size: 3 } };
    assertAnswer(await client.create(widgets, widget), 201);

    assertContains(onlyCall(hooks).request, {
      kind: { group, version: "v1", kind: "Widget" },
      object: { apiVersion: `${group}/v1`, kind: "Widget", spec: { size: 3 }, metadata: { generation: 1 } },
    });
  });
});

function deployment(): Json {
  const labels = { app: "web" };
  const spec = { containers: [{ name: "main", image: "image" }] };
  return {
    metadata: { name: "web" },
    spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
  };
}

async function createWidgets(group: string): Promise<AsyncDisposable> {
  const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  const name = `widgets.${group}`;
  const schema = { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } };
  const versions = [{ name: "v1", served: true, storage: true, schema }];
  const names = { plural: "widgets", kind: "Widget" };
  const created = await client.create(definitions, {
    metadata: { name },
    spec: { group, scope: "Namespaced", names, versions },
  });
  assertAnswer(created, 201);
  await eventually(async () => assertAnswer(await client.get(`/apis/${group}/v1/widgets`), 200));
  return { [Symbol.asyncDispose]: async () => void (await client.delete(`${definitions}/${name}`)) };
}

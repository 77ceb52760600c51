import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer, assertStatus } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { assertInvalid, configMapsIn, deployment, deploymentsIn, make } from "./objects.ts";

const client = connect();
let namespace: string;
let configMaps: string;
before(async () => {
  namespace = await client.namespace();
  configMaps = configMapsIn(namespace);
});
after(() => client.close());

const otherNamespace = "the namespace of the provided object does not match the namespace sent on the request";
const wrongMethod = "the server does not allow this method on the requested resource";

test("a created object is answered with 201 as a GET gives it", async () => {
  const name = uniqueName("o");
  const answer = await client.create(configMaps, { metadata: { name }, data: { k: "v" } });

  assertAnswer(answer, 201, { kind: "ConfigMap", apiVersion: "v1", metadata: { name, namespace }, data: { k: "v" } });
  assert.deepEqual((await client.get(`${configMaps}/${name}`)).body, answer.body);
});

test("uid, creationTimestamp and resourceVersion come from the server", async () => {
  const { body } = await make(client, configMaps);

  assert.match(body.metadata.uid, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.match(body.metadata.creationTimestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  assert.ok(Math.abs(Date.parse(body.metadata.creationTimestamp) - Date.now()) < 60_000);
  assert.match(body.metadata.resourceVersion, /^[1-9]\d*$/);
});

test("what a client says of uid, creationTimestamp, selfLink and deletion is dropped", async () => {
  const metadata = {
    uid: "mine",
    creationTimestamp: "2001-01-01T00:00:00Z",
    selfLink: "/mine",
    deletionTimestamp: "2001-01-01T00:00:00Z",
    deletionGracePeriodSeconds: 3,
  };
  const { body } = await make(client, configMaps, { metadata });

  assert.notEqual(body.metadata.uid, "mine");
  assert.notEqual(body.metadata.creationTimestamp, "2001-01-01T00:00:00Z");
  for (const field of ["selfLink", "deletionTimestamp", "deletionGracePeriodSeconds"])
    assert.ok(!(field in body.metadata), field);
});

test("creationTimestamp: null and status: {}, as many manifests have them, are accepted", async () => {
  const object = { ...deployment(), status: {} };
  const { body } = await make(client, deploymentsIn(namespace), { ...object, metadata: { creationTimestamp: null } });
  assert.notEqual(body.metadata.creationTimestamp, null);
});

test("a second object of the same name already exists", async () => {
  const { name } = await make(client, configMaps);
  const answer = await client.create(configMaps, { metadata: { name }, data: { other: "data" } });
  assertStatus(answer, 409, "AlreadyExists", `configmaps "${name}" already exists`, {
    details: { name, group: undefined, kind: "configmaps" },
  });
});

test("AlreadyExists names resource and group", async () => {
  const { name } = await make(client, deploymentsIn(namespace), deployment());
  const answer = await client.create(deploymentsIn(namespace), { ...deployment(), metadata: { name } });
  assertStatus(answer, 409, "AlreadyExists", `deployments.apps "${name}" already exists`, {
    details: { name, group: "apps", kind: "deployments" },
  });
});

test("an object that is being deleted is still in the way, and the message says so", async () => {
  const { name, path } = await make(client, configMaps, { metadata: { finalizers: ["example.com/a"] } });
  assertAnswer(await client.delete(path), 200);

  const answer = await client.create(configMaps, { metadata: { name } });
  assertStatus(answer, 409, "AlreadyExists", `object is being deleted: configmaps "${name}" already exists`, {
    details: { name, kind: "configmaps" },
  });
});

test("of several creates of one name at once exactly one succeeds", async () => {
  const name = uniqueName("o");
  const answers = await Promise.all(Array.from({ length: 8 }, () => client.create(configMaps, { metadata: { name } })));
  const statuses = answers.map(({ status }) => status).toSorted();
  assert.deepEqual(statuses, [201, 409, 409, 409, 409, 409, 409, 409]);
});

test("a resourceVersion on create is an error, with 500 and no reason", async () => {
  const answer = await client.create(configMaps, { metadata: { name: uniqueName("o"), resourceVersion: "5" } });
  assertAnswer(answer, 500, {
    kind: "Status",
    status: "Failure",
    message: "resourceVersion should not be set on objects to be created",
    reason: undefined,
    details: undefined,
    code: 500,
  });
});

test("a resourceVersion that is 0 or no number is overlooked on create", async () => {
  for (const resourceVersion of ["0", "", "abc"]) {
    const { body } = await make(client, configMaps, { metadata: { resourceVersion } });
    assert.match(body.metadata.resourceVersion, /^[1-9]\d*$/);
  }
});

test("a namespace in the body has to be the one of the URL", async () => {
  const name = uniqueName("o");
  assertStatus(
    await client.create(configMaps, { metadata: { name, namespace: "default" } }),
    400,
    "BadRequest",
    otherNamespace,
    { details: undefined },
  );
  assertAnswer(await client.create(configMaps, { metadata: { name, namespace } }), 201, { metadata: { namespace } });
});

test("the namespace of a cluster-scoped object is cleared", async () => {
  const { path, body } = await make(client, "/apis/scheduling.k8s.io/v1/priorityclasses", {
    metadata: { namespace },
    value: 1,
  });
  assert.ok(!("namespace" in body.metadata));
  assertAnswer(await client.delete(path), 200);
});

test("nothing can be created in a namespace that does not exist", async () => {
  const answer = await client.create(configMapsIn("absent"), { metadata: { name: "a" } });
  assertStatus(answer, 404, "NotFound", 'namespaces "absent" not found', {
    details: { name: "absent", kind: "namespaces" },
  });
});

test("a namespaced object cannot be created across namespaces", async () => {
  const answer = await client.create("/api/v1/configmaps", { metadata: { name: "a", namespace } });
  assertStatus(answer, 405, "MethodNotAllowed", wrongMethod, { details: {} });
});

test("an object is created on its collection, not on its own path", async () => {
  const name = uniqueName("o");
  assertStatus(
    await client.create(`${configMaps}/${name}`, { metadata: { name } }),
    405,
    "MethodNotAllowed",
    wrongMethod,
  );
  assertStatus(await client.update(configMaps, { metadata: { name } }), 405, "MethodNotAllowed", wrongMethod);
});

test("kind and apiVersion may be left out for a built-in kind, one or both", async () => {
  for (const type of [{}, { kind: "ConfigMap" }, { apiVersion: "v1" }]) {
    const answer = await client.create(configMaps, { ...type, metadata: { name: uniqueName("o") } });
    assertAnswer(answer, 201, { kind: "ConfigMap", apiVersion: "v1" });
  }
});

test("another kind than the URL's cannot be handled", async () => {
  const cases = [
    ["v1", "Secret", "converting (v1.Secret) to (core.ConfigMap): unknown conversion"],
    ["v1", "ConfigMapList", "converting (v1.ConfigMapList) to (core.ConfigMap): unknown conversion"],
    ["apps/v1", "Deployment", "converting (v1.Deployment) to (core.ConfigMap): unknown conversion"],
  ] as const;
  for (const [apiVersion, kind, why] of cases) {
    const answer = await client.create(configMaps, { apiVersion, kind, metadata: { name: "a" } });
    const message = `${kind} in version "v1" cannot be handled as a ConfigMap: ${why}`;
    assertStatus(answer, 400, "BadRequest", message, { details: undefined });
  }
});

test("a kind or version that is unknown cannot be handled", async () => {
  const cases = [
    ["v2", "ConfigMap", "v2"],
    ["example.com/v1", "Foo", "v1"],
  ] as const;
  for (const [apiVersion, kind, version] of cases) {
    const answer = await client.create(configMaps, { apiVersion, kind, metadata: { name: "a" } });
    const message = `${kind} in version "${version}" cannot be handled as a ConfigMap: no kind "${kind}" is registered for version "${apiVersion}" in scheme "pkg/runtime/scheme.go:111"`;
    assertStatus(answer, 400, "BadRequest", message);
  }
});

test("a name or generateName is required", async () => {
  const causes = ["FieldValueRequired", "metadata.name", "Required value: name or generateName is required"] as const;
  for (const body of [{}, { metadata: null }, { metadata: {} }, { metadata: { name: "", generateName: "" } }, "null"])
    assertInvalid(await client.create(configMaps, body), "ConfigMap", "", causes);
});

test("status is dropped when an object with a status subresource is created", async () => {
  const { body } = await make(client, deploymentsIn(namespace), { ...deployment(), status: { replicas: 5 } });
  assert.deepEqual(body.status, {});
});

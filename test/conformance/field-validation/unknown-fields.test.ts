import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { assertInvalid, assertNotFound, configMapsIn, deployment, deploymentsIn, make } from "../crud/objects.ts";
import { assertLevels, assertRefused, assertWarned, type Send } from "./levels.ts";

const client = connect();
let namespace: string;
let configMaps: string;
before(async () => {
  namespace = await client.namespace();
  configMaps = configMapsIn(namespace);
});
after(() => client.close());

const creating =
  (collection: string, object: Json): Send =>
  (query) =>
    client.create(collection, { ...object, metadata: { name: uniqueName("o"), ...object.metadata } }, query);

test("an unknown field is dropped: silently, with a warning or with the whole object", async () => {
  const send = creating(configMaps, { foo: 1, data: { k: "v" } });
  const answer = await assertLevels(send, "ConfigMap", 201, ['unknown field "foo"']);
  assert.ok(!("foo" in answer.body));
  assert.deepEqual(answer.body.data, { k: "v" });
});

test("a warning is the default", async () => {
  const answer = await creating(configMaps, { foo: 1 })({});
  assert.equal(answer.headers.warning, '299 - "unknown field \\"foo\\""');
});

test("an unknown field of metadata is told with its path", async () => {
  const send = creating(configMaps, { metadata: { foo: 1, clusterName: "x" } });
  await assertLevels(send, "ConfigMap", 201, ['unknown field "metadata.foo"', 'unknown field "metadata.clusterName"']);
});

test("unknown fields are told with their paths through lists and maps, in the order of the body", async () => {
  const container = { name: "c", image: "i", imagePolicy: "x", env: [{ name: "A" }, { name: "B", valu: "b" }] };
  const template = { metadata: { labels: { app: "a" } }, spec: { containers: [container] } };
  const send = creating(deploymentsIn(namespace), { ...deployment({ replica: 2, template }), spek: {} });
  await assertLevels(send, "Deployment", 201, [
    'unknown field "spec.template.spec.containers[0].imagePolicy"',
    'unknown field "spec.template.spec.containers[0].env[1].valu"',
    'unknown field "spec.replica"',
    'unknown field "spek"',
  ]);
});

test("what is inside an unknown field is not told", async () => {
  await assertLevels(creating(configMaps, { foo: { bar: { baz: 1 } } }), "ConfigMap", 201, ['unknown field "foo"']);
});

test("an unknown field is one with null as its value too", async () => {
  await assertLevels(creating(configMaps, { foo: null }), "ConfigMap", 201, ['unknown field "foo"']);
});

test("a field of status is validated even though status is dropped", async () => {
  const send = creating(deploymentsIn(namespace), { ...deployment(), status: { foo: 1 } });
  await assertLevels(send, "Deployment", 201, ['unknown field "status.foo"']);
});

test("a field in the wrong case is unknown", async () => {
  const send = creating(configMaps, { Data: { k: "v" }, metadata: { Labels: { a: "1" } } });
  const answer = await assertLevels(send, "ConfigMap", 201, [
    'unknown field "Data"',
    'unknown field "metadata.Labels"',
  ]);
  assert.ok(!("data" in answer.body || "labels" in answer.body.metadata));
});

test("kind and apiVersion are found in any case, before anything is validated", async () => {
  const answer = await client.create(configMaps, { Kind: "Secret", metadata: { name: "x" } });
  const message =
    'Secret in version "v1" cannot be handled as a ConfigMap: converting (v1.Secret) to (core.ConfigMap): unknown conversion';
  assertStatus(answer, 400, "BadRequest", message);
});

test("keys of maps are never unknown", async () => {
  const metadata = { labels: { foo: "x" }, annotations: { bar: "x" } };
  const answer = await creating(configMaps, { metadata, data: { any: "x" } })({ fieldValidation: "Strict" });
  assertAnswer(answer, 201);
  assert.deepEqual(answer.warnings, []);
});

test("free-form data of a built-in kind has no unknown fields", async () => {
  const revisions = `/apis/apps/v1/namespaces/${namespace}/controllerrevisions`;
  const answer = await creating(revisions, { revision: 1, data: { any: { thing: 1 } } })({ fieldValidation: "Strict" });
  assertAnswer(answer, 201, { data: { any: { thing: 1 } } });
});

test("creationTimestamp: null is no problem under Strict, a status that the kind lacks is", async () => {
  const send = creating(configMaps, { metadata: { creationTimestamp: null }, status: {} });
  assertRefused(await send({ fieldValidation: "Strict" }), "ConfigMap", 'unknown field "status"');
});

test("the schema of a custom resource definition is validated like any other field", async () => {
  const openAPIV3Schema = { type: "object", propertiez: {}, properties: { a: { type: "string", tpye: "x" } } };
  const version = { name: "v1", served: true, storage: true, schema: { openAPIV3Schema } };
  const group = `${uniqueName("g")}.example.com`;
  const definition = {
    metadata: { name: `foos.${group}` },
    spec: { group, scope: "Namespaced", names: { plural: "foos", kind: "Foo" }, versions: [version] },
  };
  const path = "spec.versions[0].schema.openAPIV3Schema";
  const send: Send = (query) =>
    client.create("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition, { dryRun: "All", ...query });
  await assertLevels(send, "CustomResourceDefinition", 201, [
    `unknown field "${path}.propertiez"`,
    `unknown field "${path}.properties.a.tpye"`,
  ]);
});

test("an update is validated like a create", async () => {
  const { name, path } = await make(client, configMaps);
  const send: Send = (query) => client.update(path, { metadata: { name }, foo: 1 }, query);
  await assertLevels(send, "ConfigMap", 200, ['unknown field "foo"']);
});

test("a value of the wrong type is an error at every level, and then unknown fields are not told", async () => {
  for (const fieldValidation of ["", "Ignore", "Warn", "Strict"]) {
    const object = { ...deployment({ replicas: "x" }), metadata: { name: "d" }, foo: 1 };
    const answer = await client.create(deploymentsIn(namespace), object, { fieldValidation });
    const message =
      'Deployment in version "v1" cannot be handled as a Deployment: json: cannot unmarshal string into Go struct field DeploymentSpec.spec.replicas of type int32';
    assertStatus(answer, 400, "BadRequest", message);
    assert.deepEqual(answer.warnings, []);
  }
});

test("warnings come with errors too", async () => {
  const send: Send = (query) => client.create(configMaps, { foo: 1 }, query);
  const answer = await assertWarned(send, 422, ['unknown field "foo"']);
  assertInvalid(answer, "ConfigMap", "", [
    "FieldValueRequired",
    "metadata.name",
    "Required value: name or generateName is required",
  ]);
});

test("Strict goes before what only the store can tell", async () => {
  const strict = { fieldValidation: "Strict" };
  const { name } = await make(client, configMaps);
  const object = { metadata: { name }, foo: 1 };
  assertRefused(await client.create(configMaps, object, strict), "ConfigMap", 'unknown field "foo"');
  assertRefused(await client.create(configMapsIn("absent"), object, strict), "ConfigMap", 'unknown field "foo"');
  const absent = { metadata: { name: "absent" }, foo: 1 };
  assertRefused(await client.update(`${configMaps}/absent`, absent, strict), "ConfigMap", 'unknown field "foo"');
  assertNotFound(await client.patch("merge", `${configMaps}/absent`, { foo: 1 }, strict), "configmaps", "absent");
});

test("any other level is refused, by every verb that validates", async () => {
  const { name, path } = await make(client, configMaps);
  const object = { metadata: { name } };
  for (const fieldValidation of ["strict", "Foo", "Strict,Warn"]) {
    const message = `Unsupported value: "${fieldValidation}": supported values: "", "Ignore", "Strict", "Warn"`;
    const cause = ["FieldValueNotSupported", "fieldValidation", message] as const;
    const query = { fieldValidation };
    assertInvalid(await client.create(configMaps, object, query), "CreateOptions.meta.k8s.io", "", cause);
    assertInvalid(await client.update(path, object, query), "UpdateOptions.meta.k8s.io", "", cause);
    assertInvalid(await client.patch("merge", path, {}, query), "PatchOptions.meta.k8s.io", "", cause);
    assertAnswer(await client.get(path, query), 200);
  }
});

test("all that is wrong with the options is told at once", async () => {
  const { path } = await make(client, configMaps);
  const query = { dryRun: "No", fieldValidation: "x", fieldManager: "x".repeat(129), force: true };
  assertInvalid(
    await client.patch("merge", path, {}, query),
    "PatchOptions.meta.k8s.io",
    "",
    ["FieldValueForbidden", "force", "Forbidden: may not be specified for non-apply patch"],
    ["FieldValueTooLong", "fieldManager", "Too long: may not be more than 128 bytes"],
    ["FieldValueNotSupported", "dryRun", 'Unsupported value: ["No"]: supported values: "All"'],
    [
      "FieldValueNotSupported",
      "fieldValidation",
      'Unsupported value: "x": supported values: "", "Ignore", "Strict", "Warn"',
    ],
  );
});

test("authorization goes before validation", async () => {
  const answer = await client.create(configMaps, { foo: 1 }, { fieldValidation: "Foo" }, { as: "alice" });
  const message = `configmaps is forbidden: User "alice" cannot create resource "configmaps" in API group "" in the namespace "${namespace}"`;
  assertStatus(answer, 403, "Forbidden", message);
  assert.deepEqual(answer.warnings, []);
});

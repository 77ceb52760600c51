/** The plain verbs on custom resources: where they differ from built-in kinds, and where one might think so. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { type Installed, install, version, widgets } from "../crds/widgets.ts";
import { assertInvalid, assertNotFound, assertStale, type Made, make, subdomainRule } from "./objects.ts";

const client = connect();
let installed: Installed;
let namespace: string;
let collection: string;
let resource: string;
before(async () => {
  installed = await install(client, widgets([version("v1", { subresources: { status: {} } }), version("v2")]));
  namespace = await client.namespace();
  collection = installed.at("v1", namespace);
  resource = `widgets.${installed.group}`;
});
after(async () => {
  await installed[Symbol.asyncDispose]();
  await client.close();
});

const makeWidget = (more: Json = {}): Promise<Made> =>
  make(client, collection, installed.widget("v1", uniqueName("w"), more));

test("a custom resource is created with generation 1 and without status", async () => {
  const { body } = await makeWidget({ metadata: { generation: 9 }, spec: { x: 1 }, status: { y: 1 } });
  assert.equal(body.metadata.generation, 1);
  assert.deepEqual(body.spec, { x: 1 });
  assert.ok(!("status" in body));
});

test("an answer has its keys in alphabetical order", async () => {
  const { body } = await makeWidget({ spec: { z: 1, a: 2 }, metadata: { labels: { b: "1", a: "2" } } });
  assert.deepEqual(Object.keys(body), ["apiVersion", "kind", "metadata", "spec"]);
  assert.deepEqual(Object.keys(body.metadata), Object.keys(body.metadata).toSorted());
  assert.deepEqual(Object.keys(body.spec), ["a", "z"]);
});

test("a second custom resource of the same name already exists", async () => {
  const { name } = await makeWidget();
  const answer = await client.create(collection, installed.widget("v1", name));
  assertStatus(answer, 409, "AlreadyExists", `${resource} "${name}" already exists`, {
    details: { name, group: installed.group, kind: "widgets" },
  });
});

test("kind and apiVersion may not be left out", async () => {
  const metadata = { name: "x" };
  const expected = `${installed.group}/v1`;
  const version = `the API version in the data () does not match the expected API version (${expected})`;
  assertStatus(await client.create(collection, { kind: "Widget", metadata }), 400, "BadRequest", version);
  const kind = `the object provided is unrecognized (must be of type Widget): Object 'Kind' is missing in '{"metadata":{"name":"x"}}' ({"metadata":{"name":"x"}})`;
  assertStatus(await client.create(collection, { metadata }), 400, "BadRequest", kind);
});

test("the apiVersion has to be the URL's, even if the other version is served", async () => {
  for (const apiVersion of [`${installed.group}/v2`, "example.com/v1", "v1"]) {
    const answer = await client.create(collection, { apiVersion, kind: "Widget", metadata: { name: "x" } });
    const message = `the API version in the data (${apiVersion}) does not match the expected API version (${installed.group}/v1)`;
    assertStatus(answer, 400, "BadRequest", message);
  }
});

test("another kind is invalid, in the name of that kind", async () => {
  const gadget = { apiVersion: `${installed.group}/v1`, kind: "Gadget", metadata: { name: "x" } };
  assertInvalid(await client.create(collection, gadget), `Gadget.${installed.group}`, "x", [
    "FieldValueInvalid",
    "kind",
    'Invalid value: "Gadget": must be Widget',
  ]);
});

test("names and metadata of custom resources are validated like those of built-in kinds", async () => {
  const kind = `Widget.${installed.group}`;
  assertInvalid(await client.create(collection, installed.widget("v1", "UPPER")), kind, "UPPER", [
    "FieldValueInvalid",
    "metadata.name",
    `Invalid value: "UPPER": ${subdomainRule}`,
  ]);
  assertInvalid(await client.create(collection, installed.widget("v1", "")), kind, "", [
    "FieldValueRequired",
    "metadata.name",
    "Required value: name or generateName is required",
  ]);
  const labels = await client.create(collection, installed.widget("v1", "x", { metadata: { labels: { a: 1 } } }));
  const message =
    'Widget in version "v1" cannot be handled as a Widget: json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string';
  assertStatus(labels, 400, "BadRequest", message);
});

test("a finalizer of a custom resource need not be qualified, but a warning says that it should", async () => {
  const answer = await client.create(
    collection,
    installed.widget("v1", uniqueName("w"), { metadata: { finalizers: ["foo"] } }),
  );
  assertAnswer(answer, 201, { metadata: { finalizers: ["foo"] } });
  assert.deepEqual(answer.warnings, [
    'metadata.finalizers: "foo": prefer a domain-qualified finalizer name to avoid accidental conflicts with other finalizer writers',
  ]);
});

test("a PUT without resourceVersion is refused", async () => {
  const { name, path } = await makeWidget();
  for (const resourceVersion of [undefined, "", "0"]) {
    const answer = await client.update(path, installed.widget("v1", name, { metadata: { resourceVersion } }));
    assertInvalid(answer, resource, name, [
      "FieldValueInvalid",
      "metadata.resourceVersion",
      "Invalid value: 0: must be specified for an update",
    ]);
  }
});

test("a stale PUT conflicts, a current one succeeds, an empty one keeps the resourceVersion", async () => {
  const { name, path, body } = await makeWidget({ spec: { x: 1 } });
  assertStale(await client.update(path, { ...body, metadata: { name, resourceVersion: "1" } }), resource, name);
  const { resourceVersion } = body.metadata;
  assertAnswer(await client.update(path, body), 200, { metadata: { resourceVersion, generation: 1 } });
  assertAnswer(await client.update(path, { ...body, spec: { x: 2 } }), 200, { metadata: { generation: 2 } });
});

test("a PUT with another uid conflicts", async () => {
  const { name, path, body } = await makeWidget();
  const answer = await client.update(path, { ...body, metadata: { ...body.metadata, uid: "other" } });
  const message = `Operation cannot be fulfilled on ${resource} "${name}": StorageError: invalid object, Code: 4, Key: /registry/${installed.group}/widgets/${namespace}/${name}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: other, UID in object meta: ${body.metadata.uid}`;
  assertStatus(answer, 409, "Conflict", message);
});

test("a PUT to an absent name creates no custom resource", async () => {
  const answer = await client.update(`${collection}/absent`, installed.widget("v1", "absent"));
  assertNotFound(answer, resource, "absent");
});

test("labels count for no generation, anything beside metadata and status does", async () => {
  const { path, body } = await makeWidget();
  const labelled = await client.update(path, { ...body, metadata: { ...body.metadata, labels: { a: "1" } } });
  assertAnswer(labelled, 200, { metadata: { generation: 1 } });
  const changed = await client.update(path, { ...labelled.body, beside: "spec", status: { ignored: true } });
  assertAnswer(changed, 200, { metadata: { generation: 2 }, beside: "spec", status: undefined });
});

test("a PUT to status changes no metadata", async () => {
  const { path, body } = await makeWidget({ metadata: { labels: { a: "1" } } });
  const metadata = { ...body.metadata, labels: { b: "2" }, annotations: { b: "2" }, finalizers: ["example.com/b"] };
  const answer = await client.update(`${path}/status`, { ...body, metadata, spec: { x: 1 }, status: { ok: true } });
  assertAnswer(answer, 200, {
    metadata: { generation: 1, annotations: undefined, finalizers: undefined },
    spec: undefined,
    status: { ok: true },
  });
  assert.deepEqual(answer.body.metadata.labels, { a: "1" });
});

test("a deleted custom resource is answered with a Status", async () => {
  const { name, path, body } = await makeWidget();
  assertAnswer(await client.delete(path), 200, {
    kind: "Status",
    status: "Success",
    details: { name, group: installed.group, kind: "widgets", uid: body.metadata.uid },
  });
  assertNotFound(await client.get(path), resource, name);
});

test("the items of a deleted collection have kind and apiVersion", async () => {
  const elsewhere = installed.at("v1", await client.namespace());
  await make(client, elsewhere, installed.widget("v1", "a"));
  const apiVersion = `${installed.group}/v1`;
  assertAnswer(await client.delete(elsewhere), 200, {
    apiVersion,
    kind: "WidgetList",
    items: [{ apiVersion, kind: "Widget", metadata: { name: "a" } }],
  });
});

test("dry-run and generateName work as for built-in kinds", async () => {
  const object = { ...installed.widget("v1", ""), metadata: { generateName: "g-" } };
  const answer = await client.create(collection, object, { dryRun: "All" });
  assertAnswer(answer, 201, { metadata: { name: /^g-[bcdfghjklmnpqrstvwxz2456789]{5}$/, resourceVersion: undefined } });
  assertNotFound(await client.get(`${collection}/${answer.body.metadata.name}`), resource, answer.body.metadata.name);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertRefused, deploys, maps, RestFixture, widgetsV1, widgetsV2 } from "./rest-fixture.test.ts";

const widget = (version: string, name: string, more: object = {}) => ({
  apiVersion: `example.com/${version}`,
  kind: "Widget",
  metadata: { name },
  ...more,
});

test("a created object is answered with 201 as a GET gives it, bytes and all", async () => {
  const server = new RestFixture();
  const answer = await server.create(maps, { metadata: { name: "a" }, data: { k: "v" } });
  assert.equal(answer.status, 201);
  const { body } = answer;
  assert.deepEqual(Object.keys(body), ["kind", "apiVersion", "metadata", "data"]);
  assert.match(body.metadata.uid, /^[0-9a-f-]{36}$/);
  assert.equal(body.metadata.creationTimestamp, "2026-01-01T00:00:00Z");
  assert.match(body.metadata.resourceVersion, /^[1-9]\d*$/);
  const read = await server.get(`${maps}/a`);
  assert.equal(read.text, `${JSON.stringify(body)}\n`);
});

test("what a GET answers is made of the stored bytes, not of a parsed object", async () => {
  const server = new RestFixture();
  await server.make(maps, { metadata: { name: "a" }, data: { k: "v" } });
  const { entry } = await server.storage.get("/registry/configmaps/ns/a");
  const { response } = await server.get(`${maps}/a`);
  const pieces = response?.body as readonly Uint8Array[];
  assert.equal(pieces[0]?.buffer, entry?.value.buffer);
});

test("an object is updated, and by nothing it keeps its resourceVersion", async () => {
  const server = new RestFixture();
  const made = await server.make(maps, { metadata: { name: "a" }, data: { k: "v" } });
  const same = await server.update(`${maps}/a`, made);
  assert.equal(same.body.metadata.resourceVersion, made.metadata.resourceVersion);
  const other = await server.update(`${maps}/a`, { metadata: { name: "a" }, data: { k: "w" } });
  assert.equal(other.status, 200);
  assert.deepEqual(other.body.data, { k: "w" });
  assert.ok(Number(other.body.metadata.resourceVersion) > Number(made.metadata.resourceVersion));
  assertRefused(
    await server.update(`${maps}/a`, made),
    409,
    'Operation cannot be fulfilled on configmaps "a": the object has been modified; please apply your changes to the latest version and try again',
  );
});

test("a PUT to an absent name is NotFound, and one with another uid conflicts in storage's words", async () => {
  const server = new RestFixture();
  assertRefused(await server.update(`${maps}/a`, { metadata: { name: "a" } }), 404, 'configmaps "a" not found');
  const { metadata } = await server.make(maps, { metadata: { name: "a" } });
  assertRefused(
    await server.update(`${maps}/a`, { metadata: { name: "a", uid: "other" } }),
    409,
    `Operation cannot be fulfilled on configmaps "a": StorageError: invalid object, Code: 4, Key: /registry/configmaps/ns/a, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: other, UID in object meta: ${metadata.uid}`,
  );
});

test("a deleted object is answered with a Status and is gone", async () => {
  const server = new RestFixture();
  const { metadata } = await server.make(maps, { metadata: { name: "a" } });
  assert.deepEqual((await server.delete(`${maps}/a`)).body, {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Success",
    details: { name: "a", kind: "configmaps", uid: metadata.uid },
  });
  assertRefused(await server.get(`${maps}/a`), 404, 'configmaps "a" not found');
});

test("a list has its items without kind, in the order of their names", async () => {
  const server = new RestFixture();
  for (const name of ["b", "a", "c"]) await server.make(maps, { metadata: { name } });
  const { body } = await server.get(maps);
  assert.deepEqual([body.kind, body.apiVersion], ["ConfigMapList", "v1"]);
  assert.deepEqual(
    body.items.map((item: { kind?: string; metadata: { name: string } }) => [item.kind, item.metadata.name]),
    [
      [undefined, "a"],
      [undefined, "b"],
      [undefined, "c"],
    ],
  );
});

test("an object is read and written in each of its versions", async () => {
  const server = new RestFixture();
  await server.make(widgetsV2, widget("v2", "a", { length: "5" }));
  assert.deepEqual((await server.get(`${widgetsV1}/a`)).body.size, "5");
  const v2 = (await server.get(`${widgetsV2}/a`)).body;
  assert.deepEqual([v2.apiVersion, v2.length, v2.size], ["example.com/v2", "5", undefined]);
  const changed = await server.patch("merge", `${widgetsV2}/a`, { length: "6" });
  assert.deepEqual([changed.status, changed.body.length], [200, "6"]);
  const list = (await server.get(widgetsV2)).body;
  assert.deepEqual([list.kind, list.items[0].apiVersion, list.items[0].length], ["WidgetList", "example.com/v2", "6"]);
});

test("a custom resource has its keys in alphabetical order, the resourceVersion among them", async () => {
  const server = new RestFixture();
  const labels = { z: "1", a: "", resourceVersion: "" };
  await server.make(widgetsV1, widget("v1", "a", { spec: { z: 1, a: 2 }, metadata: { name: "a", labels } }));
  const { body } = await server.get(`${widgetsV1}/a`);
  assert.deepEqual(Object.keys(body), ["apiVersion", "kind", "metadata", "spec"]);
  assert.deepEqual(Object.keys(body.metadata), Object.keys(body.metadata).toSorted());
  assert.deepEqual(Object.keys(body.spec), ["a", "z"]);
});

test("the metadata of a custom resource has types, in a body and after a patch", async () => {
  const server = new RestFixture();
  const wrong = widget("v1", "a", { metadata: { name: "a", labels: { a: 1 } } });
  const why = "json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string";
  assertRefused(
    await server.create(widgetsV1, wrong),
    400,
    `Widget in version "v1" cannot be handled as a Widget: ${why}`,
  );
  const made = await server.create(widgetsV1, widget("v1", "a", { metadata: { name: "a", foo: 1 }, bar: 1 }));
  assert.deepEqual(made.warnings, ['unknown field "metadata.foo"', 'unknown field "bar"']);
  const patched = await server.patch("merge", `${widgetsV1}/a`, { metadata: { labels: { a: 1 } } });
  assert.equal(patched.status, 422);
  assert.ok(patched.body.message.endsWith(why));
});

test("a patch cannot make a custom resource another kind or version", async () => {
  const server = new RestFixture();
  await server.make(widgetsV1, widget("v1", "a"));
  assertRefused(
    await server.patch("merge", `${widgetsV1}/a`, { kind: "Other" }),
    422,
    'Other.example.com "a" is invalid: kind: Invalid value: "Other": must be Widget',
  );
  assertRefused(
    await server.patch("merge", `${widgetsV1}/a`, { apiVersion: "other/v1" }),
    422,
    'Widget.other "a" is invalid: apiVersion: Invalid value: "other/v1": must be example.com/v1',
  );
});

test("a PUT of a custom resource needs a resourceVersion", async () => {
  const server = new RestFixture();
  await server.make(widgetsV1, widget("v1", "a"));
  const answer = await server.update(`${widgetsV1}/a`, widget("v1", "a"));
  assertRefused(
    answer,
    422,
    'widgets.example.com "a" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update',
  );
});

test("status and generation: a view changes its part alone", async () => {
  const server = new RestFixture();
  const spec = { selector: { matchLabels: { app: "a" } }, template: {} };
  const made = await server.make(deploys, { metadata: { name: "d", generation: 9 }, spec, status: { replicas: 3 } });
  assert.deepEqual([made.metadata.generation, made.status], [1, {}]);
  const sent = { ...made, spec: { ...made.spec, replicas: 5 }, status: { replicas: 3 } };
  const viewed = await server.update(`${deploys}/d/status`, sent);
  assert.deepEqual(
    [viewed.body.spec.replicas, viewed.body.status, viewed.body.metadata.generation],
    [1, { replicas: 3 }, 1],
  );
  const { body } = await server.update(`${deploys}/d`, {
    ...viewed.body,
    spec: { ...made.spec, replicas: 5 },
    status: {},
  });
  assert.deepEqual([body.spec.replicas, body.status, body.metadata.generation], [5, { replicas: 3 }, 2]);
});

test("verbs that a path does not have are not allowed, and what is not served is not found", async () => {
  const server = new RestFixture();
  const notAllowed = "the server does not allow this method on the requested resource";
  const notThere = "the server could not find the requested resource";
  assertRefused(await server.create(`${maps}/a`, {}), 405, notAllowed);
  assertRefused(await server.update(maps, {}), 405, notAllowed);
  assertRefused(await server.create("/api/v1/configmaps", {}), 405, notAllowed);
  assertRefused(await server.delete("/api/v1/configmaps"), 405, notAllowed);
  assertRefused(await server.get("/api/v1/configmaps/a"), 404, notThere);
  assertRefused(await server.get("/api/v1/foos"), 404, notThere);
  assertRefused(await server.get(`${maps}/a/status`), 404, notThere);
  const none = await server.get("/apis/absent.example.com/v1/foos");
  assert.deepEqual([none.status, none.text], [404, "404 page not found\n"]);
});

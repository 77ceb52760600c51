import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { install, widgets } from "../crds/widgets.ts";
import { containers, type Made, make } from "./objects.ts";

const client = connect();
let namespace: string;
let configMaps: string;
before(async () => {
  namespace = await client.namespace();
  configMaps = `/api/v1/namespaces/${namespace}/configmaps`;
});
after(() => client.close());

const one = "example.com/one";
const two = "example.com/two";
const held = (finalizers = [one]): Promise<Made> => make(client, configMaps, { finalizers });
const setFinalizers = (path: string, finalizers: string[] | null) =>
  client.patch("merge", path, { metadata: { finalizers } });

test("an object without finalizers is gone at once, and the answer names it", async () => {
  const { name, path, body } = await make(client, configMaps);
  const answer = await client.delete(path);
  assertAnswer(answer, 200);
  assert.deepEqual(answer.body, {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Success",
    details: { name, kind: "configmaps", uid: body.metadata.uid },
  });
  assertStatus(await client.get(path), 404, "NotFound", `configmaps "${name}" not found`);
  assertStatus(await client.delete(path), 404, "NotFound", `configmaps "${name}" not found`);
});

test("an object with finalizers gets a deletion timestamp and stays", async () => {
  const { path } = await held();
  const answer = await client.delete(path);
  assertAnswer(answer, 200, {
    kind: "ConfigMap",
    metadata: { deletionTimestamp: /Z$/, deletionGracePeriodSeconds: 0, finalizers: [one] },
  });
  const age = Date.now() - Date.parse(answer.body.metadata.deletionTimestamp);
  assert.ok(Math.abs(age) < 60_000, `it was deleted ${age} ms ago`);
  assertAnswer(await client.get(path), 200, answer.body);
});

test("it goes with its last finalizer, and the answer to that write still shows it", async () => {
  const { path } = await held([one, two]);
  assertAnswer(await client.delete(path), 200);
  assertAnswer(await setFinalizers(path, [two]), 200, { metadata: { finalizers: [two] } });
  assertAnswer(await client.get(path), 200);

  const last = await setFinalizers(path, []);
  assertAnswer(last, 200, { kind: "ConfigMap", metadata: { finalizers: undefined, deletionTimestamp: /Z$/ } });
  assertAnswer(await client.get(path), 404);
});

test("it goes by an update and by a JSON patch as well", async () => {
  const updated = await held();
  const { body } = await client.delete(updated.path);
  const { finalizers: _, ...metadata } = body.metadata;
  assertAnswer(await client.update(updated.path, { ...body, metadata }), 200);
  assertAnswer(await client.get(updated.path), 404);

  const patched = await held();
  assertAnswer(await client.delete(patched.path), 200);
  assertAnswer(await client.patch("json", patched.path, [{ op: "remove", path: "/metadata/finalizers/0" }]), 200);
  assertAnswer(await client.get(patched.path), 404);
});

test("it goes when the applier of its finalizer no longer wants it", async () => {
  const name = "applied";
  const path = `${configMaps}/${name}`;
  const apply = (metadata: Json) =>
    client.patch(
      "apply",
      path,
      { apiVersion: "v1", kind: "ConfigMap", metadata: { name, ...metadata } },
      { fieldManager: "owner" },
    );
  assertAnswer(await apply({ finalizers: [one] }), 201);
  assertAnswer(await client.delete(path), 200, { metadata: { finalizers: [one] } });
  assertAnswer(await apply({}), 200);
  assertAnswer(await client.get(path), 404);
});

test("a watch sees the timestamp, the changes of finalizers and the end", async () => {
  const { name, path, body } = await held([one, two]);
  const { resourceVersion } = body.metadata;
  await using watch = await client.watch(configMaps, { resourceVersion, fieldSelector: `metadata.name=${name}` });
  await client.delete(path);
  await setFinalizers(path, [two]);
  await setFinalizers(path, null);

  const events = await watch.take(3);
  assert.deepEqual(
    events.map(({ type, object }) => [
      type,
      object.metadata.finalizers,
      object.metadata.deletionTimestamp !== undefined,
    ]),
    [
      ["MODIFIED", [one, two], true],
      ["MODIFIED", [two], true],
      // The last state that was stored, not the one without finalizers.
      ["DELETED", [two], true],
    ],
  );
});

test("a second deletion changes nothing", async () => {
  const { path } = await held();
  const first = await client.delete(path);
  for (const options of [undefined, { gracePeriodSeconds: 0 }]) {
    const again = await client.delete(path, options);
    assertAnswer(again, 200, { metadata: { resourceVersion: first.body.metadata.resourceVersion } });
  }
});

test("a deletion cannot be taken back", async () => {
  const { path } = await held();
  const { deletionTimestamp } = (await client.delete(path)).body.metadata;
  const answer = await client.patch("merge", path, {
    metadata: { deletionTimestamp: null, deletionGracePeriodSeconds: null },
  });
  assertAnswer(answer, 200, { metadata: { deletionTimestamp, deletionGracePeriodSeconds: 0 } });
});

test("a deleted object can change, but gets no new finalizers", async () => {
  const { name, path } = await held([one, two]);
  assertAnswer(await client.delete(path), 200);
  assertAnswer(await client.patch("merge", path, { data: { a: "b" } }), 200, { data: { a: "b" } });

  const answer = await setFinalizers(path, [one, two, "example.com/three"]);
  const problem =
    "metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, " +
    'found new finalizers []string{"example.com/three"}';
  assertStatus(answer, 422, "Invalid", `ConfigMap "${name}" is invalid: ${problem}`);
});

test("a deleted object keeps its name until it is gone", async () => {
  const { name, path } = await held();
  assertAnswer(await client.delete(path), 200);
  const again = await client.create(configMaps, { metadata: { name } });
  const message = `object is being deleted: configmaps "${name}" already exists`;
  assertStatus(again, 409, "AlreadyExists", message, { details: { name, kind: "configmaps" } });
});

test("the deletion of an object with a generation is a new generation, once", async () => {
  const template = { metadata: { labels: { app: "shop" } }, spec: { containers } };
  const spec = { replicas: 0, selector: { matchLabels: { app: "shop" } }, template };
  const { path } = await make(
    client,
    `/apis/apps/v1/namespaces/${namespace}/deployments`,
    { finalizers: [one] },
    { spec },
  );
  assertAnswer(await client.delete(path), 200, { metadata: { generation: 2 } });
  assertAnswer(await client.delete(path), 200, { metadata: { generation: 2 } });
  assertAnswer(await setFinalizers(path, null), 200, { metadata: { generation: 2 } });
});

test("finalizers have qualified names", async () => {
  const create = (finalizers: string[]) => client.create(configMaps, { metadata: { name: "a", finalizers } });
  assertStatus(
    await create(["short"]),
    422,
    "Invalid",
    'ConfigMap "a" is invalid: metadata.finalizers[0]: Invalid value: "short": name is neither a standard finalizer name nor is it fully qualified',
  );
  assertStatus(
    await create(["orphan", "foregroundDeletion"]),
    422,
    "Invalid",
    'ConfigMap "a" is invalid: metadata.finalizers: Invalid value: ["orphan","foregroundDeletion"]: finalizer orphan and foregroundDeletion cannot be both set',
  );
});

test("what a new object says of its deletion is ignored", async () => {
  const { body } = await make(client, configMaps, {
    deletionTimestamp: "2026-01-01T00:00:00Z",
    deletionGracePeriodSeconds: 5,
  });
  assert.deepEqual([body.metadata.deletionTimestamp, body.metadata.deletionGracePeriodSeconds], [undefined, undefined]);
});

test("deleting a collection leaves what has finalizers, marked", async () => {
  const collection = `/api/v1/namespaces/${await client.namespace()}/secrets`;
  const stays = await make(client, collection, { finalizers: [one], labels: { delete: "yes" } });
  const goes = await make(client, collection, { labels: { delete: "yes" } });
  const other = await make(client, collection);
  const answer = await client.delete(collection, undefined, { labelSelector: "delete=yes" });
  assertAnswer(answer, 200, { kind: "SecretList" });
  assert.deepEqual(
    answer.body.items.map((item: Json) => item.metadata.name).toSorted(),
    [stays.name, goes.name].toSorted(),
  );
  assertAnswer(await client.get(stays.path), 200, { metadata: { deletionTimestamp: /Z$/ } });
  assertAnswer(await client.get(goes.path), 404);
  assertAnswer(await client.get(other.path), 200, { metadata: { deletionTimestamp: undefined } });
  assertAnswer(await setFinalizers(stays.path, null), 200);
});

test("a custom resource with a finalizer of its own goes with it", async () => {
  await using crd = await install(client, widgets());
  const widget = { apiVersion: `${crd.group}/v1`, kind: "Widget" };
  const { path } = await make(client, crd.at("v1", namespace), { finalizers: [one] }, widget);
  assertAnswer(await client.delete(path), 200, { metadata: { deletionTimestamp: /Z$/, generation: 2 } });
  assertAnswer(await client.patch("merge", path, { metadata: { finalizers: null } }), 200);
  assertAnswer(await client.get(path), 404);
});

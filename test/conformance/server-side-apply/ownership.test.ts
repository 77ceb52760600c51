import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer } from "../answer.ts";
import { connect } from "../client.ts";
import { assertConflicts, assertOwners, configMap, owners } from "./applying.ts";

const client = connect();
let namespace: string;
before(async () => {
  namespace = await client.namespace();
});
after(() => client.close());

const data = (...keys: string[]) => ({ "f:data": Object.fromEntries(keys.map((key) => [`f:${key}`, {}])) });

test("a manager that wants another value for a field of another one has a conflict, and nothing changes", async () => {
  const target = configMap(client, namespace);
  const created = await target.apply("one", { data: { k: "v", l: "w" } });
  assertConflicts(await target.apply("two", { data: { k: "x", m: "y" } }), ['"one"', ".data.k"]);
  assert.deepEqual((await client.get(target.path)).body, created.body);
});

test("several conflicts are listed by manager", async () => {
  const target = configMap(client, namespace);
  await target.apply("one", { data: { k: "v", l: "w" } });
  assertConflicts(await target.apply("two", { data: { k: "x", l: "y" } }), ['"one"', ".data.k"], ['"one"', ".data.l"]);
  assertAnswer(await target.apply("two", { data: { k: "v" } }), 200);
  assertConflicts(
    await target.apply("three", { data: { k: "x", l: "y" } }),
    ['"one"', ".data.k"],
    ['"one"', ".data.l"],
    ['"two"', ".data.k"],
  );
});

test("force takes the fields over", async () => {
  const target = configMap(client, namespace);
  await target.apply("one", { data: { k: "v", l: "w" } });
  const answer = await target.apply("two", { data: { k: "x" } }, { force: true });
  assertOwners(answer, 200, { "one Apply": data("l"), "two Apply": data("k") });
  assert.deepEqual(answer.body.data, { k: "x", l: "w" });
});

test("a manager from whom all was taken is forgotten", async () => {
  const target = configMap(client, namespace);
  await target.apply("one", { data: { k: "v" } });
  assertOwners(await target.apply("two", { data: { k: "x" } }, { force: true }), 200, { "two Apply": data("k") });
});

test("managers that want the same value share the field", async () => {
  const target = configMap(client, namespace);
  await target.apply("one", { data: { k: "v", l: "w" } });
  const answer = await target.apply("two", { data: { k: "v" } });
  assertOwners(answer, 200, { "one Apply": data("k", "l"), "two Apply": data("k") });
  assertConflicts(await target.apply("one", { data: { k: "x", l: "w" } }), ['"two"', ".data.k"]);
});

test("a shared field stays until the last one gives it up", async () => {
  const target = configMap(client, namespace);
  await target.apply("one", { data: { k: "v", l: "w" } });
  await target.apply("two", { data: { k: "v" } });
  const first = await target.apply("one", { data: { l: "w" } });
  assertOwners(first, 200, { "one Apply": data("l"), "two Apply": data("k") });
  assert.deepEqual(first.body.data, { k: "v", l: "w" });
  const second = await target.apply("two", {});
  assertOwners(second, 200, { "one Apply": data("l") });
  assert.deepEqual(second.body.data, { l: "w" });
});

test("a field that its only owner no longer applies is removed", async () => {
  const target = configMap(client, namespace);
  await target.apply("one", { metadata: { labels: { a: "1" }, annotations: { b: "2" } }, data: { k: "v", l: "w" } });
  const answer = await target.apply("one", { metadata: { annotations: { b: "2" } }, data: { l: "w" } });
  assertOwners(answer, 200, { "one Apply": { ...data("l"), "f:metadata": { "f:annotations": { "f:b": {} } } } });
  assertAnswer(answer, 200, { metadata: { labels: undefined, annotations: { b: "2" } }, data: { k: undefined } });
});

test("a manager that gives up everything is forgotten, and an empty map is something to own", async () => {
  const target = configMap(client, namespace);
  await target.apply("one", { data: { k: "v" } });
  assertOwners(await target.apply("one", { data: {} }), 200, { "one Apply": { "f:data": {} } });
  const answer = await target.apply("one", {});
  assertAnswer(answer, 200, { metadata: { managedFields: undefined }, data: undefined });
});

test("null is owned as a value, and written as the type's own nothing", async () => {
  const target = configMap(client, namespace);
  const answer = await target.apply("one", { data: { k: null } });
  assertOwners(answer, 201, { "one Apply": data("k") });
  assert.deepEqual(answer.body.data, { k: "" });
  const other = configMap(client, namespace);
  assertOwners(await other.apply("one", { data: null }), 201, { "one Apply": { "f:data": {} } });
});

test("labels with a slash and annotations are owned key by key", async () => {
  const target = configMap(client, namespace);
  await target.apply("one", { metadata: { labels: { a: "1", "example.com/b": "2" } } });
  const other = { metadata: { labels: { "example.com/b": "3", c: "4" } } };
  assertConflicts(await target.apply("two", other), ['"one"', ".metadata.labels.example.com/b"]);
  assertOwners(await target.apply("two", other, { force: true }), 200, {
    "one Apply": { "f:metadata": { "f:labels": { "f:a": {} } } },
    "two Apply": { "f:metadata": { "f:labels": { "f:c": {}, "f:example.com/b": {} } } },
  });
});

test("an update or patch takes what it changes from the appliers", async () => {
  const target = configMap(client, namespace);
  await target.apply("one", { data: { k: "v", l: "w" } });
  const answer = await target.merge("editor", { data: { k: "x", l: "w", m: "y" } });
  assertOwners(answer, 200, { "one Apply": data("l"), "editor Update": data("k", "m") });
});

test("an applier conflicts with an update, whose version is named, unless it wants the same", async () => {
  const target = configMap(client, namespace);
  await target.apply("one", { data: { k: "v" } });
  await target.merge("editor", { data: { k: "x" } });
  assertConflicts(await target.apply("one", { data: { k: "v" } }), ['"editor" using v1', ".data.k"]);
  assertOwners(await target.apply("one", { data: { k: "x" } }), 200, {
    "one Apply": data("k"),
    "editor Update": data("k"),
  });
});

test("what a manager updates and what it applies are kept apart, and conflict", async () => {
  const target = configMap(client, namespace);
  await target.apply("one", { data: { k: "v" } });
  const answer = await target.merge("one", { data: { l: "w" } });
  assertOwners(answer, 200, { "one Apply": data("k"), "one Update": data("l") });
  assertConflicts(await target.apply("one", { data: { k: "v", l: "x" } }), ['"one" using v1', ".data.l"]);
});

test("a field removed by an update may be applied again", async () => {
  const target = configMap(client, namespace);
  await target.apply("one", { data: { k: "v", l: "w" } });
  assertOwners(await target.merge("editor", { data: { k: null } }), 200, { "one Apply": data("l") });
  assertOwners(await target.apply("one", { data: { k: "back", l: "w" } }), 200, { "one Apply": data("k", "l") });
});

test("a field owned by an update stays when the applier gives it up", async () => {
  const target = configMap(client, namespace);
  assertAnswer(await target.apply("one", { data: { k: "v" } }), 201);
  await target.merge("editor", { data: { k: "x" } });
  await target.apply("one", { data: { k: "x", l: "w" } });
  const answer = await target.apply("one", { data: { l: "w" } });
  assertOwners(answer, 200, { "one Apply": data("l"), "editor Update": data("k") });
  assert.deepEqual(answer.body.data, { k: "x", l: "w" });
});

test("an apply without effect keeps the resourceVersion and the time, and sends no event", async () => {
  const target = configMap(client, namespace);
  const created = await target.apply("one", { data: { k: "v" } });
  const { resourceVersion } = created.body.metadata;
  const collection = target.path.slice(0, target.path.lastIndexOf("/"));
  const fieldSelector = `metadata.name=${target.name}`;
  await using watch = await client.watch(collection, { resourceVersion, fieldSelector });
  for (const query of [{}, { force: true }]) {
    const again = await target.apply("one", { data: { k: "v" } }, query);
    assertAnswer(again, 200);
    assert.deepEqual(again.body, created.body);
  }
  await target.apply("one", { data: { k: "changed" } });
  const [event] = await watch.take(1);
  assert.equal(event?.object.data.k, "changed");
});

test("a change of owners alone is a write", async () => {
  const target = configMap(client, namespace);
  const created = await target.apply("one", { data: { k: "v" } });
  const shared = await target.apply("two", { data: { k: "v" } });
  assert.notEqual(shared.body.metadata.resourceVersion, created.body.metadata.resourceVersion);
});

test("apply works on an object that is being deleted", async () => {
  const target = configMap(client, namespace);
  await target.apply("one", { metadata: { finalizers: ["e.io/1"] } });
  assertAnswer(await client.delete(target.path), 200);
  const answer = await target.apply("two", { data: { k: "v" } });
  assertAnswer(answer, 200, { metadata: { deletionTimestamp: /./ }, data: { k: "v" } });
  assertAnswer(await target.apply("one", {}), 200);
  assertAnswer(await client.get(target.path), 404);
});

test("apply can be answered as PartialObjectMetadata", async () => {
  const target = configMap(client, namespace);
  const headers = { accept: "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io" };
  const body = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: target.name }, data: { k: "v" } };
  const answer = await client.patch("apply", target.path, body, { fieldManager: "one" }, { headers });
  assertAnswer(answer, 201, { kind: "PartialObjectMetadata", data: undefined });
  assert.deepEqual(owners(answer), { "one Apply": data("k") });
});

test("a namespace's own label is not owned by the one who applies the namespace", async () => {
  const name = `${namespace}-applied`;
  const body = { apiVersion: "v1", kind: "Namespace", metadata: { name, labels: { a: "1" } } };
  const answer = await client.patch("apply", `/api/v1/namespaces/${name}`, body, { fieldManager: "one" });
  assertOwners(answer, 201, { "one Apply": { "f:metadata": { "f:labels": { "f:a": {} } } } });
  assert.deepEqual(answer.body.metadata.labels, { a: "1", "kubernetes.io/metadata.name": name });
  await client.delete(`/api/v1/namespaces/${name}`);
});

// stringData is write-only: the server owns nothing of what it turned it into.
test("what was applied as a Secret's stringData stays in its data when it is given up", async () => {
  const path = `/api/v1/namespaces/${namespace}/secrets/s`;
  const apply = (manager: string, stringData: Record<string, string>) => {
    const body = { apiVersion: "v1", kind: "Secret", metadata: { name: "s" }, stringData };
    return client.patch("apply", path, body, { fieldManager: manager });
  };
  assertOwners(await apply("one", { a: "b" }), 201, { "one Apply": { "f:stringData": { "f:a": {} } } });
  const answer = await apply("one", { c: "d" });
  assertOwners(answer, 200, { "one Apply": { "f:stringData": { "f:c": {} } } });
  assert.deepEqual(answer.body.data, { a: "Yg==", c: "ZA==" });
  assertConflicts(await apply("two", { c: "e" }), ['"one"', ".stringData.c"]);
});

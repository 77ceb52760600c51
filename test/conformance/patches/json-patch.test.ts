import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { assertOperationFailed, assertUnreadable, createConfigMap } from "./objects.ts";

const client = connect();
let namespace: string;
before(async () => {
  namespace = await client.namespace();
});
after(() => client.close());

/** The `data` of a ConfigMap with `{ k: "v", l: "w" }` after the operations. */
async function dataAfter(...operations: Json[]): Promise<Json> {
  const target = await createConfigMap(client, namespace);
  const answer = await target.patch("json", operations);
  assertAnswer(answer, 200);
  assertAnswer(await client.get(target.path), 200, answer.body);
  return answer.body.data;
}

/** Asserts that the operations fail and leave the object as it was. */
async function assertFails(...operations: Json[]): Promise<void> {
  const target = await createConfigMap(client, namespace);
  assertOperationFailed(await target.patch("json", operations));
  assert.deepEqual((await client.get(target.path)).body, target.created);
}

test("add sets a key, new or not", async () => {
  assert.deepEqual(await dataAfter({ op: "add", path: "/data/m", value: "x" }), { k: "v", l: "w", m: "x" });
  assert.deepEqual(await dataAfter({ op: "add", path: "/data/k", value: "x" }), { k: "x", l: "w" });
});

test("add under a parent that is not there fails", async () => {
  await assertFails({ op: "add", path: "/metadata/annotations/a", value: "b" });
});

test("add below a text fails", async () => {
  await assertFails({ op: "add", path: "/data/k/deeper", value: "x" });
});

test("remove takes a key away", async () => {
  assert.deepEqual(await dataAfter({ op: "remove", path: "/data/k" }), { l: "w" });
});

test("remove of a key that is not there fails", async () => {
  await assertFails({ op: "remove", path: "/data/none" });
  await assertFails({ op: "remove", path: "/none/none" });
});

// RFC 6902 wants the target of a replace to exist. The library behind Kubernetes looks for it in lists only.
test("replace of a key that is not there adds it", async () => {
  assert.deepEqual(await dataAfter({ op: "replace", path: "/data/none", value: "x" }), { k: "v", l: "w", none: "x" });
  const target = await createConfigMap(client, namespace);
  assertAnswer(await target.patch("json", [{ op: "replace", path: "/metadata/annotations", value: { a: "b" } }]), 200, {
    metadata: { annotations: { a: "b" } },
  });
});

test("replace under a parent that is not there fails", async () => {
  await assertFails({ op: "replace", path: "/none/none", value: "x" });
});

test("move takes the value along", async () => {
  assert.deepEqual(await dataAfter({ op: "move", from: "/data/k", path: "/data/m" }), { l: "w", m: "v" });
});

test("move of a key that is not there fails", async () => {
  await assertFails({ op: "move", from: "/data/none", path: "/data/m" });
  await assertFails({ op: "move", from: "/none/none", path: "/data/m" });
});

test("move into the moved value itself fails", async () => {
  await assertFails({ op: "move", from: "/metadata", path: "/metadata/labels" });
});

test("copy leaves the source", async () => {
  assert.deepEqual(await dataAfter({ op: "copy", from: "/data/k", path: "/data/m" }), { k: "v", l: "w", m: "v" });
});

// RFC 6902 wants the source to exist. Here a missing key reads as null, which in a map of texts is the empty text.
test("copy of a key that is not there copies null", async () => {
  assert.deepEqual(await dataAfter({ op: "copy", from: "/data/none", path: "/data/m" }), { k: "v", l: "w", m: "" });
});

test("copy from or to a parent that is not there fails", async () => {
  await assertFails({ op: "copy", from: "/none/none", path: "/data/m" });
  await assertFails({ op: "copy", from: "/data/k", path: "/none/m" });
});

test("test lets the patch go on when the value is equal, and undoes everything when it is not", async () => {
  const add = { op: "add", path: "/data/m", value: "x" };
  assert.deepEqual(await dataAfter({ op: "test", path: "/data/k", value: "v" }, add), { k: "v", l: "w", m: "x" });
  await assertFails(add, { op: "test", path: "/data/k", value: "other" });
});

test("test compares maps by their content", async () => {
  assert.deepEqual(await dataAfter({ op: "test", path: "/data", value: { l: "w", k: "v" } }), { k: "v", l: "w" });
  await assertFails({ op: "test", path: "/data", value: { k: "v" } });
});

test("test of a key that is not there holds for null and for no value, and for nothing else", async () => {
  await dataAfter({ op: "test", path: "/data/none", value: null });
  await dataAfter({ op: "test", path: "/data/none" });
  await assertFails({ op: "test", path: "/data/none", value: "x" });
  await assertFails({ op: "test", path: "/none/none", value: null });
});

test("test of a key that is there fails for null and for no value", async () => {
  await assertFails({ op: "test", path: "/data/k", value: null });
  await assertFails({ op: "test", path: "/data/k" });
});

test("test of a stale resourceVersion fails as any other test, without a conflict", async () => {
  await assertFails({ op: "test", path: "/metadata/resourceVersion", value: "1" });
});

test("an operation without a value adds null", async () => {
  assert.deepEqual(await dataAfter({ op: "add", path: "/data/m" }), { k: "v", l: "w", m: "" });
  assert.deepEqual(await dataAfter({ op: "replace", path: "/data/k" }), { k: "", l: "w" });
});

test("~1 in a path stands for a slash", async () => {
  const target = await createConfigMap(client, namespace);
  const operation = { op: "replace", path: "/metadata/labels/example.com~1b", value: "9" };
  const answer = await target.patch("json", [operation]);
  assertAnswer(answer, 200);
  assert.deepEqual(answer.body.metadata.labels, { a: "1", "example.com/b": "9" });
});

// What stands before the first slash is dropped, whatever it is.
test("a path without a leading slash loses its first part", async () => {
  assert.deepEqual(await dataAfter({ op: "add", path: "x/data/m", value: "y" }), { k: "v", l: "w", m: "y" });
  assert.deepEqual(await dataAfter({ op: "copy", from: "data/k", path: "/data/m" }), { k: "v", l: "w", m: "" });
  await assertFails({ op: "test", path: "data/k", value: "v" });
  await assertFails({ op: "remove", path: "data/k" });
  const target = await createConfigMap(client, namespace);
  const answer = await target.patch("json", [{ op: "add", path: "data/m", value: "y" }]);
  assertAnswer(answer, 200, { data: { k: "v", l: "w", m: undefined } });
  assert.deepEqual(answer.warnings, ['unknown field "m"']);
});

test("a path without any slash points nowhere", async () => {
  await assertFails({ op: "add", path: "data", value: {} });
  await assertFails({ op: "replace", path: "data", value: {} });
  await assertFails({ op: "remove", path: "data" });
  await assertFails({ op: "test", path: "data", value: { k: "v", l: "w" } });
});

test("the empty path means the whole object for replace and test, and nothing for the others", async () => {
  const target = await createConfigMap(client, namespace);
  const { managedFields: _, ...metadata } = target.created.metadata;
  const whole = { apiVersion: "v1", kind: "ConfigMap", metadata, data: { only: "this" } };
  const answer = await target.patch("json", [
    { op: "test", path: "", value: target.created },
    { op: "replace", path: "", value: whole },
  ]);
  assertAnswer(answer, 200);
  assert.deepEqual(answer.body.data, { only: "this" });
  await assertFails({ op: "test", path: "", value: {} });
  await assertFails({ op: "add", path: "", value: {} });
  await assertFails({ op: "remove", path: "" });
  await assertFails({ op: "replace", path: "", value: "text" });
  await assertFails({ op: "replace", path: "", value: null });
});

test("the path / is the key with the empty name", async () => {
  const target = await createConfigMap(client, namespace);
  const answer = await target.patch("json", [{ op: "add", path: "/", value: "x" }]);
  assertAnswer(answer, 200);
  assert.deepEqual(answer.warnings, ['unknown field ""']);
});

test("an operation without path, from or op fails, and so does an unknown one", async () => {
  await assertFails({ op: "add", value: "x" });
  await assertFails({ op: "remove" });
  await assertFails({ op: "test", value: "x" });
  await assertFails({ op: "copy", path: "/data/m" });
  await assertFails({ op: "move", path: "/data/m" });
  await assertFails({ path: "/data/m", value: "x" });
  await assertFails({ op: "upsert", path: "/data/m", value: "x" });
  await assertFails({ op: "Add", path: "/data/m", value: "x" });
  await assertFails(null);
});

test("a value of the wrong type is refused with the object as patched", async () => {
  const target = await createConfigMap(client, namespace);
  assertUnreadable(
    await target.patch("json", [{ op: "add", path: "/data/m", value: 5 }]),
    /\{\\"apiVersion\\":\\"v1\\",\\"data\\":\{\\"k\\":\\"v\\",\\"l\\":\\"w\\",\\"m\\":5\},\\"kind\\":\\"ConfigMap\\"/,
    "json: cannot unmarshal number into Go struct field ConfigMap.data of type string",
  );
});

test("no operations at all change nothing", async () => {
  const target = await createConfigMap(client, namespace);
  for (const body of [[], "null"]) {
    const answer = await target.patch("json", body);
    assertAnswer(answer, 200);
    assert.deepEqual(answer.body, target.created);
  }
});

test("without kind the object is still known, without apiVersion its content is not", async () => {
  const target = await createConfigMap(client, namespace);
  assertAnswer(await target.patch("json", [{ op: "remove", path: "/kind" }]), 200, { kind: "ConfigMap" });
  const answer = await target.patch("json", [{ op: "remove", path: "/apiVersion" }]);
  const undetermined = `the name of the object (${target.name} based on URL) was undeterminable: name must be provided`;
  assertStatus(answer, 400, "BadRequest", undetermined);
  assert.deepEqual(answer.warnings, ['unknown field "data"', 'unknown field "metadata"']);
});

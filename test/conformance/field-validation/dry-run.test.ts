import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { assertInvalid, assertNotFound, assertStale, configMapsIn, make, subdomainRule } from "../crud/objects.ts";

const client = connect();
let namespace: string;
let configMaps: string;
before(async () => {
  namespace = await client.namespace();
  configMaps = configMapsIn(namespace);
});
after(() => client.close());

const dry = { dryRun: "All" };

test("a dry-run create is answered with 201 and an object that has no resourceVersion, and stores nothing", async () => {
  const name = uniqueName("o");
  const answer = await client.create(configMaps, { metadata: { name }, data: { k: "v" } }, dry);
  assertAnswer(answer, 201, {
    kind: "ConfigMap",
    metadata: { name, namespace, uid: /./, creationTimestamp: /Z$/, resourceVersion: undefined },
    data: { k: "v" },
  });
  assert.equal(answer.body.metadata.managedFields.length, 1);
  assertNotFound(await client.get(`${configMaps}/${name}`), "configmaps", name);
});

test("a dry-run create generates a name, and finds out what exists", async () => {
  const { name } = await make(client, configMaps);
  const answer = await client.create(configMaps, { metadata: { generateName: "a-" } }, dry);
  assertAnswer(answer, 201, { metadata: { name: /^a-[a-z0-9]{5}$/ } });
  const again = await client.create(configMaps, { metadata: { name } }, dry);
  assertStatus(again, 409, "AlreadyExists", `configmaps "${name}" already exists`);
});

test("a dry-run create is validated, and needs its namespace", async () => {
  assertInvalid(await client.create(configMaps, { metadata: { name: "A" } }, dry), "ConfigMap", "A", [
    "FieldValueInvalid",
    "metadata.name",
    `Invalid value: "A": ${subdomainRule}`,
  ]);
  const absent = await client.create(configMapsIn("absent"), { metadata: { name: "a" } }, dry);
  assertNotFound(absent, "namespaces", "absent");
});

test("a dry-run needs the same rights", async () => {
  const answer = await client.create(configMaps, { metadata: { name: "a" } }, dry, { as: "alice" });
  const message = `configmaps is forbidden: User "alice" cannot create resource "configmaps" in API group "" in the namespace "${namespace}"`;
  assertStatus(answer, 403, "Forbidden", message);
});

test("a dry-run update is answered with the changed object under its old resourceVersion, and stores nothing", async () => {
  const { name, path, body } = await make(client, configMaps, { data: { k: "1" } });
  const { resourceVersion } = body.metadata;
  const answer = await client.update(path, { metadata: { name }, data: { k: "2" } }, dry);
  assertAnswer(answer, 200, { metadata: { resourceVersion }, data: { k: "2" } });
  assert.deepEqual((await client.get(path)).body, body);
});

test("a stale dry-run update conflicts", async () => {
  const { name, path } = await make(client, configMaps);
  const stale = await client.update(path, { metadata: { name, resourceVersion: "1" }, data: { k: "2" } }, dry);
  assertStale(stale, "configmaps", name);
});

test("a dry-run update that would create is answered with 201, and creates nothing", async () => {
  const name = uniqueName("o");
  const path = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases/${name}`;
  const answer = await client.update(path, { metadata: { name }, spec: { holderIdentity: "me" } }, dry);
  assertAnswer(answer, 201, { metadata: { name, resourceVersion: undefined }, spec: { holderIdentity: "me" } });
  assertNotFound(await client.get(path), "leases.coordination.k8s.io", name);
});

test("dry-run patches are answered with the patched object, and store nothing", async () => {
  const { path, body } = await make(client, configMaps, { data: { k: "1" } });
  const { resourceVersion } = body.metadata;
  const expected = { metadata: { resourceVersion }, data: { k: "1", l: "2" } };
  for (const type of ["merge", "strategic"] as const)
    assertAnswer(await client.patch(type, path, { data: { l: "2" } }, dry), 200, expected);
  assertAnswer(await client.patch("json", path, [{ op: "add", path: "/data/l", value: "2" }], dry), 200, expected);
  assert.deepEqual((await client.get(path)).body, body);
});

test("a dry-run apply is answered with 201 for an absent object, and creates nothing", async () => {
  const name = uniqueName("o");
  const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data: { k: "v" } };
  const answer = await client.patch("apply", `${configMaps}/${name}`, object, { ...dry, fieldManager: "m" });
  assertAnswer(answer, 201, { metadata: { name, resourceVersion: undefined }, data: { k: "v" } });
  assertNotFound(await client.get(`${configMaps}/${name}`), "configmaps", name);
});

test("a dry-run apply finds out conflicts", async () => {
  const { name, path } = await make(client, configMaps, { data: { k: "1" } });
  const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data: { k: "2" } };
  const answer = await client.patch("apply", path, object, { ...dry, fieldManager: "m" });
  assertStatus(answer, 409, "Conflict", 'Apply failed with 1 conflict: conflict with "conformance" using v1: .data.k', {
    details: {
      causes: [{ reason: "FieldManagerConflict", message: 'conflict with "conformance" using v1', field: ".data.k" }],
    },
  });
});

test("a dry-run delete is answered like a delete, and deletes nothing, by query or body", async () => {
  const { name, path, body } = await make(client, configMaps);
  for (const [options, query] of [
    [undefined, dry],
    [{ dryRun: ["All"] }, {}],
  ] as const) {
    assertAnswer(await client.delete(path, options, query), 200, {
      kind: "Status",
      status: "Success",
      details: { name, kind: "configmaps", uid: body.metadata.uid },
    });
    assert.deepEqual((await client.get(path)).body, body);
  }
});

test("a dry-run delete of an object with finalizers is answered with the marked object, and marks nothing", async () => {
  const metadata = { finalizers: ["example.com/a"] };
  const { path, body } = await make(client, configMaps, { metadata });
  const { resourceVersion } = body.metadata;
  assertAnswer(await client.delete(path, undefined, dry), 200, {
    kind: "ConfigMap",
    metadata: { resourceVersion, deletionTimestamp: /Z$/, deletionGracePeriodSeconds: 0 },
  });
  assert.deepEqual((await client.get(path)).body, body);
});

test("a dry-run update that removes the last finalizer of a deleted object removes nothing", async () => {
  const { name, path } = await make(client, configMaps, { metadata: { finalizers: ["example.com/a"] } });
  assertAnswer(await client.delete(path), 200);
  assertAnswer(await client.update(path, { metadata: { name } }, dry), 200, { metadata: { finalizers: undefined } });
  assertAnswer(await client.get(path), 200, { metadata: { finalizers: ["example.com/a"] } });
});

test("a dry-run delete finds out preconditions and absence", async () => {
  const { path } = await make(client, configMaps);
  const conflict = await client.delete(path, { dryRun: ["All"], preconditions: { uid: "x" } });
  assertAnswer(conflict, 409, { reason: "Conflict" });
  assertNotFound(await client.delete(`${configMaps}/absent`, undefined, dry), "configmaps", "absent");
});

test("a dry-run delete of a collection is answered with its list, and deletes nothing", async () => {
  const collection = configMapsIn(await client.namespace());
  for (const name of ["a", "b"]) await make(client, collection, { metadata: { name } });
  const items = [{ metadata: { name: "a" } }, { metadata: { name: "b" } }];
  assertAnswer(await client.delete(collection, undefined, dry), 200, { kind: "ConfigMapList", items });
  assertAnswer(await client.delete(collection, { dryRun: ["All"] }), 200, { kind: "ConfigMapList", items });
  assertAnswer(await client.get(collection), 200, { items });
});

test("any other value than All is refused, by every verb", async () => {
  const { name, path, body } = await make(client, configMaps);
  const object = { metadata: { name } };
  for (const dryRun of ["None", "all", "true", ""]) {
    const message = `Unsupported value: ["${dryRun}"]: supported values: "All"`;
    const cause = ["FieldValueNotSupported", "dryRun", message] as const;
    const query = { dryRun };
    assertInvalid(await client.create(configMaps, object, query), "CreateOptions.meta.k8s.io", "", cause);
    assertInvalid(await client.update(path, object, query), "UpdateOptions.meta.k8s.io", "", cause);
    assertInvalid(await client.patch("merge", path, {}, query), "PatchOptions.meta.k8s.io", "", cause);
    assertInvalid(await client.delete(path, undefined, query), "DeleteOptions.meta.k8s.io", "", cause);
    assertInvalid(await client.delete(path, { dryRun: [dryRun] }), "DeleteOptions.meta.k8s.io", "", cause);
    assertInvalid(await client.delete(configMaps, undefined, query), "DeleteOptions.meta.k8s.io", "", cause);
  }
  assert.deepEqual((await client.get(path)).body, body);
});

test("All may be said twice, but with nothing else beside it", async () => {
  const object = { metadata: { name: uniqueName("o") } };
  assertAnswer(await client.create(`${configMaps}?dryRun=All&dryRun=All`, object), 201);
  assertNotFound(await client.get(`${configMaps}/${object.metadata.name}`), "configmaps", object.metadata.name);
  const answer = await client.create(`${configMaps}?dryRun=All&dryRun=No`, object);
  const message = 'Unsupported value: ["All","No"]: supported values: "All"';
  assertInvalid(answer, "CreateOptions.meta.k8s.io", "", ["FieldValueNotSupported", "dryRun", message]);
});

test("dry-runs emit no events", async () => {
  const { name, path, body } = await make(client, configMaps, { metadata: { finalizers: ["example.com/a"] } });
  const { resourceVersion } = body.metadata;
  await using watch = await client.watch(configMaps, { resourceVersion });
  const put = (data: Json, query: Record<string, string>) => client.update(path, { metadata: { name }, data }, query);
  assertAnswer(await client.create(configMaps, { metadata: { name: uniqueName("o") } }, dry), 201);
  assertAnswer(await put({ k: "dry" }, dry), 200);
  assertAnswer(await client.patch("merge", path, { data: { k: "dry" } }, dry), 200);
  assertAnswer(await client.delete(path, undefined, dry), 200);
  assertAnswer(await put({ k: "real" }, {}), 200);

  const [event] = await watch.take(1);
  assert.deepEqual([event?.type, event?.object.data], ["MODIFIED", { k: "real" }]);
});

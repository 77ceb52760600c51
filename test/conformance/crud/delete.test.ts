import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { assertNotFound, configMapsIn, make, pod, podTemplate } from "./objects.ts";

const client = connect();
let namespace: string;
let configMaps: string;
before(async () => {
  namespace = await client.namespace();
  configMaps = configMapsIn(namespace);
});
after(() => client.close());

const finalizers = ["example.com/a"];

test("a deleted object is answered with a Status that has its uid, and is gone", async () => {
  const { name, path, body } = await make(client, configMaps);
  assert.deepEqual((await client.delete(path)).body, {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Success",
    details: { name, kind: "configmaps", uid: body.metadata.uid },
  });
  assertNotFound(await client.get(path), "configmaps", name);
});

test("the Status of a deletion names the group", async () => {
  const { name, path } = await make(client, `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`, {
    spec: {},
  });
  assertAnswer(await client.delete(path), 200, {
    kind: "Status",
    status: "Success",
    details: { name, group: "coordination.k8s.io", kind: "leases" },
  });
});

/** The kinds whose deletion answers with the object itself. */
const returned: readonly (readonly [kind: string, collection: string, object: Json])[] = [
  ["Pod", "/api/v1/namespaces/{ns}/pods", pod()],
  ["Service", "/api/v1/namespaces/{ns}/services", { spec: { ports: [{ port: 80 }] } }],
  ["ServiceAccount", "/api/v1/namespaces/{ns}/serviceaccounts", {}],
  ["ResourceQuota", "/api/v1/namespaces/{ns}/resourcequotas", { spec: { hard: {} } }],
  ["PodTemplate", "/api/v1/namespaces/{ns}/podtemplates", { template: podTemplate() }],
  ["StorageClass", "/apis/storage.k8s.io/v1/storageclasses", { provisioner: "example.com/x" }],
  ["CSIDriver", "/apis/storage.k8s.io/v1/csidrivers", { spec: {} }],
  ["CSINode", "/apis/storage.k8s.io/v1/csinodes", { spec: { drivers: [] } }],
];

for (const [kind, collection, object] of returned) {
  test(`a deleted ${kind} is answered with itself`, async () => {
    const { name, path, body } = await make(client, collection.replace("{ns}", namespace), object);
    assertAnswer(await client.delete(path), 200, { kind, metadata: { name, uid: body.metadata.uid } });
    assertAnswer(await client.get(path), 404);
  });
}

test("an absent object cannot be deleted, whatever the preconditions, nor in an absent namespace", async () => {
  const path = `${configMaps}/absent`;
  assertNotFound(await client.delete(path), "configmaps", "absent");
  assertNotFound(await client.delete(path, { preconditions: { uid: "x" } }), "configmaps", "absent");
  assertNotFound(await client.delete(`${configMapsIn("absent")}/absent`), "configmaps", "absent");
});

test("whoever may not delete does not learn whether the object is there", async () => {
  const { name } = await make(client, configMaps);
  for (const candidate of [name, "absent"]) {
    const answer = await client.delete(`${configMaps}/${candidate}`, undefined, {}, { as: "alice" });
    const message = `configmaps "${candidate}" is forbidden: User "alice" cannot delete resource "configmaps" in API group "" in the namespace "${namespace}"`;
    assertStatus(answer, 403, "Forbidden", message, { details: { name: candidate, kind: "configmaps" } });
  }
});

test("of several deletes at once exactly one finds the object", async () => {
  const { path } = await make(client, configMaps);
  const answers = await Promise.all(Array.from({ length: 8 }, () => client.delete(path)));
  const statuses = answers.map(({ status }) => status).toSorted();
  assert.deepEqual(statuses, [200, 404, 404, 404, 404, 404, 404, 404]);
});

test("an object with finalizers is answered as it is now: marked, and still there", async () => {
  const { path, body } = await make(client, configMaps, { metadata: { finalizers }, data: { k: "v" } });
  const answer = await client.delete(path);

  assertAnswer(answer, 200, { kind: "ConfigMap", metadata: { finalizers, deletionGracePeriodSeconds: 0 } });
  const { deletionTimestamp, resourceVersion } = answer.body.metadata;
  assert.match(deletionTimestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  assert.ok(BigInt(resourceVersion) > BigInt(body.metadata.resourceVersion));
  assert.deepEqual((await client.get(path)).body, answer.body);
});

test("a second delete of an object with finalizers changes nothing", async () => {
  const { path } = await make(client, configMaps, { metadata: { finalizers } });
  const first = await client.delete(path);
  const second = await client.delete(path);
  assertAnswer(second, 200);
  assert.deepEqual(second.body, first.body);
});

test("the recreated object is another one, and a delete with the old uid does not touch it", async () => {
  const { name, path, body } = await make(client, configMaps);
  assertAnswer(await client.delete(path), 200);
  const again = await make(client, configMaps, { metadata: { name } });
  const { uid } = again.body.metadata;
  assert.notEqual(uid, body.metadata.uid);

  const answer = await client.delete(path, { preconditions: { uid: body.metadata.uid } });
  const message = `Operation cannot be fulfilled on ConfigMap "${name}": the UID in the precondition (${body.metadata.uid}) does not match the UID in record (${uid}). The object might have been deleted and then recreated`;
  // Unlike other conflicts, this one names the kind where the resource belongs.
  assertStatus(answer, 409, "Conflict", message, { details: { name, group: undefined, kind: "ConfigMap" } });
});

test("a delete with the right preconditions succeeds", async () => {
  const one = await make(client, configMaps);
  assertAnswer(await client.delete(one.path, { preconditions: { uid: one.body.metadata.uid } }), 200);
  const two = await make(client, configMaps);
  const { uid, resourceVersion } = two.body.metadata;
  assertAnswer(await client.delete(two.path, { preconditions: { uid, resourceVersion } }), 200);
});

test("a delete with another resourceVersion conflicts, with finalizers too", async () => {
  for (const metadata of [{}, { finalizers }]) {
    const { name, path, body } = await make(client, configMaps, { metadata });
    for (const resourceVersion of ["1", "abc"]) {
      const answer = await client.delete(path, { preconditions: { resourceVersion } });
      const message = `Operation cannot be fulfilled on ConfigMap "${name}": the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${body.metadata.resourceVersion}). The object might have been modified`;
      assertStatus(answer, 409, "Conflict", message, { details: { name, kind: "ConfigMap" } });
    }
    assertAnswer(await client.get(path), 200, { metadata: { deletionTimestamp: undefined } });
  }
});

test("of two wrong preconditions the uid is told, and an empty uid is a wrong one", async () => {
  const { name, path, body } = await make(client, configMaps);
  for (const uid of ["x", ""]) {
    const answer = await client.delete(path, { preconditions: { uid, resourceVersion: "1" } });
    const message = `Operation cannot be fulfilled on ConfigMap "${name}": the UID in the precondition (${uid}) does not match the UID in record (${body.metadata.uid}). The object might have been deleted and then recreated`;
    assertStatus(answer, 409, "Conflict", message);
  }
});

test("deletes are seen by a watch: DELETED at once without finalizers, MODIFIED and then DELETED with", async () => {
  const plain = await make(client, configMaps);
  const held = await make(client, configMaps, { metadata: { finalizers } });
  const { resourceVersion } = held.body.metadata;
  await using watch = await client.watch(configMaps, { resourceVersion });
  assertAnswer(await client.delete(plain.path), 200);
  assertAnswer(await client.delete(held.path), 200);
  assertAnswer(await client.update(held.path, { metadata: { name: held.name } }), 200);

  const seen: string[] = [];
  while (seen.length < 3) {
    const [event] = await watch.take(1);
    const name = event?.object.metadata.name;
    if (name === plain.name || name === held.name) seen.push(`${event?.type} ${name}`);
  }
  assert.deepEqual(seen, [`DELETED ${plain.name}`, `MODIFIED ${held.name}`, `DELETED ${held.name}`]);
});

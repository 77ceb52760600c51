import assert from "node:assert/strict";
import { after, beforeEach, test } from "node:test";
import { type Answer, assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { assertInvalid, configMapsIn, make, pod, podsIn } from "./objects.ts";

const client = connect();
let namespace: string;
let configMaps: string;
beforeEach(async () => {
  namespace = await client.namespace();
  configMaps = configMapsIn(namespace);
});
after(() => client.close());

const wrongMethod = "the server does not allow this method on the requested resource";

/** Three ConfigMaps, of which `a` and `b` have the label `side=left` and `c` has `side=right`. */
async function makeThree(): Promise<void> {
  for (const [name, side] of [
    ["a", "left"],
    ["b", "left"],
    ["c", "right"],
  ])
    await make(client, configMaps, { metadata: { name, labels: { side } } });
}

const namesOf = ({ body }: Answer): string[] => body.items.map((item: Json) => item.metadata.name);
const left = async () => namesOf(await client.get(configMaps));

test("deleting a collection deletes everything in the namespace and answers with the list of what was there", async () => {
  const other = await make(client, configMapsIn(await client.namespace()));
  await makeThree();
  const before = await client.get(configMaps);
  const answer = await client.delete(configMaps);

  assertAnswer(answer, 200, { kind: "ConfigMapList", apiVersion: "v1", metadata: { resourceVersion: /^\d+$/ } });
  assert.deepEqual(answer.body.items, before.body.items, "as they were, without deletionTimestamp");
  assert.deepEqual(await left(), []);
  assertAnswer(await client.get(other.path), 200);
});

test("deleting an empty collection answers with an empty list, in an absent namespace too", async () => {
  for (const collection of [configMaps, configMapsIn("absent")]) {
    const answer = await client.delete(collection);
    assertAnswer(answer, 200, { kind: "ConfigMapList", items: [] });
  }
});

test("selectors say what of a collection is deleted", async () => {
  await makeThree();
  assert.deepEqual(namesOf(await client.delete(configMaps, undefined, { labelSelector: "side=right" })), ["c"]);
  assert.deepEqual(await left(), ["a", "b"]);
  assert.deepEqual(namesOf(await client.delete(configMaps, undefined, { fieldSelector: "metadata.name=b" })), ["b"]);
  assert.deepEqual(await left(), ["a"]);
  assert.deepEqual(namesOf(await client.delete(configMaps, undefined, { labelSelector: "no=no" })), []);
  assert.deepEqual(await left(), ["a"]);
});

test("selectors count with a body too", async () => {
  await makeThree();
  const body = { propagationPolicy: "Background" };
  assert.deepEqual(namesOf(await client.delete(configMaps, body, { labelSelector: "side=left" })), ["a", "b"]);
  assert.deepEqual(await left(), ["c"]);
});

test("a selector that cannot be read deletes nothing", async () => {
  await makeThree();
  const label = await client.delete(configMaps, undefined, { labelSelector: "a=b,,=" });
  assertStatus(label, 400, "BadRequest", "found ',', expected: identifier after ','");
  const field = await client.delete(configMaps, undefined, { fieldSelector: "data.x=1" });
  const message = '"data.x" is not a known field selector: only "metadata.name", "metadata.namespace"';
  assertStatus(field, 400, "BadRequest", message);
  assert.deepEqual(await left(), ["a", "b", "c"]);
});

test("a limit deletes one page, and the list says how to go on", async () => {
  await makeThree();
  const first = await client.delete(configMaps, undefined, { limit: 2 });
  assertAnswer(first, 200, { metadata: { continue: /./, remainingItemCount: 1 } });
  assert.deepEqual(namesOf(first), ["a", "b"]);
  assert.deepEqual(await left(), ["c"]);

  const second = await client.delete(configMaps, undefined, { limit: 2, continue: first.body.metadata.continue });
  assertAnswer(second, 200, { metadata: { continue: undefined } });
  assert.deepEqual(namesOf(second), ["c"]);
  assert.deepEqual(await left(), []);
});

test("objects with finalizers are marked and stay, and are answered as they were before", async () => {
  const finalizers = ["example.com/a"];
  await make(client, configMaps, { metadata: { name: "held", finalizers } });
  const answer = await client.delete(configMaps);
  assertAnswer(answer, 200, { items: [{ metadata: { name: "held", deletionTimestamp: undefined } }] });
  assertAnswer(await client.get(`${configMaps}/held`), 200, { metadata: { finalizers, deletionTimestamp: /Z$/ } });
  assert.deepEqual(namesOf(await client.delete(configMaps)), ["held"], "a pending deletion is no obstacle");
});

test("a policy is for every object of the collection", async () => {
  await makeThree();
  assertAnswer(await client.delete(configMaps, { propagationPolicy: "Orphan" }), 200);
  for (const name of ["a", "b", "c"])
    assertAnswer(await client.get(`${configMaps}/${name}`), 200, { metadata: { finalizers: ["orphan"] } });
});

test("a policy that is none, or a body of another kind, deletes nothing", async () => {
  await makeThree();
  assertInvalid(await client.delete(configMaps, { propagationPolicy: "Nope" }), "DeleteOptions.meta.k8s.io", "", [
    "FieldValueNotSupported",
    "propagationPolicy",
    'Unsupported value: "Nope": supported values: "Foreground", "Background", "Orphan", "nil"',
  ]);
  const kind = await client.delete(configMaps, { kind: "Foo", apiVersion: "v1" });
  const message = 'no kind "Foo" is registered for version "v1" in scheme "pkg/runtime/scheme.go:111"';
  assertStatus(kind, 400, "BadRequest", message);
  assert.deepEqual(await left(), ["a", "b", "c"]);
});

test("a precondition is asked of every object of the collection", async () => {
  const { body } = await make(client, configMaps, { metadata: { name: "a" } });
  const message = `Operation cannot be fulfilled on ConfigMap "a": the UID in the precondition (x) does not match the UID in record (${body.metadata.uid}). The object might have been deleted and then recreated`;
  const answer = await client.delete(configMaps, { preconditions: { uid: "x" } });
  assertStatus(answer, 409, "Conflict", message, { details: { name: "a", kind: "ConfigMap" } });
  assert.deepEqual(await left(), ["a"]);
});

test("the options of a list are validated as for a list", async () => {
  const match = await client.delete(configMaps, undefined, { resourceVersion: "0", resourceVersionMatch: "Exact" });
  assertInvalid(match, "ListOptions.meta.k8s.io", "", [
    "FieldValueForbidden",
    "resourceVersionMatch",
    'Forbidden: resourceVersionMatch "exact" is forbidden for resourceVersion "0"',
  ]);
  const initial = await client.delete(configMaps, undefined, { sendInitialEvents: true });
  assertInvalid(initial, "ListOptions.meta.k8s.io", "", [
    "FieldValueForbidden",
    "sendInitialEvents",
    "Forbidden: sendInitialEvents is forbidden for list",
  ]);
  const timeout = await client.delete(configMaps, undefined, { timeoutSeconds: "x" });
  assertStatus(timeout, 400, "BadRequest", 'strconv.ParseInt: parsing "x": invalid syntax');
});

test("pods of a collection get their grace period", async () => {
  const pods = podsIn(namespace);
  await make(client, pods, { ...pod({ nodeName: "node" }), metadata: { name: "runs" } });
  await make(client, pods, { ...pod(), metadata: { name: "waits" } });
  assert.deepEqual(namesOf(await client.delete(pods)), ["runs", "waits"]);
  assertAnswer(await client.get(pods), 200, {
    items: [{ metadata: { name: "runs", deletionGracePeriodSeconds: 30 } }],
  });
  assertAnswer(await client.delete(pods, { gracePeriodSeconds: 0 }), 200);
  assertAnswer(await client.get(pods), 200, { items: [] });
});

test("a collection is deleted in one namespace, never across all", async () => {
  const answer = await client.delete("/api/v1/configmaps", undefined, { labelSelector: "no=no" });
  assertStatus(answer, 405, "MethodNotAllowed", wrongMethod, { details: {} });
});

test("namespaces cannot be deleted as a collection, services can", async () => {
  const namespaces = await client.delete("/api/v1/namespaces", undefined, { labelSelector: "no=no" });
  assertStatus(namespaces, 405, "MethodNotAllowed", wrongMethod, { details: {} });
  const services = `/api/v1/namespaces/${namespace}/services`;
  await make(client, services, { metadata: { name: "s" }, spec: { ports: [{ port: 80 }] } });
  assert.deepEqual(namesOf(await client.delete(services)), ["s"]);
});

test("deleting a collection is a verb of its own", async () => {
  const answer = await client.delete(configMaps, undefined, {}, { as: "alice" });
  const message = `configmaps is forbidden: User "alice" cannot deletecollection resource "configmaps" in API group "" in the namespace "${namespace}"`;
  assertStatus(answer, 403, "Forbidden", message, { details: { name: undefined, kind: "configmaps" } });
});

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { containers, type Made, make } from "./objects.ts";

// There is no kubelet: what it says at the end of a pod, a deletion with no grace, the tests say.
const client = connect();
let pods: string;
/** There is no such node; the collector of orphaned pods takes 40 seconds to notice that of a name it has not seen before. */
const node = uniqueName("node");
before(async () => {
  pods = `/api/v1/namespaces/${await client.namespace()}/pods`;
});
after(() => client.close());

const makePod = (spec: Json = {}, metadata: Json = {}): Promise<Made> =>
  make(client, pods, metadata, { spec: { containers, ...spec } });
const running = (spec: Json = {}, metadata: Json = {}): Promise<Made> => makePod({ nodeName: node, ...spec }, metadata);

/** The grace that a deleted pod has, as written in it and as seen from now. */
function graceOf({ metadata }: Json): number {
  const { deletionTimestamp, deletionGracePeriodSeconds } = metadata;
  const leftMs = Date.parse(deletionTimestamp) - Date.now();
  // The timestamp is the moment when the grace ends; it has whole seconds, and the answer took a moment.
  assert.ok(
    Math.abs(leftMs - deletionGracePeriodSeconds * 1000) < 10_000,
    `${leftMs} ms of ${deletionGracePeriodSeconds} s are left`,
  );
  return deletionGracePeriodSeconds;
}

test("a pod that was never scheduled is gone at once, and the answer is the pod", async () => {
  const { path } = await makePod();
  assertAnswer(await client.delete(path), 200, {
    kind: "Pod",
    metadata: { deletionGracePeriodSeconds: 0, deletionTimestamp: /Z$/ },
  });
  assertAnswer(await client.get(path), 404);
});

test("a pod on a node has its grace of 30 seconds, and stays", async () => {
  const { path } = await running();
  const answer = await client.delete(path);
  assertAnswer(answer, 200, { kind: "Pod", metadata: { generation: 2 }, status: { phase: "Pending" } });
  assert.equal(graceOf(answer.body), 30);
  assertAnswer(await client.get(path), 200, { metadata: { deletionGracePeriodSeconds: 30 } });
});

test("the kubelet ends the pod by a deletion without grace", async () => {
  const { path } = await running();
  await client.delete(path);
  assertAnswer(await client.delete(path, { gracePeriodSeconds: 0 }), 200, {
    metadata: { deletionGracePeriodSeconds: 0 },
  });
  assertAnswer(await client.get(path), 404);
});

test("the pod says how much grace it needs, and the deletion may say otherwise", async () => {
  const patient = await running({ terminationGracePeriodSeconds: 300 });
  assert.equal(graceOf((await client.delete(patient.path)).body), 300);
  const hurried = await running({ terminationGracePeriodSeconds: 300 });
  assert.equal(graceOf((await client.delete(hurried.path, { gracePeriodSeconds: 7 })).body), 7);
  const asked = await running();
  assert.equal(graceOf((await client.delete(asked.path, undefined, { gracePeriodSeconds: 9 })).body), 9);
});

test("a pod that needs no grace is gone at once", async () => {
  const { path } = await running({ terminationGracePeriodSeconds: 0 });
  assertAnswer(await client.delete(path), 200, { metadata: { deletionGracePeriodSeconds: 0 } });
  assertAnswer(await client.get(path), 404);
});

test("a pod that has ended needs no grace", async () => {
  for (const phase of ["Succeeded", "Failed"]) {
    const { path } = await running();
    assertAnswer(await client.patch("merge", `${path}/status`, { status: { phase } }), 200);
    assertAnswer(await client.delete(path), 200, { metadata: { deletionGracePeriodSeconds: 0 } });
    assertAnswer(await client.get(path), 404);
  }
});

test("a negative grace is one second", async () => {
  const { path, body } = await running({ terminationGracePeriodSeconds: -5 });
  assert.equal(body.spec.terminationGracePeriodSeconds, 1);
  assert.equal(graceOf((await client.delete(path)).body), 1);
  const other = await running();
  assert.equal(graceOf((await client.delete(other.path, { gracePeriodSeconds: -1 })).body), 1);
});

test("a second deletion may shorten the grace but not lengthen it", async () => {
  const { path } = await running();
  const first = (await client.delete(path)).body;
  assertAnswer(await client.delete(path), 200, { metadata: { resourceVersion: first.metadata.resourceVersion } });
  const longer = await client.delete(path, { gracePeriodSeconds: 100 });
  assertAnswer(longer, 200, { metadata: { resourceVersion: first.metadata.resourceVersion } });

  const shorter = (await client.delete(path, { gracePeriodSeconds: 5 })).body;
  assert.equal(graceOf(shorter), 5);
  // The generation counts the deletion, not how it changes.
  assert.equal(shorter.metadata.generation, 2);
});

test("a pod that is ending can still be written, and keeps its name", async () => {
  const { name, path } = await running();
  await client.delete(path);
  const status = { phase: "Running", conditions: [{ type: "Ready", status: "False" }] };
  assertAnswer(await client.patch("merge", `${path}/status`, { status }), 200, { status: { phase: "Running" } });
  assertAnswer(await client.patch("merge", path, { metadata: { labels: { a: "b" } } }), 200);
  const again = await client.create(pods, { metadata: { name }, spec: { containers } });
  assertStatus(again, 409, "AlreadyExists", `object is being deleted: pods "${name}" already exists`);
});

test("a finalizer holds a pod whose grace is over", async () => {
  const { path } = await running({}, { finalizers: ["example.com/one"] });
  assertAnswer(await client.delete(path), 200, { metadata: { deletionGracePeriodSeconds: 30 } });
  assertAnswer(await client.delete(path, { gracePeriodSeconds: 0 }), 200, {
    metadata: { deletionGracePeriodSeconds: 0, finalizers: ["example.com/one"] },
  });
  assertAnswer(await client.get(path), 200);
  assertAnswer(await client.patch("merge", path, { metadata: { finalizers: null } }), 200);
  assertAnswer(await client.get(path), 404);
});

test("grace holds a pod whose last finalizer is gone", async () => {
  const { path } = await running({}, { finalizers: ["example.com/one"] });
  assertAnswer(await client.delete(path), 200);
  assertAnswer(await client.patch("merge", path, { metadata: { finalizers: null } }), 200);
  assertAnswer(await client.get(path), 200, { metadata: { deletionGracePeriodSeconds: 30, finalizers: undefined } });
});

test("a watch sees the beginning, the shortening and the end of a graceful deletion", async () => {
  const { name, path, body } = await running();
  const { resourceVersion } = body.metadata;
  await using watch = await client.watch(pods, { resourceVersion, fieldSelector: `metadata.name=${name}` });
  await client.delete(path);
  await client.delete(path, { gracePeriodSeconds: 0 });
  const events = await watch.take(3);
  assert.deepEqual(
    events.map(({ type, object }) => [type, object.metadata.deletionGracePeriodSeconds]),
    [
      ["MODIFIED", 30],
      // The shortened grace is stored before the pod goes.
      ["MODIFIED", 0],
      ["DELETED", 0],
    ],
  );
});

test("a dry run of a graceful deletion shows the grace and leaves the pod", async () => {
  const { path } = await running();
  assertAnswer(await client.delete(path, undefined, { dryRun: "All" }), 200, {
    metadata: { deletionGracePeriodSeconds: 30, generation: 2 },
  });
  assertAnswer(await client.get(path), 200, { metadata: { deletionTimestamp: undefined, generation: 1 } });
});

test("deleting a collection of pods gives each its grace", async () => {
  const collection = `/api/v1/namespaces/${await client.namespace()}/pods`;
  const graceful = await make(client, collection, {}, { spec: { containers, nodeName: node } });
  const pending = await make(client, collection, {}, { spec: { containers } });
  assertAnswer(await client.delete(collection), 200, { kind: "PodList" });
  assertAnswer(await client.get(graceful.path), 200, { metadata: { deletionGracePeriodSeconds: 30 } });
  assertAnswer(await client.get(pending.path), 404);
});

test("an eviction is a deletion with the pod's grace", async () => {
  const { name, path } = await running();
  assertAnswer(await client.create(`${path}/eviction`, { metadata: { name } }), 201);
  const { body } = await client.get(path);
  assert.equal(graceOf(body), 30);
  const [condition] = body.status.conditions;
  const message = "Eviction API: evicting";
  assert.deepEqual(
    [condition.type, condition.status, condition.reason, condition.message],
    ["DisruptionTarget", "True", "EvictionByEvictionAPI", message],
  );
});

test("an eviction may carry options of a deletion", async () => {
  const { name, path, body } = await running();
  const evict = (deleteOptions: Json) =>
    client.create(`${path}/eviction`, { apiVersion: "policy/v1", kind: "Eviction", metadata: { name }, deleteOptions });
  assertAnswer(await evict({ gracePeriodSeconds: 3, preconditions: { uid: body.metadata.uid } }), 201);
  assert.equal(graceOf((await client.get(path)).body), 3);
});

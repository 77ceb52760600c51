import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { assertNotFound, type Made, make, pod, podsIn } from "./objects.ts";

const client = connect();
let pods: string;
before(async () => {
  pods = podsIn(await client.namespace());
});
after(() => client.close());

/** A pod that a kubelet would have to stop. There is none, so it stays. */
function makeScheduled(more: Json = {}): Promise<Made> {
  return make(client, pods, pod({ nodeName: "node", ...more }));
}

/** Asserts that the pod ends this many seconds after the delete, which is now. */
function assertGrace(body: Json, seconds: number): void {
  assert.equal(body.kind, "Pod");
  assert.equal(body.metadata.deletionGracePeriodSeconds, seconds);
  const inMs = Date.parse(body.metadata.deletionTimestamp) - Date.now();
  assert.ok(Math.abs(inMs - seconds * 1000) < 20_000, `ends in ${inMs} ms instead of ${seconds} s`);
}

test("a pod that runs nowhere is removed at once, and answered as removed with no grace", async () => {
  const { name, path } = await make(client, pods, pod());
  const answer = await client.delete(path);
  assertAnswer(answer, 200, { metadata: { name, generation: 2 } });
  assertGrace(answer.body, 0);
  assertNotFound(await client.get(path), "pods", name);
});

test("a pod on a node gets its own grace period, 30 s unless it says otherwise", async () => {
  const usual = await makeScheduled();
  assertGrace((await client.delete(usual.path)).body, 30);
  assertAnswer(await client.get(usual.path), 200, { metadata: { deletionGracePeriodSeconds: 30, generation: 2 } });
  const own = await makeScheduled({ terminationGracePeriodSeconds: 7 });
  assertGrace((await client.delete(own.path)).body, 7);
});

test("the grace period may be given in the body or in the query", async () => {
  const body = await makeScheduled();
  assertGrace((await client.delete(body.path, { gracePeriodSeconds: 5 })).body, 5);
  const query = await makeScheduled();
  assertGrace((await client.delete(query.path, undefined, { gracePeriodSeconds: 6 })).body, 6);
});

test("a repeated delete may shorten the grace period, never lengthen it", async () => {
  const { path } = await makeScheduled();
  const first = await client.delete(path);
  const { deletionTimestamp, resourceVersion } = first.body.metadata;
  for (const body of [undefined, { gracePeriodSeconds: 60 }, { gracePeriodSeconds: 30 }])
    assertAnswer(await client.delete(path, body), 200, { metadata: { deletionTimestamp, resourceVersion } });

  const shorter = await client.delete(path, { gracePeriodSeconds: 10 });
  assertAnswer(shorter, 200, { metadata: { deletionGracePeriodSeconds: 10, generation: 2 } });
  const sooner = Date.parse(deletionTimestamp) - Date.parse(shorter.body.metadata.deletionTimestamp);
  assert.equal(sooner, 20_000, "it still counts from the first delete");
  assertAnswer(await client.delete(path, { gracePeriodSeconds: 20 }), 200, {
    metadata: { deletionGracePeriodSeconds: 10 },
  });
});

test("a negative grace period is one second", async () => {
  const { path } = await makeScheduled();
  assertGrace((await client.delete(path, { gracePeriodSeconds: -5 })).body, 1);
});

test("no grace period removes the pod at once, as the first delete or a later one", async () => {
  const one = await makeScheduled();
  assertGrace((await client.delete(one.path, { gracePeriodSeconds: 0 })).body, 0);
  assertNotFound(await client.get(one.path), "pods", one.name);
  const two = await makeScheduled();
  assertAnswer(await client.delete(two.path), 200);
  assertGrace((await client.delete(two.path, undefined, { gracePeriodSeconds: 0 })).body, 0);
  assertNotFound(await client.get(two.path), "pods", two.name);
});

test("a pod whose own grace period is zero is removed at once", async () => {
  const { name, path } = await makeScheduled({ terminationGracePeriodSeconds: 0 });
  assertGrace((await client.delete(path)).body, 0);
  assertNotFound(await client.get(path), "pods", name);
});

test("a pod that has ended is removed at once", async () => {
  const { name, path, body } = await makeScheduled();
  assertAnswer(await client.update(`${path}/status`, { ...body, status: { phase: "Succeeded" } }), 200);
  assertGrace((await client.delete(path)).body, 0);
  assertNotFound(await client.get(path), "pods", name);
});

test("a pod with finalizers outlives its grace period of zero", async () => {
  const metadata = { finalizers: ["example.com/a"] };
  const { path } = await make(client, pods, { ...pod({ nodeName: "node" }), metadata });
  assertGrace((await client.delete(path, { gracePeriodSeconds: 0 })).body, 0);
  assertAnswer(await client.get(path), 200, { metadata: { finalizers: ["example.com/a"] } });
});

test("removing the last finalizer of a pod within its grace period does not remove the pod", async () => {
  const metadata = { finalizers: ["example.com/a"] };
  const { path } = await make(client, pods, { ...pod({ nodeName: "node" }), metadata });
  assertGrace((await client.delete(path)).body, 30);
  assertAnswer(await client.patch("merge", path, { metadata: { finalizers: null } }), 200);
  assertAnswer(await client.get(path), 200, { metadata: { finalizers: undefined, deletionGracePeriodSeconds: 30 } });
  assertAnswer(await client.delete(path, { gracePeriodSeconds: 0 }), 200);
  assertAnswer(await client.get(path), 404);
});

/** What `finalize` is given, and how it says that it is not done yet. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ignoreNotFound } from "@pintle/client";
import { type Cause, defineOperator, defineResource, k8s, type Operator } from "pintle";
import { z } from "zod";
import { Box, box, boxesOf, sayConditions } from "./operator-boxes.ts";
import { startOperatorPlane } from "./operator-plane.ts";

const Tank = defineResource({
  group: "samples.dev",
  version: "v1",
  kind: "Tank",
  spec: z.object({ fuel: k8s.defaulted(z.string()), isLeaky: z.boolean().optional() }),
});

function tanks(emptied: string[]): Operator {
  return defineOperator(Tank, {
    admission: {
      default: (draft, review) => {
        draft.spec.fuel ||= "diesel";
        if (draft.spec.isLeaky) review.deny("spec.isLeaky", "tanks are tight");
      },
    },
    finalize: ({ metadata, spec }) => void emptied.push(`${metadata.name} of ${spec.fuel}`),
  });
}

test("finalize sees what admission.default completes, as desired does, and the object as it is where it is refused", async () => {
  const emptied: string[] = [];
  await using plane = await startOperatorPlane({ resources: [Tank], operators: () => [tanks(emptied)] });
  const objects = plane.client.resource(Tank, { namespace: "default" });
  for (const name of ["tight", "leaky"]) await objects.create(Tank({ metadata: { name }, spec: {} }));
  await plane.settle();
  await objects.patch("leaky", { merge: { spec: { isLeaky: true } } });
  await plane.settle();
  for (const name of ["tight", "leaky"]) await objects.delete(name);
  await plane.settle();
  assert.deepEqual(emptied.sort(), ["leaky of undefined", "tight of diesel"]);
  assert.deepEqual((await objects.list()).items, []);
});

test("a finalize that asks to be called again keeps the object, says so, and is called then", async () => {
  const calls: number[] = [];
  let nowS = () => 0;
  let isDone = false;
  const operator = defineOperator(Box, {
    finalize: (_box, { requeueAfter }) => {
      calls.push(nowS());
      if (!isDone) requeueAfter("30s");
    },
  });
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [operator] });
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  const startMs = plane.clock.monotonic();
  nowS = () => Math.round((plane.clock.monotonic() - startMs) / 1_000);
  await boxesOf(plane).delete("a");
  await plane.advance("65s");
  // The second call is for the status that was written after the first.
  assert.deepEqual(calls, [0, 0, 30, 60]);
  const waiting = await boxesOf(plane).get("a");
  assert.equal(sayConditions(waiting).Ready, "False/Deleting");
  const ready = waiting.status?.conditions?.find(({ type }) => type === "Ready");
  assert.equal(ready?.message, "Waits for finalize, which is not done yet");
  assert.ok(!plane.life.log.some(({ level }) => level === "error"));
  isDone = true;
  await plane.advance("30s");
  assert.deepEqual(calls, [0, 0, 30, 60, 90]);
  assert.equal(await ignoreNotFound(boxesOf(plane).get("a")), undefined);
});

test("a moment that has passed means as soon as possible", async () => {
  let calls = 0;
  const operator = defineOperator(Box, {
    finalize: (_box, { requeueAfter }) => {
      calls += 1;
      if (calls < 5) requeueAfter(-1_000);
    },
  });
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [operator] });
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  await boxesOf(plane).delete("a");
  await plane.settle();
  assert.equal(calls, 5);
  assert.equal(await ignoreNotFound(boxesOf(plane).get("a")), undefined);
});

test("a time that is none is told by a finalize that asks for it, and the object stays", async () => {
  const operator = defineOperator(Box, { finalize: (_box, { requeueAfter }) => requeueAfter("soon") });
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [operator] });
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  await boxesOf(plane).delete("a");
  await plane.settle();
  const { status } = await boxesOf(plane).get("a");
  assert.equal(sayConditions({ status }).Ready, "False/FinalizeFailed");
  assert.match(status?.conditions?.find(({ type }) => type === "Ready")?.message ?? "", /^a time is "90s"/);
});

test("finalize is told why it is called: which object changed, and what of it", async () => {
  const causes: Cause[] = [];
  const operator = defineOperator(Box, {
    finalize: (_box, context) => {
      // What has changed is known for as long as the run lasts.
      for (const { type, kind, key, changedPaths } of context.causes) {
        causes.push({ type, ...(kind && { kind }), ...(key && { key }), changedPaths });
      }
    },
  });
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [operator] });
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  await boxesOf(plane).delete("a");
  await plane.settle();
  assert.equal(causes.length, 1);
  const { changedPaths = [], ...cause } = causes[0] ?? { type: "retry" };
  assert.deepEqual(cause, { type: "update", kind: "Box", key: "default/a" });
  assert.ok(changedPaths.includes("metadata.deletionTimestamp"), changedPaths.join());
});

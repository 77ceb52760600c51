/** What `kubectl replace` does to an object whose manifest knows nothing of finalizers and status: it takes off all that is not in the file. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ignoreNotFound } from "@pintle/client";
import { ConfigMap } from "@pintle/kinds";
import { defineOperator, type Operator } from "pintle";
import { Box, box, boxesOf } from "./operator-boxes.ts";
import { type OperatorPlane, startOperatorPlane } from "./operator-plane.ts";

/** Begins the clean-up of what is outside at each call, and waits for `end`. */
function outsideBoxes(calls: string[], end: Promise<void>): Operator {
  return defineOperator(Box, {
    owns: { map: ConfigMap },
    desired: () => ({ map: ConfigMap({}) }),
    finalize: async ({ metadata, spec }) => {
      calls.push(`begun for ${metadata.name} with ${spec.text}`);
      await end;
      calls.push("ended");
    },
  });
}

/** As kubectl does where the file has no resourceVersion: with the one that there is. */
async function replace(plane: OperatorPlane, text: string): Promise<void> {
  const { resourceVersion = "" } = (await boxesOf(plane).get("a")).metadata;
  await boxesOf(plane).update(Box({ metadata: { name: "a", resourceVersion }, spec: { text } }));
}

test("a replace before the deletion takes the finalizer off for a moment, and nothing is lost", async () => {
  const calls: string[] = [];
  const operators = () => [outsideBoxes(calls, Promise.resolve())];
  await using plane = await startOperatorPlane({ resources: [Box], operators });
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  await replace(plane, "replaced");
  assert.equal((await boxesOf(plane).get("a")).metadata.finalizers, undefined);
  await plane.settle();
  await plane.restart();
  await boxesOf(plane).delete("a");
  await plane.settle();
  assert.deepEqual(calls, ["begun for a with replaced", "ended"]);
  assert.equal(await ignoreNotFound(boxesOf(plane).get("a")), undefined);
});

test("a replace while finalize runs ends the object at once, and finalize goes on to its end and is not begun again", async () => {
  const calls: string[] = [];
  const end = Promise.withResolvers<void>();
  const operators = () => [outsideBoxes(calls, end.promise)];
  await using plane = await startOperatorPlane({ resources: [Box], operators });
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  await boxesOf(plane).delete("a");
  await plane.advance("1s");
  await replace(plane, "replaced");
  await plane.advance("1s");
  assert.equal(await ignoreNotFound(boxesOf(plane).get("a")), undefined);
  assert.deepEqual(calls, ["begun for a with hello"]);
  end.resolve();
  await plane.advance("1h");
  assert.deepEqual(calls, ["begun for a with hello", "ended"]);
  assert.deepEqual(
    plane.life.log.filter(({ level }) => level === "error"),
    [],
  );
});

test("of an object that a replace ended while no operator ran nobody knows, and its children are collected", async () => {
  const calls: string[] = [];
  const operators = () => [outsideBoxes(calls, Promise.resolve())];
  await using plane = await startOperatorPlane({ resources: [Box], operators });
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  const stopping = plane.life.running.stop();
  await plane.settle();
  await stopping;
  await boxesOf(plane).delete("a");
  await replace(plane, "replaced");
  await plane.begin(operators);
  assert.deepEqual(calls, []);
  const maps = await plane.client.resource(ConfigMap).list({ labelSelector: "pintle.dev/owner-uid" });
  assert.deepEqual(maps.items, []);
});

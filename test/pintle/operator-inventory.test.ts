/** What a later version of an operator knows of the children of kinds that it does not own any more, however the version before ended. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigMap, Secret } from "@pintle/kinds";
import { createLogList } from "@pintle/machinery";
import { defineOperator, type Operator, startOperators } from "pintle";
import { createIncarnation, type Fate } from "../runtime/incarnation.ts";
import { LaggingWatch } from "../runtime/lagging-watch.ts";
import type { RuntimePlane } from "../runtime/plane.ts";
import { Box, box, boxesOf, textBoxes } from "./operator-boxes.ts";
import { type OperatorPlane, startOperatorPlane } from "./operator-plane.ts";

/** A Secret, and then a ConfigMap, which is all that the version after it owns. */
function secretFirst(isFailing = () => false): Operator {
  return defineOperator(Box, {
    owns: { secret: Secret, map: ConfigMap },
    desired: () => {
      if (isFailing()) throw new Error("cannot say what is desired");
      return { secret: Secret({ stringData: { a: "b" } }), map: ConfigMap({}) };
    },
  });
}

async function inventoryOf(plane: OperatorPlane): Promise<readonly string[] | undefined> {
  return (await boxesOf(plane).get("a")).status?.inventory?.map(({ kind }) => kind);
}

async function secretsIn({ client }: OperatorPlane): Promise<number> {
  return (await client.resource(Secret).list({ labelSelector: "pintle.dev/owner-uid" })).items.length;
}

test("a run that fails halfway tells the kinds of what it has made, and the version after it prunes them", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [secretFirst()] });
  plane.life.faults.request = ({ path }) =>
    path.endsWith("/configmaps/a") ? Promise.reject(new Error("no way")) : undefined;
  await boxesOf(plane).create(box("a"));
  await plane.advance("1s");
  assert.deepEqual(await inventoryOf(plane), ["ConfigMap", "Secret"]);
  assert.equal(await secretsIn(plane), 1);
  const stopping = plane.life.running.stop();
  await plane.advance("1m");
  await stopping;
  await plane.begin(() => [textBoxes()]);
  assert.equal(await secretsIn(plane), 0);
  assert.deepEqual(await inventoryOf(plane), ["ConfigMap"]);
});

test("a child is told of though the answer to its making was lost and no watch has shown it", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [secretFirst()] });
  const lag = new LaggingWatch();
  plane.life.faults.request = (request, send) => {
    if (request.method !== "PATCH" || !request.path.endsWith("/secrets/a")) return lag.fault(request, send);
    return send().then(() => Promise.reject(new Error("the line is dead")));
  };
  // Watches end after ten minutes at the latest, and those that follow can be held.
  await plane.advance("10m");
  lag.hold("/secrets");
  await boxesOf(plane).create(box("a"));
  await plane.advance(1);
  assert.deepEqual(await inventoryOf(plane), ["Secret"]);
  lag.release();
});

test("a run that fails before it has made anything keeps what the inventory held, and adds what it finds", async () => {
  let isFailing = false;
  const operators = () => [secretFirst(() => isFailing)];
  await using plane = await startOperatorPlane({ resources: [Box], operators });
  const boxes = boxesOf(plane);
  await boxes.create(box("a"));
  await plane.settle();
  isFailing = true;
  const gone = { group: "gone.dev", version: "v1", kind: "Gone", plural: "gones" };
  await boxes.status.patch("a", { merge: { status: { inventory: [gone] } } });
  await plane.advance("1m");
  assert.deepEqual(await inventoryOf(plane), ["ConfigMap", "Secret", "Gone"]);
});

test("a kind stays in the inventory until its last child is gone, not only on its way", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [secretFirst()] });
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  const secrets = plane.client.resource(Secret, { namespace: "default" });
  await secrets.patch("a", { merge: { metadata: { finalizers: ["test.dev/slow"] } } });
  await plane.restart(() => [textBoxes()]);
  await plane.advance("10s");
  assert.notEqual((await secrets.get("a")).metadata.deletionTimestamp, undefined);
  assert.deepEqual(await inventoryOf(plane), ["ConfigMap", "Secret"]);
  await secrets.patch("a", { merge: { metadata: { finalizers: null } } });
  await plane.advance("10s");
  assert.deepEqual(await inventoryOf(plane), ["ConfigMap"]);
});

/** A process of the first version, which dies around the write of its status. */
async function dieAtStatus(plane: OperatorPlane, fate: Fate): Promise<void> {
  const { clock, running } = plane;
  // Of a plane it takes no more than these.
  const life = createIncarnation({ clock, running, random: plane.client.random } as unknown as RuntimePlane, {
    fateOf: ({ path }) => (path.endsWith("/boxes/a/status") ? fate : "done"),
  });
  startOperators([secretFirst()], { client: life.client, logger: createLogList().logger }).catch(() => {});
  await plane.settle();
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  assert.ok(life.isDead);
  assert.equal(await secretsIn(plane), 1);
}

test("what a process has made that dies when its status is written is pruned by a version that does not own it", async () => {
  await using plane = await startOperatorPlane({ resources: [Box] });
  await dieAtStatus(plane, "dies after");
  await plane.begin(() => [textBoxes()]);
  assert.equal(await secretsIn(plane), 0);
});

test("what a process has made that dies before its status is written is found by a version that owns the kind", async () => {
  await using plane = await startOperatorPlane({ resources: [Box] });
  await dieAtStatus(plane, "dies before");
  await plane.begin(() => [secretFirst()]);
  assert.deepEqual(await inventoryOf(plane), ["ConfigMap", "Secret"]);
  await plane.restart(() => [textBoxes()]);
  assert.equal(await secretsIn(plane), 0);
});

test("by a version that does not own the kind it is not found, which is the one case that is not covered, and goes with its owner", async () => {
  await using plane = await startOperatorPlane({ resources: [Box] });
  await dieAtStatus(plane, "dies before");
  await plane.begin(() => [textBoxes()]);
  assert.equal(await secretsIn(plane), 1);
  await boxesOf(plane).delete("a");
  await plane.settle();
  assert.equal(await secretsIn(plane), 0);
});

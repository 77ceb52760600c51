/** Children whose reference to their owner, or all of whose marks, somebody has taken off: they are repaired, and only what bears a mark is deleted. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ignoreNotFound } from "@pintle/client";
import { ConfigMap } from "@pintle/kinds";
import { defineOperator, type Operator } from "pintle";
import { LaggingWatch } from "../runtime/lagging-watch.ts";
import { Box, box, boxesOf, mapsOf, sayConditions, textBoxes, textsOf } from "./operator-boxes.ts";
import { type OperatorPlane, startOperatorPlane } from "./operator-plane.ts";

const strip = (plane: OperatorPlane, ...marks: readonly ("ownerReferences" | "labels" | "annotations")[]) =>
  mapsOf(plane).patch("a", { merge: { metadata: Object.fromEntries(marks.map((mark) => [mark, null])) } });

async function checkRepaired(plane: OperatorPlane, uid: string | undefined): Promise<void> {
  const { metadata } = await mapsOf(plane).get("a");
  const owner = await boxesOf(plane).get("a");
  assert.equal(metadata.uid, uid, "it is the same object");
  assert.equal(metadata.ownerReferences?.[0]?.uid, owner.metadata.uid);
  assert.deepEqual(metadata.labels, { "pintle.dev/owner-uid": owner.metadata.uid });
  assert.deepEqual(metadata.annotations, { "pintle.dev/slot": "text" });
  assert.deepEqual(sayConditions(owner), { Ready: "True/Seen", Degraded: "False/AsDesired" });
}

async function stop(plane: OperatorPlane): Promise<void> {
  const stopping = plane.life.running.stop();
  await plane.settle();
  await stopping;
}

test("a child whose reference was taken off gets it back, and so it does where no operator ran meanwhile", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [textBoxes()] });
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  const { uid } = (await strip(plane, "ownerReferences")).metadata;
  await plane.settle();
  await checkRepaired(plane, uid);

  await stop(plane);
  await strip(plane, "ownerReferences", "annotations");
  await plane.begin(() => [textBoxes()]);
  await checkRepaired(plane, uid);
  assert.deepEqual(
    (await plane.eventsOf("a")).filter((event) => event.startsWith("NameTaken")),
    [],
  );
});

test("a child that bears no mark any more is known by its uid to the process that has applied it, and to no other", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [textBoxes()] });
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  const { uid } = (await strip(plane, "ownerReferences", "labels", "annotations")).metadata;
  await plane.settle();
  await checkRepaired(plane, uid);

  await stop(plane);
  const bare = await strip(plane, "ownerReferences", "labels", "annotations");
  await plane.begin(() => [textBoxes()]);
  assert.deepEqual(await mapsOf(plane).get("a"), bare);
  assert.equal(sayConditions(await boxesOf(plane).get("a")).Ready, "False/NameTaken");
});

test("another object that takes the name of a child is not the one that was applied, and stays as it is", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [textBoxes()] });
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  await mapsOf(plane).delete("a");
  const theirs = await mapsOf(plane).create({ metadata: { name: "a" }, data: { theirs: "yes" } });
  await plane.settle();
  assert.deepEqual(await mapsOf(plane).get("a"), theirs);
  assert.equal(sayConditions(await boxesOf(plane).get("a")).Ready, "False/NameTaken");
});

test("an owner that is created anew does not know the child of the one before it, though it bears no mark any more", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [textBoxes()] });
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  // All of it in one turn, so that there is one run for it.
  const bare = await strip(plane, "ownerReferences", "labels", "annotations");
  await boxesOf(plane).delete("a");
  await boxesOf(plane).create(box("a", { text: "anew" }));
  await plane.settle();
  assert.deepEqual((await mapsOf(plane).get("a")).data, bare.data);
  assert.equal(sayConditions(await boxesOf(plane).get("a")).Ready, "False/NameTaken");
});

test("a child that lost its reference while no operator ran is pruned when it is not desired any more", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [textBoxes()] });
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  await stop(plane);
  await strip(plane, "ownerReferences");
  await boxesOf(plane).patch("a", { merge: { spec: { name: "other" } } });
  await plane.begin(() => [textBoxes()]);
  assert.deepEqual(await textsOf(plane), { other: "hello" });
});

test("an object that has no more than the owner's label, as Endpoints have their Service's, is not pruned", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [textBoxes()] });
  const { metadata } = await boxesOf(plane).create(box("a"));
  await mapsOf(plane).create({ metadata: { name: "copy", labels: { "pintle.dev/owner-uid": metadata.uid ?? "" } } });
  await plane.settle();
  await plane.restart();
  assert.deepEqual(Object.keys(await textsOf(plane)), ["a", "copy"]);
});

function orderedBoxes(): Operator {
  return defineOperator(Box, {
    owns: { text: ConfigMap },
    orderedDeletion: true,
    desired: ({ spec }) => ({ text: ConfigMap({ data: { text: spec.text } }) }),
  });
}

for (const [what, operators] of [
  ["without a finalizer", () => [textBoxes()]],
  ["in an ordered deletion", () => [orderedBoxes()]],
] as const) {
  test(`children that are to stay when their owner goes, by --cascade=orphan, stay ${what}`, async () => {
    await using plane = await startOperatorPlane({ resources: [Box], operators });
    await boxesOf(plane).create(box("a"));
    await plane.settle();
    await boxesOf(plane).delete("a", { propagationPolicy: "Orphan" });
    await plane.settle();
    assert.equal(await ignoreNotFound(boxesOf(plane).get("a")), undefined);
    const { metadata } = await mapsOf(plane).get("a");
    assert.equal(metadata.ownerReferences, undefined);
    assert.equal(metadata.deletionTimestamp, undefined);
  });
}

test("no reference is put back while the owner goes, though its watch does not show that yet", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [textBoxes()] });
  const lag = new LaggingWatch();
  plane.life.faults.request = (request, send) => lag.fault(request, send);
  await boxesOf(plane).create(box("a"));
  // Watches end after ten minutes at the latest, and those that follow can be held.
  await plane.advance("10m");
  lag.hold("/boxes");
  await boxesOf(plane).delete("a", { propagationPolicy: "Orphan" });
  await plane.advance("10s");
  lag.release();
  await plane.settle();
  assert.equal(await ignoreNotFound(boxesOf(plane).get("a")), undefined);
  assert.equal((await mapsOf(plane).get("a")).metadata.ownerReferences, undefined);
});

/** Somebody else who keeps changing a child back: the operator slows down, says who it is and about what, and has its way when they stop. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ignoreNotFound } from "@pintle/client";
import { ConfigMap } from "@pintle/kinds";
import type { DeepReadonly } from "@pintle/machinery";
import { controller, startController } from "@pintle/runtime";
import { Box, box, boxesOf, mapsOf, sayConditions, textBoxes } from "./operator-boxes.ts";
import { type OperatorPlane, startOperatorPlane } from "./operator-plane.ts";

/** Does something to each child that the operator has made, as fast as it can, until it is stopped. */
async function startRival(
  plane: OperatorPlane,
  interfere: (child: DeepReadonly<ConfigMap>) => Promise<unknown> | undefined,
): Promise<{ stop(): Promise<void> }> {
  const painter = controller(ConfigMap, { namespace: "default", labelSelector: "pintle.dev/owner-uid" })
    .named("rival")
    .reconcile(async (_request, { object }) => {
      if (object !== undefined) await interfere(object);
    });
  const starting = startController(painter, { client: plane.client });
  await plane.advance(100);
  const running = await starting;
  return {
    async stop() {
      const stopped = running[Symbol.asyncDispose]();
      await plane.advance(100);
      await stopped;
    },
  };
}

/** Wants the text to be its own. Not through the client of a run, which would slow down too. */
const repaint = (plane: OperatorPlane) =>
  startRival(plane, ({ metadata: { name = "" }, data }) =>
    data?.text === "theirs"
      ? undefined
      : mapsOf(plane).patch(name, { merge: { data: { text: "theirs" } } }, { fieldManager: "their-operator" }),
  );

test("a fight over a field ends in a condition that names the rival and the field, once in an Event, until the rival stops", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [textBoxes()] });
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  const rival = await repaint(plane);
  await plane.advance("5m");
  const contested = await boxesOf(plane).get("a");
  assert.deepEqual(sayConditions(contested), { Ready: "False/Contested", Degraded: "True/Contested" });
  const message =
    'ConfigMap default/a: "their-operator" keeps changing .data.text; let one of the two decide: take the fields out of desired, or stop the other';
  assert.equal(contested.status?.conditions?.find(({ type }) => type === "Ready")?.message, message);
  await plane.advance("5m");
  const events = await plane.eventsOf("a");
  assert.equal(events.filter((event) => event === `Contested: ${message}`).length, 1);
  const applies = plane.life.writes.filter(({ path }) => path.endsWith("/configmaps/a")).length;
  assert.ok(applies < 60, `${applies} applies in ten minutes`);

  await rival.stop();
  await plane.advance("25m");
  assert.equal((await mapsOf(plane).get("a")).data?.text, "hello");
  assert.deepEqual(sayConditions(await boxesOf(plane).get("a")), { Ready: "True/Seen", Degraded: "False/AsDesired" });
});

test("somebody who deletes a child again and again is told as that", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [textBoxes()] });
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  const rival = await startRival(plane, ({ metadata: { name = "" } }) => ignoreNotFound(mapsOf(plane).delete(name)));
  await plane.advance("5m");
  const { status } = await boxesOf(plane).get("a");
  assert.equal(sayConditions({ status }).Ready, "False/Contested");
  const message =
    "ConfigMap default/a: somebody else keeps deleting it; let one of the two decide: return absent for it, or stop the other";
  assert.equal(status?.conditions?.find(({ type }) => type === "Ready")?.message, message);
  const notes = (await plane.eventsOf("a")).filter((event) => event.startsWith("WriteContested"));
  assert.equal(notes[0], "WriteContested: Somebody else keeps deleting ConfigMap default/a: it is left alone for 10 s");
  await rival.stop();
  await plane.advance("25m");
  assert.equal((await mapsOf(plane).get("a")).data?.text, "hello");
});

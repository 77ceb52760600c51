/** A plane for tests in vitest: virtual time, webhooks and crashes work as everywhere. */
import { startTestPlane } from "@pintle/testing";
import { ConfigMap } from "pintle/kinds";
import { expect, test } from "vitest";
import { Note, notes } from "./notes.ts";

const note = Note({ metadata: { name: "a", namespace: "default" }, spec: { text: "hi" } });

test("a note is kept in a ConfigMap, whoever deletes it and whenever the operator dies", async () => {
  await using plane = await startTestPlane({ operators: () => [notes] });
  await plane.apply(note);
  await plane.restart({ crash: true });
  await plane.settle();
  await plane.assertReady(note);
  await plane.client.resource(ConfigMap).delete("a");
  await plane.advance("1m");
  expect((await plane.get(ConfigMap, "default/a")).data).toEqual({ text: "hi" });
  await plane.assertUnchanged(() => plane.restart());
});

test("admission is asked", async () => {
  await using plane = await startTestPlane({ operators: () => [notes] });
  await expect(plane.apply(Note({ ...note, spec: { text: "shout" } }))).rejects.toThrow(/spec\.text: .*polite/);
});

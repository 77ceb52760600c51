/** What somebody reads in vitest when an assertion of a plane does not hold. */
import { startTestPlane } from "@pintle/testing";
import { test } from "vitest";
import { Note, notes } from "./notes.ts";

test("a note that nobody wrote is Ready", async () => {
  await using plane = await startTestPlane({ operators: () => [notes] });
  await plane.settle();
  await plane.assertReady(Note({ metadata: { name: "missing", namespace: "default" }, spec: { text: "hi" } }));
});

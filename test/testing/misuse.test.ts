/** Wrong use of a plane for tests is told at once, with what to write instead. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { startTestPlane, type TestPlaneOptions } from "@pintle/testing";
import { defineOperator, defineResource } from "pintle";
import { z } from "zod";
import { greeting, greetings } from "./greetings.ts";

const wrong: readonly [title: string, options: unknown, code: string][] = [
  ["no options", undefined, "PINTLE_TEST_OPERATORS_INVALID"],
  ["operators that are not made by a function", { operators: [greetings()] }, "PINTLE_TEST_OPERATORS_INVALID"],
  ["a function that gives an operator and no array", { operators: () => greetings() }, "PINTLE_TEST_OPERATORS_INVALID"],
  ["no operators at all", { operators: () => [] }, "PINTLE_TEST_OPERATORS_INVALID"],
  ["something else than operators", { operators: () => [{}] }, "PINTLE_PART_UNKNOWN"],
  ["nothing among operators", { operators: () => [greetings(), null] }, "PINTLE_PART_UNKNOWN"],
  ["a port", { operators: () => [greetings()], listen: {} }, "PINTLE_TEST_PLANE_LISTENS"],
  ["an unknown profile", { operators: () => [greetings()], profile: "all" }, "PINTLE_PROFILE_UNKNOWN"],
];
for (const [title, options, code] of wrong) {
  test(`${title}: ${code}`, async () => {
    await assert.rejects(startTestPlane(options as TestPlaneOptions), { name: "UsageError", code });
  });
}

test("objects that have no name, and texts that hold none, are refused", async () => {
  await using plane = await startTestPlane({ operators: () => [greetings()], profile: "apiserver" });
  await assert.rejects(plane.assertReady({ apiVersion: "v1", kind: "Pod" }), { code: "PINTLE_TEST_OBJECT_UNNAMED" });
  await assert.rejects(plane.apply("# nothing"), { code: "PINTLE_TEST_MANIFESTS_MISSING" });
  await assert.rejects(plane.apply("box.yaml"), { code: "PINTLE_MANIFEST_INVALID" });
  await assert.rejects(plane.apply("{ apiVersion: v1, kind: Pod"), { code: "PINTLE_MANIFEST_INVALID" });
});

test("two that move time at once are told so", async () => {
  await using plane = await startTestPlane({ operators: () => [greetings()], profile: "apiserver" });
  const first = plane.settle();
  await assert.rejects(plane.settle(), { code: "PINTLE_CLOCK_MOVING" });
  await first;
});

test("an object that cannot be applied ends the start, and nothing is left running", async () => {
  const objects = [greeting("a", { text: "" })];
  await assert.rejects(startTestPlane({ operators: () => [greetings()], objects }), /spec\.text/);
});

test("definitions that contradict each other end the start with what is wrong", async () => {
  const other = defineResource({
    group: "samples.dev",
    version: "v1",
    kind: "Other",
    plural: "greetings",
    spec: z.object({}),
  });
  const operators = () => [greetings(), defineOperator(other, { name: "other" })];
  await assert.rejects(startTestPlane({ operators }), (error: Error) => /greetings/.test(error.message));
});

/** The same seed gives the same events, byte for byte: a few seeds here, and a hundred in `determinism.own-test.ts`. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { checkSeeds, courseOf, makeKey } from "./course.ts";

test("each of three seeds takes the same course twice, and no two the same", async () => {
  await checkSeeds(1, 3, () => undefined);
});

test("the key that signs tokens does not come from the seed, and shows in what is compared", async () => {
  const courses = [await courseOf(1, makeKey()), await courseOf(1, makeKey())] as const;
  assert.equal(courses[0].uid, courses[1].uid);
  assert.notEqual(courses[0].hash, courses[1].hash);
});

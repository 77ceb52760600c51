import assert from "node:assert/strict";
import { test } from "node:test";
import { RememberedAnswers } from "./remembered-answers.ts";
import { createVirtualClock } from "./virtual-clock.ts";

function fixture(maxAnswers = 100) {
  const clock = createVirtualClock();
  const asked: string[] = [];
  const answers = new RememberedAnswers<number>({ clock, lifetimeMs: (answer) => answer * 1_000, maxAnswers });
  const get = (key: string, answer: number | Error) =>
    answers.get(key, async () => {
      asked.push(key);
      if (answer instanceof Error) throw answer;
      return answer;
    });
  return { clock, asked, get };
}

test("an answer counts for as long as it says, and for others not at all", async () => {
  const { clock, asked, get } = fixture();
  assert.equal(await get("a", 5), 5);
  await clock.advance(4_999);
  assert.equal(await get("a", 7), 5);
  assert.equal(await get("b", 7), 7);
  await clock.advance(1);
  assert.equal(await get("a", 7), 7);
  assert.deepEqual(asked, ["a", "b", "a"]);
});

test("what shall not be kept is asked for each time, also after something that was", async () => {
  const { clock, asked, get } = fixture();
  for (const answer of [0, 0, 1]) assert.equal(await get("a", answer), answer);
  await clock.advance(1_000);
  for (const answer of [0, 0]) assert.equal(await get("a", answer), answer);
  assert.equal(asked.length, 5);
});

test("those who ask at the same time share an answer, and a failure, which is not kept", async () => {
  const { asked, get } = fixture();
  assert.deepEqual(await Promise.all([get("a", 1), get("a", 2), get("b", 3)]), [1, 1, 3]);
  const failed = await Promise.allSettled([get("c", new Error("away")), get("c", 4)]);
  assert.deepEqual(
    failed.map(({ status }) => status),
    ["rejected", "rejected"],
  );
  assert.equal(await get("c", 4), 4);
  assert.deepEqual(asked, ["a", "b", "c", "c"]);
});

test("beyond the limit the oldest answer goes", async () => {
  const { asked, get } = fixture(2);
  for (const key of ["a", "b", "c"]) await get(key, 60);
  for (const key of ["c", "b", "a"]) await get(key, 60);
  assert.deepEqual(asked, ["a", "b", "c", "a"]);
});

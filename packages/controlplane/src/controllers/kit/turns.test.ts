import assert from "node:assert/strict";
import { test } from "node:test";
import { createTurns } from "./turns.ts";

function createHands() {
  const hands = {
    ms: 0,
    turns: 0,
    monotonic: () => hands.ms,
    async turn() {
      hands.turns += 1;
    },
  };
  return hands;
}

test("Others have their turn when work has gone on for a while, and not before", async () => {
  const clock = createHands();
  const letOthers = createTurns(clock);
  clock.ms = 4;
  assert.equal(letOthers(), undefined);
  clock.ms = 5;
  await letOthers();
  assert.equal(clock.turns, 1);
  clock.ms = 9;
  assert.equal(letOthers(), undefined);
  clock.ms = 10;
  await letOthers();
  assert.equal(clock.turns, 2);
});

test("Where no time passes nobody waits", () => {
  const clock = createHands();
  const letOthers = createTurns(clock);
  for (let count = 0; count < 100; count += 1) assert.equal(letOthers(), undefined);
  assert.equal(clock.turns, 0);
});

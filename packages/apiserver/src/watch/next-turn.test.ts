import assert from "node:assert/strict";
import { test } from "node:test";
import { createVirtualClock } from "@pintle/machinery";
import { NextTurn } from "./next-turn.ts";

test("what is called for in one turn is called in the next, all together and in order", async () => {
  const clock = createVirtualClock();
  const nextTurn = new NextTurn(clock);
  const called: string[] = [];
  nextTurn.call(() => called.push("a"));
  nextTurn.call(() => called.push("b"));
  assert.deepEqual(called, []);
  await clock.settle();
  assert.deepEqual(called, ["a", "b"]);
});

/** Calls that take time of the processor, which a virtual clock knows nothing of. */
function createWorkingTurn() {
  const clock = createVirtualClock();
  let workedMs = 0;
  const nextTurn = new NextTurn({ ...clock, monotonic: () => clock.monotonic() + workedMs });
  const calledAt: number[] = [];
  const work = (tookMs: number) => () => {
    calledAt.push(clock.monotonic());
    workedMs += tookMs;
  };
  return { clock, nextTurn, calledAt, work };
}

test("where it took a while to tell of several events it rests for as long, and then tells what has come meanwhile", async () => {
  const { clock, nextTurn, calledAt, work } = createWorkingTurn();
  nextTurn.noteEvent();
  nextTurn.noteEvent();
  nextTurn.call(work(3));
  await clock.advance(0);
  nextTurn.noteEvent();
  nextTurn.noteEvent();
  nextTurn.call(work(100));
  nextTurn.call(work(0));
  await clock.settle();
  nextTurn.call(work(0));
  await clock.settle();
  // However long it took, nobody waits for more than some milliseconds.
  assert.deepEqual(calledAt, [0, 3, 3, 8]);
});

test("where there was one event it does not rest, however many were told of it", async () => {
  const { clock, nextTurn, calledAt, work } = createWorkingTurn();
  nextTurn.noteEvent();
  nextTurn.call(work(3));
  nextTurn.call(work(3));
  await clock.advance(0);
  nextTurn.noteEvent();
  nextTurn.call(work(3));
  await clock.settle();
  assert.deepEqual([calledAt, clock.monotonic()], [[0, 0, 0], 0]);
});

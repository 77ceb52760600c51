import assert from "node:assert/strict";
import { test } from "node:test";
import { createVirtualClock } from "../seams/virtual-clock.ts";
import { createWorkQueue } from "./work-queue.ts";

function createQueue() {
  const clock = createVirtualClock();
  return { clock, queue: createWorkQueue({ name: "test", clock }) };
}

async function isPending(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol("pending");
  return (await Promise.race([promise, Promise.resolve(pending)])) === pending;
}

test("shutting down hands out what waits, then ends the workers, then resolves", async () => {
  const { queue } = createQueue();
  queue.add("a");
  const drained = queue.shutDown();
  queue.add("late");
  queue.addAfter("late", 5);
  queue.addRateLimited("late");

  assert.equal((await queue.get())?.key, "a");
  assert.equal(await queue.get(), undefined);
  assert.ok(await isPending(drained));
  queue.done("a");
  await drained;
  assert.equal(queue.retries("late"), 0);
});

test("workers that wait are told at once that nothing more comes", async () => {
  const { queue } = createQueue();
  const waiting = [queue.get(), queue.get()];
  await queue.shutDown();
  assert.deepEqual(await Promise.all(waiting), [undefined, undefined]);
});

test("a key that was added again while it was held is still handed out", async () => {
  const { queue } = createQueue();
  queue.add("a");
  await queue.get();
  queue.add("a");
  const drained = queue.shutDown();
  queue.done("a");
  assert.ok(await isPending(drained));
  assert.equal((await queue.get())?.key, "a");
  queue.done("a");
  await drained;
});

test("delayed keys are dropped, and their timer with them", async () => {
  const { clock, queue } = createQueue();
  queue.addAfter("a", 1_000);
  await queue.shutDown();
  assert.deepEqual(clock.alive().timers, []);
  await clock.advance(2_000);
  assert.equal(await queue.get(), undefined);
});

test("without draining only what is held is waited for", async () => {
  const { queue } = createQueue();
  for (const key of ["held", "in line"]) queue.add(key);
  await queue.get();
  queue.add("held");
  const ended = queue.shutDown({ drain: false });
  assert.equal(queue.length, 0);
  assert.equal(await queue.get(), undefined);
  assert.ok(await isPending(ended));
  queue.done("held");
  await ended;
  assert.equal(await queue.get(), undefined);
});

test("a second call without draining ends the first one sooner", async () => {
  const { queue } = createQueue();
  queue.add("nobody takes this");
  const drained = queue.shutDown();
  assert.ok(await isPending(drained));
  await queue.shutDown({ drain: false });
  await drained;
});

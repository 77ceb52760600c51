import assert from "node:assert/strict";
import { test } from "node:test";
import { createVirtualClock } from "../seams/virtual-clock.ts";
import { bucket } from "./bucket.ts";
import { exponential } from "./exponential.ts";
import { maxOf } from "./rate-limiter.ts";
import { createWorkQueue } from "./work-queue.ts";

function createQueue() {
  const clock = createVirtualClock();
  return { clock, queue: createWorkQueue({ name: "test", clock, limiter: maxOf(exponential(), bucket()) }) };
}

test("a delayed key comes into line when its time has come", async () => {
  const { clock, queue } = createQueue();
  queue.addAfter("a", 1_000);
  await clock.advance(999);
  assert.equal(queue.length, 0);
  await clock.advance(1);
  assert.equal(queue.length, 1);
});

test("of several times for a key the earliest counts, in whichever order they were asked for", async () => {
  for (const delays of [
    [50, 30, 70],
    [30, 50, 70],
    [70, 50, 30],
  ]) {
    const { clock, queue } = createQueue();
    for (const delayMs of delays) queue.addAfter("a", delayMs);
    await clock.advance(29);
    assert.equal(queue.length, 0);
    await clock.advance(1);
    assert.equal((await queue.get())?.key, "a");
    queue.done("a");
    await clock.advance(1_000);
    assert.equal(queue.length, 0, "it comes once");
  }
});

test("a delayed key that is added without a delay is ready at once, and its timer is gone", async () => {
  const { clock, queue } = createQueue();
  queue.addAfter("a", 1_000);
  queue.add("a");
  assert.equal(queue.length, 1);
  assert.deepEqual(clock.alive().timers, []);
});

test("a key in line does not wait because somebody asks for it later", async () => {
  const { clock, queue } = createQueue();
  queue.add("a");
  queue.addAfter("a", 1_000);
  assert.equal(queue.length, 1);
  assert.deepEqual(clock.alive().timers, []);
});

test("a delay that ends while the key is held lets the key come once more after done", async () => {
  const { clock, queue } = createQueue();
  queue.add("a");
  await queue.get();
  queue.addAfter("a", 10);
  await clock.advance(20);
  assert.equal(queue.length, 0);
  queue.done("a");
  assert.equal(queue.length, 1);
});

test("keys that become ready at one moment come out in the order in which they were delayed", async () => {
  const { clock, queue } = createQueue();
  for (const key of ["c", "a", "b"]) queue.addAfter(key, 10);
  queue.addAfter("first", 5);
  await clock.advance(10);
  const keys = [await queue.get(), await queue.get(), await queue.get(), await queue.get()].map((item) => item?.key);
  assert.deepEqual(keys, ["first", "c", "a", "b"]);
});

test("a key that is given an earlier time keeps its place before those that were delayed after it", async () => {
  const { clock, queue } = createQueue();
  queue.addAfter("a", 50);
  queue.addAfter("b", 10);
  queue.addAfter("a", 10);
  await clock.advance(10);
  assert.deepEqual([(await queue.get())?.key, (await queue.get())?.key], ["a", "b"]);
});

test("a delay of zero or less is none, and one that is no finite number is a mistake of the caller", () => {
  const { queue } = createQueue();
  queue.addAfter("a", 0);
  queue.addAfter("b", -1_000);
  assert.equal(queue.length, 2);
  for (const delayMs of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
    assert.throws(() => queue.addAfter("c", delayMs), { code: "PINTLE_DELAY_INVALID" });
  }
  assert.equal(queue.length, 2);
});

test("a limiter that answers with no number is found out where it is asked", () => {
  const clock = createVirtualClock();
  const limiter = { ...exponential(), delayMs: () => Number.NaN };
  const queue = createWorkQueue({ name: "test", clock, limiter });
  assert.throws(() => queue.addRateLimited("a"), { code: "PINTLE_DELAY_INVALID" });
});

test("a delay of ten thousand years is kept, and does not hold up a shorter one", async () => {
  const { clock, queue } = createQueue();
  queue.addAfter("far", 10_000 * 365 * 86_400_000);
  queue.addAfter("near", 10);
  await clock.advance(10);
  assert.equal((await queue.get())?.key, "near");
  assert.equal(clock.alive().timers.length, 1);
});

test("a key that fails again and again waits as the limiter says, and forget begins anew", async () => {
  const { clock, queue } = createQueue();
  const waits: number[] = [];
  const fail = async () => {
    const startMs = clock.monotonic();
    queue.addRateLimited("a");
    await clock.settle();
    waits.push(clock.monotonic() - startMs);
    await queue.get();
    queue.done("a");
  };
  for (let failure = 0; failure < 4; failure += 1) await fail();
  assert.equal(queue.retries("a"), 4);
  queue.forget("a");
  assert.equal(queue.retries("a"), 0);
  await fail();
  assert.deepEqual(waits, [5, 10, 20, 40, 5]);
});

test("jumps of the wall clock, forward and back, do not change when a key is ready", async () => {
  const { clock, queue } = createQueue();
  queue.addAfter("a", 1_000);
  clock.jump(3_600_000);
  await clock.advance(999);
  assert.equal(queue.length, 0);
  clock.jump(-7_200_000);
  await clock.advance(1);
  assert.equal(queue.length, 1);
});

test("a thousand delayed keys are one timer", () => {
  const { clock, queue } = createQueue();
  for (let index = 0; index < 1_000; index += 1) queue.addAfter(`key-${index}`, 1_000 + index);
  assert.deepEqual(clock.alive().timers, ["work timer due in 1000 ms: queue test: key-0; 999 more delayed"]);
});

import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "node:test";
import { createProcessClock } from "../seams/process-clock.ts";
import { createVirtualClock } from "../seams/virtual-clock.ts";
import { createWorkQueue, type WorkQueue } from "./work-queue.ts";

const createQueue = () => createWorkQueue({ name: "test", clock: createVirtualClock() });

async function takeKeys(queue: WorkQueue<string>, count: number): Promise<(string | undefined)[]> {
  const keys: (string | undefined)[] = [];
  for (let taken = 0; taken < count; taken += 1) keys.push((await queue.get())?.key);
  return keys;
}

test("keys come out in the order in which they came in", async () => {
  const queue = createQueue();
  for (const key of ["a", "b", "c"]) queue.add(key);

  assert.deepEqual(await takeKeys(queue, 3), ["a", "b", "c"]);
});

test("a key added twice before it is taken comes out once", async () => {
  const queue = createQueue();
  queue.add("a");
  queue.add("a");

  assert.deepEqual(await queue.get(), { key: "a", priority: 0, causes: [], furtherCauses: 0 });
  assert.equal(queue.length, 0);
});

test("a key added while it is held comes out once more, and only after done", async () => {
  const queue = createQueue();
  queue.add("a");
  await queue.get();
  queue.add("a");
  queue.add("a");
  assert.equal(queue.length, 0, "nobody else may receive it yet");

  queue.done("a");
  assert.deepEqual(await takeKeys(queue, 1), ["a"]);
  queue.done("a");
  assert.equal(queue.length, 0);
});

test("a key added while it is held stands behind those that were in line when it was given back", async () => {
  const queue = createQueue();
  queue.add("a");
  await queue.get();
  queue.add("a");
  queue.add("b");
  queue.done("a");
  assert.deepEqual(await takeKeys(queue, 2), ["b", "a"]);
});

test("workers that wait receive keys in the order in which they began to wait", async () => {
  const queue = createQueue();
  const waiting = [queue.get(), queue.get()];
  queue.add("a");
  queue.add("b");
  assert.deepEqual(
    (await Promise.all(waiting)).map((item) => item?.key),
    ["a", "b"],
  );
});

test("a worker that stops waiting takes no key with it", async () => {
  const queue = createQueue();
  const worker = new AbortController();
  const waiting = queue.get(worker.signal);
  worker.abort(new Error("stopped"));
  await assert.rejects(waiting, /stopped/);

  queue.add("a");
  await assert.rejects(queue.get(worker.signal), /stopped/);
  assert.deepEqual(await takeKeys(queue, 1), ["a"]);
});

test("a worker whose signal is aborted while the queue lets others run takes no key with it", async () => {
  const queue = createQueue();
  for (let index = 0; index < 100; index += 1) queue.add(`key-${index}`);
  await takeKeys(queue, 32);
  const worker = new AbortController();
  const paused = queue.get(worker.signal);
  worker.abort(new Error("stopped"));
  await assert.rejects(paused, /stopped/);
  assert.equal(queue.length, 68);
});

test("a waiting worker leaves no listener on its signal", async () => {
  const queue = createQueue();
  const { signal } = new AbortController();
  const waiting = queue.get(signal);
  assert.equal(getEventListeners(signal, "abort").length, 1);
  queue.add("a");
  await waiting;
  assert.equal(getEventListeners(signal, "abort").length, 0);
});

test("done without get is a mistake of the caller and says so", async () => {
  const queue = createQueue();
  const notHeld = {
    code: "PINTLE_KEY_NOT_HELD",
    message: /done\(a\): the key is not held; call done once for each get/,
  };
  assert.throws(() => queue.done("a"), notHeld);
  queue.add("a");
  assert.throws(() => queue.done("a"), notHeld);
  await queue.get();
  queue.done("a");
  assert.throws(() => queue.done("a"), notHeld);
});

test("workers that wait for nothing but the queue let timers and I/O have their turn", async () => {
  const clock = createProcessClock();
  const queue = createWorkQueue({ name: "busy", clock });
  for (let index = 0; index < 1_000; index += 1) queue.add(`key-${index}`);
  let turns = 0;
  const count = async () => {
    for (; queue.length > 0; turns += 1) await clock.turn();
  };
  await Promise.all([count(), takeKeys(queue, 1_000)]);
  assert.ok(turns >= 30, `the event loop had ${turns} turns`);
});

test("keys that are called like parts of an object's prototype are plain keys", async () => {
  const queue = createQueue();
  const keys = ["__proto__", "constructor", "toString", "hasOwnProperty", ""];
  for (const key of keys) queue.add(key);
  assert.deepEqual(await takeKeys(queue, 5), keys);
});

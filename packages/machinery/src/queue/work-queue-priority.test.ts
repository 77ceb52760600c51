import assert from "node:assert/strict";
import { test } from "node:test";
import { createVirtualClock } from "../seams/virtual-clock.ts";
import { lowPriority } from "./queue-item.ts";
import { createWorkQueue, type WorkQueue } from "./work-queue.ts";

function createQueue() {
  const clock = createVirtualClock();
  return { clock, queue: createWorkQueue({ name: "test", clock }) };
}

async function drain(queue: WorkQueue<string>): Promise<string[]> {
  const keys: string[] = [];
  while (queue.length > 0) {
    const item = await queue.get();
    if (item === undefined) break;
    keys.push(item.key);
    queue.done(item.key);
  }
  return keys;
}

test("higher priorities come first, equal ones in their order", async () => {
  const { queue } = createQueue();
  queue.add("low-1", { priority: lowPriority });
  queue.add("plain-1");
  queue.add("high", { priority: 10 });
  queue.add("low-2", { priority: lowPriority });
  queue.add("plain-2");
  assert.deepEqual(await drain(queue), ["high", "plain-1", "plain-2", "low-1", "low-2"]);
});

test("a key added again keeps the highest priority and moves to the end of its new level", async () => {
  const { queue } = createQueue();
  queue.add("a", { priority: lowPriority });
  queue.add("b");
  queue.add("a");
  queue.add("a", { priority: lowPriority });
  const items = [await queue.get(), await queue.get()];
  assert.deepEqual(
    items.map((item) => [item?.key, item?.priority]),
    [
      ["b", 0],
      ["a", 0],
    ],
  );
});

test("priority and time are merged each by itself", async () => {
  const { clock, queue } = createQueue();
  queue.addAfter("a", 1_000, { priority: 5 });
  queue.addAfter("a", 100, { priority: -5 });
  queue.addAfter("a", 2_000, { priority: 7 });
  await clock.advance(100);
  assert.equal((await queue.get())?.priority, 7);
});

test("a key that is taken begins anew: its old priority does not stick", async () => {
  const { queue } = createQueue();
  queue.add("a", { priority: 9 });
  await queue.get();
  queue.add("a", { priority: lowPriority });
  queue.done("a");
  assert.equal((await queue.get())?.priority, lowPriority);
});

test("a parked key takes the priority that is asked for while it is held", async () => {
  const { queue } = createQueue();
  queue.add("a");
  await queue.get();
  queue.add("a");
  queue.add("b");
  queue.add("a", { priority: 1 });
  queue.done("a");
  assert.deepEqual(await drain(queue), ["a", "b"]);
});

test("low priorities are served under a stream of higher ones that never ends: every tenth key is the oldest", async () => {
  const { queue } = createQueue();
  for (const key of ["initial-1", "initial-2", "initial-3"]) queue.add(key, { priority: lowPriority });
  for (let change = 0; change < 20; change += 1) queue.add(`before-${change}`);
  const taken: string[] = [];
  for (let change = 0; change < 30; change += 1) {
    queue.add(`change-${change}`);
    const item = await queue.get();
    taken.push(item?.key ?? "");
    queue.done(item?.key ?? "");
  }
  const served = taken.flatMap((key, index) => (key.startsWith("initial") ? [`${key} as number ${index + 1}`] : []));
  assert.deepEqual(served, ["initial-1 as number 10", "initial-2 as number 20", "initial-3 as number 30"]);
});

test("no level between starves either: the oldest is the oldest of all", async () => {
  const { queue } = createQueue();
  queue.add("middle", { priority: 0 });
  for (let index = 0; index < 100; index += 1) {
    queue.add(`low-${index}`, { priority: lowPriority });
    queue.add(`high-${index}`, { priority: 100 });
  }
  assert.equal((await drain(queue)).indexOf("middle"), 9);
});

test("a priority that is no whole number is a mistake of the caller and leaves no trace", () => {
  const { queue } = createQueue();
  for (const priority of [Number.NaN, 0.5, Number.POSITIVE_INFINITY]) {
    assert.throws(() => queue.add("a", { priority }), { code: "PINTLE_PRIORITY_INVALID" });
  }
  assert.equal(queue.length, 0);
});

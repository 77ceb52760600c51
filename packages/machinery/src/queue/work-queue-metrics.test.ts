import assert from "node:assert/strict";
import { test } from "node:test";
import { createVirtualClock } from "../seams/virtual-clock.ts";
import { createWorkQueue } from "./work-queue.ts";
import type { WorkQueueMetrics } from "./work-queue-metrics.ts";

function createQueue() {
  const seen: string[] = [];
  const metrics: WorkQueueMetrics = {
    added: () => seen.push("adds +1"),
    depthChanged: (priority, change) => seen.push(`depth{${priority}} ${change > 0 ? "+1" : "-1"}`),
    taken: (seconds) => seen.push(`queue ${seconds} s`),
    finished: (seconds) => seen.push(`work ${seconds} s`),
    retried: () => seen.push("retries +1"),
  };
  const clock = createVirtualClock();
  const queue = createWorkQueue({ name: "test", clock, metrics });
  return { clock, queue, told: () => seen.splice(0) };
}

test("a key is counted when it becomes ready, not when it is merged, and timed while it waits and while it is held", async () => {
  const { clock, queue, told } = createQueue();
  queue.add("a");
  queue.add("a");
  assert.deepEqual(told(), ["adds +1", "depth{0} +1"]);
  await clock.advance(250);
  await queue.get();
  assert.deepEqual(told(), ["depth{0} -1", "queue 0.25 s"]);
  await clock.advance(1_500);
  queue.done("a");
  assert.deepEqual(told(), ["work 1.5 s"]);
});

test("a delay counts as a retry, and as an add when it is over", async () => {
  const { clock, queue, told } = createQueue();
  queue.addAfter("a", 0);
  assert.deepEqual(told(), ["adds +1", "depth{0} +1"]);
  queue.addAfter("b", 10);
  queue.addRateLimited("c");
  assert.deepEqual(told(), ["retries +1", "retries +1"]);
  await clock.advance(10);
  assert.deepEqual(told(), ["adds +1", "depth{0} +1", "adds +1", "depth{0} +1"]);
});

test("a key that is parked counts as waiting since it was added", async () => {
  const { clock, queue, told } = createQueue();
  queue.add("a");
  await queue.get();
  told();
  queue.add("a");
  assert.deepEqual(told(), ["adds +1", "depth{0} +1"]);
  await clock.advance(2_000);
  queue.done("a");
  await queue.get();
  assert.deepEqual(told(), ["work 2 s", "depth{0} -1", "queue 2 s"]);
});

test("depth moves with the priority of a key, but not while the key is delayed", async () => {
  const { clock, queue, told } = createQueue();
  queue.addAfter("a", 10, { priority: -100 });
  queue.addAfter("a", 10, { priority: -50 });
  told();
  await clock.advance(10);
  queue.add("a", { priority: 3 });
  assert.deepEqual(told(), ["adds +1", "depth{-50} +1", "depth{-50} -1", "depth{3} +1"]);
});

test("keys that are dropped leave the depth", async () => {
  const { queue, told } = createQueue();
  queue.add("held");
  await queue.get();
  queue.add("held");
  queue.add("in line", { priority: 2 });
  queue.addAfter("delayed", 10);
  told();
  void queue.shutDown({ drain: false });
  assert.deepEqual(told().sort(), ["depth{0} -1", "depth{2} -1"]);
});

test("unfinished work is what is held now: its whole time and that of the oldest", async () => {
  const { clock, queue } = createQueue();
  assert.deepEqual(queue.unfinishedWork(), { totalSeconds: 0, longestSeconds: 0 });
  queue.add("a");
  queue.add("b");
  await queue.get();
  await clock.advance(3_000);
  await queue.get();
  await clock.advance(1_000);
  assert.deepEqual(queue.unfinishedWork(), { totalSeconds: 5, longestSeconds: 4 });
  queue.done("a");
  assert.deepEqual(queue.unfinishedWork(), { totalSeconds: 1, longestSeconds: 1 });
});

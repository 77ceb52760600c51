import assert from "node:assert/strict";
import { test } from "node:test";
import { createVirtualClock } from "@pintle/machinery";
import { SharedDeadlines } from "./shared-deadlines.ts";

test("what is not removed expires within a second of its time, and no timer is left behind", async () => {
  const clock = createVirtualClock();
  const deadlines = new SharedDeadlines(clock);
  const expired: string[] = [];
  const add = (name: string, delayMs: number) => {
    const deadline = { dueMs: 0, expire: () => void expired.push(name) };
    deadlines.add(deadline, delayMs);
    return deadline;
  };
  add("short", 1_500);
  const met = add("met", 1_500);
  add("long", 5_000);
  deadlines.remove(met);
  await clock.advance(1_499);
  assert.deepEqual(expired, []);
  await clock.advance(501);
  assert.deepEqual(expired, ["short"]);
  await clock.advance(4_000);
  assert.deepEqual(expired, ["short", "long"]);
  assert.deepEqual(clock.alive().timers, []);
});

test("closed deadlines never expire", async () => {
  const clock = createVirtualClock();
  const deadlines = new SharedDeadlines(clock);
  deadlines.add({ dueMs: 0, expire: () => assert.fail("it was closed") }, 100);
  deadlines.close();
  await clock.advance(10_000);
  assert.deepEqual(clock.alive().timers, []);
});

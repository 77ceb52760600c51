import assert from "node:assert/strict";
import { test } from "node:test";
import { createVirtualClock } from "@pintle/machinery";
import { limitSilence } from "./silence-limit.ts";

function listen() {
  const clock = createVirtualClock();
  const noticed: number[] = [];
  const onSilence = () => noticed.push(clock.monotonic() - startMs);
  const startMs = clock.monotonic();
  return { clock, noticed, limit: limitSilence({ clock, maxMs: 1_000, label: "test", onSilence }) };
}

test("silence is noticed once, as soon as it has lasted too long", async () => {
  const { clock, noticed, limit } = listen();
  await clock.advance(900);
  limit.heard();
  await clock.advance(999);
  assert.deepEqual(noticed, []);
  await clock.advance(10_000);
  assert.deepEqual(noticed, [1_900]);
});

test("who does not read makes the silence itself, and it counts from when it reads again", async () => {
  const { clock, noticed, limit } = listen();
  limit.hold();
  await clock.advance(100_000);
  limit.heard();
  await clock.advance(999);
  assert.deepEqual(noticed, []);
  await clock.advance(2_000);
  assert.equal(noticed.length, 1);
});

test("after the end nothing is noticed, and no timer is left", async () => {
  const { clock, noticed, limit } = listen();
  await clock.advance(500);
  limit.end();
  limit.end();
  await clock.advance(10_000);
  assert.deepEqual(noticed, []);
  assert.deepEqual(clock.alive().timers, []);
});

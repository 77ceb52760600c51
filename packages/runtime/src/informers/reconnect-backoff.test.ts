import assert from "node:assert/strict";
import { test } from "node:test";
import { createSeededRandom, createVirtualClock } from "@pintle/machinery";
import { ReconnectBackoff } from "./reconnect-backoff.ts";

test("waits double from 0.8 s on, with chance in them, and are never longer than 30 s", async () => {
  const clock = createVirtualClock();
  const backoff = new ReconnectBackoff(clock, createSeededRandom(42));
  for (const baseMs of [800, 1_600, 3_200, 6_400, 12_800, 15_000, 15_000, 15_000]) {
    const delayMs = backoff.nextMs();
    assert.ok(delayMs >= baseMs && delayMs < 2 * baseMs, `${delayMs} after ${baseMs}`);
    await clock.advance(delayMs);
  }
});

test("two minutes without a failure make a new beginning, and less than that do not", async () => {
  const clock = createVirtualClock();
  const backoff = new ReconnectBackoff(clock, createSeededRandom(42));
  for (let count = 0; count < 6; count += 1) await clock.advance(backoff.nextMs());
  await clock.advance(119_000);
  assert.ok(backoff.nextMs() >= 15_000);
  await clock.advance(30_000 + 121_000);
  assert.ok(backoff.nextMs() < 1_600);
  assert.equal(backoff.failures, 1);
});

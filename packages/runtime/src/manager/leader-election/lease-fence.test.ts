import assert from "node:assert/strict";
import { test } from "node:test";
import { createVirtualClock } from "@pintle/machinery";
import { FencedError } from "../fence.ts";
import { LeaseFence } from "./lease-fence.ts";

test("a fence is open until its time is over, aborts then what is in flight, and leaves no timer", async () => {
  const clock = createVirtualClock();
  const fence = new LeaseFence(clock, "default/work", 10_000);
  await clock.advance(9_999);
  fence.check();
  assert.equal(fence.signal.aborted, false);
  await clock.advance(1);
  assert.equal(fence.signal.aborted, true);
  assert.throws(() => fence.check(), { name: "FencedError", message: /default\/work was not renewed in time/ });
  assert.deepEqual(clock.alive().timers, []);
});

test("renewals keep it open with a single timer", async () => {
  const clock = createVirtualClock();
  const fence = new LeaseFence(clock, "default/work", 10_000);
  for (let renewal = 1; renewal <= 20; renewal += 1) {
    await clock.advance(2_000);
    fence.extend(clock.monotonic() + 10_000);
    assert.equal(clock.alive().timers.length, 1);
  }
  assert.ok(fence.isOpen);
  await clock.advance(10_000);
  assert.ok(fence.signal.aborted);
});

test("the question closes it when the time is over, although no timer could fire", () => {
  const clock = createVirtualClock();
  let blockedMs = 0;
  const fence = new LeaseFence({ ...clock, monotonic: () => clock.monotonic() + blockedMs }, "default/work", 10_000);
  blockedMs = 12_000;
  assert.equal(fence.signal.aborted, false, "nothing has happened in this process");
  assert.throws(() => fence.check(), FencedError);
  assert.equal(fence.signal.aborted, true);
});

test("one that is closed is not opened again by a renewal that comes late", async () => {
  const clock = createVirtualClock();
  const fence = new LeaseFence(clock, "default/work", 10_000);
  fence.close("somebody else leads");
  fence.extend(20_000);
  assert.throws(() => fence.check(), { message: "somebody else leads" });
  fence.close("again");
  assert.throws(() => fence.check(), { message: "somebody else leads" });
});

test("a renewal that was sent long ago does not shorten the time", async () => {
  const clock = createVirtualClock();
  const fence = new LeaseFence(clock, "default/work", 10_000);
  fence.extend(3_000);
  await clock.advance(9_000);
  fence.check();
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { createProcessClock, createVirtualClock } from "@pintle/machinery";
import { maxSilenceMs, Watchdog } from "./watchdog.ts";

function start() {
  const clock = createVirtualClock();
  const outer = new AbortController();
  // Before that of the watchdog, which is due at the same time.
  const due = Promise.withResolvers<void>();
  clock.setTimer(maxSilenceMs, () => due.resolve(), { kind: "background", label: "test" });
  return { clock, outer, due: due.promise, watchdog: new Watchdog(clock, "test", outer.signal) };
}

test("a stream that is silent for too long is cut", async () => {
  const { clock, watchdog } = start();
  await clock.advance(maxSilenceMs - 1);
  watchdog.check();
  await clock.advance(1);
  assert.equal(watchdog.signal.aborted, true);
  assert.throws(() => watchdog.check(), { name: "SilentWatchError" });
});

test("a process that was held up itself reads what has come meanwhile before it calls that silence", async () => {
  const { clock, due, watchdog } = start();
  // Timers come before what sockets have: the line is there, and read within the same turn of the event loop.
  const reading = due.then(() => createProcessClock().turn()).then(() => watchdog.heard(clock.monotonic()));
  await clock.advance(maxSilenceMs);
  await reading;
  assert.equal(watchdog.signal.aborted, false);
  await clock.advance(maxSilenceMs - 1);
  watchdog.check();
  await clock.advance(1);
  assert.equal(watchdog.signal.aborted, true);
});

test("one that was disposed of while it looked cuts nothing and leaves no timer", async () => {
  const { clock, due, watchdog } = start();
  const leaving = due.then(() => watchdog[Symbol.dispose]());
  await clock.advance(10 * maxSilenceMs);
  await leaving;
  assert.equal(watchdog.signal.aborted, false);
  assert.deepEqual(clock.alive().timers, []);
});

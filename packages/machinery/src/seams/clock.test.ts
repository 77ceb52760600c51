import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "node:test";
import { UsageError } from "../errors/usage-error.ts";
import { createDeadline, track } from "./clock.ts";
import { createProcessClock } from "./process-clock.ts";
import { createVirtualClock, type VirtualClock } from "./virtual-clock.ts";

const work = { label: "test", kind: "work" } as const;

for (const [name, create] of [
  ["process", createProcessClock],
  ["virtual", createVirtualClock],
] as const) {
  test(`${name} clock: a delay that is no finite number is a mistake of the caller`, async () => {
    const clock = create();
    for (const delayMs of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, "5" as unknown as number]) {
      const isInvalid = (error: unknown) => error instanceof UsageError && error.code === "PINTLE_DELAY_INVALID";
      assert.throws(() => clock.setTimer(delayMs, () => {}, work), isInvalid);
      await assert.rejects(clock.sleep(delayMs, work), isInvalid);
    }
  });

  test(`${name} clock: a sleep that is aborted before it began sets no timer`, async () => {
    await assert.rejects(create().sleep(1e9, { ...work, signal: AbortSignal.abort(new Error("stopped")) }), /stopped/);
  });

  test(`${name} clock: a sleep ends with the reason of the signal that is aborted meanwhile`, async () => {
    const stop = new AbortController();
    const sleeping = create().sleep(1e9, { ...work, signal: stop.signal });
    stop.abort(new Error("stopped"));
    await assert.rejects(sleeping, /stopped/);
  });

  test(`${name} clock: a sleep leaves no listener on its signal, however it ends`, async () => {
    const { signal } = new AbortController();
    const clock = create();
    const sleeping = clock.sleep(0, { ...work, signal });
    assert.equal(getEventListeners(signal, "abort").length, 1);
    if ("settle" in clock) await (clock as VirtualClock).settle();
    await sleeping;
    assert.equal(getEventListeners(signal, "abort").length, 0);
  });

  test(`${name} clock: what is tracked gives its result, or what it throws`, async () => {
    const clock = create();
    assert.equal(await track(clock, "sum", async () => 1 + 1), 2);
    await assert.rejects(
      track(clock, "fails", () => Promise.reject(new Error("broken"))),
      /broken/,
    );
  });
}

test("what is tracked is in flight until it ends, also when it fails", async () => {
  const clock = createVirtualClock();
  const { promise, reject } = Promise.withResolvers<never>();
  const tracked = track(
    clock,
    () => "request to the API",
    () => promise,
  );
  assert.deepEqual(clock.alive().inFlight, ["request to the API"]);
  reject(new Error("broken"));
  await assert.rejects(tracked, /broken/);
  assert.deepEqual(clock.alive().inFlight, []);
});

test("a deadline aborts with a TimeoutError when its time has come, and not when it was disposed of before", async () => {
  const clock = createVirtualClock();
  const missed = createDeadline(clock, 1_000, { label: "request timeout", kind: "background" });
  const met = createDeadline(clock, 1_000, { label: "request timeout", kind: "background" });
  met[Symbol.dispose]();

  await clock.advance(999);
  assert.equal(missed.signal.aborted, false);
  await clock.advance(1);
  assert.equal(missed.signal.reason.name, "TimeoutError");
  assert.match(missed.signal.reason.message, /within 1000 ms/);
  assert.equal(met.signal.aborted, false);
  assert.deepEqual(clock.alive().timers, []);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { UsageError } from "../errors/usage-error.ts";
import { track } from "./clock.ts";
import { createVirtualClock, type VirtualClock } from "./virtual-clock.ts";

const work = { label: "work", kind: "work" } as const;
const background = { label: "background", kind: "background" } as const;

test("settle moves time to each work timer, and timers of one moment fire in the order of their creation", async () => {
  const clock = createVirtualClock({ start: 1_000_000 });
  const fired: string[] = [];
  clock.setTimer(2_000, () => fired.push(`b at ${clock.monotonic()}`), work);
  clock.setTimer(2_000, () => fired.push(`c at ${clock.monotonic()}`), work);
  clock.setTimer(500, () => fired.push(`a at ${clock.monotonic()}`), work);

  await clock.settle();
  assert.deepEqual(fired, ["a at 500", "b at 2000", "c at 2000"]);
  assert.equal(clock.now(), 1_002_000);
});

/** The times at which a heartbeat that never ends has fired. */
function startHeartbeat(clock: VirtualClock): number[] {
  const beats: number[] = [];
  const beat = () => {
    beats.push(clock.monotonic());
    clock.setTimer(1_000, beat, background);
  };
  clock.setTimer(1_000, beat, background);
  return beats;
}

test("background timers fire on the way but do not keep settle open", async () => {
  const clock = createVirtualClock();
  const beats = startHeartbeat(clock);
  await clock.settle();
  assert.deepEqual(beats, []);

  clock.setTimer(2_500, () => {}, work);
  await clock.settle();
  assert.deepEqual(beats, [1_000, 2_000]);
  assert.equal(clock.monotonic(), 2_500);
});

test("a handler in flight that sleeps does not hold time still", async () => {
  const clock = createVirtualClock();
  let result = "";
  void track(clock, "handler", async () => {
    await clock.sleep(5_000, work);
    result = `ended at ${clock.monotonic()}`;
  });
  await clock.settle();
  assert.equal(result, "ended at 5000");
});

test("a handler in flight that waits for a background timer keeps settle open until it ends", async () => {
  const clock = createVirtualClock();
  startHeartbeat(clock);
  let ended = false;
  void track(clock, "waits for the lease", async () => {
    await clock.sleep(10_500, { label: "lease", kind: "background" });
    ended = true;
  });
  await clock.settle();
  assert.ok(ended);
  assert.equal(clock.monotonic(), 10_500);
});

test("a long chain of promises comes to its end before the next timer fires", async () => {
  const clock = createVirtualClock();
  const seen: string[] = [];
  const chain = async () => {
    for (let link = 0; link < 10_000; link += 1) await null;
    await new Promise<void>((resolve) => process.nextTick(resolve));
    seen.push("chain");
  };
  clock.setTimer(10, () => void chain(), work);
  clock.setTimer(10, () => seen.push("timer"), work);
  await clock.settle();
  assert.deepEqual(seen, ["chain", "timer"]);
});

test("turns that are asked for on the clock are waited for", async () => {
  const clock = createVirtualClock();
  let turns = 0;
  const spin = async () => {
    for (; turns < 50; turns += 1) await clock.turn();
  };
  void spin();
  await clock.settle();
  assert.equal(turns, 50);
  assert.equal(clock.monotonic(), 0);
});

test("what a timer's callback throws comes out of settle, and the timers after it are still there", async () => {
  const clock = createVirtualClock();
  let fired = false;
  clock.setTimer(
    10,
    () => {
      throw new Error("broken callback");
    },
    work,
  );
  clock.setTimer(20, () => (fired = true), work);
  await assert.rejects(clock.settle(), /broken callback/);
  assert.equal(clock.monotonic(), 10);
  await clock.settle();
  assert.ok(fired);
});

test("to move the clock while it moves is a mistake of the caller, inside a callback as well as beside it", async () => {
  const clock = createVirtualClock();
  const isMoving = (error: unknown) => error instanceof UsageError && error.code === "PINTLE_CLOCK_MOVING";
  let inside: Promise<void> | undefined;
  clock.setTimer(10, () => (inside = assert.rejects(clock.settle(), isMoving)), work);
  const first = clock.settle();
  await assert.rejects(clock.advance(5), isMoving);
  await first;
  assert.ok(inside);
  await inside;
  await clock.advance(5);
  assert.equal(clock.monotonic(), 15);
});

test("advance fires what becomes due within the span, each after the one before has come to rest", async () => {
  const clock = createVirtualClock();
  const seen: string[] = [];
  clock.setTimer(
    10,
    () => {
      seen.push("first");
      clock.setTimer(5, () => seen.push("set by the first"), background);
      void Promise.resolve().then(() => seen.push("rest of the first"));
    },
    work,
  );
  clock.setTimer(20, () => seen.push("last"), background);
  clock.setTimer(20.1, () => seen.push("beyond"), work);

  await clock.advance(20);
  assert.deepEqual(seen, ["first", "rest of the first", "set by the first", "last"]);
  assert.equal(clock.monotonic(), 20);
});

test("advance by nothing lets run what is ready; by less, or by no number, it is a mistake of the caller", async () => {
  const clock = createVirtualClock();
  let ran = false;
  void Promise.resolve().then(() => (ran = true));
  await clock.advance(0);
  assert.ok(ran);
  for (const delayMs of [-1, Number.NaN, Number.POSITIVE_INFINITY]) {
    await assert.rejects(clock.advance(delayMs), { code: "PINTLE_DELAY_INVALID" });
  }
  assert.throws(() => clock.jump(Number.NaN), { code: "PINTLE_DELAY_INVALID" });
});

test("a jump of the wall clock changes what now says and no timer", async () => {
  const clock = createVirtualClock({ start: 0 });
  const fired: number[] = [];
  clock.setTimer(1_000, () => fired.push(clock.monotonic()), work);
  clock.setTimer(2_000, () => fired.push(clock.monotonic()), work);
  clock.jump(3_600_000);
  await clock.advance(1_000);
  clock.jump(-7_200_000);
  await clock.settle();
  assert.deepEqual(fired, [1_000, 2_000]);
  assert.equal(clock.now(), 2_000 - 3_600_000);
});

test("a cancelled timer neither fires nor keeps settle open, and to cancel late does nothing", async () => {
  const clock = createVirtualClock();
  let fired = 0;
  const cancelled = clock.setTimer(10, () => (fired += 1), work);
  cancelled.cancel();
  cancelled[Symbol.dispose]();
  const kept = clock.setTimer(20, () => (fired += 1), work);
  await clock.settle();
  kept.cancel();
  await clock.settle();
  assert.equal(fired, 1);
  assert.equal(clock.monotonic(), 20);
});

test("the same timers take the same course every time, by due time and then by creation", async () => {
  const plan = fc.array(
    fc.record({ delayMs: fc.nat(20), again: fc.nat(3), kind: fc.constantFrom("work" as const, "background" as const) }),
    { maxLength: 30 },
  );
  await fc.assert(
    fc.asyncProperty(plan, async (timers) => {
      const run = async () => {
        const clock = createVirtualClock();
        const log: { dueMs: number; order: number; atMs: number }[] = [];
        let created = 0;
        const set = (delayMs: number, again: number, kind: "work" | "background") => {
          const entry = { dueMs: clock.monotonic() + delayMs, order: created++ };
          clock.setTimer(
            delayMs,
            () => {
              log.push({ ...entry, atMs: clock.monotonic() });
              if (again > 0) set(delayMs, again - 1, kind);
            },
            { label: "planned", kind },
          );
        };
        for (const { delayMs, again, kind } of timers) set(delayMs, again, kind);
        await clock.settle();
        await clock.advance(100);
        return log;
      };
      const log = await run();
      assert.equal(
        log.length,
        timers.reduce((sum, { again }) => sum + again + 1, 0),
      );
      for (const { dueMs, atMs } of log) assert.equal(atMs, dueMs);
      const sorted = log.toSorted((left, right) => left.dueMs - right.dueMs || left.order - right.order);
      assert.deepEqual(log, sorted);
      assert.deepEqual(await run(), log);
    }),
    { numRuns: 50 },
  );
});

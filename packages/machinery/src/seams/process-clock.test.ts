import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { createProcessClock } from "./process-clock.ts";

const work = { label: "test", kind: "work" } as const;

test("a timer never fires before its time, however small its fraction of a millisecond", async () => {
  const clock = createProcessClock();
  const delays = Array.from({ length: 50 }, (_, index) => index / 7);
  const early = await Promise.all(
    delays.map(async (delayMs) => {
      const startMs = clock.monotonic();
      await clock.sleep(delayMs, work);
      return clock.monotonic() - startMs < delayMs;
    }),
  );
  assert.ok(!early.includes(true));
});

test("a timer beyond the 24 days that Node can hold neither fires at once nor wakes the process for nothing", async () => {
  const clock = createProcessClock();
  const warnings: Error[] = [];
  const note = (warning: Error) => void warnings.push(warning);
  process.on("warning", note);
  let fired = 0;
  const timers = [2 ** 31, 2 ** 40, Number.MAX_SAFE_INTEGER].map((delayMs) =>
    clock.setTimer(delayMs, () => (fired += 1), work),
  );
  await clock.sleep(10, work);
  for (const timer of timers) timer.cancel();
  process.off("warning", note);
  assert.equal(fired, 0);
  assert.deepEqual(warnings, []);
});

test("a delay below zero is due at once, but never within the call that set it", async () => {
  const clock = createProcessClock();
  const order: string[] = [];
  const fired = new Promise<void>((resolve) => {
    clock.setTimer(
      -5,
      () => {
        order.push("timer");
        resolve();
      },
      work,
    );
  });
  order.push("caller");
  await fired;
  assert.deepEqual(order, ["caller", "timer"]);
});

test("a cancelled timer does not fire, and to cancel it again does nothing", async () => {
  const clock = createProcessClock();
  let fired = false;
  const timer = clock.setTimer(1, () => (fired = true), work);
  timer.cancel();
  timer.cancel();
  timer[Symbol.dispose]();
  await clock.sleep(5, work);
  assert.equal(fired, false);
});

test("only a timer that asks for it lets the process end", () => {
  const clock = createProcessClock();
  const holding = () => process.getActiveResourcesInfo().filter((resource) => resource === "Timeout").length;
  const before = holding();
  using _background = clock.setTimer(1e6, () => {}, { label: "heartbeat", kind: "background", unref: true });
  assert.equal(holding(), before);
  using _work = clock.setTimer(1e6, () => {}, work);
  assert.equal(holding(), before + 1);
});

test("the clock goes on where a test has replaced the global timers and dates by fakes", async () => {
  mock.timers.enable();
  try {
    const clock = createProcessClock();
    await clock.sleep(1, work);
    await clock.turn();
    assert.ok(clock.now() > Date.UTC(2026, 0, 1), "not the fake date, which starts in 1970");
  } finally {
    mock.timers.reset();
  }
});

test("a turn lets timers fire that a chain of promises would starve", async () => {
  const clock = createProcessClock();
  let fired = false;
  clock.setTimer(0, () => (fired = true), work);
  while (!fired) await clock.turn();
});

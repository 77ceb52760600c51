import assert from "node:assert/strict";
import { test } from "node:test";
import { track } from "./clock.ts";
import { NotSettledError } from "./not-settled-error.ts";
import { createVirtualClock } from "./virtual-clock.ts";

async function failureOf(promise: Promise<void>): Promise<NotSettledError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof NotSettledError);
  return error;
}

test("work that waits for ever is named instead of being waited for", async () => {
  const clock = createVirtualClock();
  void track(clock, "handler of default/a", () => new Promise<void>(() => {}));
  const { message, alive } = await failureOf(clock.settle());
  assert.match(message, /no timer can move: it waits for ever, or for I\/O of its own/);
  assert.match(message, /in flight:\n {2}- handler of default\/a/);
  assert.deepEqual(alive.inFlight, ["handler of default/a"]);
});

test("a loop of work timers ends after 30 virtual minutes, with what is pending and what happened last", async () => {
  const clock = createVirtualClock();
  let run = 0;
  const requeue = () => {
    run += 1;
    clock.setTimer(20_000, requeue, { label: `requeue ${run}`, kind: "work" });
  };
  requeue();
  clock.setTimer(7_200_000, () => {}, { label: "resync", kind: "background" });

  const { message, alive } = await failureOf(clock.settle());
  assert.match(message, /30 virtual minutes went by/);
  assert.deepEqual(alive.timers, [
    "work timer due in 20000 ms: requeue 91",
    "background timer due in 5400000 ms: resync",
  ]);
  assert.equal(alive.lastSteps.length, 10);
  assert.equal(alive.lastSteps.at(-1), "at 1800000 ms: requeue 90");
  assert.match(message, /last steps:\n {2}- at 1620000 ms: requeue 81/);
});

test("a loop that takes no time ends after 100,000 steps", async () => {
  const clock = createVirtualClock();
  const hot = () => void clock.setTimer(0, hot, { label: "hot loop", kind: "work" });
  hot();
  const { message } = await failureOf(clock.settle());
  assert.match(message, /100000 steps were taken/);
  assert.match(message, /hot loop/);
  assert.equal(clock.monotonic(), 0);
});

test("a loop of turns, or of work that begins and ends, is found too, in advance as in settle", async () => {
  for (const loop of ["turns", "work"]) {
    const clock = createVirtualClock({ stepLimit: 500 });
    let stopped = false;
    const spin = async () => {
      for (let round = 0; !stopped; round += 1) {
        if (loop === "work") clock.busy("request")[Symbol.dispose]();
        if (loop === "turns" || round % 100 === 0) await clock.turn();
      }
    };
    void spin();
    assert.match((await failureOf(clock.advance(0))).message, /500 steps were taken/);
    stopped = true;
  }
});

test("a report of very much shows its beginning and says how much more there is", async () => {
  const clock = createVirtualClock();
  for (let index = 0; index < 50; index += 1) clock.busy(`request ${index}`);
  const { message, alive } = await failureOf(clock.settle());
  assert.match(message, /request 19\n {2}- and 30 more/);
  assert.equal(alive.inFlight.length, 50);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { createVirtualClock } from "@pintle/machinery";
import { untilDone } from "./until-done.ts";

test("what needs no time takes none", async () => {
  const clock = createVirtualClock();
  assert.equal(await untilDone(clock, "it", Promise.resolve(3)), 3);
  assert.equal(clock.monotonic(), 0);
});

test("what needs time gets it, and not much more", async () => {
  const clock = createVirtualClock();
  await untilDone(clock, "it", clock.sleep(90, { kind: "work", label: "it" }));
  assert.equal(clock.monotonic(), 110);
});

test("what fails fails", async () => {
  const clock = createVirtualClock();
  await assert.rejects(untilDone(clock, "it", Promise.reject(new Error("no"))), /^Error: no$/);
});

test("what takes too long is told with what is alive", async () => {
  const clock = createVirtualClock();
  const waiting = clock.sleep(3_600_000, { kind: "work", label: "a long wait" });
  await assert.rejects(untilDone(clock, "the start", waiting), {
    name: "NotSettledError",
    message: /the start took more than two virtual minutes\n(.*\n)* {2}- work timer due in \d+ ms: a long wait/,
  });
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { createJsonLogger, createVirtualClock } from "@pintle/machinery";
import { createEventLoopWatchdog } from "./event-loop-watchdog.ts";
import { Gate } from "./fence.ts";

test("a block is told with what was being worked on, after the fences were asked; time that passes as it should is not", async () => {
  const clock = createVirtualClock();
  const lines: string[] = [];
  const judged: number[] = [];
  let blockedMs = 0;
  const watchdog = createEventLoopWatchdog({
    clock: { ...clock, monotonic: () => clock.monotonic() + blockedMs, setTimer: clock.setTimer },
    logger: createJsonLogger({ clock, write: (text: string) => void lines.push(text) }),
    keysSince: () => ["foobars default/a"],
    onBlocked: () => judged.push(lines.length),
  });
  const running = await watchdog.start({ signal: new AbortController().signal, fence: new Gate() });
  await clock.advance(60_000);
  blockedMs += 4_000;
  await clock.advance(60_000);
  assert.deepEqual(lines, []);
  blockedMs += 12_000;
  await clock.advance(60_000);
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? "", /event loop was blocked.*"seconds":12,"reconciling":\["foobars default\/a"\]/);
  assert.deepEqual(judged, [0]);
  await running.stop({ signal: new AbortController().signal });
  assert.deepEqual(clock.alive().timers, []);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createVirtualClock } from "../seams/virtual-clock.ts";
import { createWorkQueue } from "./work-queue.ts";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

function heapBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** What a key takes while it waits, apart from its text: its entry, and its place in a map that may be half empty. */
const boundBytes = 300;

test("a million keys, each added twice, come out once, in order, in bounded memory that is free afterwards", async () => {
  const count = 1_000_000;
  const keys = Array.from({ length: count }, (_, index) => `default/object-${index}`);
  const queue = createWorkQueue({ name: "large", clock: createVirtualClock() });
  const before = heapBytes();
  for (let time = 0; time < 2; time += 1) for (const key of keys) queue.add(key);
  assert.equal(queue.length, count);
  const perKey = (heapBytes() - before) / count;
  assert.ok(perKey < boundBytes, `${perKey.toFixed(0)} bytes a key`);

  for (const key of keys) {
    const item = await queue.get();
    if (item?.key !== key) assert.fail(`${item?.key} instead of ${key}`);
    queue.done(key);
  }
  assert.equal(queue.length, 0);
  const leftPerKey = (heapBytes() - before) / count;
  assert.ok(leftPerKey < 10, `${leftPerKey.toFixed(1)} bytes a key are left`);
});

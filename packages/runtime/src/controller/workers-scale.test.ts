import assert from "node:assert/strict";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { bucket, createVirtualClock, createWorkQueue, exponential, maxOf } from "@pintle/machinery";
import { WatchedKinds } from "./cache-reader.ts";
import { CauseMemory } from "./causes.ts";
import { changeOf, objectOf } from "./change-fixture.test.ts";
import { controller } from "./controller.ts";
import type { Cause } from "./reconcile.ts";
import { observerOf } from "./watch-events.ts";
import { ConfigMap, startTestWorkers } from "./workers-fixture.test.ts";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

function heapBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

test("ten thousand objects that fail at once come back at ten a second, and all are done when the reason is gone", async () => {
  const count = 10_000;
  const triesBySecond = new Map<number, number>();
  let isBroken = true;
  let done = 0;
  const { clock, queue, stop } = startTestWorkers(
    () => {
      const second = Math.floor(clock.monotonic() / 1_000);
      triesBySecond.set(second, (triesBySecond.get(second) ?? 0) + 1);
      if (isBroken) throw new Error("the database is down");
      done += 1;
    },
    { count: 10, limiter: maxOf(exponential(), bucket()), isQuiet: true },
  );
  for (let index = 0; index < count; index += 1) queue.add(`default/object-${index}`);
  await clock.advance(59_999);
  const [first = 0, ...later] = Array.from({ length: 60 }, (_, second) => triesBySecond.get(second) ?? 0);
  // The first hundred retries go through at once; whatever comes after them comes at ten a second.
  assert.ok(first <= count + 110, `${first} tries in the first second`);
  assert.ok(Math.max(...later) <= 11, `${Math.max(...later)} tries in a later second`);
  const retries = first + later.reduce((sum, each) => sum + each, 0) - count;
  assert.ok(retries <= 700, `${retries} retries in a minute are more than a tenth of the load`);
  isBroken = false;
  await clock.settle();
  assert.equal(done, count);
  await stop();
});

test("all objects told again are queued once each, behind all news, in memory that is stated", async () => {
  const count = 100_000;
  const queue = createWorkQueue<string, Cause>({ name: "large", clock: createVirtualClock() });
  const { own } = controller(ConfigMap).reconcile(() => {});
  const target = {
    kind: ConfigMap,
    queue,
    causes: new CauseMemory(),
    cache: new WatchedKinds(),
    onError: () => assert.fail(),
  };
  const observe = observerOf(own, target);
  const objects = Array.from({ length: count }, (_, index) => objectOf({ name: `object-${index}` }));
  const before = heapBytes();
  for (const object of objects) observe(changeOf("add", object, { isInitial: true }));
  for (const object of objects) observe(changeOf("update", object, { previous: object, isResync: true }));
  assert.equal(queue.length, count);
  const perKey = (heapBytes() - before) / count;
  // The key's text, its entry, and two causes that hold on to nothing.
  assert.ok(perKey < 700, `${perKey.toFixed(0)} bytes a key`);
  observe(changeOf("add", objectOf({ name: "news" })));
  assert.equal((await queue.get())?.key, "default/news");
});

test("hundreds of thousands of keys are worked on, each once, and nothing is left of their runs", async () => {
  const count = 100_000;
  let runs = 0;
  const { clock, queue, stop } = startTestWorkers(
    () => {
      runs += 1;
    },
    { count: 10, isQuiet: true },
  );
  const work = async (name: string) => {
    for (let index = 0; index < count; index += 1) queue.add(`default/${name}-${index}`);
    await clock.settle();
  };
  // The first time code is compiled and tables grow to a size that they keep for a while; what keys leave behind comes with every key.
  await work("first");
  const before = heapBytes();
  const rounds = 5;
  for (let round = 0; round < rounds; round += 1) await work(`round-${round}`);
  assert.equal(runs, (1 + rounds) * count);
  const perKey = (heapBytes() - before) / (rounds * count);
  assert.ok(perKey < 10, `${perKey.toFixed(1)} bytes a key are left`);
  await stop();
});

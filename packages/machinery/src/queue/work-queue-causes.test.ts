import assert from "node:assert/strict";
import { test } from "node:test";
import { NotSettledError } from "../seams/not-settled-error.ts";
import { createVirtualClock } from "../seams/virtual-clock.ts";
import { createWorkQueue } from "./work-queue.ts";

test("an item carries the causes of all the adds that it stands for", async () => {
  const clock = createVirtualClock();
  const queue = createWorkQueue({ name: "test", clock });
  queue.addAfter("a", 1_000, { cause: "Deployment default/a" });
  queue.add("a", { cause: "Pod default/a-0" });
  queue.add("a");
  queue.addRateLimited("a", { cause: "retry" });
  assert.deepEqual((await queue.get())?.causes, ["Deployment default/a", "Pod default/a-0", "retry"]);
});

test("causes that come while a key is held belong to its next run", async () => {
  const queue = createWorkQueue({ name: "test", clock: createVirtualClock() });
  queue.add("a", { cause: "first" });
  const first = await queue.get();
  queue.add("a", { cause: "second" });
  queue.done("a");
  const second = await queue.get();
  assert.deepEqual([first?.causes, second?.causes], [["first"], ["second"]]);
});

test("the first eight causes are kept and the rest is counted", async () => {
  const queue = createWorkQueue<string, number>({ name: "test", clock: createVirtualClock() });
  for (let cause = 0; cause < 100_000; cause += 1) queue.add("a", { cause });
  const item = await queue.get();
  assert.deepEqual(item?.causes, [0, 1, 2, 3, 4, 5, 6, 7]);
  assert.equal(item?.furtherCauses, 99_992);

  queue.add("a", { cause: 1 });
  queue.done("a");
  const next = await queue.get();
  assert.deepEqual([next?.causes, next?.furtherCauses], [[1], 0], "the next run begins anew");
});

test("settle names the keys that are held and those that are delayed, with their causes", async () => {
  const clock = createVirtualClock();
  const queue = createWorkQueue({ name: "FooBars", clock });
  const finishOneThenHang = async () => {
    queue.done((await queue.get())?.key ?? "");
    await queue.get();
    await new Promise(() => {});
  };
  void finishOneThenHang();
  queue.add("default/before");
  await clock.settle();
  for (let index = 0; index < 10; index += 1) queue.add("default/a", { cause: `Pod a-${index}` });
  queue.add("default/b");
  queue.addAfter("default/c", 1_000, { cause: "resync" });
  const error = await clock.settle().catch((reason: unknown) => reason);

  assert.ok(error instanceof NotSettledError);
  assert.deepEqual(error.alive.inFlight, ["queue FooBars holds default/a because of Pod a-0; 2 more in line"]);
  assert.deepEqual(error.alive.lastSteps, ["at 1000 ms: queue FooBars: default/c because of resync"]);
});

test("settle ends when the workers have nothing to do, and also where keys wait and there is no worker", async () => {
  const clock = createVirtualClock();
  const queue = createWorkQueue({ name: "test", clock });
  const seen: string[] = [];
  const work = async () => {
    for (let item = await queue.get(); item; item = await queue.get()) {
      await clock.sleep(100, { label: "handler", kind: "work" });
      seen.push(`${item.key} at ${clock.monotonic()}`);
      queue.done(item.key);
    }
  };
  queue.add("a");
  await clock.settle();
  assert.deepEqual(seen, []);

  void work();
  queue.addAfter("b", 1_000);
  await clock.settle();
  assert.deepEqual(seen, ["a at 100", "b at 1100"]);
});

test("keys that are added again by each of their runs are a loop that settle finds", async () => {
  const clock = createVirtualClock({ stepLimit: 1_000 });
  const queue = createWorkQueue({ name: "hot", clock });
  const work = async () => {
    for (let item = await queue.get(); item; item = await queue.get()) {
      queue.add(item.key, { cause: item.key });
      queue.done(item.key);
    }
  };
  const workers = [work(), work(), work()];
  for (const key of ["a", "b", "c", "d"]) queue.add(key);
  await assert.rejects(clock.settle(), /1000 steps were taken/);
  await queue.shutDown({ drain: false });
  await Promise.all(workers);
});

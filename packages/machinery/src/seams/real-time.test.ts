import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { track } from "./clock.ts";
import { inRealTime, lazyCode, realTimeWork } from "./real-time.ts";
import { createVirtualClock } from "./virtual-clock.ts";

test("virtual time stands still while something takes time of the process", async () => {
  const clock = createVirtualClock();
  const beat = () => void clock.setTimer(1, beat, { label: "beat", kind: "background" });
  beat();
  const text = track(clock, "reading", () => inRealTime(() => readFile(import.meta.filename, "utf8")));
  await clock.settle();
  assert.equal(clock.monotonic(), 0);
  assert.match(await text, /virtual time stands still/);
});

test("what follows from it is part of what a clock settles", async () => {
  const clock = createVirtualClock();
  const steps: string[] = [];
  void (async () => {
    await inRealTime(() => readFile(import.meta.filename));
    steps.push("read");
    await clock.sleep(1_000, { label: "nap", kind: "work" });
    await inRealTime(() => readFile(import.meta.filename));
    steps.push("read again");
  })();
  await clock.settle();
  assert.deepEqual(steps, ["read", "read again"]);
  assert.equal(clock.monotonic(), 1_000);
});

test("what fails is over too", async () => {
  await assert.rejects(
    inRealTime(async () => assert.fail("no such code")),
    /no such code/,
  );
  assert.equal(realTimeWork(), undefined);
  await createVirtualClock().settle();
});

test("code comes in the order in which it is asked for, while all else comes to rest, whether it is there or not", async () => {
  const clock = createVirtualClock();
  const steps: string[] = [];
  const slow = lazyCode(() => readFile(import.meta.filename));
  const quick = lazyCode(async () => "code");
  const ask = async (name: string, load: () => Promise<unknown>) => {
    await load();
    steps.push(name);
  };
  const others = async () => {
    for (let step = 0; step < 100; step += 1) await undefined;
    steps.push("others");
  };
  for (let round = 0; round < 2; round += 1) {
    const settled = clock.settle();
    void ask("first", slow);
    void ask("second", quick);
    void others();
    await settled;
    assert.deepEqual(steps.splice(0), ["others", "first", "second"]);
  }
});

test("code that is there already comes at once where no virtual time moves", async () => {
  const load = lazyCode(async () => "code");
  await load();
  let isThere = false;
  void load().then(() => {
    isThere = true;
  });
  for (let step = 0; step < 3; step += 1) await undefined;
  assert.ok(isThere);
});

test("code that cannot be loaded is tried again, and is no reason not to load other", async () => {
  let tries = 0;
  const late = lazyCode(async () => {
    tries += 1;
    return tries > 1 ? "late" : assert.fail("no such code");
  });
  const isLost = assert.rejects(late(), /no such code/);
  assert.equal(await lazyCode(async () => "code")(), "code");
  await isLost;
  assert.equal(await late(), "late");
});

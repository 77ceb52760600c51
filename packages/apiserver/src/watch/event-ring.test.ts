import assert from "node:assert/strict";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createProcessClock } from "@pintle/machinery";
import { ChangeEvent } from "./change-event.ts";
import { EventRing } from "./event-ring.ts";

function event(revision: number, bytes: number): ChangeEvent {
  return new ChangeEvent({ key: "/a", revision, value: new Uint8Array(bytes), previous: undefined });
}

test("the ring has the last events, by number and by bytes, and knows after which revision none is missing", () => {
  const ring = new EventRing(0, 4, 1_000);
  for (let revision = 1; revision <= 6; revision += 1) ring.push(event(revision, 10));
  assert.equal(ring.oldest, 2);
  assert.deepEqual(
    ring.after(2).map(({ revision }) => revision),
    [3, 4, 5, 6],
  );
  ring.push(event(7, 480));
  assert.equal(ring.oldest, 4);
  assert.deepEqual(
    ring.after(5).map(({ revision }) => revision),
    [6, 7],
  );
});

test("what has left the ring is not held any more, although the ring has room for many", async () => {
  setFlagsFromString("--expose-gc");
  const ring = new EventRing(0, 1_000, 1_000);
  const left: WeakRef<ChangeEvent>[] = [];
  for (let revision = 1; revision <= 10; revision += 1) {
    const large = event(revision, 400);
    left.push(new WeakRef(large));
    ring.push(large);
  }
  await createProcessClock().turn();
  runInNewContext("gc")();
  const held = left.filter((reference) => reference.deref() !== undefined).length;
  assert.ok(held <= 2, `${held} of 10 events are held`);
});

/** Events of core v1 on the embedded plane: the same is counted, the similar combined, and spam held back. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Event } from "@pintle/kinds/core/v1";
import { startEventPlane } from "./event-plane.ts";
import type { RuntimePlane } from "./plane.ts";

const failed = { type: "Warning", reason: "Failed", note: "no luck" } as const;

async function eventsOf({ client }: RuntimePlane): Promise<Event[]> {
  const { items } = await client.resource(Event, { namespace: "default" }).list();
  return items.sort((left, right) => (String(left.metadata.name) < String(right.metadata.name) ? -1 : 1));
}

test("the same event is counted in one, with its first and its last time", async () => {
  await using started = await startEventPlane("core");
  const { plane, recorder, box, writes } = started;
  for (let minute = 0; minute < 3; minute += 1) {
    recorder.record({ regarding: box, ...failed });
    await plane.clock.advance(60_000);
  }
  const [event, ...others] = await eventsOf(plane);
  assert.deepEqual(others, []);
  assert.match(event?.metadata.name ?? "", /^box\.[0-9a-f]{16}$/);
  assert.deepEqual(
    [event?.count, event?.firstTimestamp, event?.lastTimestamp, event?.message, event?.type, event?.reason],
    [3, "2026-01-01T00:00:00Z", "2026-01-01T00:02:00Z", "no luck", "Warning", "Failed"],
  );
  assert.deepEqual(event?.source, { component: "boxes" });
  assert.equal(event?.involvedObject.uid, box.metadata.uid);
  assert.deepEqual(writes(), ["POST", "PATCH", "PATCH"]);
});

test("events whose words alone differ are combined from the tenth on", async () => {
  await using started = await startEventPlane("core");
  const { plane, recorder, box } = started;
  for (let time = 1; time <= 12; time += 1) {
    recorder.record({ regarding: box, ...failed, note: `try ${time}` });
    await plane.clock.settle();
  }
  const events = await eventsOf(plane);
  assert.equal(events.length, 10);
  const combined = events.filter(({ count }) => count === 3);
  assert.deepEqual(
    combined.map(({ message }) => message),
    ["(combined from similar events): try 12"],
  );
});

test("a source tells 25 events about an object, and then one in five minutes, whose count has all", async () => {
  await using started = await startEventPlane("core");
  const { plane, recorder, box, writes, dropped } = started;
  const { clock } = plane;
  for (let time = 0; time < 40; time += 1) {
    recorder.record({ regarding: box, ...failed });
    await clock.settle();
  }
  assert.equal(writes().length, 25);
  assert.deepEqual(dropped(), ["spam 15"]);
  assert.equal((await eventsOf(plane))[0]?.count, 25);
  await clock.advance(300_000);
  recorder.record({ regarding: box, ...failed });
  recorder.record({ regarding: box, ...failed });
  await clock.settle();
  assert.equal(writes().length, 26);
  assert.equal((await eventsOf(plane))[0]?.count, 42);
});

test("ten thousand events about one object are 25 writes at most", async () => {
  await using started = await startEventPlane("core");
  const { plane, recorder, box, writes } = started;
  for (let time = 0; time < 10_000; time += 1) {
    recorder.record({ regarding: box, ...failed, note: `try ${time}` });
    if (time % 100 === 0) await plane.clock.settle();
  }
  await plane.clock.settle();
  assert.ok(writes().length <= 25, `${writes().length} writes`);
});

test("an event that the server has forgotten is written anew, with its count", async () => {
  await using started = await startEventPlane("core");
  const { plane, recorder, box } = started;
  recorder.record({ regarding: box, ...failed });
  await plane.clock.settle();
  await plane.client.resource(Event, { namespace: "default" }).deleteCollection();
  recorder.record({ regarding: box, ...failed });
  await plane.clock.settle();
  assert.deepEqual(
    (await eventsOf(plane)).map(({ count }) => count),
    [2],
  );
});

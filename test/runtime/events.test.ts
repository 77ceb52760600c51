/** Events of events.k8s.io/v1 on the embedded plane: what repeats is counted, and the server is not drowned. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigMap, Namespace } from "@pintle/kinds";
import { Event } from "@pintle/kinds/events/v1";
import { createBox, startEventPlane } from "./event-plane.ts";
import type { RuntimePlane } from "./plane.ts";
import { answerWithStatus, answerWithText, connectionReset } from "./wire-faults.ts";

const minuteMs = 60_000;
const failed = { type: "Warning", reason: "Failed", action: "Start", note: "no luck" } as const;

async function eventsOf({ client }: RuntimePlane, namespace = "default"): Promise<Event[]> {
  return (await client.resource(Event, { namespace }).list()).items;
}

test("an event is written with all that is known, under the object's name and in its namespace", async () => {
  await using started = await startEventPlane();
  const { plane, recorder, box } = started;
  recorder.record({ regarding: box, related: box, ...failed });
  await plane.clock.settle();
  const [event, ...others] = await eventsOf(plane);
  assert.deepEqual(others, []);
  assert.match(event?.metadata.name ?? "", /^box\.[0-9a-f]{16}$/);
  assert.match(event?.reportingInstance ?? "", /^boxes-./);
  const { uid, resourceVersion } = box.metadata;
  const reference = { apiVersion: "v1", kind: "ConfigMap", namespace: "default", name: "box", uid, resourceVersion };
  const { metadata: _, reportingInstance: __, ...fields } = event ?? ({} as Event);
  assert.deepEqual(fields, {
    apiVersion: "events.k8s.io/v1",
    kind: "Event",
    eventTime: "2026-01-01T00:00:00.000000Z",
    reportingController: "boxes",
    regarding: reference,
    related: reference,
    ...failed,
    ...{
      deprecatedFirstTimestamp: fields.deprecatedFirstTimestamp,
      deprecatedLastTimestamp: fields.deprecatedLastTimestamp,
      deprecatedSource: fields.deprecatedSource,
    },
  });
});

test("what repeats is one event: told twice, then counted, refreshed after half an hour, and finished after six quiet minutes", async () => {
  await using started = await startEventPlane();
  const { plane, recorder, box, writes } = started;
  const { clock } = plane;
  const counts = async () => (await eventsOf(plane)).map(({ series }) => series?.count);
  recorder.record({ regarding: box, ...failed });
  await clock.settle();
  assert.deepEqual(await counts(), [undefined]);
  recorder.record({ regarding: box, ...failed, note: "the note of the first stays" });
  await clock.settle();
  assert.deepEqual(await counts(), [2]);
  for (let minute = 1; minute <= 33; minute += 1) {
    await clock.advance(minuteMs);
    recorder.record({ regarding: box, ...failed });
  }
  assert.deepEqual(writes(), ["POST", "PATCH", "PATCH"]);
  assert.deepEqual(await counts(), [31], "at thirty minutes, before that minute's");
  await clock.advance(13 * minuteMs);
  assert.deepEqual(await counts(), [35]);
  assert.deepEqual(writes(), ["POST", "PATCH", "PATCH", "PATCH"]);
  const [event] = await eventsOf(plane);
  assert.equal(event?.series?.lastObservedTime, "2026-01-01T00:33:00.000000Z");
  assert.equal(event?.note, "no luck");
  recorder.record({ regarding: box, ...failed });
  await clock.settle();
  assert.equal((await eventsOf(plane)).length, 2, "a new beginning is a new event");
});

test("a change of the object, or of the words, is still the same; another reason, type, action or controller is not", async () => {
  await using started = await startEventPlane();
  const { plane, recorder, box } = started;
  const { client, clock } = plane;
  recorder.record({ regarding: box, ...failed });
  const changed = await client.resource(ConfigMap).patch("box", { merge: { data: { a: "b" } } });
  recorder.record({ regarding: changed, ...failed, note: "other words" });
  await clock.settle();
  assert.equal((await eventsOf(plane)).length, 1);
  recorder.record({ regarding: box, ...failed, reason: "Other" });
  recorder.record({ regarding: box, ...failed, type: "Normal" });
  recorder.record({ regarding: box, ...failed, action: "Stop" });
  recorder.record({ regarding: box, related: box, ...failed });
  recorder.for("gardens").record({ regarding: box, ...failed });
  recorder.record({ regarding: await createBox(client, "other"), ...failed });
  await clock.settle();
  assert.equal((await eventsOf(plane)).length, 7);
});

test("ten thousand of one event are three writes, and the count is right at the end", async () => {
  await using started = await startEventPlane();
  const { plane, recorder, box, writes, dropped } = started;
  for (let time = 0; time < 10_000; time += 1) recorder.record({ regarding: box, ...failed });
  await plane.clock.settle();
  await recorder.flush();
  assert.deepEqual(
    (await eventsOf(plane)).map(({ series }) => series?.count),
    [10_000],
  );
  assert.ok(writes().length <= 3, writes().join(" "));
  assert.deepEqual(dropped(), []);
});

test("ten thousand different events at once are a thousand writes, and the rest is dropped and counted", async () => {
  await using started = await startEventPlane();
  const { plane, recorder, box, writes, dropped, warnings } = started;
  for (let time = 0; time < 10_000; time += 1) recorder.record({ regarding: box, ...failed, reason: `R${time}` });
  await plane.clock.settle();
  assert.equal(writes().length, 1_000);
  assert.deepEqual(dropped(), ["queue_full 9000"]);
  assert.equal(warnings().length, 1);
});

test("events about objects of cluster scope are kept in default", async () => {
  await using started = await startEventPlane();
  const { plane, recorder } = started;
  const home = await plane.client.resource(Namespace).create({ metadata: { name: "home" } });
  recorder.record({ regarding: home, reason: "Built", note: "it stands" });
  await plane.clock.settle();
  assert.deepEqual(
    (await eventsOf(plane)).map(({ regarding }) => [regarding?.kind, regarding?.name]),
    [["Namespace", "home"]],
  );
});

test("a namespace that is being terminated takes no events: they are dropped, counted, and logged once", async () => {
  await using started = await startEventPlane();
  const { plane, recorder, dropped, warnings, writes } = started;
  const { client, clock } = plane;
  await client.resource(Namespace).create({ metadata: { name: "going" } });
  const boxes = client.resource(ConfigMap, { namespace: "going" });
  const held = await boxes.create({ metadata: { name: "held", finalizers: ["example.com/hold"] } });
  await client.resource(Namespace).delete("going");
  for (const reason of ["A", "B", "C"]) recorder.record({ regarding: held, reason, note: "too late" });
  await clock.settle();
  assert.deepEqual(dropped(), ["namespace_terminating 3"]);
  assert.equal(warnings().length, 1);
  assert.equal(writes().length, 3, "none is tried again");
});

test("an event that the server has forgotten is written anew, with its count", async () => {
  await using started = await startEventPlane();
  const { plane, recorder, box } = started;
  recorder.record({ regarding: box, ...failed });
  await plane.clock.settle();
  await plane.client.resource(Event, { namespace: "default" }).deleteCollection();
  recorder.record({ regarding: box, ...failed });
  await plane.clock.settle();
  assert.deepEqual(
    (await eventsOf(plane)).map(({ series }) => series?.count),
    [2],
  );
});

test("an answer that is lost makes no second event, and what came meanwhile is in the first", async () => {
  await using started = await startEventPlane();
  const { plane, recorder, box, writes, dropped } = started;
  plane.faults.request = async (request, send) => {
    const answer = await send();
    if (request.method !== "POST" || !request.path.includes("/events")) return answer;
    plane.faults.request = undefined;
    recorder.record({ regarding: box, ...failed });
    throw connectionReset();
  };
  recorder.record({ regarding: box, ...failed });
  await plane.clock.settle();
  assert.deepEqual(
    (await eventsOf(plane)).map(({ series }) => series?.count),
    [2],
  );
  assert.deepEqual(dropped(), []);
  assert.deepEqual(
    writes().filter((method) => method === "PATCH"),
    ["PATCH"],
  );
});

test("a server that is away, or not well, is tried again until it is back", async () => {
  const troubles = [
    () => Promise.reject(connectionReset()),
    async () => answerWithStatus(500, "InternalError"),
    async () => answerWithText(200, "<html>welcome to the hotel</html>"),
  ];
  for (const trouble of troubles) {
    await using started = await startEventPlane();
    const { plane, recorder, box, dropped, writes } = started;
    plane.faults.request = trouble;
    recorder.record({ regarding: box, ...failed });
    await plane.clock.advance(60_000);
    plane.faults.request = undefined;
    await plane.clock.settle();
    assert.equal((await eventsOf(plane)).length, 1);
    assert.deepEqual(dropped(), []);
    assert.ok(writes().length >= 5 && writes().length <= 8, `${writes().length} writes`);
  }
});

test("after twelve tries an event is given up, and the next one is told as usual", async () => {
  await using started = await startEventPlane();
  const { plane, recorder, box, dropped, writes } = started;
  plane.faults.request = () => Promise.reject(connectionReset());
  recorder.record({ regarding: box, ...failed });
  await plane.clock.settle();
  assert.equal(writes().length, 12);
  assert.deepEqual(dropped(), ["unreachable 1"]);
  plane.faults.request = undefined;
  recorder.record({ regarding: box, ...failed, reason: "Other" });
  await plane.clock.settle();
  assert.equal((await eventsOf(plane)).length, 1);
});

test("what the server refuses is not tried again, and keeps nobody else from being heard", async () => {
  await using started = await startEventPlane();
  const { plane, recorder, box, dropped, writes } = started;
  plane.faults.request = async (request, send) => {
    if (!request.path.includes("/events") || plane.requests.length % 2 === 0) return send();
    return answerWithStatus(403, "Forbidden");
  };
  for (let time = 0; time < 10; time += 1) recorder.record({ regarding: box, ...failed, reason: `R${time}` });
  await plane.clock.settle();
  plane.faults.request = undefined;
  const written = (await eventsOf(plane)).length;
  assert.deepEqual(dropped(), [`refused ${10 - written}`]);
  assert.ok(written > 0 && written < 10);
  assert.equal(writes().length, 10);
});

test("a server that never answers holds up eight writers for half a minute, and the end not at all", async () => {
  await using started = await startEventPlane();
  const { plane, recorder, box, dropped } = started;
  plane.faults.request = (request) =>
    new Promise((_, reject) => request.signal?.addEventListener("abort", () => reject(request.signal?.reason)));
  for (let time = 0; time < 20; time += 1) recorder.record({ regarding: box, ...failed, reason: `R${time}` });
  await plane.clock.advance(1_000);
  const closing = recorder.close();
  await plane.clock.advance(5_000);
  await closing;
  assert.deepEqual(dropped(), ["closed 20"]);
  assert.deepEqual(plane.clock.alive().inFlight, []);
  assert.deepEqual(
    plane.clock.alive().timers.filter((timer) => /event/.test(timer)),
    [],
  );
});

test("the end writes what is not written yet, and leaves no timer", async () => {
  await using started = await startEventPlane();
  const { plane, recorder, box } = started;
  for (let time = 0; time < 5; time += 1) recorder.record({ regarding: box, ...failed });
  const closing = recorder.close();
  await plane.clock.settle();
  await closing;
  assert.deepEqual(
    (await eventsOf(plane)).map(({ series }) => series?.count),
    [5],
  );
  assert.deepEqual(
    plane.clock.alive().timers.filter((timer) => /event/.test(timer)),
    [],
  );
});

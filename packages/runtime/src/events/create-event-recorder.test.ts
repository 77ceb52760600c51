import assert from "node:assert/strict";
import { test } from "node:test";
import { createClient } from "@pintle/client";
import { createJsonLogger, createSeededRandom, createVirtualClock, type KubernetesObject } from "@pintle/machinery";
import { Gate } from "../manager/fence.ts";
import { createMetrics } from "../metrics/create-metrics.ts";
import { createEventRecorder, type EventRecorderOptions } from "./create-event-recorder.ts";
import { createEventList } from "./event-list.ts";
import { createLogEventSink } from "./log-event-sink.ts";

const pod: KubernetesObject = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "web", namespace: "shop", uid: "u1", resourceVersion: "7" },
};

function createRecorder(options: Partial<EventRecorderOptions> = {}) {
  const clock = createVirtualClock();
  const log: string[] = [];
  const metrics = createMetrics();
  const list = createEventList();
  const transport = { request: () => Promise.reject(new Error("nobody is to be asked")) };
  const client = createClient({ transport }, { clock, random: createSeededRandom(1) });
  const logger = createJsonLogger({ write: (line) => void log.push(line), clock, level: "debug" });
  const recorder = createEventRecorder({
    client,
    reportingController: "example.com/boxes",
    reportingInstance: "boxes-1",
    sinks: [list],
    logger,
    metrics,
    ...options,
  });
  const dropped = () =>
    [...metrics.write().matchAll(/^pintle_events_dropped_total\{reason="(\w+)"\} ([1-9]\d*)$/gm)].map(
      ([, reason, count]) => `${reason} ${count}`,
    );
  return { clock, log, list, recorder, dropped, logger };
}

test("an event is completed: its type, its action, who reports it, and what it is about", () => {
  const { clock, list, recorder } = createRecorder();
  recorder.record({ regarding: pod, reason: "Created", note: "created it" });
  assert.deepEqual(list.events, [
    {
      regarding: { apiVersion: "v1", kind: "Pod", name: "web", namespace: "shop", uid: "u1", resourceVersion: "7" },
      type: "Normal",
      reason: "Created",
      action: "Created",
      note: "created it",
      reportingController: "example.com/boxes",
      reportingInstance: "boxes-1",
      timeMs: clock.now(),
    },
  ]);
});

test("texts are cut to what the server takes", () => {
  const { list, recorder } = createRecorder();
  const long = "é".repeat(2_000);
  recorder.record({ regarding: pod, reason: long, action: long, note: long });
  const [event] = list.events;
  const bytes = [event?.note, event?.reason, event?.action].map((text) => Buffer.byteLength(text ?? ""));
  assert.deepEqual(bytes, [1_023, 127, 127]);
  assert.ok(event?.note.endsWith("é…"));
});

test("who reports has a name like a label, and an instance that fits", () => {
  const { list, recorder } = createRecorder();
  for (const name of ["", "a b", "a/b/c", "x".repeat(64)]) {
    assert.throws(() => createRecorder({ reportingController: name }), { code: "PINTLE_EVENT_REPORTER_INVALID" }, name);
  }
  recorder.for(`${"a".repeat(200)}.com/boxes`).record({ regarding: pod, reason: "R", note: "" });
  assert.equal(Buffer.byteLength(list.events[0]?.reportingInstance ?? ""), 128);
  recorder.for("gardens").record({ regarding: pod, reason: "R", note: "" });
  assert.equal(list.events[1]?.reportingController, "gardens");
  assert.match(list.events[1]?.reportingInstance ?? "", /^gardens-./);
});

test("what cannot be told is dropped, counted, and logged once", () => {
  const { list, log, recorder, dropped } = createRecorder();
  const incomplete = [
    { ...pod, metadata: { name: "web" } },
    { ...pod, metadata: { uid: "u1" } },
    { ...pod, kind: "" },
    { metadata: pod.metadata } as KubernetesObject,
    {} as KubernetesObject,
    undefined as unknown as KubernetesObject,
  ];
  for (const regarding of incomplete) recorder.record({ regarding, reason: "R", note: "n" });
  recorder.record({ regarding: pod, reason: "", note: "n" });
  recorder.record({ regarding: pod, type: "Fatal" as "Normal", reason: "R", note: "n" });
  assert.deepEqual(list.events, []);
  assert.deepEqual(dropped(), ["incomplete 8"]);
  assert.equal(log.filter((line) => line.includes('"warn"')).length, 1);
});

test("a related object that cannot be told apart is left out, and the event is not", () => {
  const { list, recorder } = createRecorder();
  recorder.record({ regarding: pod, related: { ...pod, metadata: {} }, reason: "R", note: "n" });
  recorder.record({ regarding: pod, related: pod, reason: "R", note: "n" });
  assert.deepEqual(
    list.events.map(({ related }) => related?.uid),
    [undefined, "u1"],
  );
});

test("a sink that fails does not keep the others from anything", async () => {
  const list = createEventList();
  const sinks = [
    {
      name: "throwing",
      record: () => {
        throw new Error("broken");
      },
    },
    {
      name: "rejecting",
      record: () => Promise.reject(new Error("broken")),
      flush: () => Promise.reject(new Error("stuck")),
      close: () => Promise.reject(new Error("stuck")),
    },
    list,
  ];
  const { recorder, dropped, clock } = createRecorder({ sinks });
  recorder.record({ regarding: pod, reason: "R", note: "n" });
  await clock.settle();
  assert.equal(list.events.length, 1);
  assert.deepEqual(dropped(), ["sink_failed 2"]);
  await recorder.close();
  assert.deepEqual(clock.alive().timers, []);
});

test("after the end everything is dropped, and to end twice does nothing", async () => {
  const { list, recorder, dropped } = createRecorder();
  await Promise.all([recorder.close(), recorder.close()]);
  await recorder[Symbol.asyncDispose]();
  recorder.record({ regarding: pod, reason: "R", note: "n" });
  recorder.for("gardens").record({ regarding: pod, reason: "R", note: "n" });
  assert.deepEqual(list.events, []);
  assert.deepEqual(dropped(), ["closed 2"]);
});

test("who may not write any more tells nothing, and keeps nobody else from it", () => {
  const { list, recorder, dropped } = createRecorder();
  const gate = new Gate();
  const fenced = recorder.for("gardens", { fence: gate });
  fenced.record({ regarding: pod, reason: "Before", note: "n" });
  gate.close("somebody else leads");
  fenced.record({ regarding: pod, reason: "After", note: "n" });
  recorder.record({ regarding: pod, reason: "Other", note: "n" });
  assert.deepEqual(
    list.events.map(({ reason }) => reason),
    ["Before", "Other"],
  );
  assert.deepEqual(dropped(), ["fenced 1"]);
});

test("nothing is started before the first event", async () => {
  const { recorder, clock } = createRecorder({ sinks: undefined as never });
  assert.deepEqual(clock.alive().timers, []);
  await recorder.flush();
  await recorder.close();
  assert.deepEqual(clock.alive().timers, []);
});

test("events are lines of the log at level debug", () => {
  const { logger, log } = createRecorder();
  const { recorder } = createRecorder({ sinks: [createLogEventSink(logger)] });
  recorder.record({ regarding: pod, type: "Warning", reason: "Failed", note: "no luck" });
  const line = JSON.parse(log[0] ?? "{}");
  assert.deepEqual(
    [line.level, line.msg, line.event, line.kind, line.name, line.reason],
    ["debug", "no luck", "Warning", "Pod", "web", "Failed"],
  );
});

test("a flush ends after five seconds, or when the signal does, whatever a sink thinks", async () => {
  const slow = {
    name: "slow",
    record: () => {},
    flush: ({ signal }: { signal: AbortSignal }) =>
      new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve())),
  };
  const { recorder, clock } = createRecorder({ sinks: [slow] });
  const flushing = recorder.flush();
  await clock.settle();
  await flushing;
  assert.equal(clock.monotonic(), 5_000);
  await recorder.flush({ signal: AbortSignal.abort() });
  assert.deepEqual(clock.alive().timers, []);
});

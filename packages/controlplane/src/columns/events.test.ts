import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "@pintle/machinery";
import { toCoreEvent } from "../builtin/conversion/convert-event.ts";
import { shownRow } from "./shown-row.test.ts";

const minutesAgo = (minutes: number) => `2026-01-01T23:${String(60 - minutes).padStart(2, "0")}:00Z`;
const microMinutesAgo = (minutes: number) => minutesAgo(minutes).replace("Z", ".000000Z");

function timesOf(event: JsonObject): unknown[] {
  const row = shownRow("events", event, "/v1");
  return [row["First Seen"], row["Last Seen"], row.Count];
}

test("an Event without times is of unknown age and happened once", () => {
  assert.deepEqual(timesOf({}), ["<unknown>", "<unknown>", 1]);
  assert.deepEqual(timesOf({ firstTimestamp: null, lastTimestamp: null, eventTime: null, count: 0 }).at(2), 1);
});

test("an Event was last seen when it was first seen, unless it says otherwise", () => {
  assert.deepEqual(timesOf({ firstTimestamp: minutesAgo(30) }), ["30m", "30m", 1]);
  const often = { firstTimestamp: minutesAgo(30), lastTimestamp: minutesAgo(20), count: 3 };
  assert.deepEqual(timesOf(often), ["30m", "20m", 3]);
});

test("an Event that has only the time of the new API was first seen then", () => {
  assert.deepEqual(timesOf({ eventTime: microMinutesAgo(15) }), ["15m", "15m", 1]);
});

test("a series says itself when it was last observed and how often, over all else", () => {
  const series = { count: 5, lastObservedTime: microMinutesAgo(12) };
  const event = { eventTime: microMinutesAgo(30), lastTimestamp: minutesAgo(20), count: 3, series };
  assert.deepEqual(timesOf(event), ["30m", "12m", 5]);
  assert.deepEqual(timesOf({ ...event, series: {} }), ["30m", "<unknown>", 0]);
});

test("an Event shows what it is about in lower case, who tells it, and its text without blanks around it", () => {
  const row = shownRow(
    "events",
    {
      involvedObject: { kind: "ReplicaSet", name: "Web" },
      ...{ reportingComponent: "controller", reportingInstance: "one", message: "\u0085 It failed.\n" },
    },
    "/v1",
  );
  assert.deepEqual([row.Object, row.Source, row.Message], ["replicaset/Web", "controller, one", "It failed."]);
  const source = { component: "kubelet" };
  assert.equal(shownRow("events", { source, reportingComponent: "other" }, "/v1").Source, "kubelet");
  assert.equal(shownRow("events", { involvedObject: { kind: "Pod" } }, "/v1").Object, "pod");
});

test("an Event of events.k8s.io shows the same", () => {
  const row = shownRow(
    "events",
    toCoreEvent({
      regarding: { kind: "Pod", name: "a", fieldPath: "spec.containers{main}" },
      ...{ note: " Started. ", reportingController: "kubelet", deprecatedCount: 4 },
      deprecatedFirstTimestamp: minutesAgo(30),
    }),
    "events.k8s.io/v1",
  );
  assert.deepEqual(
    [row.Object, row.Subobject, row.Message, row.Source, row.Count, row["First Seen"]],
    ["pod/a", "spec.containers{main}", "Started.", "kubelet", 4, "30m"],
  );
});

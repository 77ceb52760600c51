import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "@pintle/machinery";
import { shownRow } from "./shown-row.test.ts";

const startTime = "2026-01-01T20:00:00Z";

test("a Job has no duration before it starts, lasts until it is complete, and a failed one lasts on", () => {
  const durationOf = (status: JsonObject) => shownRow("jobs", { status }).Duration;
  assert.equal(durationOf({}), "");
  assert.equal(durationOf({ startTime }), "4h");
  assert.equal(durationOf({ startTime, completionTime: "2026-01-01T20:02:05Z" }), "2m5s");
  assert.equal(durationOf({ startTime, conditions: [{ type: "Failed", status: "True" }] }), "4h");
  assert.equal(durationOf({ completionTime: startTime }), "");
});

test("the status of a Job is its end, then its deletion, then what is about to happen", () => {
  const met = (...types: string[]) => ({ conditions: types.map((type) => ({ type, status: "True" })) });
  const statusOf = (status: JsonObject, metadata: JsonObject = {}) => shownRow("jobs", { metadata, status }).Status;
  const deleted = { deletionTimestamp: startTime };
  assert.equal(statusOf({}), "Running");
  assert.equal(statusOf(met("SuccessCriteriaMet", "Complete"), deleted), "Complete");
  assert.equal(statusOf(met("FailureTarget", "Failed"), deleted), "Failed");
  assert.equal(statusOf(met("Suspended"), deleted), "Terminating");
  assert.equal(statusOf(met("SuccessCriteriaMet", "FailureTarget", "Suspended")), "Suspended");
  assert.equal(statusOf(met("SuccessCriteriaMet", "FailureTarget")), "FailureTarget");
  assert.equal(statusOf({ conditions: [{ type: "Complete", status: "False" }] }), "Running");
});

test("a Job shows its successes of those wanted, or of one where any of several will do", () => {
  const completionsOf = (spec: JsonObject) => shownRow("jobs", { spec, status: { succeeded: 2 } }).Completions;
  assert.equal(completionsOf({ completions: 5, parallelism: 3 }), "2/5");
  assert.equal(completionsOf({ parallelism: 3 }), "2/1 of 3");
  assert.equal(completionsOf({ parallelism: 1 }), "2/1");
  assert.equal(completionsOf({}), "2/1");
});

test("a CronJob says in words whether it rests, and when it last acted", () => {
  const row = shownRow("cronjobs", { spec: { suspend: true, timeZone: "" }, status: { lastScheduleTime: startTime } });
  assert.deepEqual([row.Suspend, row.Timezone, row["Last Schedule"]], ["True", "", "4h"]);
  const silent = shownRow("cronjobs", {});
  assert.deepEqual([silent.Suspend, silent.Timezone, silent["Last Schedule"]], ["<unset>", "<none>", "<none>"]);
});

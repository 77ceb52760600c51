import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject, JsonValue } from "@pintle/machinery";
import { validateJobStatus } from "./job-status-rules.ts";

const spec = { completions: 3, parallelism: 1, completionMode: "NonIndexed" };
const job = (status: JsonObject, given: JsonObject = spec): JsonObject => ({ spec: given, status });
const holds = (...types: string[]): JsonValue[] => types.map((type) => ({ type, status: "True" }));
const textsOf = (now: JsonObject, before: JsonObject) => validateJobStatus(now, before).map(String);

const [started, ended] = ["2026-01-01T00:00:00Z", "2026-01-01T00:01:00Z"];
const complete = { startTime: started, completionTime: ended, conditions: holds("SuccessCriteriaMet", "Complete") };

test("a Job that ran and ended may say so", () => {
  assert.deepEqual(textsOf(job({ ...complete, succeeded: 3 }), job({ startTime: started, active: 1 })), []);
});

test("what is final is not taken back", () => {
  assert.deepEqual(textsOf(job({ startTime: started }), job(complete)), [
    "status.conditions: Invalid value: cannot disable the terminal Complete=True condition",
    "status.conditions: Invalid value: cannot disable the SuccessCriteriaMet=True condition",
  ]);
  const failed = { startTime: started, conditions: holds("FailureTarget", "Failed") };
  assert.deepEqual(textsOf(job({ ...failed, conditions: holds("FailureTarget") }), job(failed)), [
    "status.conditions: Invalid value: cannot disable the terminal Failed=True condition",
  ]);
});

test("a Job is not both complete and failed, and fails by its target", () => {
  const both = { ...complete, conditions: holds("SuccessCriteriaMet", "Complete", "Failed") };
  assert.deepEqual(textsOf(job(both), job({ startTime: started })), [
    "status.conditions: Invalid value: cannot set Complete=True and Failed=true conditions",
    "status.conditions: Invalid value: cannot set Failed=True condition without the FailureTarget=true condition",
    "status.conditions: Invalid value: cannot set SuccessCriteriaMet=True and Failed=true conditions",
  ]);
});

test("counters do not fall, unless the Job can be scaled", () => {
  assert.deepEqual(textsOf(job({ succeeded: 1, failed: 1 }), job({ succeeded: 2, failed: 2 })), [
    "status.failed: Invalid value: 1: cannot decrease the failed counter",
    "status.succeeded: Invalid value: 1: cannot decrease the succeeded counter",
  ]);
  const scaled = { completions: 2, parallelism: 2, completionMode: "Indexed" };
  assert.deepEqual(textsOf(job({ succeeded: 1 }, scaled), job({ succeeded: 2 }, scaled)), []);
  assert.deepEqual(textsOf(job({ active: -1 }), job({})), [
    "status.active: Invalid value: -1: must be greater than or equal to 0",
  ]);
});

test("indexes are those of the Job, and none is both done and failed", () => {
  const indexed = { completions: 3, completionMode: "Indexed", backoffLimitPerIndex: 1 };
  assert.deepEqual(textsOf(job({ completedIndexes: "0,5", failedIndexes: "0" }, indexed), job({}, indexed)), [
    'status.completedIndexes: Invalid value: "0,5": error parsing completedIndexes: too large index: "5"',
    'status.failedIndexes: Invalid value: "0": failedIndexes and completedIndexes overlap at index: 0',
  ]);
  assert.deepEqual(textsOf(job({ completedIndexes: "0", failedIndexes: "1" }), job({})), [
    'status.completedIndexes: Invalid value: "0": cannot set non-empty completedIndexes when non-indexed completion mode',
    'status.failedIndexes: Invalid value: "1": cannot set non-null failedIndexes when backoffLimitPerIndex is null',
  ]);
});

test("times stay, and come one after the other", () => {
  assert.deepEqual(textsOf(job({ startTime: ended }), job({ startTime: started })), [
    'status.startTime: Invalid value: "2026-01-01T00:01:00Z": field is immutable for unsuspended job once set',
  ]);
  assert.deepEqual(textsOf(job({ ...complete, startTime: ended, completionTime: started }), job({})), [
    'status.completionTime: Invalid value: "2026-01-01T00:00:00Z": must be equal to or after `startTime`',
  ]);
});

test("what was wrong before and does not change stops nobody", () => {
  const odd = { active: 1, conditions: holds("Complete") };
  assert.deepEqual(textsOf(job({ ...odd, failed: 1 }), job(odd)), []);
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { JsonObject } from "@pintle/machinery";
import { podRowConditions } from "./core-pods.ts";
import { podStatusCells } from "./pod-status.ts";

const nowMs = Date.parse("2026-01-02T00:00:00Z");

const told = (name: string, state: JsonObject, more: JsonObject = {}): JsonObject => ({
  ...{ name, ready: false, restartCount: 0, state, ...more },
});
const running = (name: string, more: JsonObject = {}) => told(name, { running: {} }, { ready: true, ...more });
const waiting = (name: string, reason: string, more: JsonObject = {}) => told(name, { waiting: { reason } }, more);
const ended = (name: string, exitCode: number, more: JsonObject = {}) =>
  told(name, { terminated: { exitCode, ...more } });
const completed = (name: string) => ended(name, 0, { reason: "Completed" });
const endedAt = (finishedAt: string): JsonObject => ({ terminated: { exitCode: 1, finishedAt } });

function cellsOf(status: JsonObject, spec: JsonObject = {}, metadata: JsonObject = {}) {
  const containers = [{ name: "a" }, { name: "b" }];
  return podStatusCells({ metadata, spec: { containers, ...spec }, status }, nowMs);
}

function statusOf(status: JsonObject, spec: JsonObject = {}, metadata: JsonObject = {}): string {
  return cellsOf(status, spec, metadata).status;
}

describe("the status of a Pod", () => {
  test("is its reason rather than its phase", () => {
    assert.equal(statusOf({ phase: "Failed", reason: "Evicted" }), "Evicted");
    assert.equal(statusOf({ phase: "Pending" }), "Pending");
  });

  test("is SchedulingGated rather than its reason, whatever the condition's status is", () => {
    const conditions = [{ type: "PodScheduled", status: "True", reason: "SchedulingGated" }];
    assert.equal(statusOf({ phase: "Pending", reason: "Other", conditions }), "SchedulingGated");
  });

  test("is that of the first container that has something to say", () => {
    const containerStatuses = [running("a"), waiting("b", "ImagePullBackOff"), ended("c", 1, { reason: "Error" })];
    assert.equal(statusOf({ phase: "Running", containerStatuses }), "ImagePullBackOff");
  });

  test("is why a container ended: a reason, else a signal, else the exit code", () => {
    const of = (exitCode: number, more: JsonObject) =>
      statusOf({ phase: "Failed", containerStatuses: [ended("a", exitCode, more)] });
    assert.equal(of(137, { reason: "OOMKilled", signal: 9 }), "OOMKilled");
    assert.equal(of(137, { signal: 9 }), "Signal:9");
    assert.equal(of(0, {}), "ExitCode:0");
  });

  test("is Running again where a container completed but the Pod is ready, and NotReady where it is not", () => {
    const containerStatuses = [completed("a"), running("b")];
    const conditions = [{ type: "Ready", status: "True" }];
    assert.equal(statusOf({ phase: "Running", containerStatuses, conditions }), "Running");
    assert.equal(statusOf({ phase: "Running", containerStatuses }), "NotReady");
  });

  test("is the error of a later container though the first one completed, even while another runs", () => {
    const containerStatuses = [completed("a"), ended("b", 3), running("c")];
    assert.equal(statusOf({ phase: "Running", containerStatuses }), "ExitCode:3");
  });

  test("is Terminating once it is deleted, Unknown where its node is lost, and as it was where it had ended", () => {
    const metadata = { deletionTimestamp: "2026-01-01T00:00:00Z" };
    assert.equal(statusOf({ phase: "Running" }, {}, metadata), "Terminating");
    assert.equal(statusOf({ phase: "Running", reason: "NodeLost" }, {}, metadata), "Unknown");
    assert.equal(statusOf({ phase: "Failed", reason: "NodeLost" }, {}, metadata), "Unknown");
    assert.equal(statusOf({ phase: "Succeeded", containerStatuses: [completed("a")] }, {}, metadata), "Completed");
  });
});

describe("while init containers run", () => {
  const spec = { initContainers: [{ name: "first" }, { name: "second" }] };
  const ofInit = (...initContainerStatuses: JsonObject[]) =>
    statusOf({ phase: "Pending", initContainerStatuses }, spec);

  test("the status counts those that are done", () => {
    assert.equal(ofInit(waiting("first", "PodInitializing")), "Init:0/2");
    assert.equal(ofInit(ended("first", 0), told("second", { running: {} })), "Init:1/2");
  });

  test("the status is what holds the first one up that is not done", () => {
    assert.equal(ofInit(waiting("first", "CrashLoopBackOff"), ended("second", 1)), "Init:CrashLoopBackOff");
    assert.equal(ofInit(ended("first", 0), ended("second", 137, { signal: 9 })), "Init:Signal:9");
    assert.equal(ofInit(ended("first", 7)), "Init:ExitCode:7");
  });

  test("containers do not count yet, unless the Pod says that it is initialized", () => {
    const status = {
      phase: "Running",
      initContainerStatuses: [told("first", { running: {} }, { restartCount: 4 })],
      containerStatuses: [running("a", { restartCount: 1 })],
    };
    assert.deepEqual(cellsOf(status, spec), { ready: "0/2", status: "Init:0/2", restarts: "4" });
    const conditions = [{ type: "Initialized", status: "True" }];
    assert.deepEqual(cellsOf({ ...status, conditions }, spec), { ready: "1/2", status: "Init:0/2", restarts: "1" });
  });

  test("a sidecar that has started holds nobody up and counts as a container", () => {
    const sidecars = { initContainers: [{ name: "proxy", restartPolicy: "Always" }] };
    const initContainerStatuses = [running("proxy", { started: true, restartCount: 2 })];
    const containerStatuses = [running("a", { restartCount: 1 }), running("b")];
    assert.deepEqual(cellsOf({ phase: "Running", initContainerStatuses, containerStatuses }, sidecars), {
      ready: "3/3",
      status: "Running",
      restarts: "3",
    });
    const notStarted = [told("proxy", { running: {} }, { started: false })];
    assert.equal(statusOf({ phase: "Pending", initContainerStatuses: notStarted }, sidecars), "Init:0/1");
  });
});

test("of init containers with the same name the last one says whether it is a sidecar", () => {
  const initContainers = [{ name: "proxy", restartPolicy: "Always" }, { name: "proxy" }];
  const initContainerStatuses = [running("proxy", { started: true })];
  assert.deepEqual(cellsOf({ phase: "Pending", initContainerStatuses }, { initContainers }), {
    ready: "0/3",
    status: "Init:0/2",
    restarts: "0",
  });
});

test("a container counts as ready only while it runs", () => {
  const containerStatuses = [running("a"), waiting("b", "", { ready: true })];
  assert.equal(cellsOf({ phase: "Running", containerStatuses }).ready, "1/2");
});

test("restarts are added up, with the time of the latest end", () => {
  const containerStatuses = [
    running("a", { restartCount: 2, lastState: endedAt("2026-01-01T23:30:00Z") }),
    running("b", { restartCount: 1, lastState: endedAt("2026-01-01T20:00:00Z") }),
  ];
  assert.equal(cellsOf({ phase: "Running", containerStatuses }).restarts, "3 (30m ago)");
});

test("ends without a restart, or of unknown time, are not shown", () => {
  const withoutRestart = [running("a", { lastState: endedAt("2026-01-01T23:30:00Z") })];
  assert.equal(cellsOf({ containerStatuses: withoutRestart }).restarts, "0");
  const withoutTime = [running("a", { restartCount: 4, lastState: { terminated: { finishedAt: null } } })];
  assert.equal(cellsOf({ containerStatuses: withoutTime }).restarts, "4");
});

test("the row of a Pod that has ended says so, for clients that hide it", () => {
  const message = "The pod has completed successfully.";
  const succeeded = { type: "Completed", status: "True", reason: "Succeeded", message };
  assert.deepEqual(podRowConditions({ status: { phase: "Succeeded" } }), [succeeded]);
  const failed = { type: "Completed", status: "True", reason: "Failed", message: "The pod failed." };
  assert.deepEqual(podRowConditions({ status: { phase: "Failed" } }), [failed]);
  assert.deepEqual(podRowConditions({ status: { phase: "Running" } }), []);
  assert.deepEqual(podRowConditions({}), []);
});

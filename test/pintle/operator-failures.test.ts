/** A run that fails is visible, and tried again as the operator's policy has it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigMap, Service } from "@pintle/kinds";
import { ApiError } from "@pintle/machinery";
import { defineOperator, type Failure, type Operator, type Retry, TerminalError } from "pintle";
import { Box, box, boxesOf, sayConditions, textsOf } from "./operator-boxes.ts";
import { type OperatorPlane, startOperatorPlane } from "./operator-plane.ts";

interface FailingOptions {
  readonly errorOf: () => unknown;
  readonly retry?: (error: unknown, failure: Failure) => Retry;
  /** When desired was asked. */
  readonly runs?: number[];
  readonly nowMs?: () => number;
}

function failing({ errorOf, retry, runs = [], nowMs = () => 0 }: FailingOptions): Operator {
  return defineOperator(Box, {
    owns: { map: ConfigMap },
    desired: ({ spec }) => {
      runs.push(nowMs());
      const error = errorOf();
      if (error !== undefined) throw error;
      return { map: ConfigMap({ data: { text: spec.text } }) };
    },
    ...(retry && { retry }),
  });
}

const readyOf = async (plane: OperatorPlane) =>
  (await boxesOf(plane).get("a")).status?.conditions?.find(({ type }) => type === "Ready");

test("the error of a run stands in a condition, in one Event, in a metric and in the log, and the next that goes well takes it back", async () => {
  let error: Error | undefined = new Error("the moon is full");
  await using plane = await startOperatorPlane({
    resources: [Box],
    operators: () => [failing({ errorOf: () => error })],
  });
  await boxesOf(plane).create(box("a"));
  await plane.advance("1m");
  const object = await boxesOf(plane).get("a");
  assert.deepEqual(sayConditions(object), { Ready: "False/ReconcileFailed", Degraded: "True/ReconcileFailed" });
  assert.equal((await readyOf(plane))?.message, "the moon is full");
  assert.equal(object.status?.observedGeneration, 1);
  assert.deepEqual(await plane.eventsOf("a"), ["ReconcileFailed: the moon is full"]);
  assert.ok(plane.life.log.some(({ level, message }) => level === "error" && message === "Reconciler error"));
  const numbers = plane.life.running.manager.metrics.write();
  assert.match(numbers, /^pintle_operator_failures_total\{controller="box",reason="ReconcileFailed"\} [1-9]/m);
  error = undefined;
  await plane.settle();
  assert.deepEqual(sayConditions(await boxesOf(plane).get("a")), {
    Ready: "True/Reconciled",
    Degraded: "False/AsDesired",
  });
});

test("a failure is tried again ever more slowly, and written into the status once", async () => {
  const runs: number[] = [];
  let nowMs = () => 0;
  const options = { errorOf: () => new Error("no"), runs, nowMs: () => nowMs() };
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [failing(options)] });
  nowMs = () => plane.clock.monotonic();
  await boxesOf(plane).create(box("a"));
  await plane.advance("1h");
  assert.ok(runs.length > 10 && runs.length < 30, `${runs.length} runs`);
  assert.equal(plane.life.writes.length, 1);
});

test("a terminal error, by its own reason, is not tried again until the object changes", async () => {
  const runs: number[] = [];
  let error: Error | undefined = new TerminalError("ask for less", { reason: "OutOfQuota" });
  await using plane = await startOperatorPlane({
    resources: [Box],
    operators: () => [failing({ errorOf: () => error, runs })],
  });
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  const tries = runs.length;
  await plane.advance("5h");
  assert.equal(runs.length, tries);
  assert.deepEqual(sayConditions(await boxesOf(plane).get("a")), {
    Ready: "False/OutOfQuota",
    Degraded: "True/OutOfQuota",
  });
  error = undefined;
  await boxesOf(plane).patch("a", { merge: { spec: { text: "less" } } });
  await plane.settle();
  assert.deepEqual(await textsOf(plane), { a: "less" });
});

test("the policy decides on each error, and is told how many there were in a row", async () => {
  const runs: number[] = [];
  const failures: number[] = [];
  let nowMs = () => 0;
  const retry = (_error: unknown, failure: Failure): Retry => {
    failures.push(failure.failures);
    return failure.failures < 4 ? { after: "10s" } : "terminal";
  };
  const options = { errorOf: () => new Error("no"), runs, retry, nowMs: () => nowMs() };
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [failing(options)] });
  nowMs = () => Math.round(plane.clock.monotonic() / 1_000);
  const startS = nowMs();
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  // The first is followed by a run for the status that it has written.
  assert.deepEqual(failures, [1, 2, 3, 4]);
  assert.deepEqual(
    runs.map((each) => each - startS),
    [0, 0, 10, 20],
  );
});

test("an answer of the API is told by its reason and names the child", async () => {
  const operator = defineOperator(Box, {
    owns: { service: Service },
    desired: ({ spec }) => ({ service: Service({ spec: { ports: [{ port: Number(spec.text) }] } }) }),
  });
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [operator] });
  await boxesOf(plane).create(box("a", { text: "0" }));
  await plane.advance("1s");
  const ready = await readyOf(plane);
  assert.equal(ready?.reason, "Invalid");
  assert.match(ready?.message ?? "", /^Service default\/a could not be applied: .*spec\.ports\[0\]\.port/);
  await boxesOf(plane).patch("a", { merge: { spec: { text: "80" } } });
  await plane.settle();
  assert.equal((await readyOf(plane))?.reason, "Reconciled");
});

test("an ApiError that the operator's own code throws is told by its reason too", async () => {
  const error = ApiError.serviceUnavailable("the registry is closed");
  const options = { errorOf: () => new Error("cannot look it up", { cause: error }) };
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [failing(options)] });
  await boxesOf(plane).create(box("a"));
  await plane.advance("1s");
  assert.equal((await readyOf(plane))?.reason, "ServiceUnavailable");
  assert.equal((await readyOf(plane))?.message, "cannot look it up");
});

test("something thrown that is no error, and a policy that throws, end nothing", async () => {
  const retry = () => {
    throw new Error("the policy is broken");
  };
  const options = { errorOf: () => "just a text", retry };
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [failing(options)] });
  await boxesOf(plane).create(box("a"));
  await plane.advance("1s");
  assert.equal((await readyOf(plane))?.message, "just a text");
  assert.ok(plane.life.log.some(({ message }) => message.startsWith("the retry policy threw")));
});

test("a run that takes too long is told by the next one, though it never ends", async () => {
  let isStuck = true;
  const operator = defineOperator(Box, {
    owns: { map: ConfigMap },
    reconcileTimeoutMs: 5_000,
    desired: async ({ spec }) => {
      if (isStuck) await new Promise(() => {});
      return { map: ConfigMap({ data: { text: spec.text } }) };
    },
  });
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [operator] });
  await boxesOf(plane).create(box("a"));
  await plane.advance("12s");
  assert.equal((await readyOf(plane))?.reason, "ReconcileTimeout");
  assert.deepEqual(await plane.eventsOf("a"), ["ReconcileTimeout: the run did not end within 5000 ms"]);
  isStuck = false;
  await plane.advance("1m");
  assert.equal((await readyOf(plane))?.reason, "Reconciled");
});

test("a schedule leads to runs for as long as the object is there, and keeps nothing busy", async () => {
  const runs: number[] = [];
  let nowMs = () => 0;
  const operator = defineOperator(Box, {
    status: ({ spec }) => {
      runs.push(Math.round(nowMs() / 60_000));
      return { seen: spec.text, conditions: { Ready: { status: "True", reason: "Looked", message: "" } } };
    },
    schedule: ({ spec }) => (spec.text === "once" ? undefined : "10m"),
  });
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [operator] });
  nowMs = () => plane.clock.monotonic();
  await boxesOf(plane).create(box("a"));
  await boxesOf(plane).create(box("b", { text: "once" }));
  await plane.settle();
  runs.length = 0;
  const startMinute = Math.round(nowMs() / 60_000);
  await plane.advance("35m");
  assert.deepEqual(
    runs.map((each) => each - startMinute),
    [10, 20, 30],
  );
  await boxesOf(plane).delete("a");
  await plane.settle();
  runs.length = 0;
  await plane.advance("1h");
  assert.deepEqual(runs, []);
});

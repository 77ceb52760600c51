import assert from "node:assert/strict";
import { test } from "node:test";
import { exponential, lowPriority } from "@pintle/machinery";
import { TerminalError } from "./reconcile.ts";
import { startTestWorkers } from "./workers-fixture.test.ts";

const total = "controller_runtime_reconcile_total";
const result = (name: string) => `controller="test",result="${name}"`;

test("a run that returns is done: it is counted, its failures are forgotten, and nothing is left", async () => {
  const seen: unknown[] = [];
  const { clock, queue, metric, stop } = startTestWorkers(async (request, ctx) => {
    await clock.sleep(20, { kind: "work", label: "work" });
    seen.push(request, ctx.failures);
    if (ctx.failures === 0) throw new Error("once");
  });
  queue.add("default/a");
  await clock.settle();
  assert.deepEqual(seen, [{ namespace: "default", name: "a" }, 0, { namespace: "default", name: "a" }, 1]);
  assert.equal(queue.retries("default/a"), 0);
  assert.equal(metric(total, result("success")), 1);
  assert.equal(metric(total, result("error")), 1);
  assert.equal(metric("controller_runtime_active_workers"), 0);
  assert.equal(metric("controller_runtime_reconcile_time_seconds_count"), 2);
  assert.equal(metric("controller_runtime_reconcile_time_seconds_sum"), 0.04);
  await stop();
  assert.deepEqual(clock.alive().timers, []);
  assert.deepEqual(clock.alive().inFlight, []);
});

test("all numbers are there from the beginning", async () => {
  const { metric, stop } = startTestWorkers(() => {}, { count: 3 });
  for (const name of ["success", "error", "requeue", "requeue_after"]) assert.equal(metric(total, result(name)), 0);
  for (const name of ["errors", "panics", "timeouts"])
    assert.equal(metric(`controller_runtime_reconcile_${name}_total`), 0);
  assert.equal(metric("controller_runtime_terminal_reconcile_errors_total"), 0);
  assert.equal(metric("pintle_fenced_writes_total"), 0);
  assert.equal(metric("controller_runtime_max_concurrent_reconciles"), 3);
  await stop();
});

test("a run that fails comes again after a while that grows, with the priority that it had", async () => {
  const times: number[] = [];
  const { clock, queue, log, stop } = startTestWorkers((_request, ctx) => {
    times.push(clock.monotonic());
    if (ctx.failures < 4) throw new Error("not yet");
    assert.deepEqual(ctx.causes.map(String), ["retry"]);
  });
  queue.add("default/a", { priority: lowPriority });
  await clock.settle();
  assert.deepEqual(times, [0, 5, 15, 35, 75]);
  assert.equal(log.filter((line) => line.includes("Reconciler error")).length, 4);
  assert.match(
    log.find((line) => line.includes("Reconciler error")) ?? "",
    /"ConfigMap":\{"name":"a","namespace":"default"\}/,
  );
  await stop();
});

test("a run that asks for another one gets it then, once, at the earliest of the times that it named", async () => {
  const times: number[] = [];
  const { clock, queue, metric, stop } = startTestWorkers((_request, { requeueAfter, causes }) => {
    times.push(clock.monotonic());
    if (times.length > 1) return assert.deepEqual(causes.map(String), ["requeue"]);
    requeueAfter("1h30m");
    requeueAfter("90s");
    requeueAfter(120_000);
  });
  queue.add("a");
  await clock.settle();
  assert.deepEqual(times, [0, 90_000]);
  assert.equal(metric(total, result("requeue_after")), 1);
  assert.equal(metric(total, result("success")), 1);
  await stop();
});

test("a time that has passed already means as soon as possible, and nonsense is refused", async () => {
  const times: number[] = [];
  const { clock, queue, log, stop } = startTestWorkers(({ name }, { requeueAfter, failures }) => {
    times.push(clock.monotonic());
    if (name === "late" && times.length === 1) requeueAfter(-5_000);
    if (name === "nonsense" && failures === 0) requeueAfter(Number.NaN);
  });
  queue.add("late");
  await clock.settle();
  assert.deepEqual(times, [0, 1]);
  queue.add("nonsense");
  await clock.settle();
  assert.match(log.join(""), /requeueAfter takes "90s", "1h30m" or a number of milliseconds, not NaN/);
  await stop();
});

test("an error wins over a wish for another run, with a warning", async () => {
  const times: number[] = [];
  const { clock, queue, log, metric, stop } = startTestWorkers((_request, { requeueAfter, failures }) => {
    times.push(clock.monotonic());
    if (failures > 0) return;
    requeueAfter("1h");
    throw new Error("no");
  });
  queue.add("a");
  await clock.settle();
  assert.deepEqual(times, [0, 5]);
  assert.equal(metric(total, result("requeue_after")), 0);
  assert.equal(log.filter((line) => line.includes("what it asked for is ignored")).length, 1);
  await stop();
});

test("a terminal error is counted and not tried again, also as the cause of another", async () => {
  let runs = 0;
  const { clock, queue, metric, stop } = startTestWorkers(({ name }) => {
    runs += 1;
    const error = new TerminalError("the image has no name");
    throw name === "wrapped" ? new Error("while deploying", { cause: error }) : error;
  });
  queue.add("plain");
  queue.add("wrapped");
  await clock.settle();
  assert.equal(runs, 2);
  assert.equal(metric("controller_runtime_terminal_reconcile_errors_total"), 2);
  assert.equal(metric("controller_runtime_reconcile_errors_total"), 2);
  queue.add("plain");
  await clock.settle();
  assert.equal(runs, 3);
  await stop();
});

test("whatever is thrown, at once or later, Error or not, fails the run and nothing else", async () => {
  const thrown: readonly unknown[] = [
    new Error("plain"),
    "a text",
    undefined,
    null,
    new TypeError("x is not a function"),
    new TypeError("fetch failed", { cause: new Error("ECONNRESET") }),
  ];
  for (const isLate of [false, true]) {
    const { clock, queue, metric, stop } = startTestWorkers(({ name }, { failures }) => {
      if (failures > 0) return;
      const value = thrown[Number(name)];
      if (!isLate) throw value;
      return Promise.reject(value);
    });
    for (const index of thrown.keys()) queue.add(String(index));
    await clock.settle();
    assert.equal(metric("controller_runtime_reconcile_errors_total"), thrown.length);
    assert.equal(metric(total, result("success")), thrown.length);
    // Three that are no Errors, and the one that the engine threw.
    assert.equal(metric("controller_runtime_reconcile_panics_total"), 4);
    await stop();
  }
});

test("one object is never worked on twice at once, and others are meanwhile", async () => {
  const active = new Set<string>();
  let most = 0;
  const { clock, queue, stop } = startTestWorkers(
    async ({ name }) => {
      assert.ok(!active.has(name));
      active.add(name);
      most = Math.max(most, active.size);
      await clock.sleep(10, { kind: "work", label: name });
      active.delete(name);
    },
    { count: 4 },
  );
  for (let round = 0; round < 5; round += 1) {
    for (const key of ["a", "b", "c", "d", "e", "f"]) queue.add(key);
    await clock.advance(5);
  }
  await clock.settle();
  assert.equal(most, 4);
  await stop();
});

test("an object that always fails backs off alone: the others are not held up", async () => {
  const done = new Map<string, number>();
  let poisoned = 0;
  const { clock, queue, metric, stop } = startTestWorkers(
    async ({ name }) => {
      await clock.sleep(1, { kind: "work", label: name });
      if (name === "poison") {
        poisoned += 1;
        throw new Error("always");
      }
      done.set(name, clock.monotonic());
    },
    { limiter: exponential() },
  );
  queue.add("poison");
  for (let index = 0; index < 100; index += 1) queue.add(`good-${index}`);
  await clock.advance(60_000);
  // One worker and a millisecond each: the poison costs those behind it its few turns of a millisecond, and no more.
  assert.equal(done.size, 100);
  assert.ok(Math.max(...done.values()) <= 110, `${Math.max(...done.values())} ms`);
  // 5, 10, 20 … ms: fourteen tries within a minute, not thousands.
  assert.equal(poisoned, 14);
  assert.equal(metric("controller_runtime_reconcile_errors_total"), 14);
  await stop();
});

test("each run has an id of its own, in its log and its trace", async () => {
  const spans: string[] = [];
  const { clock, queue, log, stop } = startTestWorkers((_request, { logger }) => logger.info("at work"), {
    tracer: {
      span: (name, { controller, name: object, reconcileID }, work) => {
        spans.push(`${name} ${controller} ${object} ${String(reconcileID)}`);
        return work();
      },
    },
  });
  queue.add("default/a");
  await clock.settle();
  queue.add("default/a");
  await clock.settle();
  const ids = log.flatMap((line) => /at work.*"reconcileID":"([0-9a-f-]{36})"/.exec(line)?.[1] ?? []);
  assert.equal(new Set(ids).size, 2);
  assert.deepEqual(
    spans,
    ids.map((id) => `Reconcile test a ${id}`),
  );
  await stop();
});

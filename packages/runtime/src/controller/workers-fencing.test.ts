import assert from "node:assert/strict";
import { test } from "node:test";
import { FencedError } from "../manager/fence.ts";
import { currentRun } from "./current-run.ts";
import type { ReconcileContext } from "./reconcile.ts";
import { ConfigMap, startTestWorkers } from "./workers-fixture.test.ts";

const never = new Promise<never>(() => {});
const post = "POST /api/v1/namespaces/default/configmaps";
type Context = ReconcileContext<typeof ConfigMap>;
const write = ({ client }: Context, name: string) => client.resource(ConfigMap).create({ metadata: { name } });

test("a run that never ends is aborted in time, gives its worker back, and may not write any more", async () => {
  let context: Context | undefined;
  const done: string[] = [];
  const { clock, queue, requests, metric, log, stop } = startTestWorkers(
    async ({ name }, ctx) => {
      if (name !== "stuck") return void done.push(name);
      if (ctx.failures > 0) return;
      context = ctx;
      await never;
    },
    { reconcileTimeoutMs: 1_000 },
  );
  queue.add("stuck");
  queue.add("next");
  await clock.advance(999);
  assert.deepEqual(done, []);
  await clock.advance(1);
  assert.deepEqual(done, ["next"]);
  assert.equal(metric("controller_runtime_reconcile_timeouts_total"), 1);
  assert.equal(metric("controller_runtime_reconcile_errors_total"), 1);
  assert.equal(metric("controller_runtime_active_workers"), 0);
  assert.ok(context);
  assert.equal(context.signal.aborted, true);
  await assert.rejects(write(context, "late"), /did not end within 1000 ms/);
  await assert.rejects(context.client.resource(ConfigMap).get("late"), FencedError);
  assert.deepEqual(requests, []);
  assert.equal(metric("pintle_fenced_writes_total"), 1);
  assert.match(log.join(""), /did not end within 1000 ms and was aborted/);
  await stop();
  assert.deepEqual(clock.alive().timers, []);
});

test("the object of an overdue run is tried again when that has ended, and not beside it", async () => {
  let active = 0;
  let most = 0;
  const starts: number[] = [];
  const { clock, queue, stop } = startTestWorkers(
    async (_request, { failures }) => {
      starts.push(clock.monotonic());
      most = Math.max(most, ++active);
      // It takes no notice of the signal, and ends 300 ms late.
      if (failures === 0) await clock.sleep(1_300, { kind: "work", label: "work" });
      active -= 1;
    },
    { count: 2, reconcileTimeoutMs: 1_000 },
  );
  queue.add("a");
  await clock.settle();
  assert.deepEqual(starts, [0, 1_300]);
  assert.equal(most, 1);
  await stop();
});

test("an overdue run that never ends holds up its object for as long again, not for ever", async () => {
  const starts: number[] = [];
  const { clock, queue, stop } = startTestWorkers(
    async (_request, { failures }) => {
      starts.push(clock.monotonic());
      if (failures === 0) await never;
    },
    { count: 2, reconcileTimeoutMs: 1_000 },
  );
  queue.add("a");
  await clock.settle();
  assert.deepEqual(starts, [0, 2_000]);
  await stop();
  assert.deepEqual(clock.alive().timers, []);
});

test("what an overdue run returns in the end changes nothing", async () => {
  const { clock, queue, metric, stop } = startTestWorkers(
    async (_request, { failures, requeueAfter }) => {
      if (failures > 0) return;
      await clock.sleep(1_300, { kind: "work", label: "work" });
      requeueAfter("1m");
    },
    { reconcileTimeoutMs: 1_000 },
  );
  queue.add("a");
  await clock.settle();
  assert.equal(metric("controller_runtime_reconcile_total", 'controller="test",result="requeue_after"'), 0);
  assert.equal(metric("controller_runtime_reconcile_total", 'controller="test",result="error"'), 1);
  assert.equal(metric("controller_runtime_reconcile_total", 'controller="test",result="success"'), 1);
  await stop();
});

test("a request that is in flight when the time is over is aborted", async () => {
  const ends: unknown[] = [];
  const { clock, queue, requests, stop } = startTestWorkers(
    async (_request, ctx) => {
      if (ctx.failures > 0) return;
      await write(ctx, "slow").catch((error: unknown) => ends.push(error));
    },
    { reconcileTimeoutMs: 1_000, answerMs: 5_000 },
  );
  queue.add("a");
  await clock.advance(1_000);
  assert.deepEqual(requests, [post]);
  assert.ok(ends[0] instanceof FencedError);
  await stop();
});

test("a write that was started and not awaited is refused after the run, and counted", async () => {
  let late: Promise<unknown> | undefined;
  const { clock, queue, requests, metric, stop } = startTestWorkers(async (_request, ctx) => {
    await write(ctx, "in-time");
    late = clock.sleep(10, { kind: "work", label: "forgotten" }).then(() => write(ctx, "too-late"));
    late.catch(() => {});
  });
  queue.add("default/a");
  await clock.settle();
  assert.ok(late);
  await assert.rejects(late, /the run is over: await what reconcile of test starts for default\/a/);
  assert.deepEqual(requests, [post]);
  assert.equal(metric("pintle_fenced_writes_total"), 1);
  await stop();
});

test("a write in flight that nobody awaits ends with the run", async () => {
  let late: Promise<unknown> | undefined;
  const { clock, queue, stop } = startTestWorkers(
    async (_request, ctx) => {
      late = write(ctx, "forgotten");
      late.catch(() => {});
      await clock.sleep(1, { kind: "work", label: "work" });
    },
    { answerMs: 1_000 },
  );
  queue.add("a");
  await clock.settle();
  assert.equal(clock.monotonic(), 1);
  assert.ok(late);
  await assert.rejects(late, FencedError);
  await stop();
});

test("when the right to write ends, runs are aborted and their keys wait for the next workers", async () => {
  const { clock, queue, fence, requests, metric, workers, stop } = startTestWorkers(async (_request, ctx) => {
    await clock.sleep(1_000, { kind: "work", label: "work", signal: ctx.signal });
    await write(ctx, "a");
  });
  queue.add("a", { priority: 7 });
  queue.add("b");
  await clock.advance(500);
  assert.deepEqual(workers.activeKeys, ["a"]);
  fence.close("leadership is lost");
  await clock.advance(5_000);
  assert.deepEqual(requests, []);
  assert.deepEqual(workers.activeKeys, []);
  assert.equal(queue.length, 2);
  assert.equal(queue.retries("a"), 0);
  assert.equal(metric("controller_runtime_reconcile_errors_total"), 0);
  await stop();
  assert.equal((await queue.get())?.priority, 7);
});

test("a run that catches the refusal of its write comes again all the same", async () => {
  const { clock, queue, fence, metric, stop } = startTestWorkers(async (_request, ctx) => {
    await clock.sleep(1_000, { kind: "work", label: "work" });
    await write(ctx, "a").catch(() => {});
  });
  queue.add("a");
  await clock.advance(500);
  fence.close("leadership is lost");
  await clock.settle();
  assert.equal(queue.length, 1);
  assert.equal(metric("pintle_fenced_writes_total"), 1);
  assert.equal(metric("controller_runtime_reconcile_total", 'controller="test",result="success"'), 0);
  await stop();
});

test("a fence that refuses without telling stops the work at the next write, and no run is begun meanwhile", async () => {
  let isOpen = true;
  let runs = 0;
  const check = () => {
    if (!isOpen) throw new FencedError("the lease is too old");
  };
  const { clock, queue, fence, requests, stop } = startTestWorkers(async (_request, ctx) => {
    runs += 1;
    await clock.sleep(1_000, { kind: "work", label: "work" });
    await write(ctx, "a");
  });
  // As the fence of a leader: it looks at the time when it is asked.
  Object.assign(fence, { check });
  queue.add("a");
  await clock.advance(500);
  isOpen = false;
  await clock.advance(60_000);
  assert.equal(runs, 1);
  assert.deepEqual(requests, []);
  isOpen = true;
  await clock.advance(2_000);
  assert.equal(runs, 2);
  assert.deepEqual(requests, [post]);
  await stop();
});

test("a stop lets runs finish, and takes nothing new", async () => {
  const done: string[] = [];
  const { clock, queue, stop } = startTestWorkers(async ({ name }) => {
    await clock.sleep(1_000, { kind: "work", label: name });
    done.push(name);
  });
  queue.add("a");
  queue.add("b");
  await clock.advance(10);
  await stop();
  assert.deepEqual(done, ["a"]);
  assert.equal(queue.length, 1);
});

test("a stop aborts what takes longer than its patience, and gives up what takes no notice", async () => {
  const aborted: string[] = [];
  const { clock, queue, log, workers } = startTestWorkers(
    async ({ name }, { signal }) => {
      signal.addEventListener("abort", () => aborted.push(name));
      if (name === "deaf") return never;
      await clock.sleep(3_600_000, { kind: "work", label: name, signal });
    },
    { count: 2 },
  );
  queue.add("listens");
  queue.add("deaf");
  await clock.advance(10);
  const patience = new AbortController();
  const stopping = workers.stop({ signal: patience.signal });
  await clock.advance(5_000);
  patience.abort();
  await stopping;
  assert.deepEqual(aborted.toSorted(), ["deaf", "listens"]);
  assert.match(log.join(""), /gave up waiting for runs.*"keys":\["deaf"\]/);
  // Nothing is lost: who comes next gets the one at once, and the other when its run has ended, or nobody comes any more.
  assert.equal(queue.length, 1);
  assert.deepEqual(workers.activeKeys, ["deaf"]);
  workers.abandon();
  assert.equal(queue.length, 2);
  assert.deepEqual(clock.alive(), { ...clock.alive(), timers: [], inFlight: [] });
});

test("code knows which run it is part of, also what is not awaited", async () => {
  const seen: (string | undefined)[] = [];
  const { clock, queue, stop } = startTestWorkers(
    async ({ name }) => {
      void clock.sleep(50, { kind: "work", label: "later" }).then(() => seen.push(`${name} is ${currentRun()?.key}`));
      await clock.sleep(10, { kind: "work", label: "work" });
    },
    { count: 2 },
  );
  queue.add("a");
  queue.add("b");
  await clock.settle();
  assert.deepEqual(seen, ["a is a", "b is b"]);
  assert.equal(currentRun(), undefined);
  await stop();
});

test("a run that takes no notice of the stop holds up its object for a minute more, not for ever, and writes nothing", async () => {
  const runs: Context[] = [];
  const { clock, queue, workers, startMore, requests } = startTestWorkers(async (_, ctx) => {
    runs.push(ctx);
    if (runs.length === 1) await never;
  });
  queue.add("default/deaf");
  await clock.advance(10);
  const stopping = workers.stop({ signal: AbortSignal.abort() });
  await clock.advance(10);
  await stopping;
  const next = startMore();
  await clock.advance(50_000);
  assert.equal(runs.length, 1, "what it does outside of Kubernetes has no fence");
  await clock.advance(10_000);
  assert.equal(runs.length, 2);
  assert.deepEqual(workers.activeKeys, []);
  const [deaf] = runs;
  if (deaf === undefined) assert.fail();
  await assert.rejects(write(deaf, "late"), FencedError);
  assert.deepEqual(requests, []);
  const end = next.workers.stop({ signal: AbortSignal.abort() });
  await clock.settle();
  await end;
});

test("a long run that has ended is still named to who asks since when, and a short one is not", async () => {
  const { clock, queue, workers, stop } = startTestWorkers(
    ({ name }) => clock.sleep(name === "long" ? 9_000 : 500, { kind: "work", label: "work" }),
    { count: 2 },
  );
  queue.add("long");
  queue.add("short");
  await clock.advance(100);
  assert.deepEqual(workers.keysSince(0), ["long", "short"]);
  await clock.settle();
  assert.deepEqual(workers.activeKeys, []);
  assert.deepEqual(workers.keysSince(9_000), ["long"]);
  assert.deepEqual(workers.keysSince(9_001), []);
  await stop();
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { createVirtualClock, createWorkQueue, lowPriority } from "@pintle/machinery";
import { createMetrics } from "./create-metrics.ts";
import { createQueueMetrics } from "./queue-metrics.ts";

function createQueue() {
  const clock = createVirtualClock();
  const metrics = createMetrics();
  const queueMetrics = createQueueMetrics(metrics, { name: "boxes" });
  const queue = createWorkQueue({ name: "boxes", clock, metrics: queueMetrics });
  const shown = (name: string) =>
    metrics
      .write()
      .split("\n")
      .filter((line) => line.startsWith(`workqueue_${name}`))
      .map((line) => line.replace('controller="boxes",', "").replace('name="boxes"', "name").replace("workqueue_", ""));
  return { clock, metrics, queueMetrics, queue, shown };
}

test("a queue is seen under client-go's names, from 0 on", () => {
  const { metrics, shown } = createQueue();
  const names = [...metrics.write().matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => `${type} ${name}`);
  assert.deepEqual(names, [
    "counter workqueue_adds_total",
    "gauge workqueue_depth",
    "gauge workqueue_longest_running_processor_seconds",
    "histogram workqueue_queue_duration_seconds",
    "counter workqueue_retries_total",
    "gauge workqueue_unfinished_work_seconds",
    "histogram workqueue_work_duration_seconds",
  ]);
  assert.deepEqual(shown("adds_total"), ["adds_total{name} 0"]);
  assert.deepEqual(shown("depth"), ['depth{name,priority="0"} 0']);
});

test("buckets are twelve, each ten times the one before, and named as in Go", () => {
  const { metrics } = createQueue();
  const bounds = [...metrics.write().matchAll(/work_duration_seconds_bucket\{.*le="([^"]+)"\}/g)].map(
    ([, bound]) => bound,
  );
  assert.equal(
    bounds.join(" "),
    "1e-08 1e-07 1e-06 9.999999999999999e-06 9.999999999999999e-05 0.001 0.01 0.1 1 10 100 1000 +Inf",
  );
});

test("keys are counted by priority, timed, and watched while they are worked on", async () => {
  const { clock, queue, queueMetrics, shown } = createQueue();
  using _following = queueMetrics.follow(queue);
  queue.add("a");
  queue.add("b", { priority: lowPriority });
  queue.addAfter("c", 60_000);
  assert.deepEqual(shown("depth"), ['depth{name,priority="-100"} 1', 'depth{name,priority="0"} 1']);
  assert.deepEqual(shown("retries_total"), ["retries_total{name} 1"]);
  await clock.advance(2_000);
  await queue.get();
  await clock.advance(3_000);
  assert.deepEqual(shown("depth"), ['depth{name,priority="-100"} 1', 'depth{name,priority="0"} 0']);
  assert.deepEqual(shown("unfinished_work_seconds"), ["unfinished_work_seconds{name} 3"]);
  assert.deepEqual(shown("longest_running_processor_seconds"), ["longest_running_processor_seconds{name} 3"]);
  queue.done("a");
  assert.deepEqual(shown("unfinished_work_seconds"), ["unfinished_work_seconds{name} 0"]);
  assert.ok(shown("queue_duration_seconds").includes("queue_duration_seconds_sum{name} 2"));
  assert.ok(shown("work_duration_seconds").includes("work_duration_seconds_sum{name} 3"));
});

test("a queue that is not followed any more has no unfinished work", async () => {
  const { clock, queue, queueMetrics, shown } = createQueue();
  const following = queueMetrics.follow(queue);
  queue.add("a");
  await queue.get();
  await clock.advance(1_000);
  assert.deepEqual(shown("unfinished_work_seconds"), ["unfinished_work_seconds{name} 1"]);
  following[Symbol.dispose]();
  assert.deepEqual(shown("unfinished_work_seconds"), ["unfinished_work_seconds{name} 0"]);
});

test("priorities beyond the 25th share a series, and what went into it comes out of it", () => {
  const { queue, shown } = createQueue();
  for (let priority = 1; priority <= 40; priority += 1) queue.add(`k${priority}`, { priority });
  assert.equal(shown("depth").length, 26);
  assert.ok(shown("depth").includes('depth{name,priority="exceeded_cardinality_limit"} 16'));
  void queue.shutDown({ drain: false });
  assert.deepEqual(
    shown("depth").filter((line) => !line.endsWith(" 0")),
    [],
  );
});

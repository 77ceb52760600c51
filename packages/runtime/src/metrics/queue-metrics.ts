/** What a work queue tells about itself, under client-go's names and labels, so that existing dashboards and alerts work. */
import type { UnfinishedWork, WorkQueueMetrics } from "@pintle/machinery";
import { exponentialBuckets } from "./metric-name.ts";
import type { CounterSeries, GaugeSeries, Metrics } from "./metrics.ts";

export interface QueueMetricsOptions {
  readonly name: string;
  /** The name of the queue unless said. */
  readonly controller?: string;
}

export interface QueueMetrics extends WorkQueueMetrics {
  /** Reads how long the queue's work has been going on, whenever metrics are written, until the result is disposed. */
  follow(queue: { unfinishedWork(): UnfinishedWork }): Disposable;
}

/** Priorities are numbers that people choose; so many of them get a series of their own. */
const maxPriorities = 25;
const otherPriorities = "exceeded_cardinality_limit";
const durationBuckets = exponentialBuckets(1e-8, 10, 12);

export function createQueueMetrics(metrics: Metrics, { name, controller = name }: QueueMetricsOptions): QueueMetrics {
  const labels = { name, controller };
  const names = ["name", "controller"] as const;
  const counter = (metric: string, help: string): CounterSeries =>
    metrics.counter({ name: `workqueue_${metric}`, help, labels: names }).with(labels);
  const gauge = (metric: string, help: string): GaugeSeries =>
    metrics.gauge({ name: `workqueue_${metric}`, help, labels: names }).with(labels);
  const histogram = (metric: string, help: string) =>
    metrics.histogram({ name: `workqueue_${metric}`, help, labels: names, buckets: durationBuckets }).with(labels);

  const adds = counter("adds_total", "Keys that became ready to be taken.");
  const retries = counter("retries_total", "Keys that were added with a delay.");
  const waited = histogram("queue_duration_seconds", "How long keys wait in the queue before they are taken.");
  const worked = histogram("work_duration_seconds", "How long keys are worked on.");
  const unfinished = gauge(
    "unfinished_work_seconds",
    "How long the keys that are worked on now have been worked on, all together. Large values mean stuck workers.",
  );
  const longest = gauge(
    "longest_running_processor_seconds",
    "How long the key that has been worked on for the longest time has been worked on.",
  );
  const depthOf = createDepths(metrics, labels);
  return {
    added: () => adds.add(),
    depthChanged: (priority, change) => depthOf(priority).add(change),
    taken: (seconds) => waited.observe(seconds),
    finished: (seconds) => worked.observe(seconds),
    retried: () => retries.add(),
    follow: (queue) => {
      const refresh = ({ totalSeconds, longestSeconds }: UnfinishedWork) => {
        unfinished.set(totalSeconds);
        longest.set(longestSeconds);
      };
      const following = metrics.beforeWrite(() => refresh(queue.unfinishedWork()));
      return {
        [Symbol.dispose]: () => {
          following[Symbol.dispose]();
          refresh({ totalSeconds: 0, longestSeconds: 0 });
        },
      };
    },
  };
}

/** A priority keeps the series that it was first counted in, so that what goes in also comes out of it. */
function createDepths(
  metrics: Metrics,
  labels: { readonly name: string; readonly controller: string },
): (priority: number) => GaugeSeries {
  const depth = metrics.gauge({
    name: "workqueue_depth",
    help: "Keys that are ready to be taken, by priority.",
    labels: ["name", "controller", "priority"],
  });
  const known = new Map<number, GaugeSeries>();
  const depthOf = (priority: number): GaugeSeries => {
    const series = known.get(priority);
    if (series !== undefined) return series;
    if (known.size >= maxPriorities) return depth.with({ ...labels, priority: otherPriorities });
    const created = depth.with({ ...labels, priority: String(priority) });
    known.set(priority, created);
    return created;
  };
  depthOf(0);
  return depthOf;
}

/**
 * What the process takes of its machine and how Node is doing, under the names that Prometheus' clients use. Numbers are read when they are
 * asked for; only the delay of the event loop is measured all the time, by Node itself.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { cpuUsage, memoryUsage, uptime, version } from "node:process";
import type { Clock } from "@pintle/machinery";
import type { GaugeSeries, Metrics } from "./metrics.ts";

const resolutionMs = 10;

/** Ends with the result's disposal, which leaves the last values standing. */
export function createProcessMetrics(metrics: Metrics, clock: Clock): Disposable {
  const gauge = (name: string, help: string): GaugeSeries => metrics.gauge({ name, help }).with({});
  gauge("process_start_time_seconds", "When the process started, in seconds since 1970.").set(
    Math.round(clock.now() / 1_000 - uptime()),
  );
  metrics
    .gauge({ name: "nodejs_version_info", help: "The version of Node, as a label.", labels: ["version"] })
    .with({ version })
    .set(1);
  const refreshes = [refreshCpu(metrics), refreshMemory(gauge)];
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  delays.enable();
  const mean = gauge(
    "nodejs_eventloop_lag_mean_seconds",
    "How late timers were since metrics were last read, on average.",
  );
  const p99 = gauge("nodejs_eventloop_lag_p99_seconds", "How late timers were, 99 of 100 of them at most.");
  const max = gauge("nodejs_eventloop_lag_max_seconds", "How late the latest timer was since metrics were last read.");
  refreshes.push(() => {
    // Node measures the whole time between two ticks, of which the resolution is no delay.
    const late = (nanoseconds: number) =>
      Math.max(0, (Number.isNaN(nanoseconds) ? 0 : nanoseconds) / 1e9 - resolutionMs / 1e3);
    mean.set(late(delays.mean));
    p99.set(late(delays.percentile(99)));
    max.set(late(delays.max));
    delays.reset();
  });
  const refreshing = metrics.beforeWrite(() => {
    for (const refresh of refreshes) refresh();
  });
  return {
    [Symbol.dispose]: () => {
      refreshing[Symbol.dispose]();
      delays.disable();
    },
  };
}

function refreshCpu(metrics: Metrics): () => void {
  const seconds = metrics
    .counter({ name: "process_cpu_seconds_total", help: "The processor time that the process has used." })
    .with({});
  return () => {
    const { user, system } = cpuUsage();
    seconds.add(Math.max(0, (user + system) / 1e6 - seconds.value));
  };
}

function refreshMemory(gauge: (name: string, help: string) => GaugeSeries): () => void {
  const resident = gauge("process_resident_memory_bytes", "The memory that the process holds.");
  const heapTotal = gauge("nodejs_heap_size_total_bytes", "What V8 has set aside for objects.");
  const heapUsed = gauge("nodejs_heap_size_used_bytes", "What objects take of it.");
  const external = gauge("nodejs_external_memory_bytes", "What objects hold outside of the heap, as buffers do.");
  return () => {
    const usage = memoryUsage();
    resident.set(usage.rss);
    heapTotal.set(usage.heapTotal);
    heapUsed.set(usage.heapUsed);
    external.set(usage.external);
  };
}

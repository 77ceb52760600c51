import assert from "node:assert/strict";
import { test } from "node:test";
import { createProcessClock } from "@pintle/machinery";
import { createMetrics } from "./create-metrics.ts";
import { createProcessMetrics } from "./process-metrics.ts";

test("the process is seen under the names that dashboards know, with numbers that can be true", () => {
  const metrics = createMetrics();
  const clock = createProcessClock();
  using _measuring = createProcessMetrics(metrics, clock);
  const values = new Map(
    metrics
      .write()
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map((line): [string, number] => [line.split(" ")[0] ?? "", Number(line.split(" ")[1])]),
  );
  assert.deepEqual(
    [...values.keys()],
    [
      "nodejs_eventloop_lag_max_seconds",
      "nodejs_eventloop_lag_mean_seconds",
      "nodejs_eventloop_lag_p99_seconds",
      "nodejs_external_memory_bytes",
      "nodejs_heap_size_total_bytes",
      "nodejs_heap_size_used_bytes",
      `nodejs_version_info{version="${process.version}"}`,
      "process_cpu_seconds_total",
      "process_resident_memory_bytes",
      "process_start_time_seconds",
    ],
  );
  assert.ok([...values.values()].every(Number.isFinite));
  const mebibytes = Number(values.get("process_resident_memory_bytes")) / 2 ** 20;
  assert.ok(mebibytes > 10 && mebibytes < 10_000, `${mebibytes} MiB`);
  assert.ok(Number(values.get("process_cpu_seconds_total")) > 0.01);
  const ageSeconds = clock.now() / 1_000 - Number(values.get("process_start_time_seconds"));
  assert.ok(ageSeconds > -1 && ageSeconds < 3_600, `${ageSeconds} s`);
});

test("processor time never goes down, and nothing is read after the end", () => {
  const metrics = createMetrics();
  const measuring = createProcessMetrics(metrics, createProcessClock());
  const seconds = () => Number(/^process_cpu_seconds_total (\S+)$/m.exec(metrics.write())?.[1]);
  const first = seconds();
  assert.ok(seconds() >= first);
  measuring[Symbol.dispose]();
  const last = seconds();
  JSON.stringify(Array.from({ length: 1e6 }, (_, index) => index));
  assert.equal(seconds(), last);
});

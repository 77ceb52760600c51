/** The numbers of one controller, under the names that controller-runtime gave them, so that dashboards and alerts work; all begin at 0. */
import type { CounterSeries, GaugeSeries, HistogramSeries, Metrics } from "../metrics/metrics.ts";

/** `requeue` is there for dashboards alone: a run asks for another one with a delay, or by failing. */
export const reconcileResults = ["success", "error", "requeue", "requeue_after"] as const;
export type ReconcileResult = (typeof reconcileResults)[number];

export interface ControllerMetrics {
  readonly total: Readonly<Record<ReconcileResult, CounterSeries>>;
  readonly errors: CounterSeries;
  readonly terminalErrors: CounterSeries;
  readonly panics: CounterSeries;
  readonly timeouts: CounterSeries;
  readonly seconds: HistogramSeries;
  readonly workers: GaugeSeries;
  readonly activeWorkers: GaugeSeries;
  /** Writes that were refused because their run was over, had taken too long, or had lost the right to write. */
  readonly fencedWrites: CounterSeries;
  /** Writes that were refused because somebody else keeps changing their object back. */
  readonly contestedWrites: CounterSeries;
}

const timeBuckets = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.25, 1.5, 1.75, 2,
  2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60,
];

export function createControllerMetrics(metrics: Metrics, controller: string): ControllerMetrics {
  const labels = ["controller"] as const;
  const total = metrics.counter({
    name: "controller_runtime_reconcile_total",
    help: "Total number of reconciliations per controller",
    labels: ["controller", "result"],
  });
  const counterOf = (name: string, help: string) => metrics.counter({ name, help, labels }).with({ controller });
  const gaugeOf = (name: string, help: string) => metrics.gauge({ name, help, labels }).with({ controller });
  const seconds = metrics.histogram({
    name: "controller_runtime_reconcile_time_seconds",
    help: "Length of time per reconciliation per controller",
    labels,
    buckets: timeBuckets,
  });
  const totalOf = (result: ReconcileResult) => total.with({ controller, result });
  return {
    total: {
      success: totalOf("success"),
      error: totalOf("error"),
      requeue: totalOf("requeue"),
      requeue_after: totalOf("requeue_after"),
    },
    errors: counterOf(
      "controller_runtime_reconcile_errors_total",
      "Total number of reconciliation errors per controller",
    ),
    terminalErrors: counterOf(
      "controller_runtime_terminal_reconcile_errors_total",
      "Total number of terminal reconciliation errors per controller",
    ),
    panics: counterOf(
      "controller_runtime_reconcile_panics_total",
      "Total number of reconciliation panics per controller",
    ),
    timeouts: counterOf(
      "controller_runtime_reconcile_timeouts_total",
      "Total number of reconciliation timeouts per controller",
    ),
    seconds: seconds.with({ controller }),
    workers: gaugeOf(
      "controller_runtime_max_concurrent_reconciles",
      "Maximum number of concurrent reconciles per controller",
    ),
    activeWorkers: gaugeOf("controller_runtime_active_workers", "Number of currently used workers per controller"),
    fencedWrites: counterOf(
      "pintle_fenced_writes_total",
      "Total number of writes that were refused because their run had lost the right to write per controller",
    ),
    contestedWrites: counterOf(
      "pintle_contested_writes_total",
      "Total number of writes that were put off because somebody else keeps changing their object back per controller",
    ),
  };
}

/** How many questions webhooks were asked, and how long they took, under the names that controller-runtime gave these numbers. */
import type { CounterSeries, GaugeSeries, HistogramSeries, Metrics } from "../metrics/metrics.ts";

export interface WebhookMetrics {
  forPath(path: string): PathMetrics;
  countPanic(of: "admission" | "conversion"): void;
}

export interface PathMetrics {
  begin(): void;
  end(status: number, seconds: number): void;
}

/** Ten nanoseconds to a thousand seconds, as controller-runtime has them. */
const latencyBuckets = Array.from({ length: 12 }, (_, index) => Number(`1e${index - 8}`));

export function createWebhookMetrics(metrics: Metrics): WebhookMetrics {
  const name = (rest: string) => `controller_runtime_${rest}`;
  const latency = metrics.histogram({
    name: name("webhook_latency_seconds"),
    help: "Histogram of the latency of processing admission requests",
    labels: ["webhook"],
    buckets: latencyBuckets,
  });
  const total = metrics.counter({
    name: name("webhook_requests_total"),
    help: "Total number of admission requests by HTTP status code.",
    labels: ["webhook", "code"],
  });
  const inFlight = metrics.gauge({
    name: name("webhook_requests_in_flight"),
    help: "Current number of admission requests being served.",
    labels: ["webhook"],
  });
  const panics = {
    admission: metrics.counter({ name: name("webhook_panics_total"), help: "Total number of webhook panics" }).with({}),
    conversion: metrics
      .counter({ name: name("conversion_webhook_panics_total"), help: "Total number of conversion webhook panics" })
      .with({}),
  };
  return {
    forPath: (webhook) =>
      pathMetrics(latency.with({ webhook }), inFlight.with({ webhook }), (code) => total.with({ webhook, code })),
    countPanic: (of) => panics[of].add(),
  };
}

function pathMetrics(
  latency: HistogramSeries,
  inFlight: GaugeSeries,
  totalOf: (code: string) => CounterSeries,
): PathMetrics {
  // Those that are almost certain to come begin at 0.
  const totals = new Map([200, 500].map((status) => [status, totalOf(String(status))]));
  return {
    begin: () => inFlight.add(1),
    end(status, seconds) {
      inFlight.add(-1);
      latency.observe(seconds);
      let total = totals.get(status);
      if (total === undefined) {
        total = totalOf(String(status));
        totals.set(status, total);
      }
      total.add();
    },
  };
}

export const noWebhookMetrics: WebhookMetrics = {
  forPath: () => ({ begin() {}, end() {} }),
  countPanic() {},
};

/** How often certificates are read, and how often that fails, under controller-runtime's names. */
import type { CounterSeries, Metrics } from "./metrics.ts";

export interface CertificateMetrics {
  readonly reads: CounterSeries;
  readonly errors: CounterSeries;
}

export function createCertificateMetrics(metrics: Metrics): CertificateMetrics {
  const counter = (name: string, help: string) => metrics.counter({ name, help }).with({});
  return {
    reads: counter("certwatcher_read_certificate_total", "Certificates that were read."),
    errors: counter("certwatcher_read_certificate_errors_total", "Certificates that could not be read."),
  };
}

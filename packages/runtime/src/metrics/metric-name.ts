/** Which names and labels metrics may have: those that every Prometheus understands, without quotes. */
import { UsageError } from "@pintle/machinery";
import type { HistogramOptions, MetricOptions } from "./metrics.ts";

const metricName = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const labelName = /^(?!__)[a-zA-Z_][a-zA-Z0-9_]*$/;
const maxLabels = 30;

export function checkMetricOptions({ name, help, labels = [] }: MetricOptions<string>): void {
  if (!metricName.test(name)) {
    throw invalid(
      `${JSON.stringify(name)} is no name of a metric: use letters, digits, "_" and ":", and begin with no digit`,
    );
  }
  if (typeof help !== "string") throw invalid(`say in help what ${name} counts`);
  for (const label of labels) {
    if (!labelName.test(label)) {
      throw invalid(
        `${name}: ${JSON.stringify(label)} is no label: use letters, digits and "_", and begin with no digit and no "__"`,
      );
    }
  }
  if (new Set(labels).size < labels.length) throw invalid(`${name}: a label stands twice in ${labels.join(", ")}`);
  if (labels.length > maxLabels)
    throw invalid(`${name}: ${labels.length} labels are too many, ${maxLabels} are the limit`);
}

export function checkHistogramOptions(options: HistogramOptions<string>): void {
  checkMetricOptions(options);
  const { name, labels = [], buckets } = options;
  if (labels.includes("le")) throw invalid(`${name}: the label le is the bound of a bucket; give yours another name`);
  if (buckets.length === 0) throw invalid(`${name}: a histogram needs a bucket at least`);
  if (!buckets.every(Number.isFinite)) throw invalid(`${name}: buckets are finite numbers; the infinite one is added`);
  if (!buckets.every((bound, index) => index === 0 || bound > Number(buckets[index - 1]))) {
    throw invalid(`${name}: buckets stand in rising order, and none twice`);
  }
}

function invalid(remedy: string): UsageError {
  return new UsageError("PINTLE_METRIC_INVALID", remedy);
}

/** `count` numbers, of which each is so many times the one before. */
export function exponentialBuckets(first: number, factor: number, count: number): readonly number[] {
  const buckets: number[] = [];
  for (let bound = first; buckets.length < count; bound *= factor) buckets.push(bound);
  return buckets;
}

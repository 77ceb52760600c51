/**
 * A registry of metrics. Whoever asks for a metric that is there gets the same one, so that parts that do not know each other count in the
 * same place; one name never means two things.
 */
import { compareUtf8, type Logger, UsageError } from "@pintle/machinery";
import { MetricFamily, type MetricShape, maxSeries, type Series } from "./metric-family.ts";
import { checkHistogramOptions, checkMetricOptions } from "./metric-name.ts";
import { BucketSeries, CountingSeries, MovingSeries } from "./metric-series.ts";
import type { HistogramOptions, MetricOptions, Metrics } from "./metrics.ts";

export interface CreateMetricsOptions {
  /** Is told once of a number that cannot be read, and of a metric that has too many series. */
  readonly logger?: Logger;
}

/** A metric has at most 10,000 series; what comes after them is not shown, but counted in `pintle_metrics_dropped_series_total`. */
export function createMetrics(options: CreateMetricsOptions = {}): Metrics {
  return new MetricRegistry(options);
}

class MetricRegistry implements Metrics {
  readonly #logger: Logger | undefined;
  readonly #families = new Map<string, MetricFamily>();
  /** Which metric a name in the text belongs to: a histogram has three. */
  readonly #owners = new Map<string, string>();
  readonly #refreshes = new Set<{ readonly refresh: () => void; hasFailed: boolean }>();

  constructor({ logger }: CreateMetricsOptions) {
    this.#logger = logger;
  }

  counter<Label extends string>(options: MetricOptions<Label>): MetricFamily<CountingSeries> {
    checkMetricOptions(options);
    return this.#register(shapeOf("counter", options), () => new CountingSeries());
  }

  gauge<Label extends string>(options: MetricOptions<Label>): MetricFamily<MovingSeries> {
    checkMetricOptions(options);
    return this.#register(shapeOf("gauge", options), () => new MovingSeries());
  }

  histogram<Label extends string>(options: HistogramOptions<Label>): MetricFamily<BucketSeries> {
    checkHistogramOptions(options);
    const shape = shapeOf("histogram", options, options.buckets);
    return this.#register(shape, () => new BucketSeries(shape.buckets));
  }

  beforeWrite(refresh: () => void): Disposable {
    const entry = { refresh, hasFailed: false };
    this.#refreshes.add(entry);
    return { [Symbol.dispose]: () => void this.#refreshes.delete(entry) };
  }

  write(): string {
    for (const entry of this.#refreshes) this.#refresh(entry);
    const names = [...this.#families.keys()].sort(compareUtf8);
    return names.map((name) => this.#families.get(name)?.write()).join("");
  }

  #refresh(entry: { readonly refresh: () => void; hasFailed: boolean }): void {
    try {
      entry.refresh();
    } catch (error) {
      // The other numbers are worth more when something is wrong.
      if (!entry.hasFailed) this.#logger?.error("a metric cannot be read and keeps its last value", { error });
      entry.hasFailed = true;
    }
  }

  #register<S extends Series>(shape: MetricShape, createSeries: () => S): MetricFamily<S> {
    const { name } = shape;
    const known = this.#families.get(name);
    // The shape decides on the type of the series, which the map cannot say.
    if (known && isSameShape(known.shape, shape)) return known as MetricFamily<S>;
    for (const written of namesInText(shape)) {
      const owner = this.#owners.get(written);
      if (owner !== undefined) throw taken(shape, owner, written);
    }
    for (const written of namesInText(shape)) this.#owners.set(written, name);
    const family = new MetricFamily(shape, createSeries, () => this.#countDropped(name));
    this.#families.set(name, family);
    return family;
  }

  #countDropped(metric: string): void {
    const series = this.counter({
      name: "pintle_metrics_dropped_series_total",
      help: "How often a series was asked for that is over the limit of its metric and is not shown.",
      labels: ["metric"],
    }).with({ metric });
    if (series.value === 0) {
      const remedy = "take labels whose values are few, not names of objects or what comes from outside";
      this.#logger?.warn(`the metric has ${maxSeries} series, and no more are shown: ${remedy}`, { metric });
    }
    series.add();
  }
}

function shapeOf(
  type: MetricShape["type"],
  { name, help, labels = [] }: MetricOptions<string>,
  buckets: readonly number[] = [],
): MetricShape {
  return { type, name, help, labels: [...labels].sort(compareUtf8), buckets: [...buckets] };
}

function isSameShape(left: MetricShape, right: MetricShape): boolean {
  return (
    left.type === right.type &&
    left.help === right.help &&
    isSameList(left.labels, right.labels) &&
    isSameList(left.buckets, right.buckets)
  );
}

function isSameList(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((item, index) => item === right[index]);
}

function namesInText({ type, name }: MetricShape): readonly string[] {
  return type === "histogram" ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name];
}

function taken({ name, type }: MetricShape, owner: string, written: string): UsageError {
  const other = owner === name ? "with another type, help, labels or buckets" : `as part of ${owner}`;
  return new UsageError(
    "PINTLE_METRIC_TAKEN",
    `the ${type} ${name} cannot be added: ${written} is there ${other}; choose another name, or ask for exactly what is there`,
  );
}

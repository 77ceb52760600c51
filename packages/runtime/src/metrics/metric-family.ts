/**
 * A metric and its series, one for each combination of label values. Looking a series up costs a little; counting in it costs an addition.
 *
 * The number of series is limited: label values that come from outside would otherwise fill the memory, here and in Prometheus. What is
 * over the limit counts in a series that nobody is shown, and the metric says so.
 */
import { compareUtf8, UsageError } from "@pintle/machinery";
import { formatLabels, formatMetricHead } from "./metric-text.ts";
import type { LabelValues } from "./metrics.ts";

/** More than anybody looks at. */
export const maxSeries = 10_000;

export interface Series {
  /** Its lines; `labels` as they stand between the braces. */
  format(name: string, labels: string): string;
}

export interface MetricShape {
  readonly type: "counter" | "gauge" | "histogram";
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  readonly buckets: readonly number[];
}

interface LabelledSeries<S> {
  readonly values: readonly string[];
  readonly labels: string;
  readonly series: S;
}

export class MetricFamily<S extends Series = Series> {
  readonly shape: MetricShape;
  readonly #createSeries: () => S;
  readonly #onOverflow: () => void;
  readonly #series = new Map<string, LabelledSeries<S>>();
  /** In the order in which they are written; made anew when a series has come. */
  #sorted: readonly LabelledSeries<S>[] = [];
  #overflow: S | undefined;

  /** The labels of the shape stand in the order of their names, as in the text. */
  constructor(shape: MetricShape, createSeries: () => S, onOverflow: () => void) {
    this.shape = shape;
    this.#createSeries = createSeries;
    this.#onOverflow = onOverflow;
  }

  with(labels: LabelValues<string>): S {
    const values = this.shape.labels.map((label) => this.#valueOf(labels, label));
    if (Object.keys(labels).length !== values.length) throw this.#wrongLabels(labels);
    const key = keyOf(values);
    return this.#series.get(key)?.series ?? this.#add(key, values);
  }

  write(): string {
    if (this.#series.size === 0) return "";
    if (this.#sorted.length < this.#series.size) this.#sorted = [...this.#series.values()].sort(byValues);
    const { name, help, type } = this.shape;
    let text = formatMetricHead(name, help, type);
    for (const { series, labels } of this.#sorted) text += series.format(name, labels);
    return text;
  }

  #add(key: string, values: readonly string[]): S {
    if (this.#series.size >= maxSeries) {
      this.#onOverflow();
      this.#overflow ??= this.#createSeries();
      return this.#overflow;
    }
    const series = this.#createSeries();
    this.#series.set(key, { values, labels: formatLabels(this.shape.labels, values), series });
    return series;
  }

  #valueOf(labels: LabelValues<string>, label: string): string {
    const value = Object.hasOwn(labels, label) ? labels[label] : undefined;
    if (typeof value !== "string") throw this.#wrongLabels(labels);
    // As it is written: two texts that look the same there are one.
    return value.toWellFormed();
  }

  #wrongLabels(labels: LabelValues<string>): UsageError {
    const { name, labels: wanted } = this.shape;
    const given = Object.keys(labels).sort().join(", ");
    return new UsageError(
      "PINTLE_METRIC_LABELS_WRONG",
      `${name} has the labels (${wanted.join(", ")}) and was given (${given}): give a text for each of them, and no other`,
    );
  }
}

/** Lengths keep `a` and `bc` apart from `ab` and `c`. */
function keyOf(values: readonly string[]): string {
  return values.length === 1 ? String(values[0]) : values.map((value) => `${value.length}:${value}`).join("");
}

function byValues({ values: left }: LabelledSeries<unknown>, { values: right }: LabelledSeries<unknown>): number {
  for (const [index, value] of left.entries()) {
    const order = compareUtf8(value, right[index] ?? "");
    if (order !== 0) return order;
  }
  return 0;
}

/** Numbers that a program tells about itself, as Prometheus reads them. */

export interface Metrics {
  counter<Label extends string = never>(options: MetricOptions<Label>): Counter<Label>;
  gauge<Label extends string = never>(options: MetricOptions<Label>): Gauge<Label>;
  histogram<Label extends string = never>(options: HistogramOptions<Label>): Histogram<Label>;
  /** The text that `/metrics` answers with. */
  write(): string;
  /** Is called before each `write`, for numbers that are read rather than counted. */
  beforeWrite(refresh: () => void): Disposable;
}

export interface MetricOptions<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly Label[];
}

export interface HistogramOptions<Label extends string> extends MetricOptions<Label> {
  /** Upper bounds in rising order; the last, infinite one is added. */
  readonly buckets: readonly number[];
}

export type LabelValues<Label extends string> = Readonly<Record<Label, string>>;

/** One series of a metric: its labels are looked up once, and then it only counts. */
export interface CounterSeries {
  add(amount?: number): void;
  readonly value: number;
}

export interface GaugeSeries extends CounterSeries {
  set(value: number): void;
}

export interface HistogramSeries {
  observe(value: number): void;
}

/** A series begins at 0 as soon as somebody asks for it, so that a rate has something to begin with. */
export interface Counter<Label extends string> {
  with(labels: LabelValues<Label>): CounterSeries;
}

export interface Gauge<Label extends string> {
  with(labels: LabelValues<Label>): GaugeSeries;
}

export interface Histogram<Label extends string> {
  with(labels: LabelValues<Label>): HistogramSeries;
}

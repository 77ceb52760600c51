/** The three ways to count: up only, up and down, and how often something was how large. */
import { UsageError } from "@pintle/machinery";
import type { Series } from "./metric-family.ts";
import { formatFloat, formatSample } from "./metric-text.ts";
import type { CounterSeries, GaugeSeries, HistogramSeries } from "./metrics.ts";

export class CountingSeries implements CounterSeries, Series {
  #value = 0;

  get value(): number {
    return this.#value;
  }

  add(amount = 1): void {
    if (!(amount >= 0)) {
      throw new UsageError("PINTLE_COUNTER_DECREASED", `a counter only grows, not by ${amount}: use a gauge`);
    }
    this.#value += amount;
  }

  format(name: string, labels: string): string {
    return formatSample(name, labels, this.#value);
  }
}

export class MovingSeries implements GaugeSeries, Series {
  #value = 0;

  get value(): number {
    return this.#value;
  }

  add(amount = 1): void {
    this.#value += amount;
  }

  set(value: number): void {
    this.#value = value;
  }

  format(name: string, labels: string): string {
    return formatSample(name, labels, this.#value);
  }
}

export class BucketSeries implements HistogramSeries, Series {
  readonly #bounds: readonly number[];
  /** Those of each bucket alone, the infinite one last; they are summed up when they are written. */
  readonly #counts: number[];
  #sum = 0;

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#counts = new Array(bounds.length + 1).fill(0);
  }

  observe(value: number): void {
    // One value that is no number would spoil the sum for ever.
    if (Number.isNaN(value)) return;
    let bucket = 0;
    while (bucket < this.#bounds.length && value > Number(this.#bounds[bucket])) bucket += 1;
    this.#counts[bucket] = Number(this.#counts[bucket]) + 1;
    this.#sum += value;
  }

  format(name: string, labels: string): string {
    let text = "";
    let count = 0;
    for (const [index, own] of this.#counts.entries()) {
      count += own;
      const bound = `le="${formatFloat(this.#bounds[index] ?? Number.POSITIVE_INFINITY)}"`;
      text += formatSample(`${name}_bucket`, labels === "" ? bound : `${labels},${bound}`, count);
    }
    return text + formatSample(`${name}_sum`, labels, this.#sum) + formatSample(`${name}_count`, labels, count);
  }
}

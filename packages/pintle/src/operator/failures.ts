/** How often runs have failed in a row, and what of it has been told: people hear the same once in a while, not with every try. */
import type { Metrics } from "@pintle/runtime";
import type { FailureReport } from "./failure-report.ts";

/** Events are kept for an hour by most servers: what goes on for longer than this is told again. */
const silenceMs = 600_000;

/** A watch is behind for a moment, not for so many tries. */
const maxStale = 5;

interface FailedRuns {
  count: number;
  /** Runs in a row that found out that they had seen something old. */
  stale: number;
  told: string | undefined;
  toldAtMs: number;
  /** Could not be written into the status, because the run had no right to write any more. */
  unwritten: FailureReport | undefined;
}

export class Failures {
  readonly #operator: string;
  readonly #metrics: Metrics | undefined;
  readonly #byRequest = new Map<string, FailedRuns>();

  constructor(operator: string, metrics: Metrics | undefined) {
    this.#operator = operator;
    this.#metrics = metrics;
  }

  /** How many there were in a row, this one included. */
  count(request: string, { reason }: FailureReport): number {
    const counter = this.#metrics?.counter({
      name: "pintle_operator_failures_total",
      help: "Total number of failed runs per controller and reason",
      labels: ["controller", "reason"],
    });
    counter?.with({ controller: this.#operator, reason }).add();
    const runs = this.#runsOf(request);
    runs.count += 1;
    return runs.count;
  }

  /** Whether there have been so many stale views in a row that something else must be the matter. */
  isTooStale(request: string): boolean {
    const runs = this.#runsOf(request);
    runs.stale += 1;
    return runs.stale > maxStale;
  }

  /** Whether it is news. */
  isToTell(request: string, { reason, message }: FailureReport, nowMs: number): boolean {
    const runs = this.#runsOf(request);
    const text = `${reason}: ${message}`;
    if (runs.told === text && nowMs - runs.toldAtMs < silenceMs) return false;
    runs.told = text;
    runs.toldAtMs = nowMs;
    return true;
  }

  keepUnwritten(request: string, failure: FailureReport): void {
    this.#runsOf(request).unwritten = failure;
  }

  takeUnwritten(request: string): FailureReport | undefined {
    const runs = this.#byRequest.get(request);
    const unwritten = runs?.unwritten;
    if (runs) runs.unwritten = undefined;
    return unwritten;
  }

  /** A run has gone well, or there is nothing to run for. */
  forget(request: string): void {
    this.#byRequest.delete(request);
  }

  #runsOf(request: string): FailedRuns {
    const known = this.#byRequest.get(request);
    if (known) return known;
    const runs: FailedRuns = { count: 0, stale: 0, told: undefined, toldAtMs: 0, unwritten: undefined };
    this.#byRequest.set(request, runs);
    return runs;
  }
}

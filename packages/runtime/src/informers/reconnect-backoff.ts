/**
 * How long to wait before a list or a watch is tried again: 0.8 s at first, twice as long each time, never more than 30 s, with chance in
 * it so that not everybody comes back at once. After two minutes without a failure it begins anew.
 */
import { type Clock, jitter, type Random } from "@pintle/machinery";

const shortestMs = 800;
/** With the chance that is added, it is twice as long at most. */
const longestMs = 15_000;
const healthyMs = 120_000;

export class ReconnectBackoff {
  readonly #clock: Clock;
  readonly #random: Random;
  #failures = 0;
  #failedAtMs = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock, random: Random) {
    this.#clock = clock;
    this.#random = random;
  }

  /** In a row. */
  get failures(): number {
    return this.#failures;
  }

  /** Counts a failure and says how long to wait. */
  nextMs(): number {
    const nowMs = this.#clock.monotonic();
    if (nowMs - this.#failedAtMs > healthyMs) this.#failures = 0;
    const delayMs = jitter(this.#random, Math.min(shortestMs * 2 ** this.#failures, longestMs), 1);
    this.#failures += 1;
    // The wait itself is no time without a failure.
    this.#failedAtMs = nowMs + delayMs;
    return delayMs;
  }
}

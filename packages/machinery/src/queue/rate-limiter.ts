/**
 * How long a key waits before it is tried again. Limiters are told the time, so that they need no clock of their own,
 * and every combination of them is a limiter again: `maxOf(exponential(), bucket())`.
 */
import { checkLimit } from "./check-limit.ts";
import type { QueueKey } from "./queue-item.ts";

export interface RateLimiter {
  /** The delay before the next try of the key. Each call counts as one more failure of it. */
  delayMs(key: QueueKey, nowMs: number): number;
  /** How many failures of the key are counted since it was last forgotten. */
  retries(key: QueueKey): number;
  /** Ends the counting for the key. Whoever retries must forget some day, or the counts are kept for ever. */
  forget(key: QueueKey): void;
}

/** The longest delay that any of the limiters asks for; each of them counts the failure. */
export function maxOf(...limiters: readonly RateLimiter[]): RateLimiter {
  return {
    delayMs: (key, nowMs) => Math.max(0, ...limiters.map((limiter) => limiter.delayMs(key, nowMs))),
    retries: (key) => Math.max(0, ...limiters.map((limiter) => limiter.retries(key))),
    forget(key) {
      for (const limiter of limiters) limiter.forget(key);
    },
  };
}

/** The limiter's delay, but never more than the given one. */
export function withMaxWait(limiter: RateLimiter, maxMs: number): RateLimiter {
  checkLimit("maxMs", maxMs, 0);
  return {
    delayMs: (key, nowMs) => Math.min(maxMs, limiter.delayMs(key, nowMs)),
    retries: (key) => limiter.retries(key),
    forget: (key) => limiter.forget(key),
  };
}

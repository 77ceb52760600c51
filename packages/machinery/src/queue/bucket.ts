/**
 * Limits all keys together: a burst goes through at once, after that so many a second. It protects the API server
 * from the retries of ten thousand objects that fail for one reason.
 *
 * ```text
 *   10 a second drip in ──▶ ▕ up to 100 tokens ▏ ──▶ one for each try
 * ```
 *
 * Who finds the bucket empty borrows a token and waits until it has dripped in.
 */
import { checkLimit } from "./check-limit.ts";
import type { RateLimiter } from "./rate-limiter.ts";

export interface BucketOptions {
  readonly perSecond?: number;
  readonly burst?: number;
}

export function bucket({ perSecond = 10, burst = 100 }: BucketOptions = {}): RateLimiter {
  checkLimit("perSecond", perSecond, Number.MIN_VALUE);
  checkLimit("burst", burst, 1);
  const perMs = perSecond / 1_000;
  // Below zero while tokens are borrowed.
  let tokens = burst;
  let filledMs: number | undefined;
  return {
    delayMs(_key, nowMs) {
      tokens = Math.min(burst, tokens + (nowMs - (filledMs ?? nowMs)) * perMs);
      filledMs = nowMs;
      tokens -= 1;
      return tokens < 0 ? -tokens / perMs : 0;
    },
    retries: () => 0,
    forget: () => {},
  };
}

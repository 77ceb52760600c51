/**
 * Waits twice as long after each failure of a key: 5 ms, 10 ms, 20 ms and so on up to 1,000 s, as controllers do in
 * Go.
 */

import { checkLimit } from "./check-limit.ts";
import { limitByFailures } from "./failure-counts.ts";
import type { RateLimiter } from "./rate-limiter.ts";

export interface ExponentialOptions {
  readonly baseMs?: number;
  readonly maxMs?: number;
}

export function exponential({ baseMs = 5, maxMs = 1_000_000 }: ExponentialOptions = {}): RateLimiter {
  checkLimit("baseMs", baseMs, 0);
  checkLimit("maxMs", maxMs, 0);
  // Beyond some thousand failures the power is infinite; the smaller of the two is still right, unless the base is
  // zero.
  return limitByFailures((failures) => (baseMs === 0 ? 0 : Math.min(maxMs, baseMs * 2 ** failures)));
}

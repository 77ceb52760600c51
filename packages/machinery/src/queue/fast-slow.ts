/** Tries a key again soon for a number of times, and then only now and then. */

import { checkLimit } from "./check-limit.ts";
import { limitByFailures } from "./failure-counts.ts";
import type { RateLimiter } from "./rate-limiter.ts";

export interface FastSlowOptions {
  readonly fastMs: number;
  readonly slowMs: number;
  readonly maxFastAttempts: number;
}

export function fastSlow({ fastMs, slowMs, maxFastAttempts }: FastSlowOptions): RateLimiter {
  checkLimit("fastMs", fastMs, 0);
  checkLimit("slowMs", slowMs, 0);
  checkLimit("maxFastAttempts", maxFastAttempts, 0);
  return limitByFailures((failures) => (failures < maxFastAttempts ? fastMs : slowMs));
}

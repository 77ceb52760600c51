/** Counts failures by key for the limiters that treat each key by itself. */
import type { QueueKey } from "./queue-item.ts";
import type { RateLimiter } from "./rate-limiter.ts";

/** A limiter whose delay depends only on how often the key has failed before. */
export function limitByFailures(delayAfterMs: (failures: number) => number): RateLimiter {
  const counts = new Map<QueueKey, number>();
  const retries = (key: QueueKey) => counts.get(key) ?? 0;
  return {
    delayMs(key) {
      const failures = retries(key);
      counts.set(key, failures + 1);
      return delayAfterMs(failures);
    },
    retries,
    forget: (key) => void counts.delete(key),
  };
}

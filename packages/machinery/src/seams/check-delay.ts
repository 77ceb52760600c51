/** The one rule for delays, on every clock and in the work queue. */
import { UsageError } from "../errors/usage-error.ts";

/** The delay as a number that can be added to a time. What is below zero is due already, as everywhere in client-go. */
export function checkDelay(delayMs: number): number {
  if (!Number.isFinite(delayMs)) {
    throw new UsageError("PINTLE_DELAY_INVALID", `a delay is a finite number of milliseconds, not ${String(delayMs)}`);
  }
  return Math.max(0, delayMs);
}

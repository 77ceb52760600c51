/** How long a stop may take, as a signal that aborts when it has taken too long. */
import { type Clock, createDeadline, type Deadline } from "@pintle/machinery";

/** Nothing is waited for when it is 0, and everything for as long as it takes when it is infinite. */
export function createPatience(clock: Clock, delayMs: number, label: string): Deadline {
  if (delayMs <= 0) return { signal: AbortSignal.abort(), [Symbol.dispose]: () => {} };
  if (delayMs === Number.POSITIVE_INFINITY) return { signal: new AbortController().signal, [Symbol.dispose]: () => {} };
  return createDeadline(clock, delayMs, { kind: "background", label });
}

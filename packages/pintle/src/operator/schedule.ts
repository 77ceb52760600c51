/**
 * Runs that take place because time has passed. They keep nothing busy: a process with nothing else to do is at rest between them, and so is a
 * test.
 */
import {
  type Clock,
  type ClockTimer,
  formatObjectKey,
  InvalidScalarError,
  type ObjectKey,
  parseDurationMs,
  UsageError,
} from "@pintle/machinery";
import type { RequestSource, RequestTarget } from "@pintle/runtime";

export class Schedule implements RequestSource {
  readonly name: string;
  readonly #targets = new Set<RequestTarget>();
  readonly #timers = new Map<string, ClockTimer>();

  constructor(operator: string) {
    this.name = `schedule of ${operator}`;
  }

  start(target: RequestTarget): Disposable {
    this.#targets.add(target);
    return {
      [Symbol.dispose]: () => {
        this.#targets.delete(target);
        if (this.#targets.size > 0) return;
        for (const timer of this.#timers.values()) timer.cancel();
        this.#timers.clear();
      },
    };
  }

  /** Another run after this time, or none, instead of the one that was to come. */
  set(request: ObjectKey, delayMs: number | undefined, clock: Clock): void {
    const key = formatObjectKey(request);
    this.forget(key);
    if (delayMs === undefined) return;
    const ring = () => {
      this.#timers.delete(key);
      for (const target of this.#targets) target.add(request, { isUrgent: false });
    };
    const label = () => `${this.name} for ${key}`;
    this.#timers.set(key, clock.setTimer(delayMs, ring, { kind: "background", label }));
  }

  forget(key: string): void {
    this.#timers.get(key)?.cancel();
    this.#timers.delete(key);
  }
}

const shortestMs = 1;

export function parseDelay(delay: string | number): number {
  const delayMs = readDelay(delay);
  if (Number.isFinite(delayMs) && delayMs >= shortestMs) return delayMs;
  const wanted = '"90s", "1h30m" or a number of milliseconds above 0';
  throw new UsageError("PINTLE_DELAY_INVALID", `a time is ${wanted}, not ${JSON.stringify(delay)}`);
}

function readDelay(delay: string | number): number {
  if (typeof delay !== "string") return delay;
  try {
    return parseDurationMs(delay);
  } catch (error) {
    if (error instanceof InvalidScalarError) return Number.NaN;
    throw error;
  }
}

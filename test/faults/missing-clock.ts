/**
 * The process clock, whose time can be made to have passed: all that a process sees of half a minute in which it got no CPU. Its
 * clocks have moved on, and every timer of that half minute is due at once.
 */
import { type Clock, type ClockTimer, createProcessClock } from "@pintle/machinery";

export interface MissingClock extends Clock {
  miss(missedMs: number): void;
}

interface Pending {
  readonly dueMs: number;
  arm(delayMs: number): void;
}

export function createMissingClock(): MissingClock {
  const real = createProcessClock();
  const pending = new Set<Pending>();
  let missedMs = 0;
  const monotonic = () => real.monotonic() + missedMs;

  const setTimer: Clock["setTimer"] = (delayMs, callback, options) => {
    let armed: ClockTimer | undefined;
    const timer: Pending = {
      dueMs: monotonic() + delayMs,
      arm(remainingMs) {
        armed?.cancel();
        armed = real.setTimer(Math.max(0, remainingMs), ring, options);
      },
    };
    const ring = () => {
      pending.delete(timer);
      callback();
    };
    pending.add(timer);
    timer.arm(delayMs);
    const cancel = () => {
      pending.delete(timer);
      armed?.cancel();
    };
    return { cancel, [Symbol.dispose]: cancel };
  };

  return {
    now: () => real.now() + missedMs,
    monotonic,
    setTimer,
    sleep: (delayMs, options) =>
      new Promise((resolve, reject) => {
        const { signal } = options;
        const stop = () => {
          timer.cancel();
          reject(signal?.reason);
        };
        const timer = setTimer(delayMs, () => resolve(signal?.removeEventListener("abort", stop)), options);
        if (signal?.aborted) stop();
        else signal?.addEventListener("abort", stop, { once: true });
      }),
    turn: () => real.turn(),
    busy: (label) => real.busy(label),
    miss(ms) {
      missedMs += ms;
      for (const timer of pending) timer.arm(timer.dueMs - monotonic());
    },
  };
}

/**
 * The clock of the running process, and the only file that touches its timers.
 *
 * Timers follow the monotonic clock: a jump of the wall clock neither hastens nor delays them. They never fire early,
 * which Node's own may by a millisecond, and may be set for longer than the 24 days that Node's can hold.
 */
import { checkDelay } from "./check-delay.ts";
import type { Clock, ClockTimer, TimerOptions } from "./clock.ts";
import { sleepByTimer } from "./sleep.ts";

// Taken once, so that a test which replaces the globals by fakes does not stop the clock of the framework.
const { setTimeout, clearTimeout, setImmediate, performance } = globalThis;
const wallNow = Date.now;

/** Node fires longer timers at once, after a warning. */
const longestTimeoutMs = 2 ** 31 - 1;

const notCounted: Disposable = { [Symbol.dispose]: () => {} };

export function createProcessClock(): Clock {
  return {
    now: () => wallNow(),
    monotonic: () => performance.now(),
    setTimer,
    sleep: (delayMs, options) => sleepByTimer(setTimer, delayMs, options),
    turn: nextTurn,
    busy: () => notCounted,
  };
}

function setTimer(delayMs: number, callback: () => void, options: TimerOptions): ClockTimer {
  const firstMs = checkDelay(delayMs);
  const dueMs = performance.now() + firstMs;
  let timeout: NodeJS.Timeout;
  function arm(remainingMs: number): void {
    timeout = setTimeout(ring, Math.min(Math.ceil(remainingMs), longestTimeoutMs));
    if (options.unref) timeout.unref();
  }
  function ring(): void {
    const remainingMs = dueMs - performance.now();
    if (remainingMs > 0) arm(remainingMs);
    else callback();
  }
  arm(firstMs);
  const cancel = () => clearTimeout(timeout);
  return { cancel, [Symbol.dispose]: cancel };
}

/**
 * Resolves in the next turn of the event loop. Node empties the queues of microtasks and of `process.nextTick` before
 * each immediate, so every chain of promises that could go on without timers or I/O has come to its end by then.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

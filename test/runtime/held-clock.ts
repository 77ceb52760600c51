/**
 * The clock of one process among several on the same virtual time: its wall clock may be wrong, its time may run too fast or too slowly, and
 * the process may be stopped, as by SIGSTOP, so that its time goes on and none of its code does.
 */
import type { Clock, ClockTimer, SleepOptions, TimerOptions, VirtualClock } from "@pintle/machinery";

export interface HeldClock extends Clock {
  /** Changes what `now` says, and nothing else. */
  jump(changeMs: number): void;
  /** From now on no timer of this process fires, and no answer comes in. */
  freeze(): void;
  /** What has come in meanwhile is seen now, and then timers fire that have become due, each in its order and in a turn of its own. */
  thaw(): void;
  /** What comes in from outside waits for this: it resolves at once, or after the next `thaw`. */
  running(): Promise<void>;
}

export function createHeldClock(base: VirtualClock, rate = 1): HeldClock {
  const startMs = base.monotonic();
  let wallChangeMs = 0;
  let isFrozen = false;
  const cameIn: (() => void)[] = [];
  const due: (() => void)[] = [];
  const monotonic = () => startMs + (base.monotonic() - startMs) * rate;

  /** As the event loop does it, which looks at its sockets first where it has slept there. */
  async function catchUp(): Promise<void> {
    for (let next = cameIn.shift() ?? due.shift(); next && !isFrozen; next = cameIn.shift() ?? due.shift()) {
      next();
      await base.turn();
    }
  }

  function setTimer(delayMs: number, callback: () => void, options: TimerOptions): ClockTimer {
    let isCancelled = false;
    const callBack = () => isCancelled || callback();
    const ring = () => (isFrozen ? due.push(callBack) : callBack());
    const timer = base.setTimer(Math.max(0, delayMs) / rate, ring, options);
    const cancel = () => {
      isCancelled = true;
      timer.cancel();
    };
    return { cancel, [Symbol.dispose]: cancel };
  }

  async function sleep(delayMs: number, options: SleepOptions): Promise<void> {
    const { signal } = options;
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    using _timer = setTimer(delayMs, resolve, options);
    const giveUp = () => reject(signal?.reason);
    signal?.addEventListener("abort", giveUp, { once: true });
    await promise.finally(() => signal?.removeEventListener("abort", giveUp));
  }

  return {
    ...{ monotonic, setTimer, sleep },
    now: () => base.now() + wallChangeMs,
    turn: () => base.turn(),
    busy: (label) => base.busy(label),
    jump: (changeMs) => {
      wallChangeMs += changeMs;
    },
    freeze: () => {
      isFrozen = true;
    },
    thaw: () => {
      isFrozen = false;
      void catchUp();
    },
    running: () => new Promise((resolve) => (isFrozen ? cameIn.push(resolve) : resolve())),
  };
}

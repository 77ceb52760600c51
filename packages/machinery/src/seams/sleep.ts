/** The sleep of every clock, made from its timers: it leaves neither a timer nor a listener behind, however it ends. */
import type { Clock, SleepOptions } from "./clock.ts";

export async function sleepByTimer(setTimer: Clock["setTimer"], delayMs: number, options: SleepOptions): Promise<void> {
  const { signal } = options;
  signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  using _timer = setTimer(delayMs, resolve, options);
  const giveUp = () => reject(signal?.reason);
  signal?.addEventListener("abort", giveUp, { once: true });
  try {
    await promise;
  } finally {
    signal?.removeEventListener("abort", giveUp);
  }
}

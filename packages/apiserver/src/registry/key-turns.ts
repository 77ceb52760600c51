/**
 * Lets the writers of one key take turns once they have got in each other's way: of two hundred that compare and swap at once, one would
 * win each round and all the others work in vain.
 *
 * It is a courtesy, not a lock. What is right is decided by compare-and-swap alone, and whoever takes long is passed by: it may be waiting
 * for somebody who waits here, as when an admission webhook writes the very object that it is asked about.
 */
import type { Clock } from "@pintle/machinery";

export interface KeyTurns {
  /** Resolves when the one before is done, or has taken its time. The turn ends when the result is disposed. */
  take(key: string, clock: Clock): Promise<Disposable>;
}

const maxTurnMs = 100;

export function createKeyTurns(): KeyTurns {
  const last = new Map<string, Promise<void>>();
  return {
    async take(key, clock) {
      const before = last.get(key);
      const { promise, resolve } = Promise.withResolvers<void>();
      last.set(key, promise);
      if (before) await endOrTimeout(before, clock);
      return {
        [Symbol.dispose]: () => {
          resolve();
          if (last.get(key) === promise) last.delete(key);
        },
      };
    },
  };
}

async function endOrTimeout(end: Promise<void>, clock: Clock): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = clock.setTimer(maxTurnMs, resolve, { label: "a writer waits for its turn", kind: "work" });
  await Promise.race([end, promise]);
  timer.cancel();
}

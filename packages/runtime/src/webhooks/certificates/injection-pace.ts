/**
 * How often the same bundle is written into the same object. Somebody who puts another one there again and again gets ours back at once a
 * few times, and then less and less often: two who overwrite each other for ever would only load the server.
 */

const freeWrites = 4;
const calmMs = 10 * 60_000;
const firstDelayMs = 1_000;
const longestDelayMs = 5 * 60_000;

interface Writes {
  readonly bundle: string;
  readonly count: number;
  readonly lastMs: number;
}

export class InjectionPace {
  readonly #writes = new Map<string, Writes>();

  /** How long the object has to be left alone from now on; 0 when it may be written. */
  waitMs(object: string, bundle: string, monotonicMs: number): number {
    const { count, lastMs } = this.#writesOf(object, bundle, monotonicMs);
    if (count < freeWrites) return 0;
    const delayMs = Math.min(longestDelayMs, firstDelayMs * 2 ** (count - freeWrites));
    return Math.max(0, lastMs + delayMs - monotonicMs);
  }

  /** Whether this write is the one after which the next have to wait. */
  note(object: string, bundle: string, monotonicMs: number): boolean {
    const count = this.#writesOf(object, bundle, monotonicMs).count + 1;
    this.#writes.set(object, { bundle, count, lastMs: monotonicMs });
    return count === freeWrites;
  }

  /** A bundle of our own that is new, and a long time without any write, begin the count anew. */
  #writesOf(object: string, bundle: string, monotonicMs: number): Omit<Writes, "bundle"> {
    const found = this.#writes.get(object);
    const counts = found?.bundle === bundle && monotonicMs - found.lastMs <= calmMs;
    return found && counts ? found : { count: 0, lastMs: monotonicMs };
  }
}

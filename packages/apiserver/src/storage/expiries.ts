/**
 * Which keys delete themselves, and when: one timer for all of them.
 *
 * A key that was changed meanwhile is still told as due; whoever is told compares the revision. Timers are background timers: nobody
 * waits for an Event to be forgotten.
 */
import type { Clock, ClockTimer } from "@pintle/machinery";

export interface Expiry {
  readonly key: string;
  /** The change that gave the key its time to live. */
  readonly revision: number;
  readonly dueMs: number;
}

export class Expiries {
  /** A binary heap: the next one due is the first, and none is due before the one at `(index - 1) / 2`. */
  readonly #heap: Expiry[] = [];
  readonly #clock: Clock;
  readonly #expire: (expiry: Expiry) => void;
  #timer: ClockTimer | undefined;
  #timerMs = 0;

  constructor(clock: Clock, expire: (expiry: Expiry) => void) {
    this.#clock = clock;
    this.#expire = expire;
  }

  add(key: string, revision: number, ttlMs: number): void {
    this.#push({ key, revision, dueMs: this.#clock.monotonic() + ttlMs });
    this.#schedule();
  }

  clear(): void {
    this.#heap.length = 0;
    this.#schedule();
  }

  #schedule(): void {
    const next = this.#heap[0];
    if (this.#timer !== undefined && next?.dueMs === this.#timerMs) return;
    this.#timer?.cancel();
    this.#timer = undefined;
    if (next === undefined) return;
    this.#timerMs = next.dueMs;
    const delayMs = Math.max(0, next.dueMs - this.#clock.monotonic());
    this.#timer = this.#clock.setTimer(delayMs, this.#fire, { label: "keys expire", kind: "background", unref: true });
  }

  #fire = (): void => {
    this.#timer = undefined;
    const nowMs = this.#clock.monotonic();
    for (let next = this.#heap[0]; next !== undefined && next.dueMs <= nowMs; next = this.#heap[0]) {
      this.#pop();
      this.#expire(next);
    }
    this.#schedule();
  };

  #push(expiry: Expiry): void {
    const heap = this.#heap;
    let at = heap.push(expiry) - 1;
    while (at > 0) {
      const parent = (at - 1) >>> 1;
      const above = heap[parent];
      if (above === undefined || above.dueMs <= expiry.dueMs) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = expiry;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let at = 0;
    for (;;) {
      const left = heap[2 * at + 1];
      const right = heap[2 * at + 2];
      const isRight = right !== undefined && left !== undefined && right.dueMs < left.dueMs;
      const least = isRight ? right : left;
      if (least === undefined || least.dueMs >= last.dueMs) break;
      heap[at] = least;
      at = 2 * at + (isRight ? 2 : 1);
    }
    heap[at] = last;
  }
}

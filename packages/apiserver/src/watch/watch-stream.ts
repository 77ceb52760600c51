/**
 * The body of one watch: first what there is, then what happens, until the time is over, the client has gone or the server stops.
 *
 * ```text
 *   beginning ──▶ (when read) ─────────────┐
 *                                          ├──▶ chunks
 *   events ──▶ pending, bounded ───────────┘
 * ```
 *
 * The beginning is written as it is read. What happens meanwhile waits as bytes that are shared with other watches, and goes out in one
 * chunk. When too much waits, the client is too slow: everything is let go and the stream ends, so that the client begins anew from the
 * last event that it has seen.
 */
import { ApiError, type Clock, type ClockTimer } from "@pintle/machinery";
import type { ResourceEvent, ResourceListener } from "./resource-events.ts";
import type { WatchCache } from "./watch-cache.ts";
import { statusOfBrokenEvent, type WatchEncoder } from "./watch-encoder.ts";
import { type ObjectPredicate, selectEvent } from "./watch-selection.ts";

/** What may wait for a reader. One event may be larger than that. */
const maxPendingEvents = 4_096;
const maxPendingBytes = 4 << 20;

export interface WatchStreamOptions {
  readonly cache: WatchCache;
  readonly clock: Clock;
  readonly encoder: WatchEncoder;
  readonly matches: ObjectPredicate;
  readonly signal: AbortSignal;
}

/** Events that are ready, or `undefined` where much was read and nothing selected: others get their turn then. */
export type Beginning = Iterator<Uint8Array | undefined>;

export class WatchStream implements AsyncIterableIterator<Uint8Array>, ResourceListener {
  readonly #options: WatchStreamOptions;
  readonly #timers = new Set<ClockTimer>();
  #beginning: Beginning | undefined;
  #leave: (() => void) | undefined;
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  #reader: ((result: IteratorResult<Uint8Array>) => void) | undefined;
  #isWaking = false;
  #isEnding = false;

  constructor(options: WatchStreamOptions) {
    this.#options = options;
    options.signal.addEventListener("abort", this.#cut, { once: true });
    if (options.signal.aborted) this.#cut();
  }

  /** Tells the stream what to begin with and how to leave the cache. It may have ended already. */
  begin(beginning: Beginning, leave: () => void): void {
    if (this.#isEnding) {
      leave();
      return;
    }
    this.#beginning = beginning;
    this.#leave = leave;
  }

  /** Calls back once, unless the stream has ended by then. */
  after(delayMs: number, label: string, callback: () => void): void {
    if (this.#isEnding) return;
    const fire = () => {
      this.#timers.delete(timer);
      callback();
    };
    const timer = this.#options.clock.setTimer(delayMs, fire, { label, kind: "background", unref: true });
    this.#timers.add(timer);
  }

  onEvent(event: ResourceEvent): void {
    try {
      const type = selectEvent(event, this.#options.matches);
      if (type !== undefined) this.push(this.#options.encoder.encodeEvent(event, type));
    } catch (error) {
      this.fail(error);
    }
  }

  onEnd(): void {
    this.finish();
  }

  push(bytes: Uint8Array): void {
    if (this.#isEnding) return;
    const isFull = this.#pendingBytes + bytes.byteLength > maxPendingBytes || this.#pending.length >= maxPendingEvents;
    if (isFull && this.#pending.length > 0) {
      this.#cut();
      return;
    }
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.byteLength;
    this.#wakeSoon();
  }

  /** Ends with an ERROR event. */
  fail(error: unknown): void {
    const status = ApiError.find(error)?.status ?? statusOfBrokenEvent(error);
    this.push(this.#options.encoder.encodeError(status));
    this.finish();
  }

  /** Ends when what waits has been read. */
  finish = (): void => {
    if (this.#isEnding) return;
    this.#isEnding = true;
    this.#release();
    this.#wakeSoon();
  };

  /** No async function: every watcher of every event would pay for the promise around the promise. */
  next(): Promise<IteratorResult<Uint8Array>> {
    if (this.#beginning !== undefined) return this.#nextOfBeginning();
    if (this.#pending.length > 0) return Promise.resolve({ value: this.#takePending(), done: false });
    if (this.#isEnding) return Promise.resolve({ value: undefined, done: true });
    return new Promise((resolve) => {
      this.#reader = resolve;
    });
  }

  async return(): Promise<IteratorResult<Uint8Array>> {
    this.#cut();
    return { value: undefined, done: true };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async #nextOfBeginning(): Promise<IteratorResult<Uint8Array>> {
    while (this.#beginning !== undefined) {
      const piece = this.#readBeginning();
      if (piece !== undefined) return { value: piece, done: false };
      if (this.#beginning !== undefined) await this.#options.clock.turn();
    }
    return this.next();
  }

  /** The next chunk of the beginning. There is none where it is over, and none where others should have their turn first. */
  #readBeginning(): Uint8Array | undefined {
    try {
      const next = this.#beginning?.next();
      if (next === undefined || next.done) this.#beginning = undefined;
      return next?.done ? undefined : next?.value;
    } catch (error) {
      // What waits comes after what is missing now, so it must not be told.
      this.#beginning = undefined;
      this.#dropPending();
      this.fail(error);
      return undefined;
    }
  }

  /** Ends at once: nobody reads, or not fast enough. */
  #cut = (): void => {
    this.#isEnding = true;
    this.#beginning = undefined;
    this.#dropPending();
    this.#release();
    this.#wake();
  };

  #dropPending(): void {
    this.#pending = [];
    this.#pendingBytes = 0;
  }

  #release(): void {
    this.#options.signal.removeEventListener("abort", this.#cut);
    this.#leave?.();
    this.#leave = undefined;
    for (const timer of this.#timers) timer.cancel();
    this.#timers.clear();
  }

  #wakeSoon(): void {
    if (this.#isWaking || this.#reader === undefined) return;
    this.#isWaking = true;
    this.#options.cache.nextTurn.call(this.#wake);
  }

  #wake = (): void => {
    this.#isWaking = false;
    const reader = this.#reader;
    if (reader === undefined) return;
    if (this.#pending.length > 0) reader({ value: this.#takePending(), done: false });
    else if (this.#isEnding) reader({ value: undefined, done: true });
    else return;
    this.#reader = undefined;
  };

  #takePending(): Uint8Array {
    const chunk = this.#options.cache.sharedJoin.join(this.#pending, this.#pendingBytes);
    this.#dropPending();
    return chunk;
  }
}

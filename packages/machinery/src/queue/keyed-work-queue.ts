/**
 * The work queue behind `createWorkQueue`, where each guarantee is kept in one place: one entry a key, moved between
 * line, delayed, parked and held by the methods below, and matched with the waiting workers at the end of every
 * change.
 */
import { UsageError } from "../errors/usage-error.ts";
import { checkDelay } from "../seams/check-delay.ts";
import type { Clock, ClockTimer } from "../seams/clock.ts";
import { DueHeap } from "../seams/due-heap.ts";
import { createProcessClock } from "../seams/process-clock.ts";
import { EntryList } from "./entry-list.ts";
import { exponential } from "./exponential.ts";
import { addCause, createKeyEntry, formatCauses, handOut, type KeyEntry } from "./key-entry.ts";
import { PriorityLine } from "./priority-line.ts";
import type { AddOptions, QueueItem, QueueKey } from "./queue-item.ts";
import type { RateLimiter } from "./rate-limiter.ts";
import type { WorkQueue, WorkQueueOptions } from "./work-queue.ts";
import type { UnfinishedWork, WorkQueueMetrics } from "./work-queue-metrics.ts";

/**
 * Workers that never wait for anything else would starve timers and I/O; so often a `get` lets these have their turn.
 */
const takesPerTurn = 32;

export class KeyedWorkQueue<Key extends QueueKey, Cause> implements WorkQueue<Key, Cause> {
  readonly #name: string;
  readonly #limiter: RateLimiter;
  readonly #clock: Clock;
  readonly #metrics: WorkQueueMetrics | undefined;

  readonly #entries = new Map<Key, KeyEntry<Key, Cause>>();
  readonly #line = new PriorityLine<Key, Cause>();
  readonly #delayed = new DueHeap<KeyEntry<Key, Cause>>();
  readonly #held = new EntryList<Key, Cause>();
  readonly #takers = new Set<(item?: QueueItem<Key, Cause>) => void>();
  readonly #drained = Promise.withResolvers<void>();

  /** Rings for the first of the delayed. */
  #timer: { readonly handle: ClockTimer; readonly dueMs: number } | undefined;
  #inFlight: Disposable | undefined;
  #pause: Promise<void> | undefined;
  #takesThisTurn = 0;
  #parked = 0;
  #delays = 0;
  #closed = false;

  constructor({ name, limiter = exponential(), clock = createProcessClock(), metrics }: WorkQueueOptions) {
    this.#name = name;
    this.#limiter = limiter;
    this.#clock = clock;
    this.#metrics = metrics;
  }

  get length(): number {
    return this.#line.size;
  }

  add(key: Key, options: AddOptions<Cause> = {}): void {
    if (!this.#closed) this.#request(key, 0, options);
  }

  addAfter(key: Key, delayMs: number, options: AddOptions<Cause> = {}): void {
    const waitMs = checkDelay(delayMs);
    if (this.#closed) return;
    if (waitMs > 0) this.#metrics?.retried();
    this.#request(key, waitMs, options);
  }

  addRateLimited(key: Key, options: AddOptions<Cause> = {}): void {
    if (!this.#closed) this.addAfter(key, this.#limiter.delayMs(key, this.#clock.monotonic()), options);
  }

  async get(signal?: AbortSignal): Promise<QueueItem<Key, Cause> | undefined> {
    signal?.throwIfAborted();
    if (this.#takesThisTurn >= takesPerTurn) {
      this.#pause ??= this.#letOthersRun();
      await this.#pause;
      signal?.throwIfAborted();
    }
    const item = this.#take();
    if (item !== undefined || this.#isOver()) return item;
    const { promise, resolve: taker, reject } = Promise.withResolvers<QueueItem<Key, Cause> | undefined>();
    const giveUp = () => {
      if (this.#takers.delete(taker)) reject(signal?.reason);
    };
    this.#takers.add(taker);
    signal?.addEventListener("abort", giveUp, { once: true });
    try {
      return await promise;
    } finally {
      signal?.removeEventListener("abort", giveUp);
    }
  }

  done(key: Key): void {
    const entry = this.#entries.get(key);
    if (entry?.held === undefined) {
      throw new UsageError("PINTLE_KEY_NOT_HELD", `done(${key}): the key is not held; call done once for each get`);
    }
    entry.held = undefined;
    this.#held.remove(entry);
    this.#metrics?.finished((this.#clock.monotonic() - entry.heldSinceMs) / 1_000);
    if (entry.place === "parked") {
      this.#parked -= 1;
      this.#joinLine(entry);
    } else if (entry.place === "nowhere") this.#entries.delete(key);
    this.#match();
  }

  forget(key: Key): void {
    this.#limiter.forget(key);
  }

  retries(key: Key): number {
    return this.#limiter.retries(key);
  }

  shutDown({ drain = true }: { readonly drain?: boolean } = {}): Promise<void> {
    this.#closed = true;
    for (const entry of this.#entries.values()) if (!drain || entry.place === "delayed") this.#drop(entry);
    this.#arm();
    this.#match();
    return this.#drained.promise;
  }

  unfinishedWork(): UnfinishedWork {
    const nowMs = this.#clock.monotonic();
    let totalMs = 0;
    for (const { heldSinceMs } of this.#held) totalMs += nowMs - heldSinceMs;
    const longestMs = nowMs - (this.#held.first?.heldSinceMs ?? nowMs);
    return { totalSeconds: totalMs / 1_000, longestSeconds: longestMs / 1_000 };
  }

  #request(key: Key, delayMs: number, { priority = 0, cause }: AddOptions<Cause>): void {
    if (!Number.isSafeInteger(priority)) {
      throw new UsageError("PINTLE_PRIORITY_INVALID", `a priority is a whole number, not ${String(priority)}`);
    }
    const entry = this.#entryOf(key);
    if (cause !== undefined) addCause(entry, cause);
    if (entry.place === "nowhere") entry.priority = priority;
    else if (priority > entry.priority) this.#raise(entry, priority);
    if (entry.place === "nowhere" || entry.place === "delayed") {
      if (delayMs > 0) this.#delay(entry, this.#clock.monotonic() + delayMs);
      else {
        this.#delayed.remove(entry);
        this.#becomeReady(entry);
      }
      this.#arm();
    }
    this.#match();
  }

  #entryOf(key: Key): KeyEntry<Key, Cause> {
    let entry = this.#entries.get(key);
    if (entry === undefined) {
      entry = createKeyEntry(key);
      this.#entries.set(key, entry);
    }
    return entry;
  }

  #delay(entry: KeyEntry<Key, Cause>, dueMs: number): void {
    if (entry.place === "delayed" && entry.dueMs <= dueMs) return;
    if (entry.place === "delayed") this.#delayed.remove(entry);
    else entry.order = this.#delays++;
    entry.place = "delayed";
    entry.dueMs = dueMs;
    this.#delayed.push(entry);
  }

  #becomeReady(entry: KeyEntry<Key, Cause>): void {
    if (this.#metrics) {
      entry.readyMs = this.#clock.monotonic();
      this.#metrics.added();
      this.#metrics.depthChanged(entry.priority, 1);
    }
    if (entry.held === undefined) this.#joinLine(entry);
    else {
      entry.place = "parked";
      this.#parked += 1;
    }
  }

  #joinLine(entry: KeyEntry<Key, Cause>): void {
    entry.place = "line";
    this.#line.push(entry);
  }

  /** A raised key goes to the end of its new level: it has not waited there yet. */
  #raise(entry: KeyEntry<Key, Cause>, priority: number): void {
    if (entry.place === "line") this.#line.remove(entry);
    if (entry.place !== "delayed") {
      this.#metrics?.depthChanged(entry.priority, -1);
      this.#metrics?.depthChanged(priority, 1);
    }
    entry.priority = priority;
    if (entry.place === "line") this.#line.push(entry);
  }

  /** Withdraws the request for a key. Who holds it keeps it. */
  #drop(entry: KeyEntry<Key, Cause>): void {
    if (entry.place === "delayed") this.#delayed.remove(entry);
    else if (entry.place !== "nowhere") this.#metrics?.depthChanged(entry.priority, -1);
    if (entry.place === "line") this.#line.remove(entry);
    if (entry.place === "parked") this.#parked -= 1;
    entry.place = "nowhere";
    if (entry.held === undefined) this.#entries.delete(entry.key);
  }

  /** Pairs keys in line with waiting takers. Every change of state ends here, so the promises are kept in one place. */
  #match(): void {
    for (const taker of this.#takers) {
      const item = this.#take();
      if (item === undefined) break;
      this.#takers.delete(taker);
      taker(item);
    }
    if (this.#isOver()) {
      for (const taker of this.#takers) taker();
      this.#takers.clear();
      if (this.#held.size === 0) this.#drained.resolve();
    }
    if (this.#held.size === 0) {
      this.#inFlight?.[Symbol.dispose]();
      this.#inFlight = undefined;
    }
  }

  #take(): QueueItem<Key, Cause> | undefined {
    const entry = this.#line.shift();
    if (entry === undefined) return undefined;
    const nowMs = this.#clock.monotonic();
    this.#metrics?.depthChanged(entry.priority, -1);
    this.#metrics?.taken((nowMs - entry.readyMs) / 1_000);
    this.#held.push(entry);
    this.#takesThisTurn += 1;
    this.#inFlight ??= this.#clock.busy(this.#describeHeld);
    return handOut(entry, nowMs);
  }

  #isOver(): boolean {
    return this.#closed && this.#line.size === 0 && this.#parked === 0;
  }

  async #letOthersRun(): Promise<void> {
    await this.#clock.turn();
    this.#takesThisTurn = 0;
    this.#pause = undefined;
  }

  /** Sets the timer for the first of the delayed, if it is not set for that time already. */
  #arm(): void {
    const first = this.#delayed.peek();
    if (this.#timer?.dueMs === first?.dueMs) return;
    this.#timer?.handle.cancel();
    this.#timer = undefined;
    if (first === undefined) return;
    const delayMs = first.dueMs - this.#clock.monotonic();
    const handle = this.#clock.setTimer(delayMs, this.#ring, { label: this.#describeDelayed, kind: "work" });
    this.#timer = { handle, dueMs: first.dueMs };
  }

  #ring = (): void => {
    this.#timer = undefined;
    for (const entry of this.#delayed.takeDue(this.#clock.monotonic())) this.#becomeReady(entry);
    this.#arm();
    this.#match();
  };

  #describeDelayed = (): string => {
    const first = this.#delayed.peek();
    const words = first ? formatCauses(first.key, first.causes, first.furtherCauses) : "nothing";
    const others = this.#delayed.size - 1;
    return `queue ${this.#name}: ${words}${others > 0 ? `; ${others} more delayed` : ""}`;
  };

  #describeHeld = (): string => {
    const words: string[] = [];
    for (const { held } of this.#held) if (held) words.push(formatCauses(held.key, held.causes, held.furtherCauses));
    if (this.length > 0) words.push(`${this.length} more in line`);
    return `queue ${this.#name} holds ${words.join("; ")}`;
  };
}

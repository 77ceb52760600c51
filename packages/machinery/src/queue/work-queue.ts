/**
 * A queue of keys for workers that must never meet on the same key.
 *
 * - Fair: keys come out by priority and, among equals, in the order in which they became ready; none waits for ever.
 * - Stingy: a key added many times before it is taken comes out once, at the earliest of its times.
 * - Exclusive: a key is held by one worker at a time; added meanwhile, it comes out once more after done.
 * - Telling: an item says why it is there, by the causes that were given when it was added.
 *
 * ```text
 *   add ─────────────────────▶ line ──▶ get ──▶ held ──▶ done
 *                               ▲  ▲              │
 *   addAfter ──▶ delayed ───────┘  └── parked ◀───┘  added while held
 *   addRateLimited ──▲
 * ```
 *
 * A key has one entry, however often it is added. On a virtual clock a held key is in flight and a delayed one a work
 * timer. A key in line is neither: a worker is about to take it, or holds another one, or there is none to wait for.
 */
import type { Clock } from "../seams/clock.ts";
import { KeyedWorkQueue } from "./keyed-work-queue.ts";
import type { AddOptions, QueueItem, QueueKey } from "./queue-item.ts";
import type { RateLimiter } from "./rate-limiter.ts";
import type { UnfinishedWork, WorkQueueMetrics } from "./work-queue-metrics.ts";

export interface WorkQueue<Key extends QueueKey, Cause = string> {
  /** Keys that wait in line to be taken; those that are held, parked or delayed do not count. */
  readonly length: number;
  /**
   * Asks for the key to be processed. After `shutDown` it does nothing: the work would be lost with the process
   * anyway.
   */
  add(key: Key, options?: AddOptions<Cause>): void;
  /** Asks for the key to be processed after a delay; a key that is to come earlier anyway keeps its earlier time. */
  addAfter(key: Key, delayMs: number, options?: AddOptions<Cause>): void;
  /** Asks for the key to be processed when the limiter allows it, which counts the call as a failure of the key. */
  addRateLimited(key: Key, options?: AddOptions<Cause>): void;
  /** The next item as soon as there is one, or `undefined` once the queue is shut down and empty. */
  get(signal?: AbortSignal): Promise<QueueItem<Key, Cause> | undefined>;
  /** Gives a key back. Each `get` needs exactly one `done`; until then nobody else receives that key. */
  done(key: Key): void;
  /** Ends the limiter's counting of failures, after a success. The key stays where it is. */
  forget(key: Key): void;
  /** How many failures of the key the limiter counts. */
  retries(key: Key): number;
  /**
   * Refuses new keys, drops the delayed ones, and resolves when every held key has been given back. What is in line is
   * still handed out, unless `drain` is false; a second call may say so to end the first one sooner.
   */
  shutDown(options?: { readonly drain?: boolean }): Promise<void>;
  unfinishedWork(): UnfinishedWork;
}

export interface WorkQueueOptions {
  /** The label `name` of its metrics, and what reports call it. */
  readonly name: string;
  /** For each key alone from 5 ms to 1,000 s, unless told otherwise, as controller-runtime's queue. */
  readonly limiter?: RateLimiter;
  /** The clock of the process, unless told otherwise. */
  readonly clock?: Clock;
  readonly metrics?: WorkQueueMetrics;
}

export function createWorkQueue<Key extends QueueKey = string, Cause = string>(
  options: WorkQueueOptions,
): WorkQueue<Key, Cause> {
  return new KeyedWorkQueue(options);
}

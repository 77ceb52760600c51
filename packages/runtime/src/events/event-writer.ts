/**
 * Brings events to the API server beside everything else: at most 1,000 wait, eight are written at a time, and no event is written twice at
 * once, so that what happened later never lands earlier.
 *
 * A server that cannot be reached, or is not well, is tried again twelve times within about two minutes. What it refuses is dropped, and so
 * is what nobody may write any more when its turn comes.
 */
import {
  ApiError,
  type Clock,
  createWorkQueue,
  jitter,
  type Random,
  UsageError,
  type WorkQueue,
} from "@pintle/machinery";
import { FencedError } from "../manager/fence.ts";
import type { DropReason, EventDrops } from "./event-drops.ts";

/** An Event of either API, as it is to be seen on the server. */
export interface WritableEvent {
  readonly namespace: string;
  readonly name: string;
  /** Sends it whole. */
  create(options: WriteCall): Promise<void>;
  /** Sends what has changed since it was created. */
  patch(options: WriteCall): Promise<void>;
  /** Whether there is anything to send. */
  readonly hasChanged: boolean;
}

export interface WriteCall {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

export interface EventWriterOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly drops: EventDrops;
}

const maxWaiting = 1_000;
const workers = 8;
const maxTries = 12;
const retryMs = 10_000;
const retryJitter = 0.25;
const writeMs = 30_000;

interface Waiting {
  readonly event: WritableEvent;
  tries: number;
  /** How often it was asked for, to see whether that happened while it was written. */
  asked: number;
}

export class EventWriter {
  readonly #options: EventWriterOptions;
  readonly #queue: WorkQueue<string>;
  readonly #waiting = new Map<string, Waiting>();
  /** Those that the server has, as far as is known here. */
  readonly #stored = new WeakSet<WritableEvent>();
  readonly #end = new AbortController();
  readonly #emptied = new Set<() => void>();
  #working: Promise<unknown> | undefined;

  constructor(options: EventWriterOptions) {
    this.#options = options;
    this.#queue = createWorkQueue({ name: "events", clock: options.clock });
  }

  /** Asks for the event to be written as it will be then. Whether there was room for it. */
  write(event: WritableEvent): boolean {
    const key = `${event.namespace}/${event.name}`;
    const waiting = this.#waiting.get(key);
    if (waiting !== undefined) waiting.asked += 1;
    else if (this.#end.signal.aborted) return this.#refuse("closed", "the recorder is closed");
    else if (this.#waiting.size >= maxWaiting) return this.#refuse("queue_full", `${maxWaiting} others wait`);
    else this.#waiting.set(key, { event, tries: 0, asked: 0 });
    this.#queue.add(key);
    // Only who has something to tell gets workers.
    this.#working ??= Promise.all(Array.from({ length: workers }, () => this.#work()));
    return true;
  }

  #refuse(reason: DropReason, message: string): false {
    this.#options.drops.drop(reason, message);
    return false;
  }

  /** Resolves when nothing waits to be written any more, or the signal ends the waiting. */
  async flush({ signal }: { readonly signal: AbortSignal }): Promise<void> {
    if (this.#waiting.size === 0 || signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const end = () => resolve();
    this.#emptied.add(end);
    signal.addEventListener("abort", end, { once: true });
    await promise;
    this.#emptied.delete(end);
    signal.removeEventListener("abort", end);
  }

  /** Gives up what is not written yet. */
  async close(): Promise<void> {
    this.#end.abort(new DOMException("the recorder is closed", "AbortError"));
    await this.#queue.shutDown({ drain: false });
    await this.#working;
    for (const key of [...this.#waiting.keys()]) this.#drop(key, "closed", "it was not written before the end");
  }

  async #work(): Promise<void> {
    for (let item = await this.#queue.get(); item !== undefined; item = await this.#queue.get()) {
      const { key } = item;
      const waiting = this.#waiting.get(key);
      if (waiting !== undefined) await this.#try(key, waiting);
      this.#queue.done(key);
    }
  }

  async #try(key: string, waiting: Waiting): Promise<void> {
    const { asked } = waiting;
    try {
      await this.#store(waiting.event, { signal: this.#end.signal, timeoutMs: writeMs });
      waiting.tries = 0;
      if (waiting.asked === asked) this.#remove(key);
    } catch (error) {
      this.#fail(key, waiting, error);
    }
  }

  async #store(event: WritableEvent, call: WriteCall): Promise<void> {
    if (this.#stored.has(event)) {
      if (!event.hasChanged) return;
      try {
        return await event.patch(call);
      } catch (error) {
        // Servers forget events after an hour.
        if (!ApiError.is(error, "NotFound")) throw error;
        this.#stored.delete(event);
      }
    }
    try {
      await event.create(call);
      this.#stored.add(event);
    } catch (error) {
      if (!ApiError.is(error, "AlreadyExists")) throw error;
      // The answer to an earlier try was lost: the server has the event as it was then.
      this.#stored.add(event);
      if (event.hasChanged) await event.patch(call);
    }
  }

  #fail(key: string, waiting: Waiting, error: unknown): void {
    if (this.#end.signal.aborted) return;
    waiting.tries += 1;
    const reason = reasonToGiveUp(error);
    if (reason === "fenced") this.#drop(key, reason, "who recorded it may not write any more", error);
    else if (reason !== undefined) this.#drop(key, reason, "the server refuses it", error);
    else if (waiting.tries >= maxTries) this.#drop(key, "unreachable", `${maxTries} tries have failed`, error);
    else this.#queue.addAfter(key, jitter(this.#options.random, retryMs, retryJitter));
  }

  #drop(key: string, reason: DropReason, message: string, error?: unknown): void {
    this.#options.drops.drop(reason, message, { event: key, ...(error !== undefined && { error }) });
    this.#remove(key);
  }

  #remove(key: string): void {
    this.#waiting.delete(key);
    if (this.#waiting.size > 0) return;
    for (const resolve of this.#emptied) resolve();
  }
}

/** Nothing where another try may help. */
function reasonToGiveUp(error: unknown): DropReason | undefined {
  if (error instanceof FencedError) return "fenced";
  if (error instanceof UsageError) return "refused";
  const answer = ApiError.find(error);
  if (answer === undefined || answer.code >= 500 || ApiError.is(answer, "TooManyRequests")) return undefined;
  return answer.causes.some(({ reason }) => reason === "NamespaceTerminating") ? "namespace_terminating" : "refused";
}

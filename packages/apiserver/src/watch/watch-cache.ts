/**
 * One watch of the storage that feeds all who follow a resource.
 *
 * ```text
 *   storage ──▶ event ──▶ ring ──▶ who joins late
 *                 │
 *                 └──▶ listeners, by scope: the whole resource, a namespace, one object
 * ```
 *
 * Joining is one step: the events up to a revision are handed over, those after it are told, none is in both and none in neither. What
 * the ring no longer has is asked of the storage. The objects themselves stay in the storage alone.
 */
import { ApiError, type Clock } from "@pintle/machinery";
import { CompactedError, type Storage, type StorageChange, type StorageWatch } from "../storage/storage.ts";
import { ChangeEvent } from "./change-event.ts";
import { EventRing } from "./event-ring.ts";
import { NextTurn } from "./next-turn.ts";
import { replayEvents } from "./replay.ts";
import type { ResourceEvent, ResourceListener } from "./resource-events.ts";
import { ScopedListeners } from "./scoped-listeners.ts";
import { SharedJoin } from "./shared-join.ts";

export interface WatchCacheOptions {
  readonly storage: Storage;
  readonly clock: Clock;
  /** What the keys of the resource begin with: `/registry/configmaps/`. */
  readonly prefix: string;
  /** Before this revision there was no such resource, so that nobody can have a place there: what is older is 410 Expired. */
  readonly firstRevision?: number;
}

export interface JoinRequest {
  /** The prefix of the resource or of a namespace in it, with a slash at the end, or the key of one object. */
  readonly scope: string;
  /** Events after this revision are told. */
  readonly after: number;
}

export interface Joined {
  /** What happened between the revision that was asked for and now. The listener is told what comes then. */
  readonly backlog: readonly ResourceEvent[];
  leave(): void;
}

export interface WatchCache {
  readonly prefix: string;
  readonly storage: Storage;
  /** All changes up to it have been told to all listeners. 0 before anybody has joined. */
  readonly revision: number;
  /** Wakes those who were told, after everything that happens in this turn of the event loop. */
  readonly nextTurn: NextTurn;
  /** Joins what waits for several of them once. */
  readonly sharedJoin: SharedJoin;
  /** Throws 410 Expired, in one of upstream's two texts, for a revision that is gone. */
  join(request: JoinRequest, listener: ResourceListener): Promise<Joined>;
  /** Ends all listeners; nobody can join any more. */
  close(): void;
}

export function createWatchCache(options: WatchCacheOptions): WatchCache {
  return new StorageWatchCache(options);
}

const maxEvents = 1_024;
const maxBytes = 4 << 20;
/** Feeds that end while somebody joins, one after the other. */
const maxAttempts = 5;

class StorageWatchCache implements WatchCache {
  readonly prefix: string;
  readonly storage: Storage;
  readonly nextTurn: NextTurn;
  readonly sharedJoin = new SharedJoin();
  readonly #firstRevision: number;
  readonly #listeners: ScopedListeners;
  #feed: Promise<StorageWatch> | undefined;
  #ring = new EventRing(0, maxEvents, maxBytes);
  #revision = 0;
  #isClosed = false;

  constructor({ storage, clock, prefix, firstRevision = 0 }: WatchCacheOptions) {
    this.storage = storage;
    this.prefix = prefix;
    this.nextTurn = new NextTurn(clock);
    this.#firstRevision = firstRevision;
    this.#listeners = new ScopedListeners(prefix);
  }

  get revision(): number {
    return this.#revision;
  }

  async join(request: JoinRequest, listener: ResourceListener): Promise<Joined> {
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const joined = await this.#tryToJoin(request, listener);
      if (joined) return joined;
    }
    throw ApiError.serviceUnavailable("the resource cannot be followed: the storage ends its watches");
  }

  /** Nothing where the feed has ended meanwhile: a listener added then would wait for the next feed, and miss what happens before it. */
  async #tryToJoin({ scope, after }: JoinRequest, listener: ResourceListener): Promise<Joined | undefined> {
    const feed = await this.#start();
    if (after < this.#firstRevision) {
      throw ApiError.expired(`too old resource version: ${after} (${this.#firstRevision})`);
    }
    const replayed: ResourceEvent[] = [];
    let from = after;
    while (from < this.#ring.oldest) {
      const replay = await this.#replay(scope, from);
      for (const event of replay.events) if (isInScope(event.key, scope)) replayed.push(event);
      from = replay.revision;
    }
    if (this.#isClosed) throw closedError();
    if (this.#feed !== feed.promise) return undefined;
    const recent = this.#ring.after(from).filter(({ key }) => isInScope(key, scope));
    const leave = this.#listeners.add(scope, from, listener);
    return { backlog: replayed.concat(recent), leave };
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#stop();
  }

  async #replay(scope: string, after: number): ReturnType<typeof replayEvents> {
    try {
      return await replayEvents(this.storage, scope, after, this.#ring.oldest);
    } catch (error) {
      if (!(error instanceof CompactedError)) throw error;
      throw ApiError.expired("The resourceVersion for the provided watch is too old.");
    }
  }

  /** Which feed it was that started. It is wrapped, since waiting for a promise that gives a promise waits for both. */
  async #start(): Promise<{ readonly promise: Promise<StorageWatch> }> {
    if (this.#isClosed) throw closedError();
    this.#feed ??= this.#follow();
    const promise = this.#feed;
    try {
      await promise;
    } catch (error) {
      if (this.#feed === promise) this.#feed = undefined;
      throw error;
    }
    return { promise };
  }

  async #follow(): Promise<StorageWatch> {
    const revision = await this.storage.revision();
    this.#ring = new EventRing(revision, maxEvents, maxBytes);
    this.#reach(revision);
    const watch = await this.storage.watch(
      { prefix: this.prefix, after: revision },
      {
        onChanges: (changes) => this.#tell(changes),
        onProgress: (reached) => this.#reach(reached),
        onEnd: () => this.#stop(),
      },
    );
    if (this.#isClosed) watch.close();
    return watch;
  }

  #tell(changes: readonly StorageChange[]): void {
    for (const change of changes) {
      const event = new ChangeEvent(change);
      this.#ring.push(event);
      this.nextTurn.noteEvent();
      this.#listeners.tell(event);
      event.forgetParsed();
      this.#reach(change.revision);
    }
  }

  #reach(revision: number): void {
    if (revision > this.#revision) this.#revision = revision;
  }

  /** Whoever joins next starts it again, from the present. */
  #stop(): void {
    const feed = this.#feed;
    this.#feed = undefined;
    feed?.then(
      (watch) => watch.close(),
      () => undefined,
    );
    this.#listeners.endAll();
  }
}

/** Whether a key is in the folder, or is the one object that the scope names. */
export function isInScope(key: string, scope: string): boolean {
  return scope.endsWith("/") ? key.startsWith(scope) : key === scope;
}

function closedError(): ApiError {
  return ApiError.serviceUnavailable("the server is shutting down");
}

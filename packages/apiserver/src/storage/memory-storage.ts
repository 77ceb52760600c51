/**
 * A storage in memory: gone with the process, and otherwise everything that the contract promises.
 *
 * Watchers are told of a change before it is acknowledged, so that who has written finds everything up to date. The past is kept for
 * a time, and never more of it than a number of bytes: what is forgotten is forgotten from its oldest end.
 */
import { type Clock, type ClockTimer, compareUtf8 } from "@pintle/machinery";
import { ChangeLog } from "./change-log.ts";
import { Expiries, type Expiry } from "./expiries.ts";
import { OrderedVersions } from "./ordered-versions.ts";
import {
  CompactedError,
  FutureRevisionError,
  type Storage,
  type StorageChange,
  StorageClosedError,
  type StorageListRequest,
  type StoragePage,
  type StorageReading,
  type StorageWatch,
  type StorageWatcher,
  type StorageWatchRequest,
  type StoredValue,
  type SwapOptions,
  type SwapResult,
} from "./storage.ts";
import { StorageWatchers } from "./storage-watchers.ts";
import { ValueSlabs } from "./value-slabs.ts";
import { Version } from "./version.ts";

export interface MemoryStorageOptions {
  readonly clock: Clock;
  /** The revision to go on from, 1 unless said: a plane that starts again must not use a revision twice. */
  readonly startRevision?: number;
  /** How long the past can be read, at least; up to twice as long. Five minutes unless said, as kube-apiserver has it. */
  readonly keepMs?: number;
  /** How many changes of the past can be read at most; any number unless said. */
  readonly keepRevisions?: number;
  /** How many bytes of values that were overwritten or deleted are kept at most: 64 MiB unless said. */
  readonly keepBytes?: number;
}

export function createMemoryStorage(options: MemoryStorageOptions): Storage {
  return new MemoryStorage(options);
}

class MemoryStorage implements Storage {
  readonly #clock: Clock;
  readonly #keepMs: number;
  readonly #keepRevisions: number;
  readonly #keepBytes: number;
  readonly #index = new OrderedVersions();
  readonly #slabs = new ValueSlabs();
  readonly #log = new ChangeLog();
  readonly #watchers = new StorageWatchers();
  readonly #expiries: Expiries;
  #revision: number;
  /** The oldest revision that can be read. */
  #oldest: number;
  /** The bytes of all values that are in the history only. */
  #historyBytes = 0;
  /** The newest revision when the compaction timer was set: it will be the oldest when the timer fires. */
  #marked: number;
  #compaction: ClockTimer | undefined;
  #isClosed = false;

  constructor({
    clock,
    startRevision = 1,
    keepMs = 300_000,
    keepRevisions,
    keepBytes = 64 << 20,
  }: MemoryStorageOptions) {
    this.#clock = clock;
    this.#keepMs = keepMs;
    this.#keepRevisions = keepRevisions ?? Number.POSITIVE_INFINITY;
    this.#keepBytes = keepBytes;
    this.#revision = this.#oldest = this.#marked = Math.max(1, startRevision);
    this.#expiries = new Expiries(clock, this.#expire);
  }

  async revision(): Promise<number> {
    this.#checkOpen();
    return this.#revision;
  }

  async get(key: string, options?: { readonly revision?: number }): Promise<StorageReading> {
    const revision = this.#readable(options?.revision);
    return { entry: this.#index.get(key)?.at(revision)?.toEntry(), revision };
  }

  async list({ prefix, start = prefix, limit, revision: asked }: StorageListRequest): Promise<StoragePage> {
    const revision = this.#readable(asked);
    const first = compareUtf8(start, prefix) < 0 ? prefix : start;
    const entries: StoredValue[] = [];
    let rest = this.#index.seek(first);
    if (limit === undefined || limit > 0) {
      for (const [newest, next] of this.#index.from(first, prefix)) {
        const entry = newest.at(revision)?.toEntry();
        if (entry === undefined) continue;
        entries.push(entry);
        rest = next;
        if (entries.length === limit) break;
      }
    }
    const isWhole = limit === undefined || (limit > 0 && entries.length < limit);
    return { entries, revision, remaining: isWhole ? 0 : this.#index.count(rest, prefix, revision) };
  }

  async swap(key: string, expected: number, value?: Uint8Array, options?: SwapOptions): Promise<SwapResult> {
    this.#checkOpen();
    const newest = this.#index.get(key);
    const current = newest?.hasValue ? newest.revision : 0;
    if (current !== expected) return { isDone: false, current: newest?.toEntry() };
    if (current === 0 && value === undefined) return { isDone: true, revision: this.#revision };
    const revision = this.#write(key, value, newest);
    if (value !== undefined && options?.ttlMs !== undefined) this.#expiries.add(key, revision, options.ttlMs);
    return { isDone: true, revision };
  }

  async watch({ prefix, after }: StorageWatchRequest, watcher: StorageWatcher): Promise<StorageWatch> {
    this.#checkOpen();
    if (after < this.#oldest) throw new CompactedError(this.#oldest);
    const missed: StorageChange[] = [];
    for (const version of this.#log.after(after)) if (version.key.startsWith(prefix)) missed.push(version.toChange());
    return this.#watchers.add(prefix, after, watcher, missed, this.#revision);
  }

  async compact(revision: number): Promise<void> {
    this.#checkOpen();
    if (revision > this.#revision) throw new FutureRevisionError(this.#revision);
    this.#forgetBefore(revision);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#expiries.clear();
    this.#compaction?.cancel();
    this.#watchers.endAll(new StorageClosedError());
  }

  #write(key: string, value: Uint8Array | undefined, newest: Version | undefined): number {
    this.#revision += 1;
    const version = new Version(key, this.#revision, newest);
    if (value !== undefined) this.#slabs.store(version, value);
    this.#index.set(version);
    this.#log.push(version);
    this.#historyBytes += newest?.length ?? 0;
    const change = version.toChange();
    this.#limitHistory();
    this.#watchers.tell(change);
    return version.revision;
  }

  #expire = ({ key, revision }: Expiry): void => {
    const newest = this.#index.get(key);
    if (newest?.revision === revision) this.#write(key, undefined, newest);
  };

  #limitHistory(): void {
    while (this.#historyBytes > this.#keepBytes || this.#log.length > this.#keepRevisions) {
      const oldest = this.#log.at(0);
      if (oldest === undefined) break;
      this.#forgetBefore(oldest.revision);
    }
    this.#compaction ??= this.#scheduleCompaction();
  }

  #scheduleCompaction(): ClockTimer {
    this.#marked = this.#revision;
    const compact = () => {
      this.#forgetBefore(this.#marked);
      this.#compaction = this.#log.length > 0 ? this.#scheduleCompaction() : undefined;
    };
    return this.#clock.setTimer(this.#keepMs, compact, { label: "compaction", kind: "background", unref: true });
  }

  /** Each change up to the revision lets go of what it replaced; a deletion that is nobody's past any more goes altogether. */
  #forgetBefore(revision: number): void {
    if (revision <= this.#oldest) return;
    this.#oldest = revision;
    for (let next = this.#log.at(0); next !== undefined && next.revision <= revision; next = this.#log.at(0)) {
      this.#log.shift();
      if (next.older !== undefined) {
        this.#historyBytes -= next.older.length;
        this.#slabs.release(next.older);
        next.older = undefined;
      }
      if (!next.hasValue && this.#index.get(next.key) === next) this.#index.delete(next.key);
    }
  }

  #readable(revision = this.#revision): number {
    this.#checkOpen();
    if (revision < this.#oldest) throw new CompactedError(this.#oldest);
    if (revision > this.#revision) throw new FutureRevisionError(this.#revision);
    return revision;
  }

  #checkOpen(): void {
    if (this.#isClosed) throw new StorageClosedError();
  }
}

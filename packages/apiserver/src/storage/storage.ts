/**
 * Where an API server keeps its objects: bytes under keys, every change numbered, the past readable for a while.
 *
 * Revisions are integers that grow with every change of any key and are never used again. A change is one compare-and-swap of one
 * key; there are no transactions over several keys, because Kubernetes needs none. Whoever implements this runs the storage kit.
 */

export interface Storage {
  /** Whether it waits for files or networks, which virtual time cannot wait for. It does not unless it says so. */
  readonly hasOwnIo?: boolean;

  /** The newest revision: what a write that was acknowledged before the call got, or later. Never 0. */
  revision(): Promise<number>;

  /** The value of a key now, or as of a revision. */
  get(key: string, options?: { readonly revision?: number }): Promise<StorageReading>;

  /** The keys that start with the prefix, in the order of their UTF-8 bytes. */
  list(request: StorageListRequest): Promise<StoragePage>;

  /**
   * Changes the key if its newest revision is `expected`, and else tells what there is. An expected revision of 0 means
   * that there is no such key; a value of `undefined` deletes it, and to delete what is not there is no change. The bytes are copied.
   */
  swap(key: string, expected: number, value: Uint8Array | undefined, options?: SwapOptions): Promise<SwapResult>;

  /**
   * Tells the watcher of all changes to keys with the prefix after a revision, in their order, none left out and none twice.
   * Returns when the watcher is registered; what happened before that is replayed. Throws `CompactedError` for a past that is gone.
   */
  watch(request: StorageWatchRequest, watcher: StorageWatcher): Promise<StorageWatch>;

  /** Forgets what was before the revision. The newest value of each key stays. */
  compact(revision: number): Promise<void>;

  /** Ends all watches and releases what is held. Nothing acknowledged is lost. */
  close(): Promise<void>;
}

export interface StoredValue {
  readonly key: string;
  readonly value: Uint8Array;
  /** The revision of its last change. */
  readonly revision: number;
  /** Whether the value is not what lies there, but what that means today: writing it again is a change. */
  readonly isRefreshed?: boolean;
}

export interface StorageReading {
  readonly entry: StoredValue | undefined;
  /** The revision that was read: the newest, or the one asked for. */
  readonly revision: number;
}

export interface StorageListRequest {
  readonly prefix: string;
  /** The first key that may be listed: from the prefix on, unless said. */
  readonly start?: string;
  /** All unless said; 0 only counts. */
  readonly limit?: number;
  /** The newest revision unless said. `CompactedError` and `FutureRevisionError` say that it cannot be read. */
  readonly revision?: number;
}

export interface StoragePage {
  readonly entries: readonly StoredValue[];
  readonly revision: number;
  /** How many keys with the prefix come after the last entry. */
  readonly remaining: number;
}

export interface SwapOptions {
  /** The key deletes itself after that time, as an ordinary change. */
  readonly ttlMs?: number;
}

export type SwapResult =
  | { readonly isDone: true; readonly revision: number }
  | { readonly isDone: false; readonly current: StoredValue | undefined };

export interface StorageWatchRequest {
  readonly prefix: string;
  /** Changes after this revision are told. */
  readonly after: number;
}

export interface StorageWatcher {
  /**
   * Called with the changes of one moment, in order, never re-entered. It must be quick: it holds up the storage. A watcher that throws is
   * ended, and nobody else notices.
   */
  onChanges(changes: readonly StorageChange[]): void;
  /**
   * All changes up to this revision have been told, though the last of them may not have been of this prefix. It is told soon after the
   * watch is registered, and again in time when others are written.
   */
  onProgress(revision: number): void;
  /** The watch is over, and not because it was closed: the storage ends, or fell too far behind. */
  onEnd(reason: Error): void;
}

/** A key got a value, or lost it: then `value` is undefined. */
export interface StorageChange {
  readonly key: string;
  readonly value: Uint8Array | undefined;
  readonly revision: number;
  /** What it held before. */
  readonly previous: StoredValue | undefined;
}

export interface StorageWatch {
  /** Nothing is told after it returns. */
  close(): void;
}

/** The revision that was asked for has been forgotten. */
export class CompactedError extends Error {
  override readonly name = "CompactedError";
  /** The oldest revision that can still be read. */
  readonly oldest: number;

  constructor(oldest: number) {
    super(`the revision has been compacted: the oldest that is kept is ${oldest}`);
    this.oldest = oldest;
  }
}

/** The revision that was asked for has not been reached. */
export class FutureRevisionError extends Error {
  override readonly name = "FutureRevisionError";
  readonly current: number;

  constructor(current: number) {
    super(`the revision is in the future: the newest is ${current}`);
    this.current = current;
  }
}

/** The storage has been closed: whatever was asked for did not happen. */
export class StorageClosedError extends Error {
  override readonly name = "StorageClosedError";

  constructor() {
    super("the storage is closed");
  }
}

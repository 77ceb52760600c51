/**
 * Stands between a storage and a watcher, and converts what is told on its way.
 *
 * ```text
 *   storage ──▶ waiting, bounded ──▶ convert, one after the other ──▶ watcher
 * ```
 *
 * The watcher is told in the order in which things happened, however long each takes. What waits is held in memory: when it is too much, the
 * conversion is too slow, everything is let go and the watch ends, so that the watcher begins anew from what there is then.
 */
import { ApiError } from "@pintle/machinery";
import type { StorageChange, StorageWatch, StorageWatcher } from "../storage/storage.ts";

/** What may wait behind a conversion. What is told at once is taken whole, because a replay comes so and could not be had otherwise. */
const maxWaitingChanges = 4_096;
const maxWaitingBytes = 16 << 20;

type News =
  | { readonly type: "changes"; readonly changes: readonly StorageChange[]; readonly bytes: number }
  | { readonly type: "progress"; readonly revision: number }
  | { readonly type: "end"; readonly reason: Error };

export class ConvertingWatcher implements StorageWatcher, StorageWatch {
  readonly #watcher: StorageWatcher;
  readonly #convert: (change: StorageChange) => Promise<StorageChange>;
  /** The first is being converted. */
  #waiting: News[] = [];
  #waitingChanges = 0;
  #waitingBytes = 0;
  #source: StorageWatch | undefined;
  #isWorking = false;
  #isClosed = false;

  constructor(watcher: StorageWatcher, convert: (change: StorageChange) => Promise<StorageChange>) {
    this.#watcher = watcher;
    this.#convert = convert;
  }

  /** The watch that tells it, which ends with it. It may have ended already. */
  follow(source: StorageWatch): void {
    this.#source = source;
    if (this.#isClosed) source.close();
  }

  onChanges(changes: readonly StorageChange[]): void {
    const bytes = changes.reduce((sum, change) => sum + bytesOf(change), 0);
    const isTooMany = this.#waitingChanges + changes.length > maxWaitingChanges;
    if (this.#waitingChanges > 0 && (isTooMany || this.#waitingBytes + bytes > maxWaitingBytes)) {
      this.#end(ApiError.expired("too old resource version: objects are converted more slowly than they change"));
      return;
    }
    this.#waitingChanges += changes.length;
    this.#waitingBytes += bytes;
    this.#add({ type: "changes", changes, bytes });
  }

  /** Only the last of several counts. The first that waits is on its way already. */
  onProgress(revision: number): void {
    if (this.#waiting.length > 1 && this.#waiting.at(-1)?.type === "progress") this.#waiting.pop();
    this.#add({ type: "progress", revision });
  }

  onEnd(reason: Error): void {
    this.#add({ type: "end", reason });
  }

  close(): void {
    this.#isClosed = true;
    this.#waiting = [];
    this.#source?.close();
  }

  #add(news: News): void {
    if (this.#isClosed) return;
    this.#waiting.push(news);
    if (!this.#isWorking) void this.#work();
  }

  async #work(): Promise<void> {
    this.#isWorking = true;
    for (let news = this.#waiting[0]; news !== undefined; news = this.#waiting[0]) {
      try {
        await this.#tell(news);
      } catch (error) {
        this.#end(error instanceof Error ? error : new Error(String(error)));
      }
      this.#waiting.shift();
    }
    this.#isWorking = false;
  }

  async #tell(news: News): Promise<void> {
    if (news.type === "progress") this.#watcher.onProgress(news.revision);
    else if (news.type === "end") this.#end(news.reason);
    else {
      const converted: StorageChange[] = [];
      for (const change of news.changes) {
        converted.push(await this.#convert(change));
        if (this.#isClosed) return;
      }
      this.#waitingChanges -= news.changes.length;
      this.#waitingBytes -= news.bytes;
      this.#watcher.onChanges(converted);
    }
  }

  #end(reason: Error): void {
    if (this.#isClosed) return;
    this.close();
    this.#watcher.onEnd(reason);
  }
}

function bytesOf({ value, previous }: StorageChange): number {
  return (value?.byteLength ?? 0) + (previous?.value.byteLength ?? 0);
}

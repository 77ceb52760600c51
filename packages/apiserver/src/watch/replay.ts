/** Asks the storage for the changes of the past that a watch cache no longer has, or never had. */
import type { Storage, StorageChange, StorageWatcher } from "../storage/storage.ts";
import { ChangeEvent } from "./change-event.ts";

export interface Replay {
  readonly events: ChangeEvent[];
  /** Everything up to this revision is among the events. */
  readonly revision: number;
}

/** The events after a revision, at least up to `until`. Throws `CompactedError` where the storage has forgotten them. */
export async function replayEvents(storage: Storage, prefix: string, after: number, until: number): Promise<Replay> {
  const collector = new Collector(until);
  const watch = await storage.watch({ prefix, after }, collector);
  try {
    await collector.done;
  } finally {
    watch.close();
  }
  return { events: collector.events, revision: collector.revision };
}

class Collector implements StorageWatcher {
  readonly events: ChangeEvent[] = [];
  readonly done: Promise<void>;
  readonly #until: number;
  readonly #finish: (error?: Error) => void;
  revision = 0;

  constructor(until: number) {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.done = promise;
    this.#until = until;
    this.#finish = (error) => (error ? reject(error) : resolve());
    // The storage may end before anybody waits.
    promise.catch(() => undefined);
  }

  onChanges(changes: readonly StorageChange[]): void {
    for (const change of changes) this.events.push(new ChangeEvent(change));
    this.onProgress(changes.at(-1)?.revision ?? 0);
  }

  onProgress(revision: number): void {
    this.revision = Math.max(this.revision, revision);
    if (this.revision >= this.#until) this.#finish();
  }

  onEnd(reason: Error): void {
    this.#finish(reason);
  }
}

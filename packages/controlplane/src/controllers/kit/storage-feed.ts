/**
 * What is stored under a prefix, told whole at the beginning and then change by change, for as long as it is wanted.
 *
 * Where the watch ends by itself everything is told once more, so that who listens need only compare.
 */
import type { Storage, StorageChange, StorageWatch, StoredValue } from "@pintle/apiserver";
import { type Clock, type ClockTimer, type Logger, track } from "@pintle/machinery";

export interface StorageFeedOptions {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly prefix: string;
}

export interface StorageFeedSink {
  /** All that there is. What was told before and is not among it is gone. */
  listed(entries: readonly StoredValue[]): void;
  changed(change: StorageChange): void;
}

const retryMs = 1_000;

/** Resolves when the list has been told and changes are. */
export async function startStorageFeed(options: StorageFeedOptions, sink: StorageFeedSink): Promise<Disposable> {
  const feed = new StorageFeed(options, sink);
  await feed.start();
  return feed;
}

class StorageFeed implements Disposable {
  readonly #options: StorageFeedOptions;
  readonly #sink: StorageFeedSink;
  #watch: StorageWatch | undefined;
  #retry: ClockTimer | undefined;
  #isClosed = false;

  constructor(options: StorageFeedOptions, sink: StorageFeedSink) {
    this.#options = options;
    this.#sink = sink;
  }

  async start(): Promise<void> {
    const { storage, clock, prefix } = this.#options;
    await track(clock, `following ${prefix}`, async () => {
      const { entries, revision } = await storage.list({ prefix });
      if (this.#isClosed) return;
      this.#sink.listed(entries);
      this.#watch = await storage.watch(
        { prefix, after: revision },
        {
          onChanges: (changes) => this.#tell(changes),
          onProgress: () => undefined,
          onEnd: (reason) => this.#startAgain(reason),
        },
      );
      if (this.#isClosed) this.#watch.close();
    });
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    this.#watch?.close();
    this.#retry?.cancel();
  }

  #tell(changes: readonly StorageChange[]): void {
    for (const change of changes) if (!this.#isClosed) this.#sink.changed(change);
  }

  #startAgain(reason: unknown): void {
    if (this.#isClosed) return;
    const { clock, logger, prefix } = this.#options;
    logger.debug("what is stored is followed anew", { prefix, error: reason });
    const start = () => void this.start().catch((error) => this.#startAgain(error));
    this.#retry = clock.setTimer(retryMs, start, {
      label: `following ${prefix} anew`,
      kind: "background",
      unref: true,
    });
  }
}

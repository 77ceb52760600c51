/** Memory that behaves as if it were far away, to show that nobody counts on answers of the same moment. */
import { type Clock, createSeededRandom, randomBelow } from "@pintle/machinery";
import type { Storage, StorageWatch, StorageWatcher } from "./storage.ts";

/** A storage whose answers and news come some turns later, as those of a disk or of etcd do. */
export function slow(storage: Storage, clock: Clock): Storage {
  const random = createSeededRandom(7);
  const turns = async (limit: number) => {
    for (let turn = randomBelow(random, limit); turn > 0; turn -= 1) await clock.turn();
  };
  const later = async <Value>(answer: () => Promise<Value>): Promise<Value> => {
    await turns(3);
    const value = await answer();
    await turns(3);
    return value;
  };
  return {
    revision: () => later(() => storage.revision()),
    get: (key, options) => storage.get(key, options),
    list: (request) => later(() => storage.list(request)),
    swap: (...swap) => later(() => storage.swap(...swap)),
    compact: (revision) => storage.compact(revision),
    close: () => storage.close(),

    async watch(request, watcher) {
      const late = new LateWatcher(watcher, () => turns(4));
      late.watch = await later(() => storage.watch(request, late));
      return late;
    },
  };
}

class LateWatcher implements StorageWatcher, StorageWatch {
  readonly #watcher: StorageWatcher;
  readonly #wait: () => Promise<void>;
  watch: StorageWatch | undefined;
  #told = Promise.resolve();
  #isOpen = true;

  constructor(watcher: StorageWatcher, wait: () => Promise<void>) {
    this.#watcher = watcher;
    this.#wait = wait;
  }

  onChanges(...news: Parameters<StorageWatcher["onChanges"]>): void {
    this.#tell(() => this.#watcher.onChanges(...news));
  }

  onProgress(revision: number): void {
    this.#tell(() => this.#watcher.onProgress(revision));
  }

  onEnd(reason: Error): void {
    this.#tell(() => this.#watcher.onEnd(reason));
  }

  close(): void {
    this.#isOpen = false;
    this.watch?.close();
  }

  #tell(news: () => void): void {
    this.#told = this.#told.then(this.#wait).then(() => {
      if (!this.#isOpen) return;
      try {
        news();
      } catch (error) {
        this.close();
        this.#watcher.onEnd(error as Error);
      }
    });
  }
}

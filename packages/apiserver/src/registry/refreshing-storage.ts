/**
 * A storage in which objects that were stored under other rules look as if they had been stored under today's.
 *
 * A definition of a custom resource may change while there are objects of it: fields go, defaults come, the storage version is another
 * one. The objects are not written again for that; each is brought up to date when it is read, and stays so with its next change.
 */
import { Buffer } from "node:buffer";
import type { Storage, StorageChange, StorageWatcher, StoredValue, SwapResult } from "../storage/storage.ts";
import { storageFolderOf } from "./resource-endpoint.ts";
import type { ResourceRegistry } from "./resource-registry.ts";
import type { Staleness } from "./served-resource.ts";
import { decodeStored, encodeStored } from "./stored-object.ts";

export function createRefreshingStorage(storage: Storage, registry: ResourceRegistry): Storage {
  const stale = new StaleFolders();
  for (const resource of registry.list()) stale.note(storageFolderOf(resource), resource.staleness);
  registry.subscribe(({ type, resource }) =>
    stale.note(storageFolderOf(resource), type === "removed" ? undefined : resource.staleness),
  );
  return {
    revision: () => storage.revision(),
    compact: (revision) => storage.compact(revision),
    close: () => storage.close(),

    async get(key, options) {
      const reading = await storage.get(key, options);
      const entry = stale.isEmpty ? reading.entry : stale.refresh(reading.entry);
      return entry === reading.entry ? reading : { ...reading, entry };
    },

    async list(request) {
      const page = await storage.list(request);
      if (!stale.has(request.prefix)) return page;
      return { ...page, entries: page.entries.map((entry) => stale.refresh(entry)) };
    },

    async swap(key, expected, value, options): Promise<SwapResult> {
      const result = await storage.swap(key, expected, value, options);
      return result.isDone || stale.isEmpty ? result : { isDone: false, current: stale.refresh(result.current) };
    },

    watch: (request, watcher) =>
      storage.watch(request, stale.has(request.prefix) ? refreshingWatcher(watcher, stale) : watcher),
  };
}

/** What is stale, by the folder that it lies in. */
class StaleFolders {
  readonly #byFolder = new Map<string, Staleness>();

  get isEmpty(): boolean {
    return this.#byFolder.size === 0;
  }

  note(folder: string, staleness: Staleness | undefined): void {
    if (staleness && staleness.revision > 0) this.#byFolder.set(`/registry/${folder}/`, staleness);
    else this.#byFolder.delete(`/registry/${folder}/`);
  }

  has(prefix: string): boolean {
    return !this.isEmpty && this.#find(prefix) !== undefined;
  }

  refresh<Entry extends StoredValue | undefined>(entry: Entry): Entry | StoredValue {
    if (entry === undefined) return entry;
    const staleness = this.#find(entry.key);
    return staleness && entry.revision <= staleness.revision ? new RefreshedValue(entry, staleness) : entry;
  }

  /** The folder of a custom resource is two names deep: `/registry/example.com/widgets/`. */
  #find(key: string): Staleness | undefined {
    const end = key.indexOf("/", key.indexOf("/", "/registry/".length) + 1);
    return end < 0 ? undefined : this.#byFolder.get(key.slice(0, end + 1));
  }
}

/** The value is worked out when somebody wants it, so that long lists are read piece by piece. */
class RefreshedValue implements StoredValue {
  readonly key: string;
  readonly revision: number;
  readonly #stored: StoredValue;
  readonly #staleness: Staleness;
  #value: Uint8Array | undefined;

  constructor(stored: StoredValue, staleness: Staleness) {
    this.key = stored.key;
    this.revision = stored.revision;
    this.#stored = stored;
    this.#staleness = staleness;
  }

  /** Whether it is another than what lies there: most objects do not have what a definition changed. */
  get isRefreshed(): boolean {
    return Buffer.compare(this.value, this.#stored.value) !== 0;
  }

  get value(): Uint8Array {
    this.#value ??= encodeStored(this.#staleness.refresh(decodeStored(this.#stored)), "sorted");
    return this.#value;
  }
}

function refreshingWatcher(watcher: StorageWatcher, stale: StaleFolders): StorageWatcher {
  const refresh = (change: StorageChange): StorageChange => ({
    ...change,
    previous: stale.refresh(change.previous),
    value: change.value && stale.refresh({ ...change, value: change.value }).value,
  });
  return {
    onChanges: (changes) => watcher.onChanges(changes.map(refresh)),
    onProgress: (revision) => watcher.onProgress(revision),
    onEnd: (reason) => watcher.onEnd(reason),
  };
}

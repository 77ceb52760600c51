/** Tells of Services that changed or whose endpoints did, because what leads to a server decides whether it can be reached. */
import { decodeStored } from "../registry/stored-object.ts";
import type { Storage, StorageChange, StorageWatch } from "../storage/storage.ts";
import { serviceOfSlice, servicePrefix, slicePrefix } from "./check-availability.ts";

export class TargetWatch {
  readonly #storage: Storage;
  readonly #onChange: (namespace: string, service: string) => void;
  #watches: Promise<readonly StorageWatch[]> | undefined;

  constructor(storage: Storage, onChange: (namespace: string, service: string) => void) {
    this.#storage = storage;
    this.#onChange = onChange;
  }

  /** Follows from now on. A watch that ended is begun anew with the next call. */
  async follow(): Promise<void> {
    this.#watches ??= this.#start();
    const watches = this.#watches;
    try {
      await watches;
    } catch (error) {
      if (this.#watches === watches) this.#watches = undefined;
      throw error;
    }
  }

  close(): void {
    const ended = this.#watches;
    this.#watches = undefined;
    ended?.then((watches) => watches.forEach((watch) => void watch.close())).catch(() => undefined);
  }

  async #start(): Promise<readonly StorageWatch[]> {
    const after = await this.#storage.revision();
    const watch = (prefix: string, tell: (change: StorageChange) => void) =>
      this.#storage.watch(
        { prefix, after },
        { onChanges: (changes) => changes.forEach(tell), onProgress: () => undefined, onEnd: () => this.close() },
      );
    return Promise.all([
      watch(servicePrefix, ({ key }) => this.#tell(key.slice(servicePrefix.length))),
      watch(slicePrefix, ({ key, value, revision, previous }) => {
        const [namespace = ""] = key.slice(slicePrefix.length).split("/");
        const stored = [value && { key, value, revision }, previous].filter((each) => each !== undefined);
        const services = new Set(stored.map((each) => serviceOfSlice(decodeStored(each))));
        for (const service of services) if (service !== undefined) this.#onChange(namespace, service);
      }),
    ]);
  }

  #tell(place: string): void {
    const [namespace = "", name = ""] = place.split("/");
    this.#onChange(namespace, name);
  }
}

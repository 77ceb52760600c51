/** A storage that can be spread, so that a test replaces what it wants to be otherwise. */
import type { Storage } from "./storage.ts";

export function boundStorage(storage: Storage): Storage {
  return {
    revision: () => storage.revision(),
    get: (...get) => storage.get(...get),
    list: (request) => storage.list(request),
    swap: (...swap) => storage.swap(...swap),
    watch: (...watch) => storage.watch(...watch),
    compact: (revision) => storage.compact(revision),
    close: () => storage.close(),
  };
}

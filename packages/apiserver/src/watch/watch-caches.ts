/** The watch caches of a server, one for each folder of the storage, made when somebody watches it. */
import type { Clock } from "@pintle/machinery";
import type { Storage } from "../storage/storage.ts";
import { createWatchCache, type WatchCache } from "./watch-cache.ts";

export interface WatchCaches {
  /** The cache of the keys that begin with the prefix: `/registry/configmaps/`. Resources that share a folder share it. */
  of(prefix: string): WatchCache;
  /** Ends all watches of a folder, because its resource has changed. Its memory begins at the revision, from which on it is served. */
  renew(prefix: string, firstRevision: number): void;
  /** Ends all watches of a folder, because its resource has gone, and keeps nothing of it. */
  forget(prefix: string): void;
  /** Ends all watches, cleanly, and serves no more. */
  close(): void;
}

export function createWatchCaches(options: { readonly storage: Storage; readonly clock: Clock }): WatchCaches {
  const caches = new Map<string, WatchCache>();
  let isClosed = false;

  function create(prefix: string, firstRevision: number): WatchCache {
    const cache = createWatchCache({ ...options, prefix, firstRevision });
    if (isClosed) cache.close();
    caches.set(prefix, cache);
    return cache;
  }

  return {
    of: (prefix) => caches.get(prefix) ?? create(prefix, 0),

    renew(prefix, firstRevision) {
      const before = caches.get(prefix);
      create(prefix, firstRevision);
      before?.close();
    },

    forget(prefix) {
      const before = caches.get(prefix);
      caches.delete(prefix);
      before?.close();
    },

    close() {
      isClosed = true;
      for (const cache of caches.values()) cache.close();
    },
  };
}

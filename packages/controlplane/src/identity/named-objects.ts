/** The objects that tokens speak of, which every request asks for again: one that has not changed since is decoded once. */
import { decodeStored, type Storage } from "@pintle/apiserver";
import type { JsonObject } from "@pintle/machinery";

/** By the path below the registry, such as `serviceaccounts/default/default`. Nobody may change what it gives. */
export type FindNamed = (path: string) => Promise<JsonObject | undefined>;

interface Decoded {
  readonly revision: number;
  readonly object: JsonObject;
}

/** As many as pods that ask at a time have accounts and are bound to. */
const maxKept = 1_000;

export function createNamedObjects(storage: Storage): FindNamed {
  const kept = new Map<string, Decoded>();
  return async (path) => {
    const { entry } = await storage.get(`/registry/${path}`);
    const known = kept.get(path);
    if (known && known.revision === entry?.revision) return known.object;
    kept.delete(path);
    if (!entry) return undefined;
    const [oldest] = kept.keys();
    if (kept.size >= maxKept && oldest !== undefined) kept.delete(oldest);
    const object = decodeStored(entry);
    kept.set(path, { revision: entry.revision, object });
    return object;
  };
}

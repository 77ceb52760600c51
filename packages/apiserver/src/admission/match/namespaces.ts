/** Namespaces as selectors and expressions see them: as they are stored right now, each version of one parsed once. */
import type { JsonObject } from "@pintle/machinery";
import { decodeStored } from "../../registry/stored-object.ts";
import type { Storage } from "../../storage/storage.ts";

export interface Namespaces {
  get(name: string): Promise<JsonObject | undefined>;
}

/** So many are remembered; a server with more parses some of them again now and then. */
const maxRemembered = 1_000;

export function createNamespaces(storage: Storage): Namespaces {
  const remembered = new Map<string, { readonly revision: number; readonly namespace: JsonObject }>();
  return {
    async get(name) {
      const { entry } = await storage.get(`/registry/namespaces/${name}`);
      if (!entry) return undefined;
      const known = remembered.get(name);
      if (known?.revision === entry.revision) return known.namespace;
      if (remembered.size >= maxRemembered) remembered.clear();
      const namespace = decodeStored(entry);
      remembered.set(name, { revision: entry.revision, namespace });
      return namespace;
    },
  };
}

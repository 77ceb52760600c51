/**
 * Objects as plugins read them: kept by a watch of the storage, so that a request costs no list and mostly not even a read.
 *
 * A kind is followed from the first question about it on. An object is parsed when somebody asks for it, once for each of its versions.
 * Where the watch ends, what it kept is forgotten, and the next question starts anew: nothing is decided on what cannot be followed.
 */
import { decodeStored, type Storage, type StoredValue } from "@pintle/apiserver";
import { compareUtf8, type JsonObject } from "@pintle/machinery";

/** A namespace is empty for kinds without. */
export interface StoredObjects {
  /** What is not known is asked of the storage itself, because its watch may be late. */
  get(plural: string, namespace: string, name: string): Promise<JsonObject | undefined>;
  /** All of a namespace by name, or all that have none. */
  list(plural: string, namespace: string): Promise<readonly JsonObject[]>;
}

export function followStoredObjects(storage: Storage): StoredObjects {
  const folders = new Map<string, Promise<Folder>>();

  function folderOf(plural: string): Promise<Folder> {
    const known = folders.get(plural);
    if (known) return known;
    const forget = () => {
      if (folders.get(plural) === started) folders.delete(plural);
    };
    const started: Promise<Folder> = follow(storage, `/registry/${plural}/`, forget);
    folders.set(plural, started);
    started.catch(forget);
    return started;
  }

  return {
    async get(plural, namespace, name) {
      const found = (await folderOf(plural)).get(namespace, name);
      if (found) return found;
      const { entry } = await storage.get(`/registry/${plural}/${namespace === "" ? "" : `${namespace}/`}${name}`);
      return entry && decodeStored(entry);
    },
    list: async (plural, namespace) => (await folderOf(plural)).list(namespace),
  };
}

async function follow(storage: Storage, prefix: string, onEnd: () => void): Promise<Folder> {
  const folder = new Folder(prefix);
  const { entries, revision } = await storage.list({ prefix });
  for (const entry of entries) folder.set(entry);
  await storage.watch(
    { prefix, after: revision },
    {
      onChanges(changes) {
        for (const { key, value, revision } of changes) {
          if (value === undefined) folder.delete(key);
          else folder.set({ key, value, revision });
        }
      },
      onProgress: () => undefined,
      onEnd,
    },
  );
  return folder;
}

/** An object before somebody has asked for it, and after. */
type Kept = { readonly stored: StoredValue } | { readonly object: JsonObject };

class Folder {
  readonly #prefix: string;
  readonly #namespaces = new Map<string, Map<string, Kept>>();
  /** What was listed since the last change. */
  readonly #lists = new Map<string, readonly JsonObject[]>();

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  set({ key, value, revision }: StoredValue): void {
    const [namespace, name] = this.#split(key);
    const objects = this.#namespaces.get(namespace) ?? new Map<string, Kept>();
    // A copy, because what the storage hands out is a part of something larger that would be kept alive.
    objects.set(name, { stored: { key, value: new Uint8Array(value), revision } });
    this.#namespaces.set(namespace, objects);
    this.#lists.delete(namespace);
  }

  delete(key: string): void {
    const [namespace, name] = this.#split(key);
    const objects = this.#namespaces.get(namespace);
    objects?.delete(name);
    if (objects?.size === 0) this.#namespaces.delete(namespace);
    this.#lists.delete(namespace);
  }

  get(namespace: string, name: string): JsonObject | undefined {
    const objects = this.#namespaces.get(namespace);
    const kept = objects?.get(name);
    if (objects === undefined || kept === undefined) return undefined;
    if ("object" in kept) return kept.object;
    const object = decodeStored(kept.stored);
    objects.set(name, { object });
    return object;
  }

  list(namespace: string): readonly JsonObject[] {
    const objects = this.#namespaces.get(namespace);
    if (objects === undefined) return [];
    const known = this.#lists.get(namespace);
    if (known) return known;
    const names = [...objects.keys()].sort(compareUtf8);
    const listed = names.map((name) => this.get(namespace, name)).filter((object) => object !== undefined);
    this.#lists.set(namespace, listed);
    return listed;
  }

  #split(key: string): [namespace: string, name: string] {
    const [name = "", namespace = ""] = key.slice(this.#prefix.length).split("/").toReversed();
    return [namespace, name];
  }
}

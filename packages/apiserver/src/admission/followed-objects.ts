/**
 * Objects that admission is set up by, kept by a watch of the storage and worked out once for each of their versions.
 *
 * They are followed from the first question on, so that a request costs no list. Where the watch ends, what it kept is forgotten and the
 * next question starts anew: nothing is decided on what cannot be followed, and a storage that fails is a request that fails.
 */
import { compareUtf8, type JsonObject } from "@pintle/machinery";
import { decodeStored } from "../registry/stored-object.ts";
import type { Storage, StorageWatch, StoredValue } from "../storage/storage.ts";

export interface FollowedObjects<Compiled> {
  /** What was made of all objects, by name. */
  list(): Promise<readonly Compiled[]>;
  /** By what follows the prefix in the key: the name, in a namespace behind that and a slash. */
  get(name: string): Promise<Compiled | undefined>;
  /** Follows no more; a later question starts anew. */
  close(): void;
}

export function followObjects<Compiled>(
  storage: Storage,
  prefix: string,
  compile: (object: JsonObject) => Compiled,
): FollowedObjects<Compiled> {
  let following: Promise<Followed<Compiled>> | undefined;

  function follow(): Promise<Followed<Compiled>> {
    const started = start(storage, prefix, compile, () => {
      if (following === started) following = undefined;
    });
    started.catch(() => {
      if (following === started) following = undefined;
    });
    following = started;
    return started;
  }

  return {
    list: async () => (await (following ?? follow())).list(),
    get: async (name) => (await (following ?? follow())).find(prefix + name),
    close() {
      const ended = following;
      following = undefined;
      ended?.then((followed) => followed.close()).catch(() => undefined);
    },
  };
}

async function start<Compiled>(
  storage: Storage,
  prefix: string,
  compile: (object: JsonObject) => Compiled,
  onEnd: () => void,
): Promise<Followed<Compiled>> {
  const followed = new Followed(compile);
  const { entries, revision } = await storage.list({ prefix });
  for (const entry of entries) followed.set(entry);
  followed.watch = await storage.watch(
    { prefix, after: revision },
    {
      onChanges(changes) {
        for (const { key, value, revision } of changes) {
          if (value === undefined) followed.delete(key);
          else followed.set({ key, value, revision });
        }
      },
      onProgress: () => undefined,
      onEnd,
    },
  );
  return followed;
}

class Followed<Compiled> {
  readonly #compile: (object: JsonObject) => Compiled;
  readonly #stored = new Map<string, StoredValue>();
  readonly #compiled = new Map<string, Compiled>();
  #listed: readonly Compiled[] | undefined;
  watch: StorageWatch | undefined;

  constructor(compile: (object: JsonObject) => Compiled) {
    this.#compile = compile;
  }

  set({ key, value, revision }: StoredValue): void {
    // A copy, because what the storage hands out is a part of something larger that would be kept alive.
    this.#stored.set(key, { key, value: new Uint8Array(value), revision });
    this.#compiled.delete(key);
    this.#listed = undefined;
  }

  delete(key: string): void {
    this.#stored.delete(key);
    this.#compiled.delete(key);
    this.#listed = undefined;
  }

  list(): readonly Compiled[] {
    if (this.#listed) return this.#listed;
    const keys = [...this.#stored.keys(), ...this.#compiled.keys()].sort(compareUtf8);
    this.#listed = keys.map((key) => this.#get(key));
    return this.#listed;
  }

  find(key: string): Compiled | undefined {
    return this.#stored.has(key) || this.#compiled.has(key) ? this.#get(key) : undefined;
  }

  close(): void {
    this.watch?.close();
  }

  /** What was worked out needs no bytes any more. */
  #get(key: string): Compiled {
    const stored = this.#stored.get(key);
    const known = this.#compiled.get(key);
    if (!stored) return known as Compiled;
    const compiled = this.#compile(decodeStored(stored));
    this.#compiled.set(key, compiled);
    this.#stored.delete(key);
    return compiled;
  }
}

/**
 * The objects of a resource as they are stored now, kept by one watch for all who look at them.
 *
 * An object is decoded when somebody looks at it, once for each of its versions, and shared by all who do: nobody may change it. It comes
 * without its managers of fields. Those who listen are told of a change when it can be seen here, so that reading on it never shows
 * something older.
 */
import type { StorageChange, StoredValue } from "@pintle/apiserver";
import type { KubernetesObject, Logger } from "@pintle/machinery";
import { decodeUnmanaged } from "./decode-unmanaged.ts";
import type { StorageFeedSink } from "./storage-feed.ts";
import { readStoredMetadata } from "./stored-metadata.ts";

export interface FollowedResource<Object extends KubernetesObject = KubernetesObject> {
  readonly group: string;
  readonly plural: string;
  /** The namespace is empty for what is in none. */
  get(namespace: string, name: string): Object | undefined;
  /** By the key of a queue: `namespace/name`, or the name alone of what is in no namespace. */
  getByKey(key: string): Object | undefined;
  /** Those of a namespace, or all; the order is that in which they came. */
  list(namespace?: string): readonly Object[];
  /** Finds objects by values of theirs. One of the same name that is there already stays: it must mean the same. */
  addIndex(name: string, valuesOf: (object: Object) => readonly string[]): void;
  byIndex(name: string, value: string): readonly Object[];
  /** Tells of each object that there is at once, and then of each change. Listeners must be quick: they hold up a write. */
  onChange(listener: (change: PlaneChange<Object>) => void): Disposable;
}

export type PlaneChange<Object extends KubernetesObject = KubernetesObject> =
  | { readonly type: "add"; readonly key: string; readonly object: Object; readonly previous?: undefined }
  | { readonly type: "update"; readonly key: string; readonly object: Object; readonly previous: Object }
  /** `object` is what was there last. */
  | { readonly type: "delete"; readonly key: string; readonly object: Object; readonly previous?: undefined };

interface Index {
  readonly valuesOf: (object: KubernetesObject) => readonly string[];
  readonly entries: Map<string, Set<Entry>>;
}

/** The bytes until somebody looks, and then the object. */
class Entry {
  readonly key: string;
  readonly revision: number;
  #stored: StoredValue | undefined;
  #object: KubernetesObject | undefined;

  constructor(key: string, { key: storedKey, value, revision }: StoredValue) {
    this.key = key;
    this.revision = revision;
    // A copy, because what the storage hands out is a part of something larger that would be kept alive.
    this.#stored = { key: storedKey, value: new Uint8Array(value), revision };
  }

  get object(): KubernetesObject {
    if (this.#stored) {
      this.#object = decodeUnmanaged(this.#stored);
      this.#stored = undefined;
    }
    return this.#object as KubernetesObject;
  }
}

/** Who looks at the key alone need not have the object decoded. */
class EntryChange {
  readonly type: PlaneChange["type"];
  readonly #entry: Entry;
  readonly #previous: Entry | undefined;

  constructor(type: PlaneChange["type"], entry: Entry, previous?: Entry) {
    this.type = type;
    this.#entry = entry;
    this.#previous = previous;
  }

  get key(): string {
    return this.#entry.key;
  }

  get object(): KubernetesObject {
    return this.#entry.object;
  }

  get previous(): KubernetesObject | undefined {
    return this.#previous?.object;
  }
}

export class ResourceObjects implements FollowedResource, StorageFeedSink {
  readonly group: string;
  readonly plural: string;
  readonly #logger: Logger;
  readonly #entries = new Map<string, Entry>();
  readonly #byNamespace = new Map<string, Map<string, Entry>>();
  readonly #indexes = new Map<string, Index>();
  readonly #listeners = new Set<(change: PlaneChange) => void>();
  /** What the keys of the storage begin with. */
  prefix = "";

  constructor(group: string, plural: string, logger: Logger) {
    this.group = group;
    this.plural = plural;
    this.#logger = logger;
  }

  get(namespace: string, name: string): KubernetesObject | undefined {
    return this.getByKey(namespace === "" ? name : `${namespace}/${name}`);
  }

  getByKey(key: string): KubernetesObject | undefined {
    return this.#entries.get(key)?.object;
  }

  /** The object in exactly this version, if that is the one that is to be seen. */
  getVersion(key: string, resourceVersion: string): KubernetesObject | undefined {
    const entry = this.#entries.get(key);
    return entry && `${entry.revision}` === resourceVersion ? entry.object : undefined;
  }

  list(namespace?: string): readonly KubernetesObject[] {
    const entries = namespace === undefined ? this.#entries : this.#byNamespace.get(namespace);
    return Array.from(entries?.values() ?? [], (entry) => entry.object);
  }

  addIndex(name: string, valuesOf: (object: KubernetesObject) => readonly string[]): void {
    if (this.#indexes.has(name)) return;
    const index: Index = { valuesOf, entries: new Map() };
    this.#indexes.set(name, index);
    for (const entry of this.#entries.values()) addToIndex(index, entry);
  }

  byIndex(name: string, value: string): readonly KubernetesObject[] {
    return Array.from(this.#indexes.get(name)?.entries.get(value) ?? [], (entry) => entry.object);
  }

  onChange(listener: (change: PlaneChange) => void): Disposable {
    this.#listeners.add(listener);
    for (const entry of [...this.#entries.values()]) {
      this.#tellOne(listener, new EntryChange("add", entry) as PlaneChange);
    }
    return { [Symbol.dispose]: () => this.#listeners.delete(listener) };
  }

  listed(entries: readonly StoredValue[]): void {
    const found = new Set(entries.map(({ key }) => this.#keyOf(key)));
    for (const key of [...this.#entries.keys()]) if (!found.has(key)) this.#delete(key);
    for (const entry of entries) {
      const before = this.#entries.get(this.#keyOf(entry.key));
      // While nobody looked, one object may have come in place of another, and those who listen have to learn of both.
      if (before && before.object.metadata.uid !== readStoredMetadata(entry).uid) this.#delete(before.key);
      this.#set(entry);
    }
  }

  changed({ key, value, revision }: StorageChange): void {
    if (value === undefined) this.#delete(this.#keyOf(key));
    else this.#set({ key, value, revision });
  }

  /** Forgets everything and tells nobody: the objects are not deleted, but no longer to be seen. */
  forget(): void {
    this.#entries.clear();
    this.#byNamespace.clear();
    for (const { entries } of this.#indexes.values()) entries.clear();
  }

  #set(stored: StoredValue): void {
    const key = this.#keyOf(stored.key);
    const before = this.#entries.get(key);
    if (before?.revision === stored.revision) return;
    const entry = new Entry(key, stored);
    this.#entries.set(key, entry);
    this.#namespaceOf(key)?.set(key, entry);
    for (const index of this.#indexes.values()) {
      if (before) removeFromIndex(index, before);
      addToIndex(index, entry);
    }
    this.#tell(before ? new EntryChange("update", entry, before) : new EntryChange("add", entry));
  }

  #delete(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#leaveNamespace(key);
    for (const index of this.#indexes.values()) removeFromIndex(index, entry);
    this.#tell(new EntryChange("delete", entry));
  }

  #keyOf(storedKey: string): string {
    return storedKey.slice(this.prefix.length);
  }

  #namespaceOf(key: string): Map<string, Entry> | undefined {
    const slash = key.indexOf("/");
    if (slash < 0) return undefined;
    const namespace = key.slice(0, slash);
    let entries = this.#byNamespace.get(namespace);
    if (!entries) {
      entries = new Map();
      this.#byNamespace.set(namespace, entries);
    }
    return entries;
  }

  #leaveNamespace(key: string): void {
    const namespace = key.slice(0, Math.max(0, key.indexOf("/")));
    const entries = this.#byNamespace.get(namespace);
    entries?.delete(key);
    if (entries?.size === 0) this.#byNamespace.delete(namespace);
  }

  #tell(change: EntryChange): void {
    for (const listener of [...this.#listeners]) this.#tellOne(listener, change as PlaneChange);
  }

  /** A listener's mistake must not end the watch that all others live by. */
  #tellOne(listener: (change: PlaneChange) => void, change: PlaneChange): void {
    try {
      listener(change);
    } catch (error) {
      this.#logger.error("a controller failed to take notice of a change", { key: change.key, error });
    }
  }
}

function addToIndex({ valuesOf, entries }: Index, entry: Entry): void {
  for (const value of valuesOf(entry.object)) {
    const found = entries.get(value);
    if (found) found.add(entry);
    else entries.set(value, new Set([entry]));
  }
}

function removeFromIndex({ valuesOf, entries }: Index, entry: Entry): void {
  for (const value of valuesOf(entry.object)) {
    const found = entries.get(value);
    found?.delete(entry);
    if (found?.size === 0) entries.delete(value);
  }
}

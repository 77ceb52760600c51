/**
 * The objects of an informer by key, by namespace and by indexes.
 *
 * - For one uid the state never goes back; an older one, or the same once more, changes nothing.
 * - Another uid under the same name is the deletion of one object and the coming of another.
 * - What a list says is taken as a whole: nobody sees half of it, and what is not in it is gone.
 *
 * Each change of the copy is given back as differences, in the order in which handlers are to be told.
 */
import { compareResourceVersion, isResourceVersion } from "@pintle/machinery";
import { Indexes } from "./indexes.ts";
import type { StoredObject } from "./stored-object.ts";

export interface Difference {
  readonly type: "add" | "update" | "delete";
  /** For a delete the last state that is known. */
  readonly object: StoredObject;
  readonly previous?: StoredObject;
  readonly isFinalStateUnknown?: boolean;
}

export interface ReplaceOptions {
  /** What was listed: one namespace, or everything where it is absent. */
  readonly namespace?: string | undefined;
  /** The server itself has gone back, to a backup: then so does the copy. */
  readonly acceptsOlder?: boolean;
}

const none: readonly Difference[] = [];

export class ObjectStore {
  readonly indexes: Indexes;
  readonly #objects = new Map<string, StoredObject>();
  readonly #namespaces = new Map<string, Map<string, StoredObject>>();

  constructor(report: (error: unknown) => void) {
    this.indexes = new Indexes(report);
  }

  get size(): number {
    return this.#objects.size;
  }

  get(key: string): StoredObject | undefined {
    return this.#objects.get(key);
  }

  /** Of one namespace, or all. */
  values(namespace?: string): Iterable<StoredObject> {
    return (namespace === undefined ? this.#objects : this.#namespaces.get(namespace))?.values() ?? [];
  }

  /** The object is there, in this state. */
  put(object: StoredObject, acceptsOlder = false): readonly Difference[] {
    const previous = this.#objects.get(object.key);
    if (previous === undefined) {
      this.#set(object, undefined);
      return [{ type: "add", object }];
    }
    if (previous.resourceVersion === object.resourceVersion && previous.uid === object.uid) return none;
    if (!acceptsOlder && isOlder(object, previous)) return none;
    this.#set(object, previous);
    if (previous.uid === object.uid) return [{ type: "update", object, previous }];
    return [
      { type: "delete", object: previous, isFinalStateUnknown: true },
      { type: "add", object },
    ];
  }

  /** The object is there no more; this is its last state. */
  remove(object: StoredObject): readonly Difference[] {
    const previous = this.#objects.get(object.key);
    if (previous === undefined || isOlder(object, previous)) return none;
    this.#delete(previous);
    // That of another object, which came and went unseen: so did the one that is here.
    if (previous.uid !== object.uid) return [{ type: "delete", object: previous, isFinalStateUnknown: true }];
    return [{ type: "delete", object, previous }];
  }

  /** These are all objects that there are. */
  replace(
    objects: ReadonlyMap<string, StoredObject>,
    { namespace, acceptsOlder = false }: ReplaceOptions = {},
  ): readonly Difference[] {
    const differences: Difference[] = [];
    for (const object of [...this.values(namespace)]) {
      if (objects.has(object.key)) continue;
      this.#delete(object);
      differences.push({ type: "delete", object, isFinalStateUnknown: true });
    }
    for (const object of objects.values()) {
      for (const difference of this.put(object, acceptsOlder)) differences.push(difference);
    }
    return differences;
  }

  #set(object: StoredObject, previous: StoredObject | undefined): void {
    const { key, namespace } = object;
    if (previous !== undefined) this.indexes.remove(previous);
    this.#objects.set(key, object);
    if (namespace !== "") {
      const neighbours = this.#namespaces.get(namespace);
      if (neighbours === undefined) this.#namespaces.set(namespace, new Map([[key, object]]));
      else neighbours.set(key, object);
    }
    this.indexes.add(object);
  }

  #delete(object: StoredObject): void {
    const { key, namespace } = object;
    this.indexes.remove(object);
    this.#objects.delete(key);
    const neighbours = this.#namespaces.get(namespace);
    neighbours?.delete(key);
    if (neighbours?.size === 0) this.#namespaces.delete(namespace);
  }
}

/** Versions that are no numbers cannot be compared; then the last word is believed. */
function isOlder({ resourceVersion: left }: StoredObject, { resourceVersion: right }: StoredObject): boolean {
  return isResourceVersion(left) && isResourceVersion(right) && compareResourceVersion(left, right) < 0;
}

/**
 * Whether a controller sees what it has written itself, so that it never makes twice what it cannot see yet.
 *
 * A storage may tell of a change after it has acknowledged it. Changes are told in their order, though: who has seen a later one has seen
 * the earlier. What was deleted at once has no revision of its own, and is seen to be gone.
 */
import { compareResourceVersion, type KubernetesObject } from "@pintle/machinery";
import type { FollowedResource } from "../kit/followed-resource.ts";

interface Writes {
  /** The newest revision that was written. */
  revision?: string | undefined;
  /** The uids of what was deleted, by key. */
  readonly deleted: Map<string, string>;
}

export class OwnWrites implements Disposable {
  readonly #resource: FollowedResource;
  readonly #listening: Disposable;
  /** By the key of the one for whom they were written. */
  readonly #writes = new Map<string, Writes>();
  #seen: string | undefined;

  constructor(resource: FollowedResource) {
    this.#resource = resource;
    this.#listening = resource.onChange(({ object }) => {
      this.#seen = later(this.#seen, object.metadata.resourceVersion);
    });
  }

  wrote(owner: string, { metadata }: KubernetesObject): void {
    const writes = this.#of(owner);
    writes.revision = later(writes.revision, metadata.resourceVersion);
  }

  deleted(owner: string, key: string, uid: string): void {
    this.#of(owner).deleted.set(key, uid);
  }

  /** Whether all that was written for the owner can be seen. What can is forgotten. */
  areSeen(owner: string): boolean {
    const writes = this.#writes.get(owner);
    if (writes === undefined) return true;
    if (later(this.#seen, writes.revision) !== this.#seen) return false;
    for (const [key, uid] of writes.deleted) {
      const found = this.#resource.getByKey(key)?.metadata;
      if (found?.uid === uid && found.deletionTimestamp === undefined) return false;
    }
    this.#writes.delete(owner);
    return true;
  }

  forget(owner: string): void {
    this.#writes.delete(owner);
  }

  [Symbol.dispose](): void {
    this.#listening[Symbol.dispose]();
  }

  #of(owner: string): Writes {
    let writes = this.#writes.get(owner);
    if (writes === undefined) {
      writes = { deleted: new Map() };
      this.#writes.set(owner, writes);
    }
    return writes;
  }
}

function later(left: string | undefined, right: string | undefined): string | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return compareResourceVersion(right, left) > 0 ? right : left;
}

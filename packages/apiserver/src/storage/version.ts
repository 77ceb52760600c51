/** One change of one key in memory: where its value lies, and what the key was before. */
import type { StorageChange, StoredValue } from "./storage.ts";
import type { Slab } from "./value-slabs.ts";

export class Version {
  readonly key: string;
  readonly revision: number;
  /** What the key was before, deleted or not, as long as history is kept. */
  older: Version | undefined;
  /** Where the value is; nowhere for a deletion. These three are the concern of `ValueSlabs`. */
  slab: Slab | undefined = undefined;
  offset = 0;
  length = 0;

  constructor(key: string, revision: number, older: Version | undefined) {
    this.key = key;
    this.revision = revision;
    this.older = older;
  }

  /** Whether the key has a value, or was deleted by this change. */
  get hasValue(): boolean {
    return this.slab !== undefined;
  }

  read(): Uint8Array | undefined {
    return this.slab && new Uint8Array(this.slab.bytes.buffer, this.offset, this.length);
  }

  /** What readers get, or `undefined` for a deletion. */
  toEntry(): StoredValue | undefined {
    const value = this.read();
    return value && { key: this.key, value, revision: this.revision };
  }

  /** What watchers are told. It stays as it is when history is forgotten. */
  toChange(): StorageChange {
    return { key: this.key, value: this.read(), revision: this.revision, previous: this.older?.toEntry() };
  }

  /** The version of the key that was the newest at the revision. */
  at(revision: number): Version | undefined {
    let found: Version | undefined = this;
    while (found !== undefined && found.revision > revision) found = found.older;
    return found;
  }
}

/** The changes of the recent past in their order: what watches replay, and what compaction walks along. */
import type { Version } from "./version.ts";

export class ChangeLog {
  /** Entries before `#first` have been forgotten; they are cut off now and then, so that each costs next to nothing. */
  #versions: (Version | undefined)[] = [];
  #first = 0;

  get length(): number {
    return this.#versions.length - this.#first;
  }

  push(version: Version): void {
    this.#versions.push(version);
  }

  /** The change that comes `index` changes after the oldest one. */
  at(index: number): Version | undefined {
    return this.#versions[this.#first + index];
  }

  /** Takes out the oldest change. */
  shift(): Version | undefined {
    const version = this.#versions[this.#first];
    if (version === undefined) return undefined;
    this.#versions[this.#first] = undefined;
    this.#first += 1;
    if (this.#first >= 1024 && this.#first * 2 >= this.#versions.length) {
      this.#versions = this.#versions.slice(this.#first);
      this.#first = 0;
    }
    return version;
  }

  /** The changes after a revision, oldest first. */
  *after(revision: number): Generator<Version> {
    let low = this.#first;
    let high = this.#versions.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#versions[middle]?.revision ?? 0) > revision) high = middle;
      else low = middle + 1;
    }
    for (let index = low; index < this.#versions.length; index += 1) {
      const version = this.#versions[index];
      if (version !== undefined) yield version;
    }
  }
}

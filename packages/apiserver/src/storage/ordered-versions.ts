/**
 * The newest version of every key, in the order of the keys' UTF-8 bytes.
 *
 * ```text
 *   blocks   [ a a b … ] [ d e e … ] [ k m p … ]      each sorted, at most 512 long, none empty
 *   live          3           2           3           how many of a block are not deleted
 *   newest       17          40          12           the last change of a block
 * ```
 *
 * A key is found by two binary searches and inserted by moving at most a block. Keys that were deleted stay until their history is
 * forgotten; what a block knows of itself lets counts and lists of the past skip it.
 */
import { compareUtf8 } from "@pintle/machinery";
import type { Version } from "./version.ts";

const maxBlockLength = 512;
const highUnit = /[\ud800-\uffff]/;

interface Block {
  versions: Version[];
  live: number;
  newest: number;
}

/** A place between keys. */
export interface Position {
  readonly block: number;
  readonly index: number;
}

export class OrderedVersions {
  readonly #blocks: Block[] = [];
  #hasHighUnits = false;

  get(key: string): Version | undefined {
    const { block, index } = this.#seek(key);
    const found = this.#blocks[block]?.versions[index];
    return found?.key === key ? found : undefined;
  }

  /** Puts the version in the place of the one before it, or in a new one. */
  set(version: Version): void {
    this.#hasHighUnits ||= highUnit.test(version.key);
    const place = this.#seek(version.key);
    const held = this.#blocks[place.block]?.versions[place.index];
    // A key that is new stands better at the end of a block than at the beginning of the next: keys often come in order.
    const isNew = held?.key !== version.key;
    const at = isNew && place.index === 0 && place.block > 0 ? place.block - 1 : place.block;
    const block = this.#blocks[at] ?? this.#append();
    const index = at === place.block ? place.index : block.versions.length;
    if (isNew) block.versions.splice(index, 0, version);
    else block.versions[index] = version;
    block.live += Number(version.hasValue) - Number(!isNew && held?.hasValue === true);
    block.newest = version.revision;
    if (block.versions.length > maxBlockLength) this.#split(at);
  }

  /** Removes a key altogether, its history included. */
  delete(key: string): void {
    const place = this.#seek(key);
    const block = this.#blocks[place.block];
    const held = block?.versions[place.index];
    if (block === undefined || held?.key !== key) return;
    block.versions.splice(place.index, 1);
    block.live -= Number(held.hasValue);
    if (block.versions.length === 0) this.#blocks.splice(place.block, 1);
  }

  /** The versions from a key on while they begin with the prefix, each with the place behind it. */
  *from(start: string, prefix: string): Generator<[version: Version, next: Position]> {
    let { block, index } = this.#seek(start);
    for (; block < this.#blocks.length; block += 1, index = 0) {
      const versions = this.#blocks[block]?.versions ?? [];
      for (; index < versions.length; index += 1) {
        const version = versions[index];
        if (!version?.key.startsWith(prefix)) return;
        yield [version, { block, index: index + 1 }];
      }
    }
  }

  /** How many keys with the prefix there are from the place on, as of a revision. */
  count(from: Position, prefix: string, revision: number): number {
    const end = this.#firstBehind(prefix);
    let count = 0;
    for (let at = from.block; at <= end.block && at < this.#blocks.length; at += 1) {
      const block = this.#blocks[at];
      if (block === undefined) break;
      const first = at === from.block ? from.index : 0;
      const last = at === end.block ? end.index : block.versions.length;
      if (first === 0 && last === block.versions.length && block.newest <= revision) count += block.live;
      else count += countLive(block.versions, first, last, revision);
    }
    return count;
  }

  seek(key: string): Position {
    return this.#seek(key);
  }

  #append(): Block {
    const block: Block = { versions: [], live: 0, newest: 0 };
    this.#blocks.push(block);
    return block;
  }

  #split(at: number): void {
    const block = this.#blocks[at];
    if (block === undefined) return;
    // The last block is filled in order more often than not, so little of it is moved.
    const isLast = at === this.#blocks.length - 1;
    const versions = block.versions.splice(isLast ? maxBlockLength - 16 : maxBlockLength / 2);
    const live = countLive(versions, 0, versions.length, block.newest);
    this.#blocks.splice(at + 1, 0, { versions, live, newest: block.newest });
    // A spliced array keeps its room; what is full for good should not.
    block.versions = block.versions.slice();
    block.live -= live;
  }

  /** The first place whose key is not before the given one. */
  #seek(key: string): Position {
    return this.#search((other) => !this.#isBefore(other, key));
  }

  #firstBehind(prefix: string): Position {
    return this.#search((other) => !this.#isBefore(other, prefix) && !other.startsWith(prefix));
  }

  /** JavaScript's own order is the same, and much faster to find out, unless both keys have units from U+D800 on. */
  #isBefore(left: string, right: string): boolean {
    return this.#hasHighUnits ? compareUtf8(left, right) < 0 : left < right;
  }

  /** The first place for whose key it holds; it holds for all keys behind one for which it does. */
  #search(holds: (key: string) => boolean): Position {
    const block = firstIndex(this.#blocks.length, (index) => {
      const last = this.#blocks[index]?.versions.at(-1);
      return last === undefined || holds(last.key);
    });
    const versions = this.#blocks[block]?.versions ?? [];
    const index = firstIndex(versions.length, (at) => {
      const version = versions[at];
      return version === undefined || holds(version.key);
    });
    return { block, index };
  }
}

function firstIndex(length: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function countLive(versions: readonly Version[], first: number, last: number, revision: number): number {
  let count = 0;
  for (let index = first; index < last; index += 1) {
    if (versions[index]?.at(revision)?.hasValue) count += 1;
  }
  return count;
}

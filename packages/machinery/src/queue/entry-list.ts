/**
 * Entries in the order in which they came, linked to each other: any of them can be taken out without a search.
 *
 * A Set would be the obvious choice. But where many are taken from its front, each look at the first one walks
 * over the holes that the others left, and a million keys take minutes.
 */
import type { KeyEntry } from "./key-entry.ts";
import type { QueueKey } from "./queue-item.ts";

export class EntryList<Key extends QueueKey, Cause> {
  first: KeyEntry<Key, Cause> | undefined;
  last: KeyEntry<Key, Cause> | undefined;
  size = 0;

  push(entry: KeyEntry<Key, Cause>): void {
    entry.previous = this.last;
    if (this.last) this.last.next = entry;
    else this.first = entry;
    this.last = entry;
    this.size += 1;
  }

  /** Takes out an entry that is in this list. */
  remove(entry: KeyEntry<Key, Cause>): void {
    const { previous, next } = entry;
    if (previous) previous.next = next;
    else this.first = next;
    if (next) next.previous = previous;
    else this.last = previous;
    entry.previous = undefined;
    entry.next = undefined;
    this.size -= 1;
  }

  *[Symbol.iterator](): Generator<KeyEntry<Key, Cause>> {
    for (let entry = this.first; entry; entry = entry.next) yield entry;
  }
}

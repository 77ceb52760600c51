/**
 * The line of keys that are ready: higher priority first, and first come, first served among equals.
 *
 * ```text
 *   priority    0:  first ▶ c ⇄ d ⇄ e ◀ last     nine keys in ten are the first of the highest level,
 *   priority −100:  first ▶ a ⇄ b ◀ last         every tenth is the one that has waited longest, here a
 * ```
 *
 * The tenth is ours: controller-runtime's queue has no such rule, so there a steady stream of changes can hold up the
 * keys of the initial list for ever. Here a key that joins behind n others is taken after at most 10 × (n + 1) takes.
 */
import { EntryList } from "./entry-list.ts";
import type { KeyEntry } from "./key-entry.ts";
import type { QueueKey } from "./queue-item.ts";

const takesPerOldest = 10;

interface Level<Key extends QueueKey, Cause> {
  readonly priority: number;
  readonly entries: EntryList<Key, Cause>;
}

export class PriorityLine<Key extends QueueKey, Cause> {
  /**
   * The levels that hold keys, the highest first. The last one stays when the line is empty, which spares its making.
   */
  readonly #levels: Level<Key, Cause>[] = [];
  #size = 0;
  #joined = 0;
  #takesSinceOldest = 0;

  get size(): number {
    return this.#size;
  }

  push(entry: KeyEntry<Key, Cause>): void {
    if (this.#size === 0 && this.#levels[0]?.priority !== entry.priority) this.#levels.length = 0;
    entry.order = this.#joined++;
    this.#levelOf(entry.priority).entries.push(entry);
    this.#size += 1;
  }

  /** Takes out the entry whose turn it is. */
  shift(): KeyEntry<Key, Cause> | undefined {
    const first = this.#levels[0]?.entries.first;
    const entry = this.#levels.length > 1 ? this.#fair(first) : first;
    if (entry) this.remove(entry);
    return entry;
  }

  /** Takes out an entry that is in line. Its priority must still be the one with which it was pushed. */
  remove(entry: KeyEntry<Key, Cause>): void {
    const level = this.#levelOf(entry.priority);
    level.entries.remove(entry);
    this.#size -= 1;
    if (level.entries.size === 0 && this.#size > 0) this.#levels.splice(this.#levels.indexOf(level), 1);
  }

  /** The first of the highest level or, in its turn, the one that joined before all others. */
  #fair(first: KeyEntry<Key, Cause> | undefined): KeyEntry<Key, Cause> | undefined {
    this.#takesSinceOldest += 1;
    if (this.#takesSinceOldest < takesPerOldest) return first;
    this.#takesSinceOldest = 0;
    let oldest = first;
    for (const { entries } of this.#levels) {
      if (entries.first && oldest && entries.first.order < oldest.order) oldest = entries.first;
    }
    return oldest;
  }

  #levelOf(priority: number): Level<Key, Cause> {
    let index = 0;
    for (const level of this.#levels) {
      if (level.priority === priority) return level;
      if (level.priority < priority) break;
      index += 1;
    }
    const created = { priority, entries: new EntryList<Key, Cause>() };
    this.#levels.splice(index, 0, created);
    return created;
  }
}

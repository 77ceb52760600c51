/**
 * Things that become due, the earliest first; of those due at the same time the one that was created first.
 *
 * ```text
 *            [0] due 10            items[i] is never later than items[2i+1] and items[2i+2];
 *           ╱         ╲            each item knows its index, so that it can be
 *      [1] due 30   [2] due 20     removed or moved without a search
 * ```
 */
export interface Due {
  dueMs: number;
  /** Breaks ties; unique in one heap. */
  order: number;
  /** Kept by the heap: −1 while the item is not in it. */
  heapIndex: number;
}

export class DueHeap<Item extends Due> {
  readonly #items: Item[] = [];

  get size(): number {
    return this.#items.length;
  }

  peek(): Item | undefined {
    return this.#items[0];
  }

  push(item: Item): void {
    this.#place(item, this.#items.length);
    this.#rise(item);
  }

  /** Takes the item out; one that is not in the heap is left alone. */
  remove(item: Item): void {
    const index = item.heapIndex;
    if (index < 0) return;
    item.heapIndex = -1;
    const last = this.#items.pop();
    if (last === undefined || last === item) return;
    this.#place(last, index);
    this.#rise(last);
    this.#sink(last);
  }

  /** Takes the items out that are due at the given time, in order. */
  *takeDue(nowMs: number): Generator<Item> {
    for (let first = this.peek(); first !== undefined && first.dueMs <= nowMs; first = this.peek()) {
      this.remove(first);
      yield first;
    }
  }

  /** All items in the order in which they become due. The heap keeps them. */
  sorted(): Item[] {
    return this.#items.toSorted((left, right) => (isBefore(left, right) ? -1 : 1));
  }

  clear(): void {
    for (const item of this.#items) item.heapIndex = -1;
    this.#items.length = 0;
  }

  #place(item: Item, index: number): void {
    this.#items[index] = item;
    item.heapIndex = index;
  }

  #rise(item: Item): void {
    while (item.heapIndex > 0) {
      const index = item.heapIndex;
      const parentIndex = (index - 1) >> 1;
      const parent = this.#items[parentIndex];
      if (parent === undefined || isBefore(parent, item)) return;
      this.#place(parent, index);
      this.#place(item, parentIndex);
    }
  }

  #sink(item: Item): void {
    for (;;) {
      const index = item.heapIndex;
      const left = this.#items[2 * index + 1];
      const right = this.#items[2 * index + 2];
      const earlier = left !== undefined && right !== undefined && isBefore(right, left) ? right : left;
      if (earlier === undefined || isBefore(item, earlier)) return;
      const childIndex = earlier.heapIndex;
      this.#place(earlier, index);
      this.#place(item, childIndex);
    }
  }
}

function isBefore(left: Due, right: Due): boolean {
  return left.dueMs === right.dueMs ? left.order < right.order : left.dueMs < right.dueMs;
}

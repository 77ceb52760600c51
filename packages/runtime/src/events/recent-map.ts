/** A map that holds what was used last: when there is more than it may hold, what has not been used for the longest time goes. */

export class RecentMap<Value> {
  /** In the order of use, the latest last. */
  readonly #entries = new Map<string, Value>();
  readonly #maxEntries: number;

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): Value | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) this.#use(key, value);
    return value;
  }

  /** What had to go for it, if anything. */
  set(key: string, value: Value): Value | undefined {
    this.#use(key, value);
    if (this.#entries.size <= this.#maxEntries) return undefined;
    const [oldest = ""] = this.#entries.keys();
    const dropped = this.#entries.get(oldest);
    this.#entries.delete(oldest);
    return dropped;
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  entries(): MapIterator<[string, Value]> {
    return this.#entries.entries();
  }

  #use(key: string, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
  }
}

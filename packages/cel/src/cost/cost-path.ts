/**
 * Paths as cel-go's cost estimator keeps them: Go slices. Growing one does not always copy it. Where the memory behind a path has room,
 * a path grown from it twice shares the last place, and the later one shows through the earlier.
 *
 * That is a slip, but one that users of Kubernetes meet: in `self.a.all(x, x.b.all(y, x.c == y))` the number of rounds of the inner loop
 * is estimated from the size of `c`, not of `b`. An estimate that is to agree has to have it too.
 *
 * ```text
 *   self.a.@items     [self, a, @items, ·]   room for one more
 *   self.a.@items.b   [self, a, @items, b]   the same memory
 *   self.a.@items.c   [self, a, @items, c]   and again: the path above now reads c, too
 * ```
 */
export class CostPath {
  static readonly empty: CostPath = new CostPath([], 0);
  readonly #memory: string[];
  readonly #length: number;

  private constructor(memory: string[], length: number) {
    this.#memory = memory;
    this.#length = length;
  }

  static of(name: string): CostPath {
    return new CostPath([name], 1);
  }

  append(part: string): CostPath {
    // Go doubles the room of a slice that is full: there is some left unless the length is a power of two.
    const isFull = Number.isInteger(Math.log2(this.#length)) || this.#length === 0;
    const memory = isFull ? this.#memory.slice(0, this.#length) : this.#memory;
    memory[this.#length] = part;
    return new CostPath(memory, this.#length + 1);
  }

  parts(): readonly string[] {
    return this.#memory.slice(0, this.#length);
  }
}

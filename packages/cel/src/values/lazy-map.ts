/**
 * A map whose entries are computed when an expression first asks for them, and then kept.
 *
 * An entry that cannot be computed throws a `CelEvaluationError`, which is a failure of the expression like any other. It is not kept:
 * whoever asks again has it computed again.
 */
import { type CelMap, type CelValue, celMap } from "./cel-value.ts";

class LazyMap implements CelMap {
  readonly [celMap] = true;
  readonly #entries: ReadonlyMap<string, () => CelValue>;
  readonly #known = new Map<string, CelValue>();

  constructor(entries: ReadonlyMap<string, () => CelValue>) {
    this.#entries = entries;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: CelValue): CelValue | undefined {
    if (typeof key !== "string") return undefined;
    const found = this.#known.get(key);
    if (found !== undefined) return found;
    const made = this.#entries.get(key)?.();
    if (made !== undefined) this.#known.set(key, made);
    return made;
  }

  has(key: CelValue): boolean {
    return typeof key === "string" && this.#entries.has(key);
  }

  *entries(): Iterable<readonly [CelValue, CelValue]> {
    for (const key of this.#entries.keys()) yield [key, this.get(key) ?? null];
  }
}

export function createLazyMap(entries: ReadonlyMap<string, () => CelValue>): CelMap {
  return new LazyMap(entries);
}

/**
 * Maps of both forms: the plain objects of JSON, with string keys, and `CelMap`, with keys of any type.
 *
 * A key is found by CEL's equality: `1`, `1u` and `1.0` find each other's entries, though an entry under exactly the key asked for
 * goes first. Entries come in the order in which they were written.
 */
import { CelEvaluationError } from "../syntax/cel-error.ts";
import { CelDouble, type CelMap, CelUint, type CelValue, celMap, celOpaque } from "./cel-value.ts";
import { DeclaredMap } from "./declared-value.ts";
import type { Outcome } from "./failure.ts";

export type CelMapValue = CelMap | { readonly [key: string]: CelValue };

/** A map that grows: what comprehensions accumulate. Nobody else sees it before it is done. */
class EntryMap implements CelMap {
  readonly [celMap] = true;
  readonly #all: (readonly [CelValue, CelValue])[] = [];
  /** Strings, booleans, ints and doubles by themselves: an int and a double of one value are one key. */
  readonly #plain = new Map<unknown, number>();
  /** Uints apart, since `{1: a, 1u: b}` has two entries. */
  readonly #uints = new Map<unknown, number>();

  get size(): number {
    return this.#all.length;
  }

  get(key: CelValue): CelValue | undefined {
    const at = this.#find(key);
    return at === undefined ? undefined : this.#all[at]?.[1];
  }

  has(key: CelValue): boolean {
    return this.#find(key) !== undefined;
  }

  entries(): Iterable<readonly [CelValue, CelValue]> {
    return this.#all;
  }

  /** Adds an entry, or gives one that is there under exactly this key a new value. */
  set(key: CelValue, value: CelValue): void {
    const isUint = key instanceof CelUint;
    const index = indexOfKey(key);
    if (index === undefined) throw new CelEvaluationError("unsupported key type");
    const map = isUint ? this.#uints : this.#plain;
    const at = map.get(index);
    if (at !== undefined) this.#all[at] = [key, value];
    else {
      map.set(index, this.#all.length);
      this.#all.push([key, value]);
    }
  }

  #find(key: CelValue): number | undefined {
    const index = indexOfKey(key);
    if (index === undefined) return undefined;
    if (key instanceof CelUint) return this.#uints.get(index) ?? this.#plain.get(index);
    return this.#plain.get(index) ?? (typeof index === "string" ? undefined : this.#uints.get(index));
  }
}

/** What a JavaScript map can find a key by; `undefined` for what cannot be a key. Bigints beyond 2^53 are found by value, too. */
function indexOfKey(key: CelValue): string | number | bigint | boolean | null | undefined {
  if (typeof key === "string" || typeof key === "number" || typeof key === "bigint" || typeof key === "boolean") {
    return key;
  }
  if (key instanceof CelUint) return key.value;
  if (key === null) return null;
  if (key instanceof CelDouble) {
    const { value } = key;
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? BigInt(value) : value === 0 ? 0 : value;
  }
  return undefined;
}

/** A map of these entries; of two with the same key the later counts. Throws where a key is none (a list). */
export function createCelMap(entries: Iterable<readonly [CelValue, CelValue]>): CelMap {
  const map = new EntryMap();
  for (const [key, value] of entries) map.set(key, value);
  return map;
}

/** The map with one more entry: in place where the evaluator made the map to accumulate into, a copy otherwise. */
export function insertEntry(map: CelMapValue, key: CelValue, value: CelValue): CelMap {
  if (mapHas(map, key)) {
    throw new CelEvaluationError(
      `insert failed: key ${typeof key === "string" ? key : describeKey(key)} already exists`,
    );
  }
  if (growing.has(map)) {
    (map as EntryMap).set(key, value);
    return map as EntryMap;
  }
  const copy = new EntryMap();
  for (const [oldKey, oldValue] of mapEntries(map)) copy.set(oldKey, oldValue);
  copy.set(key, value);
  return copy;
}

const growing = new WeakSet<object>();

/** An empty map that `insertEntry` changes in place until it is settled. */
export function startGrowingMap(): CelMap {
  const map = new EntryMap();
  growing.add(map);
  return map;
}

/** Ends the growth of a map: from here on it is a value like any other. */
export function settleMap(map: CelMapValue): void {
  growing.delete(map);
}

/** Null is a number in cel-go, and is shown as one here. */
function describeKey(key: CelValue): string {
  if (key === null) return "0";
  if (key instanceof CelUint || key instanceof CelDouble) return String(key.value);
  return String(key);
}

export function isCelMap(value: CelValue): value is CelMap {
  return typeof value === "object" && value !== null && celMap in value;
}

/** Whether the value is a map of either form. */
export function isMapValue(value: CelValue): value is CelMapValue {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return !(celOpaque in value);
  return celMap in value;
}

export function mapGet(map: CelMapValue, key: CelValue): CelValue | undefined {
  if (isCelMap(map)) return map.get(key);
  return typeof key === "string" && Object.hasOwn(map, key) ? map[key] : undefined;
}

/** The same, where an entry of the input that is not of its type is a failure. */
export function mapFind(map: CelMapValue, key: CelValue): Outcome | undefined {
  return map instanceof DeclaredMap ? map.find(key) : mapGet(map, key);
}

export function mapHas(map: CelMapValue, key: CelValue): boolean {
  return isCelMap(map) ? map.has(key) : mapGet(map, key) !== undefined;
}

export function mapSize(map: CelMapValue): number {
  if (isCelMap(map)) return map.size;
  let size = 0;
  for (const key in map) if (map[key] !== undefined && Object.hasOwn(map, key)) size += 1;
  return size;
}

export function* mapEntries(map: CelMapValue): Iterable<readonly [CelValue, CelValue]> {
  if (isCelMap(map)) {
    yield* map.entries();
    return;
  }
  for (const key of Object.keys(map)) {
    const value = map[key];
    if (value !== undefined) yield [key, value];
  }
}

export function mapKeys(map: CelMapValue): CelValue[] {
  if (map instanceof DeclaredMap) return map.keys();
  if (!isCelMap(map)) return Object.keys(map).filter((key) => map[key] !== undefined);
  return Array.from(map.entries(), ([key]) => key);
}

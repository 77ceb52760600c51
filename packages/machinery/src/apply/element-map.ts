/**
 * A map with path elements as keys, for finding the items of lists again. Lists come from outside and may be long, so
 * every step takes the same time however many there are.
 */

import type { JsonValue } from "../json/json-value.ts";
import { formatGoJson } from "../text/go-text.ts";
import { equalPathElements, type PathElement } from "./path-element.ts";

type Hash = string | number | boolean | null;

interface Entry<Value> {
  readonly element: PathElement;
  value: Value;
  /** Another element that happens to have the same hash. */
  readonly next: Entry<Value> | undefined;
}

export class ElementMap<Value> {
  readonly #entries = new Map<Hash, Entry<Value>>();

  get(element: PathElement): Value | undefined {
    return this.#find(element)?.value;
  }

  has(element: PathElement): boolean {
    return this.#find(element) !== undefined;
  }

  set(element: PathElement, value: Value): void {
    const entry = this.#find(element);
    if (entry) entry.value = value;
    else {
      const hash = hashOf(element);
      this.#entries.set(hash, { element, value, next: this.#entries.get(hash) });
    }
  }

  /** All elements with their values, in no particular order. */
  *[Symbol.iterator](): Generator<[PathElement, Value], void> {
    for (let entry of this.#entries.values()) {
      for (; entry; entry = entry.next as Entry<Value>) yield [entry.element, entry.value];
    }
  }

  #find(element: PathElement): Entry<Value> | undefined {
    let entry = this.#entries.get(hashOf(element));
    while (entry && !equalPathElements(entry.element, element)) entry = entry.next;
    return entry;
  }
}

/** Equal elements have the same hash; others may have it too, but rarely do. */
function hashOf(element: PathElement): Hash {
  if (element.type === "field") return element.name;
  if (element.type === "index") return element.index;
  if (element.type === "value") return hashOfValue(element.value);
  const [first] = element.fields;
  if (element.fields.length === 1 && first) return hashOfValue(first.value);
  return element.fields.map(({ value }) => hashOfValue(value)).join();
}

/** A bigint and a float may be equal, so both hash as floats. */
function hashOfValue(value: JsonValue): Hash {
  if (typeof value === "bigint") return Number(value);
  return typeof value === "object" && value !== null ? formatGoJson(value) : value;
}

/**
 * Finds objects by values of their own. Each state of an object is asked once for its values, when it is kept; one that cannot be decoded,
 * or for which the function throws, is found by none.
 */
import { type DeepReadonly, type JsonObject, UsageError } from "@pintle/machinery";
import type { StoredObject } from "./stored-object.ts";

type ValuesOf = (object: DeepReadonly<JsonObject>) => readonly string[];

interface Index {
  readonly name: string;
  readonly valuesOf: ValuesOf;
  readonly byValue: Map<string, Set<StoredObject>>;
}

export class Indexes {
  readonly #indexes: Index[] = [];
  readonly #report: (error: unknown) => void;

  constructor(report: (error: unknown) => void) {
    this.#report = report;
  }

  /** Adds an index of all that is there. The same one once more is no other. */
  define(name: string, valuesOf: ValuesOf, objects: Iterable<StoredObject>): void {
    const found = this.#indexes.find((index) => index.name === name);
    if (found?.valuesOf === valuesOf) return;
    if (found !== undefined) {
      throw new UsageError(
        "PINTLE_INDEX_EXISTS",
        `there is an index ${JSON.stringify(name)} with another function: informers are shared, choose another name`,
      );
    }
    this.#indexes.push({ name, valuesOf, byValue: new Map() });
    for (const object of objects) this.add(object);
  }

  /** The objects that have the value; those that `valuesOf` is asked about are not among them. */
  find(name: string, value: string): Iterable<StoredObject> {
    return this.#require(name).byValue.get(value) ?? [];
  }

  /** Whether an object that is not kept has the value. */
  matches(name: string, value: string, object: StoredObject): boolean {
    const number = this.#indexes.indexOf(this.#require(name));
    return this.prepare(object)[number]?.includes(value) ?? false;
  }

  /** Asks for the values ahead of time, so that to keep many objects at once takes no time. */
  prepare(object: StoredObject): readonly (readonly string[])[] {
    if (this.#indexes.length === 0) return [];
    object.indexValues ??= [];
    const values = object.indexValues;
    for (const { name, valuesOf } of this.#indexes.slice(values.length)) values.push(this.#ask(name, valuesOf, object));
    return values;
  }

  add(object: StoredObject): void {
    if (this.#indexes.length === 0) return;
    const values = this.prepare(object);
    for (const [number, { byValue }] of this.#indexes.entries()) {
      for (const value of values[number] ?? []) {
        const found = byValue.get(value);
        if (found === undefined) byValue.set(value, new Set([object]));
        else found.add(object);
      }
    }
  }

  remove(object: StoredObject): void {
    if (this.#indexes.length === 0) return;
    for (const [number, { byValue }] of this.#indexes.entries()) {
      for (const value of object.indexValues?.[number] ?? []) {
        const found = byValue.get(value);
        found?.delete(object);
        if (found?.size === 0) byValue.delete(value);
      }
    }
  }

  #require(name: string): Index {
    const found = this.#indexes.find((index) => index.name === name);
    if (found !== undefined) return found;
    const known = this.#indexes.map((index) => JSON.stringify(index.name)).join(", ") || "none";
    throw new UsageError(
      "PINTLE_INDEX_UNKNOWN",
      `there is no index ${JSON.stringify(name)}, but ${known}: add it with informer.addIndex`,
    );
  }

  #ask(name: string, valuesOf: ValuesOf, object: StoredObject): readonly string[] {
    const decoded = object.readIfDecodable();
    if (decoded === undefined) return [];
    try {
      return [...new Set(valuesOf(decoded as DeepReadonly<JsonObject>))];
    } catch (cause) {
      this.#report(new Error(`the index ${JSON.stringify(name)} failed for ${object.key}`, { cause }));
      return [];
    }
  }
}

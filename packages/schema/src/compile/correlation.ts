/**
 * Pairs the parts of a new value with those of the old one, as far as the schema says which belong together.
 *
 * Fields belong together by name, items of map-lists by their keys. Items of other lists do not: such a list changed or did not
 * change as a whole. Fields without a schema are never paired, so an object that holds one counts as changed.
 */
import { getOwn, isJsonObject, type JsonArray, type JsonObject, type JsonValue } from "@pintle/machinery";
import type { StructuralSchema } from "../structural-schema.ts";
import type { CompiledNode } from "./compiled-node.ts";
import { equalDeepJson } from "./equal-deep-json.ts";
import { formatGoJsonKey } from "./json-key.ts";

export class Correlation {
  readonly #node: CompiledNode;
  readonly #value: JsonValue;
  readonly #oldValue: JsonValue;
  readonly #children = new Map<string | number, Correlation | undefined>();
  #oldItemOf: OldItemLookup | undefined;
  #isUnchanged: boolean | undefined;

  constructor(node: CompiledNode, value: JsonValue, oldValue: JsonValue) {
    this.#node = node;
    this.#value = value;
    this.#oldValue = oldValue;
  }

  key(name: string): Correlation | undefined {
    if (!this.#children.has(name)) this.#children.set(name, this.#createKey(name));
    return this.#children.get(name);
  }

  index(index: number): Correlation | undefined {
    if (!this.#children.has(index)) this.#children.set(index, this.#createIndex(index));
    return this.#children.get(index);
  }

  isUnchanged(): boolean {
    this.#isUnchanged ??= this.#compare();
    return this.#isUnchanged;
  }

  #createKey(name: string): Correlation | undefined {
    if (!isJsonObject(this.#value) || !isJsonObject(this.#oldValue)) return undefined;
    const value = getOwn(this.#value, name);
    const oldValue = getOwn(this.#oldValue, name);
    const node = this.#node.field(name);
    if (value === undefined || oldValue === undefined || !node) return undefined;
    return new Correlation(node, value, oldValue);
  }

  #createIndex(index: number): Correlation | undefined {
    const value = Array.isArray(this.#value) ? this.#value[index] : undefined;
    const { items } = this.#node;
    if (!isJsonObject(value) || !Array.isArray(this.#oldValue) || !items || !this.#isMapList()) return undefined;
    this.#oldItemOf ??= indexMapList(this.#node.schema, this.#oldValue);
    const oldValue = this.#oldItemOf(value);
    return oldValue && new Correlation(items, value, oldValue);
  }

  #isMapList(): boolean {
    return this.#node.schema["x-kubernetes-list-type"] === "map";
  }

  #compare(): boolean {
    const value = this.#value;
    const oldValue = this.#oldValue;
    if (Array.isArray(value) && Array.isArray(oldValue)) {
      if (!this.#isMapList()) return equalDeepJson(value, oldValue);
      return value.length === oldValue.length && value.every((_, index) => this.index(index)?.isUnchanged() === true);
    }
    if (isJsonObject(value) && isJsonObject(oldValue)) {
      const names = presentKeys(value);
      return names.length === presentKeys(oldValue).length && names.every((name) => this.key(name)?.isUnchanged());
    }
    return equalDeepJson(value, oldValue);
  }
}

export type OldItemLookup = (item: JsonValue) => JsonObject | undefined;

/** Finds the old item that has an item's keys; of lists that are no map-lists, none is found. */
export function indexMapList(schema: StructuralSchema, oldItems: JsonArray): OldItemLookup {
  const keys = schema["x-kubernetes-list-map-keys"] ?? [];
  if (schema["x-kubernetes-list-type"] !== "map" || keys.length === 0) return () => undefined;
  const byKey = itemsByKey(oldItems, keys);
  return (item) => {
    const key = isJsonObject(item) ? compositeKey(item, keys) : undefined;
    return key === undefined ? undefined : byKey.get(key);
  };
}

function presentKeys(object: JsonObject): string[] {
  return Object.keys(object).filter((key) => getOwn(object, key) !== undefined);
}

/** The first item of each key; items without all keys cannot be found. */
function itemsByKey(items: JsonArray, keys: readonly string[]): ReadonlyMap<string, JsonObject> {
  const byKey = new Map<string, JsonObject>();
  for (const item of items) {
    const key = isJsonObject(item) ? compositeKey(item, keys) : undefined;
    if (key !== undefined && !byKey.has(key)) byKey.set(key, item as JsonObject);
  }
  return byKey;
}

function compositeKey(item: JsonObject, keys: readonly string[]): string | undefined {
  const values: JsonValue[] = [];
  for (const key of keys) {
    const value = getOwn(item, key);
    if (value === undefined || typeof value === "object") return undefined;
    values.push(value);
  }
  return values.length === 0 ? undefined : formatGoJsonKey(values);
}

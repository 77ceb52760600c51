/**
 * Lists, maps and objects of the input: JSON with what its declaration says about it, which goes wherever the value goes.
 *
 * Nothing is converted up front: an item or a field is read when it is asked for, and one that is not of its type is a failure only then.
 * Lists and maps that an expression makes are plain arrays and maps.
 */
import type { ListIdentity } from "../check/cel-type.ts";
import { type CelMap, type CelValue, celMap } from "./cel-value.ts";
import { noSuchOverload, type Outcome, valueOrThrow } from "./failure.ts";

/** How JSON at one place is read. */
export interface Shape {
  read(json: CelValue): Outcome;
  /** JSON of these types is read as it is, so that it can be compared without being read. */
  readonly plainType?: "string" | "boolean";
}

export interface ListShape {
  readonly items: Shape;
  readonly identity?: ListIdentity | undefined;
  /** It has lost its declaration on the way: its values are what they look like, and it answers as lists of expressions do. */
  readonly isNative?: boolean;
}

export interface MapShape {
  /** The name in the JSON of what CEL calls so; `undefined` where nothing can be called so. */
  jsonName(key: string): string | undefined;
  celName(jsonName: string): string;
  /** `undefined` for what is not declared. */
  property(jsonName: string): Shape | undefined;
  /** Of an object, null is as good as absent. */
  readonly isNullAbsent: boolean;
  readonly isNative?: boolean;
}

export class DeclaredList {
  readonly json: readonly CelValue[];
  readonly shape: ListShape;
  /** By what the items of a set are told apart. Upstream remembers in the set itself what was added to it, so that it answers to that, too. */
  setKeys: Set<unknown> | undefined;

  constructor(json: readonly CelValue[], shape: ListShape) {
    this.json = json;
    this.shape = shape;
  }

  get length(): number {
    return this.json.length;
  }

  itemAt(index: number): Outcome {
    return this.shape.items.read(this.json[index] ?? null);
  }

  /** All items, with failures for those that are not of their type. */
  outcomes(): Outcome[] {
    return this.json.map((item) => this.shape.items.read(item));
  }

  /** All of them; throws at the first that is not of its type. */
  items(): CelValue[] {
    return this.outcomes().map(valueOrThrow);
  }
}

/** The items of a list of either form, with failures for those that are not of their type. */
export function listOutcomes(list: CelValue): readonly Outcome[] {
  return list instanceof DeclaredList ? list.outcomes() : (list as readonly CelValue[]);
}

/** The items of a list of either form; `undefined` for what is no list. */
export function listItems(value: CelValue): readonly CelValue[] | undefined {
  if (value instanceof DeclaredList) return value.items();
  return Array.isArray(value) ? value : undefined;
}

export class DeclaredMap implements CelMap {
  readonly [celMap] = true;
  readonly json: JsonMap;
  readonly shape: MapShape;

  constructor(json: JsonMap, shape: MapShape) {
    this.json = json;
    this.shape = shape;
  }

  /** Undeclared entries count, too. */
  get size(): number {
    let size = 0;
    for (const key in this.json) if (this.json[key] !== undefined && Object.hasOwn(this.json, key)) size += 1;
    return size;
  }

  find(key: CelValue): Outcome | undefined {
    if (typeof key !== "string") return this.shape.isNative ? undefined : noSuchOverload;
    const name = this.shape.jsonName(key);
    return name === undefined ? undefined : this.findProperty(name);
  }

  findProperty(jsonName: string): Outcome | undefined {
    const value = Object.hasOwn(this.json, jsonName) ? this.json[jsonName] : undefined;
    if (value === undefined || (value === null && this.shape.isNullAbsent)) return undefined;
    return this.shape.property(jsonName)?.read(value);
  }

  get(key: CelValue): CelValue | undefined {
    const found = this.find(key);
    return found === undefined ? undefined : valueOrThrow(found);
  }

  has(key: CelValue): boolean {
    return this.find(key) !== undefined;
  }

  /** Those of undeclared entries, which are at the end, upstream does not fill in. */
  keys(): (string | null)[] {
    const names = Object.keys(this.json).filter((name) => this.json[name] !== undefined);
    const declared = names.filter((name) => this.shape.property(name));
    const undeclared = Array.from({ length: names.length - declared.length }, () => null);
    return [...declared.map((name) => this.shape.celName(name)), ...undeclared];
  }

  *entries(): Iterable<readonly [CelValue, CelValue]> {
    for (const key of this.keys()) {
      const value = this.get(key);
      if (value !== undefined) yield [key, value];
    }
  }
}

export type JsonMap = { readonly [key: string]: CelValue };

/** What a schema keeps without knowing it: it can be compared, and nothing else. */
export class PreservedJson {
  readonly json: CelValue;
  constructor(json: CelValue) {
    this.json = json;
  }
}

/** A value of Go that is no JSON, in the JSON of a list that an expression added it to. */
export class GoValue {
  readonly goType: string;
  /** Equal ones have equal keys; absent where Go cannot compare them. */
  readonly key: unknown;
  constructor(goType: string, key?: unknown) {
    this.goType = goType;
    this.key = key;
  }
}

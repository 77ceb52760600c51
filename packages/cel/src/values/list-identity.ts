/**
 * What the input's lists become where something is added to them, and by what the items of sets and map-lists are told apart.
 *
 * `a + b` of sets puts into `a` what it lacks; of map-lists, items of `b` replace those with the same keys. What is added goes in as a value
 * of Go, and is read again by the type of the list's items: one that is no JSON then turns out to be of the wrong type.
 */
import { isMapValue } from "./cel-map.ts";
import { CelDouble, CelDuration, CelOptional, CelTimestamp, CelUint, type CelValue } from "./cel-value.ts";
import { DeclaredList, DeclaredMap, GoValue, PreservedJson } from "./declared-value.ts";
import { CelPanic, Failure, noSuchOverload, type Outcome } from "./failure.ts";
import { naturalNumber } from "./native-json.ts";

type List = readonly CelValue[] | DeclaredList;

/** `left + right`, where one of them at least is of the input. */
export function addLists(left: CelValue, right: CelValue): Outcome {
  if (!isList(left) || !isList(right)) return noSuchOverload;
  if (left instanceof DeclaredList && !left.shape.isNative) return addToDeclared(left, right);
  if (left.length === 0) return right;
  if (right.length === 0) return left;
  return [...outcomesOf(left), ...outcomesOf(right)] as CelValue[];
}

function isList(value: CelValue): value is List {
  return Array.isArray(value) || value instanceof DeclaredList;
}

function outcomesOf(list: List): readonly Outcome[] {
  return list instanceof DeclaredList ? list.outcomes() : list;
}

function addToDeclared(left: DeclaredList, right: List): DeclaredList {
  const { identity } = left.shape;
  const added = outcomesOf(right).map((item) =>
    item instanceof Failure ? new GoValue("*errors.errorString", {}) : goValueOf(item),
  );
  if (!identity) return new DeclaredList([...left.json, ...added], left.shape);
  const united = [...left.json];
  if (identity.kind === "set") {
    const known = setKeysOf(left);
    for (const item of added) {
      const key = goKeyOf(item);
      if (!known.has(key)) united.push(item);
      known.add(key);
    }
  } else {
    const places = new Map(left.json.map((item, index) => [itemKeyOf(item, identity.keys), index]));
    for (const item of added) {
      const key = itemKeyOf(item, identity.keys);
      const place = key === undefined ? undefined : places.get(key);
      if (place === undefined) united.push(item);
      else united[place] = item;
    }
  }
  return new DeclaredList(united, left.shape);
}

export function setKeysOf(list: DeclaredList): Set<unknown> {
  list.setKeys ??= new Set(list.json.map(goKeyOf));
  return list.setKeys;
}

/** What Go holds for a value of CEL: JSON for what came from it, and values of cel-go's own types for what an expression made. */
export function goValueOf(value: CelValue): CelValue {
  if (typeof value !== "object") return value;
  if (value instanceof DeclaredList || value instanceof DeclaredMap || value instanceof PreservedJson)
    return value.json;
  if (value instanceof CelDouble || value instanceof GoValue) return value;
  if (value === null) return new GoValue("structpb.NullValue", "null");
  if (Array.isArray(value)) return new GoValue("[]ref.Val");
  if (value instanceof CelUint) return new GoValue("uint64", String(value.value));
  if (value instanceof CelTimestamp) return new GoValue("time.Time", `${value.seconds} ${value.nanos}`);
  if (value instanceof CelDuration) return new GoValue("time.Duration", String(value.nanos));
  if (value instanceof Uint8Array) return new GoValue("[]uint8");
  if (value instanceof CelOptional) return value.value === undefined ? null : goValueOf(value.value);
  return new GoValue(isMapValue(value) ? "map[ref.Val]ref.Val" : "ref.Val");
}

/** Scalars of one Go type and value share a key; what is no scalar cannot be in a set. */
export function goKeyOf(value: CelValue): unknown {
  if (typeof value === "number" || typeof value === "bigint") return keyOfNumber(value);
  if (value instanceof CelDouble) return `double ${value.value}`;
  if (value instanceof GoValue) return keyOfGoValue(value);
  if (Array.isArray(value)) return unhashable("[]interface {}");
  return typeof value === "object" && value !== null
    ? unhashable("map[string]interface {}")
    : `${typeof value} ${value}`;
}

function keyOfNumber(number: number | bigint): string {
  const natural = naturalNumber(number);
  return natural instanceof CelDouble ? `double ${natural.value}` : `int ${natural}`;
}

/** Errors are told apart by where they are in memory. */
function keyOfGoValue({ goType, key }: GoValue): unknown {
  if (key === undefined) return unhashable(goType);
  return typeof key === "string" ? `${goType} ${key}` : key;
}

function unhashable(type: string): never {
  throw new CelPanic(`internal error: runtime error: hash of unhashable type ${type}`);
}

/** Items without a key share the one of its absence; what is no JSON object has none. */
export function itemKeyOf(item: CelValue, keys: readonly string[]): string | undefined {
  if (typeof item !== "object" || item === null || Array.isArray(item) || item instanceof GoValue) return undefined;
  const object = item as { readonly [key: string]: CelValue };
  return keys.map((key) => goKeyOf((Object.hasOwn(object, key) ? object[key] : null) ?? null)).join("\0");
}

/**
 * Equality of JSON by its declared type, as Kubernetes has it for objects: moments are equal whatever zone they are written in, a null
 * field is as good as an absent one, and fields that nobody declared are compared as they are.
 */
import type { CelType, ObjectField, ObjectType } from "../check/cel-type.ts";
import { adapterOf } from "./adapt-json.ts";
import { isCelMap, isMapValue, mapSize } from "./cel-map.ts";
import type { CelValue } from "./cel-value.ts";
import { equalValues } from "./equal-values.ts";

export type Equality = (left: CelValue, right: CelValue) => boolean;

const scalars: ReadonlySet<CelType["kind"]> = new Set(["timestamp", "duration", "bytes"]);

/** The equality of values of a type. Types whose JSON is what it looks like need no look at the type. It throws where text is malformed. */
export function equalityOf(type: CelType | undefined): Equality {
  if (type?.kind === "object") return objectEquality(type);
  if (type?.kind === "list") {
    const element = equalityOf(type.element);
    return element === equalValues ? equalValues : (left, right) => equalItems(left, right, element);
  }
  if (type?.kind === "map") {
    const value = equalityOf(type.value);
    return value === equalValues ? equalValues : (left, right) => equalEntries(left, right, () => value, false);
  }
  const adapt = type && scalars.has(type.kind) ? adapterOf(type) : undefined;
  return adapt ? (left, right) => equalValues(adapt(left), adapt(right)) : equalValues;
}

const objectEqualities = new WeakMap<ObjectType, Equality>();

/** Made once a type, and before its fields are looked at, so that types may contain themselves. */
function objectEquality(type: ObjectType): Equality {
  const known = objectEqualities.get(type);
  if (known) return known;
  const fields = new Map<string, Equality>();
  let byJsonName: Map<string, ObjectField> | undefined;
  const fieldEquality = (key: string): Equality | undefined => {
    const made = fields.get(key);
    if (made) return made;
    byJsonName ??= fieldsOf(type);
    const field = byJsonName.get(key);
    if (field) fields.set(key, equalityOf(field.type));
    return fields.get(key);
  };
  const equality: Equality = (left, right) => equalEntries(left, right, fieldEquality, true);
  objectEqualities.set(type, equality);
  return equality;
}

function fieldsOf(type: ObjectType): Map<string, ObjectField> {
  const fields = new Map<string, ObjectField>();
  for (const name of type.fieldNames()) {
    const field = type.field(name);
    if (field) fields.set(field.jsonName, field);
  }
  return fields;
}

function equalItems(left: CelValue, right: CelValue, element: Equality): boolean {
  if (!Array.isArray(left) || !Array.isArray(right)) return equalValues(left, right);
  return left.length === right.length && left.every((item, index) => element(item, right[index] ?? null));
}

/** `equalityAt` knows the declared fields; of a map, every key is one, and null is a value like others. */
function equalEntries(
  left: CelValue,
  right: CelValue,
  equalityAt: (key: string) => Equality | undefined,
  isNullAbsent: boolean,
): boolean {
  if (!isMapValue(left) || !isMapValue(right) || isCelMap(left) || isCelMap(right)) return equalValues(left, right);
  let size = 0;
  for (const key in left) {
    const value = left[key];
    if (value === undefined || !Object.hasOwn(left, key)) continue;
    size += 1;
    const other = Object.hasOwn(right, key) ? right[key] : undefined;
    const equality = equalityAt(key);
    if (equality === undefined) {
      // A field that nobody declared counts only where both have it.
      if (other !== undefined && !equalValues(value, other)) return false;
      continue;
    }
    const isHere = !isNullAbsent || value !== null;
    const isThere = other !== undefined && (!isNullAbsent || other !== null);
    if (isHere !== isThere || (isHere && isThere && !equality(value, other))) return false;
  }
  return size === mapSize(right);
}

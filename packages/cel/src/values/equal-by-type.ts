/**
 * Equality of JSON by its declared type, as Kubernetes has it for objects: moments are equal whatever zone they are written in, a null
 * field is as good as an absent one, and fields that nobody declared are compared as they are.
 */
import type { CelType, ListIdentity, ObjectField, ObjectType } from "../check/cel-type.ts";
import { isNativeType, optionalValueType } from "../check/cel-types.ts";
import { adapterOf } from "./adapt-json.ts";
import { isCelMap, isMapValue, mapSize } from "./cel-map.ts";
import { CelOptional, type CelValue } from "./cel-value.ts";
import { equalValues } from "./equal-values.ts";
import { equalIdentified } from "./list-identity.ts";

export type Equality = (left: CelValue, right: CelValue) => boolean;

const scalars: ReadonlySet<CelType["kind"]> = new Set(["timestamp", "duration", "bytes"]);

/** The equality of values of a type. Types whose JSON is what it looks like need no look at the type. It throws where text is malformed. */
export function equalityOf(type: CelType | undefined): Equality {
  if (type && isNativeType(type)) return equalValues;
  if (type?.kind === "object") return objectEquality(type);
  if (type?.kind === "list") {
    const element = equalityOf(type.element);
    if (type.identity) return identifiedEquality(type, type.identity, element);
    return element === equalValues ? equalValues : (left, right) => equalItems(left, right, element);
  }
  if (type?.kind === "map") {
    const value = equalityOf(type.value);
    return value === equalValues ? equalValues : (left, right) => equalEntries(left, right, () => value, false);
  }
  const inner = type && optionalValueType(type);
  if (inner) return optionalEquality(equalityOf(inner));
  const adapt = type && scalars.has(type.kind) ? adapterOf(type) : undefined;
  return adapt ? (left, right) => equalValues(adapt(left), adapt(right)) : equalValues;
}

function optionalEquality(inner: Equality): Equality {
  if (inner === equalValues) return equalValues;
  return (left, right) => {
    const areBothThere = left instanceof CelOptional && right instanceof CelOptional;
    if (!areBothThere || left.value === undefined || right.value === undefined) return equalValues(left, right);
    return inner(left.value, right.value);
  };
}

function identifiedEquality(type: ListType, identity: ListIdentity, element: Equality): Equality {
  const read = adapterOf(type.element);
  return (left, right) => {
    if (!Array.isArray(left) || !Array.isArray(right)) return equalValues(left, right);
    return equalIdentified(left, right, identity, element, read);
  };
}

type ListType = CelType & { readonly kind: "list" };

const objectEqualities = new WeakMap<ObjectType, Equality>();

/** Made once a type, and before its fields are looked at, so that types may contain themselves. */
function objectEquality(type: ObjectType): Equality {
  const known = objectEqualities.get(type);
  if (known) return known;
  const fields = new Map<string, Equality>();
  const typeOf = fieldTypesOf(type);
  const fieldEquality = (key: string): Equality | undefined => {
    const made = fields.get(key);
    if (made) return made;
    const fieldType = typeOf(key);
    if (fieldType) fields.set(key, equalityOf(fieldType));
    return fields.get(key);
  };
  const equality: Equality = (left, right) => equalEntries(left, right, fieldEquality, true);
  objectEqualities.set(type, equality);
  return equality;
}

/** The types of an object's fields by their names in the JSON, with those that expressions have no name for. */
export function fieldTypesOf(type: ObjectType): (jsonName: string) => CelType | undefined {
  let byJsonName: Map<string, ObjectField> | undefined;
  return (jsonName) => {
    byJsonName ??= fieldsOf(type);
    return byJsonName.get(jsonName)?.type ?? type.hiddenField?.(jsonName);
  };
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

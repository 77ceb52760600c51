/**
 * Equality of a value that is read by its type with one that is plain JSON, as Kubernetes has it where one of two objects has lost its schema
 * on the way: a moment is never equal to the text that it was written as, and a field that nobody declared cannot be compared.
 *
 * As everywhere upstream, the value on the left asks.
 */
import type { CelType, ObjectType } from "../check/cel-type.ts";
import { CelEvaluationError } from "../syntax/cel-error.ts";
import { adapterOf } from "./adapt-json.ts";
import { isCelMap, isMapValue, mapSize } from "./cel-map.ts";
import type { CelValue } from "./cel-value.ts";
import { type Equality, fieldTypesOf } from "./equal-by-type.ts";
import { equalValues } from "./equal-values.ts";
import { equalIdentified } from "./list-identity.ts";

/** `type` is that of the value that has one; `isLeftNative` says that it is the one on the right. */
export function equalityWithNative(type: CelType, isLeftNative: boolean): Equality {
  switch (type.kind) {
    case "object":
      return objectEquality(type, isLeftNative);
    case "list":
      return listEquality(type, isLeftNative);
    case "map": {
      const value = equalityWithNative(type.value, isLeftNative);
      return (left, right) => equalMaps(left, right, (_, one, other) => other !== undefined && value(one, other));
    }
    default: {
      const adapt = adapterOf(type);
      if (!adapt) return equalValues;
      return isLeftNative
        ? (left, right) => equalValues(left, adapt(right))
        : (left, right) => equalValues(adapt(left), right);
    }
  }
}

function listEquality(type: CelType & { readonly kind: "list" }, isLeftNative: boolean): Equality {
  const { identity } = type;
  const element = equalityWithNative(type.element, isLeftNative);
  return (left, right) => {
    if (!Array.isArray(left) || !Array.isArray(right)) return equalValues(left, right);
    if (identity && !isLeftNative) return equalIdentified(left, right, identity, element, undefined);
    return left.length === right.length && left.every((item, index) => element(item, right[index] ?? null));
  };
}

function objectEquality(type: ObjectType, isLeftNative: boolean): Equality {
  const typeOf = fieldTypesOf(type);
  const known = new Map<string, Equality>();
  const equalityAt = (key: string): Equality | undefined => {
    const made = known.get(key);
    const fieldType = made ? undefined : typeOf(key);
    if (!fieldType) return made;
    const equality = equalityWithNative(fieldType, isLeftNative);
    known.set(key, equality);
    return equality;
  };
  return (left, right) =>
    equalMaps(left, right, (key, one, other) => {
      const equality = equalityAt(key);
      if (isLeftNative) return equality !== undefined && other != null && equality(one, other);
      if (!equality) throw new CelEvaluationError("no such overload");
      // Null is as good as absent in the object that has a type.
      if (one === null || other === undefined) return one === null && other === undefined;
      return equality(one, other);
    });
}

function equalMaps(
  left: CelValue,
  right: CelValue,
  isEqualAt: (key: string, one: CelValue, other: CelValue | undefined) => boolean,
): boolean {
  if (!isMapValue(left) || !isMapValue(right) || isCelMap(left) || isCelMap(right)) return equalValues(left, right);
  if (mapSize(left) !== mapSize(right)) return false;
  return Object.keys(left).every((key) => {
    const value = left[key];
    return value === undefined || isEqualAt(key, value, Object.hasOwn(right, key) ? right[key] : undefined);
  });
}

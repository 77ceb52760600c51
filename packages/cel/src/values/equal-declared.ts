/**
 * Equality of the input's lists and objects, as Kubernetes has it: moments are equal whatever zone they are written in, a null field is as
 * good as an absent one, fields that nobody declared are compared as they are, and sets and map-lists have no order.
 */
import { type CelMapValue, mapFind, mapSize } from "./cel-map.ts";
import type { CelValue } from "./cel-value.ts";
import { DeclaredList, DeclaredMap, type PreservedJson, type Shape } from "./declared-value.ts";
import { asksEqual, compareEqual } from "./equal-values.ts";
import { Failure, noSuchOverload, type Outcome } from "./failure.ts";
import { goKeyOf, goValueOf, itemKeyOf, setKeysOf } from "./list-identity.ts";

type List = readonly CelValue[] | DeclaredList;

/** As everywhere upstream, the list on the left decides. */
export function equalDeclaredLists(left: DeclaredList, right: List): boolean | Failure {
  if (left.length !== right.length) return false;
  const { identity } = left.shape;
  if (!identity) return equalInOrder(left, right);
  return identity.kind === "set" ? equalSets(left, right) : equalMapLists(left, right, identity.keys);
}

function equalInOrder(left: DeclaredList, right: List): boolean | Failure {
  for (let index = 0; index < left.length; index += 1) {
    const equal =
      right instanceof DeclaredList
        ? equalRead(left.shape.items, left.json[index] ?? null, right.shape.items, right.json[index] ?? null)
        : asksEqual(left.itemAt(index), right[index] ?? null);
    if (equal !== true) return equal;
  }
  return true;
}

/** The same as reading both and asking the left; texts need not be read. */
function equalRead(leftShape: Shape, left: CelValue, rightShape: Shape, right: CelValue): boolean | Failure {
  const { plainType } = leftShape;
  if (plainType && plainType === rightShape.plainType && typeof left === plainType && typeof right === plainType) {
    return left === right;
  }
  return asksEqual(leftShape.read(left), rightShape.read(right));
}

/** Scalars are compared as Go values: an integer in the JSON of a set of numbers is not the double that CEL reads from it. */
function equalSets(left: DeclaredList, right: List): boolean {
  const known = setKeysOf(left);
  return goValuesOf(right).every((value) => value !== undefined && known.has(goKeyOf(value)));
}

function equalMapLists(left: DeclaredList, right: List, keys: readonly string[]): boolean | Failure {
  const known = new Map(left.json.map((item) => [itemKeyOf(item, keys), item]));
  for (let index = 0; index < right.length; index += 1) {
    const item = right instanceof DeclaredList ? right.itemAt(index) : (right[index] ?? null);
    const key = item instanceof Failure ? undefined : itemKeyOf(goValueOf(item), keys);
    const own = key === undefined ? undefined : known.get(key);
    if (own === undefined) return false;
    const equal = asksEqual(left.shape.items.read(own), item);
    if (equal !== true) return equal;
  }
  return true;
}

/** The items as Go values; `undefined` for those that are not of their type. */
function goValuesOf(list: List): (CelValue | undefined)[] {
  const items: readonly Outcome[] = list instanceof DeclaredList ? list.outcomes() : list;
  return items.map((item) => (item instanceof Failure ? undefined : goValueOf(item)));
}

/** Both are asked for a field by its name in the JSON, as if that were CEL's. */
export function equalDeclaredMaps(left: DeclaredMap, right: CelMapValue): boolean | Failure {
  if (left.size !== mapSize(right)) return false;
  for (const name in left.json) {
    const json = left.json[name];
    if (json === undefined || !Object.hasOwn(left.json, name)) continue;
    let equal: boolean | Failure;
    if (left.shape.property(name)) {
      const own = left.find(name);
      const other = mapFind(right, name);
      equal = own === undefined || other === undefined ? own === other : asksEqual(own, other);
    } else equal = equalUndeclared(json, right, name);
    if (equal !== true) return equal;
  }
  return true;
}

/** A field that nobody declared counts only where both have it. */
function equalUndeclared(json: CelValue, right: CelMapValue, name: string): boolean | Failure {
  if (!(right instanceof DeclaredMap) || right.shape.isNative) return noSuchOverload;
  const other = Object.hasOwn(right.json, name) ? right.json[name] : undefined;
  return other === undefined || compareEqual(json, other) === true;
}

export function equalPreserved(left: PreservedJson, right: Outcome): boolean {
  if (right instanceof Failure) return false;
  return compareEqual(left.json, goValueOf(right)) === true;
}

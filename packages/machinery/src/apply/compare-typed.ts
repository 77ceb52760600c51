/**
 * What one value changes about another, as sets of paths: fields that are added, modified or removed.
 *
 * Equal values give three empty sets, and no memory is spent on the parts that agree. A field that is added or removed
 * is reported along with everything in it, parents included.
 */
import { getOwn, isJsonObject, type JsonArray, type JsonObject, type JsonValue } from "../json/json-value.ts";
import type { Shape } from "../json/shape.ts";
import { ElementMap } from "./element-map.ts";
import { FieldSet, type FieldSetEntry } from "./field-set.ts";
import type { FieldSetFilter } from "./field-set-filter.ts";
import { elementOfItem } from "./list-items.ts";
import { fieldElement, type PathElement } from "./path-element.ts";
import {
  addedLeaf,
  addedWith,
  type Difference,
  DifferenceBuilder,
  joinDifferences,
  modifiedLeaf,
  removedLeaf,
  removedWith,
} from "./typed-difference.ts";
import { compileShape, kindOf, type TypedList, type TypedMap, type TypedShape, type ValueKind } from "./typed-shape.ts";
import { formatTypedErrors, prefixTypedErrors, type TypedError } from "./validate-typed.ts";
import { equalValues, isEmptyObject } from "./value-order.ts";

export interface Comparison {
  readonly added: FieldSet;
  readonly modified: FieldSet;
  readonly removed: FieldSet;
}

/** Two values that cannot be compared: items of a list lack what tells them apart. */
export class TypedComparisonError extends Error {
  override readonly name = "TypedComparisonError";
  readonly errors: readonly TypedError[];

  constructor(errors: readonly TypedError[]) {
    super(formatTypedErrors(errors));
    this.errors = errors;
  }
}

/**
 * Both values must be valid; their lists may hold items twice. The right one may also come from `removeItems`, which can
 * take the keys of items away; then it throws.
 */
export function compareTyped(left: JsonValue, right: JsonValue, shape: Shape): Comparison {
  const errors: TypedError[] = [];
  const difference = compare(errors, compileShape(shape), left, right);
  if (errors.length > 0) throw new TypedComparisonError(errors);
  return {
    added: difference?.added?.children ?? FieldSet.empty,
    modified: difference?.modified?.children ?? FieldSet.empty,
    removed: difference?.removed?.children ?? FieldSet.empty,
  };
}

/** Whether the comparison found nothing. */
export function isSameComparison({ added, modified, removed }: Comparison): boolean {
  return added.isEmpty() && modified.isEmpty() && removed.isEmpty();
}

export function filterComparison({ added, modified, removed }: Comparison, filter: FieldSetFilter): Comparison {
  return { added: filter(added), modified: filter(modified), removed: filter(removed) };
}

/** One side may be absent, not both. */
function compare(errors: TypedError[], shape: TypedShape, left?: JsonValue, right?: JsonValue): Difference | undefined {
  if (left === right) return undefined;
  if (left === undefined) return addedWith(contentOf(errors, shape, right as JsonValue));
  if (right === undefined) return removedWith(contentOf(errors, shape, left));
  const leftKind = kindOf(shape, left);
  const rightKind = kindOf(shape, right);
  const difference = compareAs(errors, rightKind, shape, left, right);
  // A value that became another kind of value is looked at as both: what was in it is removed, what is in it now is
  // added.
  return leftKind === rightKind
    ? difference
    : joinDifferences(compareAs(errors, leftKind, shape, left, right), difference);
}

/**
 * Everything in a value that is on one side alone. Nearly all of a new object is, and to look for each of its fields on the other side would
 * cost several times as much.
 */
function contentOf(errors: TypedError[], shape: TypedShape, value: JsonValue): FieldSet | undefined {
  const kind = kindOf(shape, value);
  if (kind === "map" && shape.map && !shape.map.isAtomic && isJsonObject(value)) {
    return contentOfMap(errors, shape.map, value);
  }
  if (kind === "list" && shape.list && !shape.list.isAtomic && Array.isArray(value)) {
    return compareLists(errors, shape.list, [], value)?.added?.children;
  }
  return undefined;
}

function contentOfMap(errors: TypedError[], map: TypedMap, object: JsonObject): FieldSet | undefined {
  const entries: FieldSetEntry[] = [];
  for (const key of Object.keys(object)) {
    const value = object[key];
    if (value === undefined) continue;
    const element = map.field(key)?.element ?? fieldElement(key);
    const before = errors.length;
    entries.push({ element, isMember: true, children: contentOf(errors, map.shapeOf(key), value) });
    if (errors.length > before) prefixTypedErrors(errors, before, element);
  }
  return entries.length === 0 ? undefined : FieldSet.fromEntries(entries);
}

/** Both sides are there. */
function compareAs(
  errors: TypedError[],
  kind: ValueKind,
  shape: TypedShape,
  left: JsonValue,
  right: JsonValue,
): Difference | undefined {
  if (kind === "list" && shape.list && !shape.list.isAtomic) {
    const leftItems = Array.isArray(left) ? left : [];
    const rightItems = Array.isArray(right) ? right : [];
    if (leftItems.length > 0 || rightItems.length > 0) return compareLists(errors, shape.list, leftItems, rightItems);
  }
  if (kind === "map" && shape.map && !shape.map.isAtomic) {
    const leftFields = isJsonObject(left) ? left : {};
    const rightFields = isJsonObject(right) ? right : {};
    if (!isEmptyObject(leftFields) || !isEmptyObject(rightFields)) {
      return compareMaps(errors, shape.map, leftFields, rightFields);
    }
  }
  // Empty lists and maps are compared as a whole, because empty and null are different.
  return equalValues(left, right) ? undefined : modifiedLeaf;
}

function compareMaps(errors: TypedError[], map: TypedMap, left: JsonObject, right: JsonObject): Difference | undefined {
  let builder: DifferenceBuilder | undefined;
  const visit = (key: string, leftValue: JsonValue | undefined, rightValue: JsonValue | undefined): void => {
    if (leftValue === rightValue) return;
    const field = map.field(key);
    const before = errors.length;
    const difference = compare(errors, map.shapeOf(key), leftValue, rightValue);
    if (errors.length > before) prefixTypedErrors(errors, before, fieldElement(key));
    if (difference === undefined) return;
    builder ??= new DifferenceBuilder();
    builder.add(field?.element ?? fieldElement(key), difference);
  };
  for (const key of Object.keys(left)) visit(key, left[key], getOwn(right, key));
  for (const key of Object.keys(right)) if (getOwn(left, key) === undefined) visit(key, undefined, right[key]);
  return builder?.build();
}

function compareLists(
  errors: TypedError[],
  list: TypedList,
  left: JsonArray,
  right: JsonArray,
): Difference | undefined {
  const groups = new ElementMap<ItemGroup>();
  const order: ItemGroup[] = [];
  const collect = (items: JsonArray, side: "left" | "right"): void => {
    for (const [index, item] of items.entries()) {
      const element = elementOfItem(list, item);
      if (typeof element === "string") {
        errors.push({ path: "", message: `element ${index}: ${element}` });
        continue;
      }
      let group = groups.get(element);
      if (group === undefined) {
        group = { element, left: [], right: [] };
        groups.set(element, group);
        order.push(group);
      }
      group[side].push(item);
    }
  };
  collect(left, "left");
  collect(right, "right");
  let builder: DifferenceBuilder | undefined;
  for (const group of order) {
    const before = errors.length;
    const difference = compareGroup(errors, list.items, group);
    if (errors.length > before) prefixTypedErrors(errors, before, group.element);
    if (difference === undefined) continue;
    builder ??= new DifferenceBuilder();
    builder.add(group.element, difference);
  }
  return builder?.build();
}

/** The items of both sides that cannot be told apart: usually one on each. */
interface ItemGroup {
  readonly element: PathElement;
  readonly left: JsonArray;
  readonly right: JsonArray;
}

/** Items that are there more than once count as a whole: nobody can own a part of one of them. */
function compareGroup(errors: TypedError[], items: TypedShape, { left, right }: ItemGroup): Difference | undefined {
  if (left.length <= 1 && right.length <= 1) return compare(errors, items, left[0], right[0]);
  if (left.length > 1 && right.length > 1) return equalValues(left, right) ? undefined : modifiedLeaf;
  if (left.length > 1) return joinDifferences(compare(errors, items, undefined, right[0]), removedLeaf);
  return joinDifferences(compare(errors, items, left[0], undefined), addedLeaf);
}

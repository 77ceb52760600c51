/** Kubernetes' functions on lists: order, sums, extremes and places of items. */
import type { CelType } from "../check/cel-type.ts";
import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  intType,
  listOf,
  parameterOf,
  stringType,
  timestampType,
  uintType,
} from "../check/cel-types.ts";
import type { FunctionDeclaration } from "../check/function-declaration.ts";
import { CelEvaluationError } from "../syntax/cel-error.ts";
import { CelDouble, CelDuration, CelUint, type CelValue } from "../values/cel-value.ts";
import { compareValues } from "../values/compare-values.ts";
import { asksEqual, numberOf } from "../values/equal-values.ts";
import { computeInt, computeUint, maxInt64, minInt64 } from "../values/integers.ts";
import { typeOf } from "../values/type-of.ts";
import type { CelLibrary } from "./cel-library.ts";
import { declareFunction, memberOverload } from "./declare-function.ts";
import { noSuchOverload, refuseItem } from "./library-values.ts";
import { listTraversalCosts } from "./list-cost.ts";

type List = readonly CelValue[];

const comparableTypes: readonly (readonly [string, CelType])[] = [
  ["int", intType],
  ["uint", uintType],
  ["double", doubleType],
  ["bool", boolType],
  ["duration", durationType],
  ["timestamp", timestampType],
  ["string", stringType],
  ["bytes", bytesType],
];

/** Kubernetes passes over items without an order between them, NaN among them, as if they were in order. */
function compareLeniently(left: CelValue, right: CelValue): number {
  if (!isComparable(left)) return refuseItem(left);
  if (!isComparable(right)) return refuseItem(right);
  try {
    return compareValues(left, right);
  } catch (error) {
    if (error instanceof CelEvaluationError) return 0;
    throw error;
  }
}

function isComparable(value: CelValue): boolean {
  const { kind } = typeOf(value);
  return comparableTypes.some(([, type]) => type.kind === kind);
}

function isSorted(list: List): boolean {
  return list.every((item, index) => compareLeniently(list[index - 1] ?? item, item) <= 0);
}

/** The first item that no other one precedes; for a maximum, in the opposite order. */
function extreme(name: "min" | "max", list: List): CelValue {
  const [first] = list;
  if (first === undefined) throw new CelEvaluationError(`${name} called on empty list`);
  const sign = name === "min" ? 1 : -1;
  return list.reduce((best, item) => (compareLeniently(best, item) * sign > 0 ? item : best), first);
}

const sums: Readonly<Record<string, (sum: CelValue, item: CelValue) => CelValue>> = {
  int: (sum, item) => (isInt(sum) && isInt(item) ? computeInt("+", sum, item) : refuseItem(item)),
  uint: (sum, item) =>
    sum instanceof CelUint && item instanceof CelUint
      ? new CelUint(computeUint("+", sum.value, item.value))
      : refuseItem(item),
  double: (sum, item) => new CelDouble(Number(doubleOf(sum)) + doubleOf(item)),
  duration: addDurations,
};

function isInt(value: CelValue): value is number | bigint {
  return typeOf(value).kind === "int";
}

function doubleOf(value: CelValue): number {
  return typeOf(value).kind === "double" ? Number(numberOf(value)) : refuseItem(value);
}

function addDurations(sum: CelValue, item: CelValue): CelDuration {
  if (!(sum instanceof CelDuration && item instanceof CelDuration)) return refuseItem(item);
  const nanos = sum.nanos + item.nanos;
  if (nanos > maxInt64 || nanos < minInt64) throw new CelEvaluationError("integer overflow");
  return new CelDuration(nanos);
}

const zeros: readonly (readonly [string, CelType, CelValue])[] = [
  ["int", intType, 0],
  ["uint", uintType, new CelUint(0)],
  ["double", doubleType, new CelDouble(0)],
  ["duration", durationType, new CelDuration(0n)],
];

function sum(typeName: string, zero: CelValue, list: List): CelValue {
  return list.reduce((total, item) => sums[typeName]?.(total, item) ?? noSuchOverload(), zero);
}

function overComparable(
  name: string,
  id: (typeName: string) => string,
  result: (type: CelType) => CelType,
  call: (list: List) => CelValue,
): FunctionDeclaration {
  const overloads = comparableTypes.map(([typeName, type]) =>
    memberOverload(id(typeName), [listOf(type)], result(type), ([list]) => call(list as List), listTraversalCosts),
  );
  return declareFunction(name, ...overloads);
}

const anyType = parameterOf("A");

function place(name: string, id: string, find: (list: List, item: CelValue) => number): FunctionDeclaration {
  const call = ([list, item]: List) => find(list as List, item as CelValue);
  return declareFunction(name, memberOverload(id, [listOf(anyType), anyType], intType, call, listTraversalCosts));
}

export const kubernetesListsLibrary: CelLibrary = {
  name: "kubernetes.lists",
  functions: [
    overComparable(
      "isSorted",
      (type) => `list_${type}_is_sorted_bool`,
      () => boolType,
      isSorted,
    ),
    declareFunction(
      "sum",
      ...zeros.map(([name, type, zero]) =>
        memberOverload(
          `list_${name}_sum_${name}`,
          [listOf(type)],
          type,
          ([list]) => sum(name, zero, list as List),
          listTraversalCosts,
        ),
      ),
    ),
    overComparable(
      "max",
      (type) => `list_${type}_max_${type}`,
      (type) => type,
      (list) => extreme("max", list),
    ),
    overComparable(
      "min",
      (type) => `list_${type}_min_${type}`,
      (type) => type,
      (list) => extreme("min", list),
    ),
    place("indexOf", "list_a_index_of_int", (list, item) => list.findIndex((other) => asksEqual(other, item) === true)),
    place("lastIndexOf", "list_a_last_index_of_int", (list, item) =>
      list.findLastIndex((other) => asksEqual(other, item) === true),
    ),
  ],
};

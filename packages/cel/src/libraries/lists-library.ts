/** cel-go's extension for lists: slices, flat lists, sorting, ranges, repetition. */
import type { CelType } from "../check/cel-type.ts";
import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  dynType,
  intType,
  listOf,
  parameterOf,
  stringType,
  timestampType,
  typeName,
  uintType,
} from "../check/cel-types.ts";
import { CelEvaluationError } from "../syntax/cel-error.ts";
import type { CelValue } from "../values/cel-value.ts";
import { listItems } from "../values/declared-value.ts";
import type { CelLibrary } from "./cel-library.ts";
import { declareFunction, globalOverload, memberOverload } from "./declare-function.ts";
import { noSuchOverload, toIndex } from "./library-values.ts";
import {
  distinctCosts,
  flattenCosts,
  rangeCosts,
  reverseCosts,
  sliceCosts,
  sortByCosts,
  sortCosts,
} from "./lists-cost.ts";
import { sortByMacro } from "./sort-by-macro.ts";
import { sortByKeys } from "./sort-list.ts";
import { ValueIndex } from "./value-index.ts";

type List = readonly CelValue[];

const comparableTypes: readonly CelType[] = [
  intType,
  uintType,
  doubleType,
  boolType,
  durationType,
  timestampType,
  stringType,
  bytesType,
];

/** No budget of Kubernetes pays for a longer range, and it is counted only once it is there. */
const maxRange = 10_000_000;

function slice([list, startValue, endValue]: List): List {
  const [start, end] = [toIndex(startValue), toIndex(endValue)];
  const { length } = list as List;
  const fail = (problem: string): never => {
    throw new CelEvaluationError(`cannot slice(${startValue}, ${endValue}), ${problem}`);
  };
  if (start < 0 || end < 0) return fail("negative indexes not supported");
  if (start > end) return fail("start index must be less than or equal to end index");
  if (length < end) return fail(`list is length ${length}`);
  return (list as List).slice(start, end);
}

function flatten([list, depthValue = 1]: List): List {
  if (!Array.isArray(list)) return noSuchOverload();
  const depth = toIndex(depthValue);
  if (depth < 0) throw new CelEvaluationError("level must be non-negative");
  return flattenTo(list, depth);
}

function flattenTo(list: List, depth: number): List {
  if (depth === 0) return list;
  return list.flatMap((item) => {
    const items = listItems(item);
    return items ? flattenTo(items, depth - 1) : [item];
  });
}

function range([count]: List): List {
  const length = Math.max(0, toIndex(count));
  if (length > maxRange) throw new CelEvaluationError("operation cancelled: actual cost limit exceeded");
  return Array.from({ length }, (_, index) => index);
}

function distinct([list]: List): List {
  const seen = new ValueIndex();
  return (list as List).filter((item) => {
    if (seen.has(item)) return false;
    seen.add(item);
    return true;
  });
}

const anyList = listOf(parameterOf("T"));
const dynList = listOf(dynType);

/** As far as version 3, which has everything and its costs. */
export const listsLibrary: CelLibrary = {
  name: "cel.lib.ext.lists",
  macros: [sortByMacro],
  functions: [
    declareFunction("slice", memberOverload("list_slice", [anyList, intType, intType], anyList, slice, sliceCosts)),
    declareFunction(
      "flatten",
      memberOverload("list_flatten", [listOf(anyList)], anyList, flatten, flattenCosts),
      memberOverload("list_flatten_int", [dynList, intType], dynList, flatten, flattenCosts),
    ),
    declareFunction(
      "sort",
      ...comparableTypes.map((type) =>
        memberOverload(
          `list_${typeName(type)}_sort`,
          [listOf(type)],
          listOf(type),
          ([list]) => sortByKeys(list as List, list as List),
          sortCosts(type),
        ),
      ),
    ),
    declareFunction(
      "@sortByAssociatedKeys",
      ...comparableTypes.map((type) =>
        memberOverload(
          `list_${typeName(type)}_sortByAssociatedKeys`,
          [anyList, listOf(type)],
          anyList,
          ([list, keys]) => sortByKeys(list as List, keys as List),
          sortByCosts(type),
        ),
      ),
    ),
    declareFunction("lists.range", globalOverload("lists_range", [intType], listOf(intType), range, rangeCosts)),
    declareFunction(
      "reverse",
      memberOverload("list_reverse", [anyList], anyList, ([list]) => (list as List).toReversed(), reverseCosts),
    ),
    declareFunction("distinct", memberOverload("list_distinct", [anyList], anyList, distinct, distinctCosts)),
  ],
};

/** cel-go's extension for sets: lists compared without regard to order and repetition. */
import { boolType, listOf, parameterOf } from "../check/cel-types.ts";
import type { FunctionDeclaration } from "../check/function-declaration.ts";
import { addEstimates, fixedEstimate, multiplyEstimates, scaleEstimate } from "../cost/estimate-arithmetic.ts";
import type { CelValue } from "../values/cel-value.ts";
import { containsItem } from "../values/contains-item.ts";
import { DeclaredList } from "../values/declared-value.ts";
import { type Failure, type Outcome, valueOrThrow } from "../values/failure.ts";
import type { CelLibrary } from "./cel-library.ts";
import { declareFunction, globalOverload, type OverloadCosts } from "./declare-function.ts";
import { sizeAt, sizeOfArgument } from "./library-cost.ts";
import { ValueIndex } from "./value-index.ts";

type List = readonly CelValue[] | DeclaredList;

/** Each item of the second is looked for in the first; one that cannot be compared ends the search. */
function contains(list: List, items: List): boolean | Failure {
  if (areScalars(list) && areScalars(items)) {
    const index = indexOf(list);
    return items.every((item) => index.has(item));
  }
  for (const item of outcomesOf(items)) {
    const isThere = containsItem(list, item);
    if (isThere !== true) return isThere;
  }
  return true;
}

function intersects(list: List, items: List): boolean {
  return outcomesOf(list).some((item) => containsItem(items, item) === true);
}

/** Items that no comparison can go wrong with: they can be found without being compared one by one. */
function areScalars(list: List): list is readonly CelValue[] {
  return !(list instanceof DeclaredList) && list.every((item) => typeof item !== "object");
}

function outcomesOf(list: List): readonly Outcome[] {
  return list instanceof DeclaredList ? list.outcomes() : list;
}

function indexOf(list: readonly CelValue[]): ValueIndex {
  const index = new ValueIndex();
  for (const item of list) index.add(item);
  return index;
}

function equivalent(left: List, right: List): boolean | Failure {
  const isWithin = contains(left, right);
  return isWithin === true ? contains(right, left) : isWithin;
}

/** Counted as if every item of the one were compared with every item of the other, and both ways for equivalence. */
function comparisonCosts(factor: number): OverloadCosts {
  return {
    actualCost: (args) => 1 + sizeOfArgument(args, 0) * sizeOfArgument(args, 1) * factor,
    estimatedCost: (sizes) => {
      const pairs = multiplyEstimates(sizeAt(sizes, 0), sizeAt(sizes, 1));
      return { cost: addEstimates(scaleEstimate(pairs, factor), fixedEstimate(1)) };
    },
  };
}

function compareSets(
  name: string,
  compare: (left: List, right: List) => boolean | Failure,
  costFactor: number,
): FunctionDeclaration {
  const list = listOf(parameterOf("T"));
  return declareFunction(
    `sets.${name}`,
    globalOverload(
      `list_sets_${name}_list`,
      [list, list],
      boolType,
      ([left, right]) => valueOrThrow(compare(left as List, right as List)),
      comparisonCosts(costFactor),
    ),
  );
}

export const setsLibrary: CelLibrary = {
  name: "cel.lib.ext.sets",
  functions: [
    compareSets("contains", contains, 1),
    compareSets("intersects", intersects, 1),
    compareSets("equivalent", equivalent, 2),
  ],
};

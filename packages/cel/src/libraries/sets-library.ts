/** cel-go's extension for sets: lists compared without regard to order and repetition. */
import { boolType, listOf, parameterOf } from "../check/cel-types.ts";
import type { FunctionDeclaration } from "../check/function-declaration.ts";
import { addEstimates, fixedEstimate, multiplyEstimates, scaleEstimate } from "../cost/estimate-arithmetic.ts";
import type { CelValue } from "../values/cel-value.ts";
import type { CelLibrary } from "./cel-library.ts";
import { declareFunction, globalOverload, type OverloadCosts } from "./declare-function.ts";
import { sizeAt, sizeOfArgument } from "./library-cost.ts";
import { ValueIndex } from "./value-index.ts";

type List = readonly CelValue[];

function indexOf(list: List): ValueIndex {
  const index = new ValueIndex();
  for (const item of list) index.add(item);
  return index;
}

function contains(list: List, items: List): boolean {
  const index = indexOf(list);
  return items.every((item) => index.has(item));
}

function intersects(list: List, items: List): boolean {
  const index = indexOf(items);
  return list.some((item) => index.has(item));
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
  compare: (left: List, right: List) => boolean,
  costFactor: number,
): FunctionDeclaration {
  const list = listOf(parameterOf("T"));
  return declareFunction(
    `sets.${name}`,
    globalOverload(
      `list_sets_${name}_list`,
      [list, list],
      boolType,
      ([left, right]) => compare(left as List, right as List),
      comparisonCosts(costFactor),
    ),
  );
}

export const setsLibrary: CelLibrary = {
  name: "cel.lib.ext.sets",
  functions: [
    compareSets("contains", contains, 1),
    compareSets("intersects", intersects, 1),
    compareSets("equivalent", (left, right) => contains(left, right) && contains(right, left), 2),
  ],
};

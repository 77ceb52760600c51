/** What the standard functions cost at run time beyond 1, by overload: cel-go's table. Strings and bytes cost a tenth of their size. */
import type { Overload } from "../check/function-declaration.ts";
import type { CelValue } from "../values/cel-value.ts";
import { costSizeOf } from "../values/size-of.ts";

type ActualCost = NonNullable<Overload["actualCost"]>;

/** A string as long as a rule may be would cost as much to count as to traverse. */
export function traversalCost(size: number): number {
  return Math.ceil(size * 0.1);
}

export function comparisonCost(left: CelValue, right: CelValue): number {
  return traversalCost(Math.min(costSizeOf(left), costSizeOf(right)));
}

export function concatenationCost(left: CelValue, right: CelValue): number {
  return traversalCost(costSizeOf(left) + costSizeOf(right));
}

const firstTraversed: ActualCost = ([first = null]) => traversalCost(costSizeOf(first));

const patternCost: ActualCost = ([text = null, pattern = null]) =>
  traversalCost(1 + costSizeOf(text)) * Math.ceil(costSizeOf(pattern) * 0.25);

const containsCost: ActualCost = ([text = null, part = null]) =>
  traversalCost(costSizeOf(text)) * traversalCost(costSizeOf(part));

export const standardActualCosts: Readonly<Record<string, ActualCost>> = {
  starts_with_string: firstTraversed,
  ends_with_string: firstTraversed,
  string_to_bytes: firstTraversed,
  bytes_to_string: firstTraversed,
  matches_string: patternCost,
  contains_string: containsCost,
};

const bySize = /^(?:less|less_equals|greater|greater_equals)_(?:string|bytes)$/;

/** Whether an order's overload pays by size; the rest, and calls whose overload shows only at run time, pay 1. */
export function isSizedComparison(overloadId: string | undefined): boolean {
  return overloadId !== undefined && bySize.test(overloadId);
}

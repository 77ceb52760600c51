/** How Kubernetes counts what its libraries cost: by the characters and items that a call goes through. */
import type { SizeEstimate } from "../cost/estimate.ts";
import { fixedEstimate, scaleEstimate, unknownEstimate } from "../cost/estimate-arithmetic.ts";
import type { CelValue } from "../values/cel-value.ts";
import { costSizeOf } from "../values/size-of.ts";
import type { OverloadCosts } from "./declare-function.ts";

/** The cost of looking at one character. */
export const perCharacter = 0.1;
/** The cost of a character of a pattern: cel-go guesses that four of them make a part. */
export const perPatternCharacter = 0.25;
export const listBaseCost = 10;
export const structBaseCost = 40;

export function sizeAt(sizes: readonly SizeEstimate[], index: number): SizeEstimate {
  return sizes[index] ?? unknownEstimate;
}

export function sizeOfArgument(args: readonly CelValue[], index: number): number {
  return costSizeOf(args[index] ?? null);
}

/** A call that goes through its first operand, and may do so more than once. */
export function traversalCosts({ times = 1, keepsSize = false } = {}): OverloadCosts {
  const factor = times * perCharacter;
  return {
    actualCost: (args) => Math.ceil(sizeOfArgument(args, 0) * factor),
    estimatedCost: (sizes) => {
      const size = sizeAt(sizes, 0);
      return { cost: scaleEstimate(size, factor), ...(keepsSize && { resultSize: size }) };
    },
  };
}

export function fixedCosts(cost: number): OverloadCosts {
  return { actualCost: () => cost, estimatedCost: () => ({ cost: fixedEstimate(cost) }) };
}

/** The cost of matching a pattern is the product of both lengths; an empty text counts as one character. */
export function patternCost(textSize: number, patternSize: number): number {
  return Math.ceil((1 + textSize) * perCharacter) * Math.ceil(patternSize * perPatternCharacter);
}

/** What Kubernetes counts for the functions on strings that make new ones. */
import type { SizeEstimate } from "../cost/estimate.ts";
import { addEstimates, multiplyEstimates, scaleEstimate } from "../cost/estimate-arithmetic.ts";
import { costSizeOf } from "../values/size-of.ts";
import type { OverloadCosts } from "./declare-function.ts";
import { perCharacter, sizeAt, sizeOfArgument } from "./library-cost.ts";

/** The text is read, and as much is written. */
const readAndWrite = 2 * perCharacter;
const unlimited = 2 ** 64;

/** A result is as long as replacing the most, or the least, can make it. */
function replacedSize(text: SizeEstimate, part: SizeEstimate, replacement: SizeEstimate): SizeEstimate {
  const longest = replacedBound(text.max, part.min, replacement.max <= part.min);
  const shortest = replacedBound(text.min, part.max, part.max <= replacement.min);
  const count = { min: shortest.count, max: longest.count };
  const kept = { min: shortest.kept, max: longest.kept };
  return addEstimates(multiplyEstimates(count, replacement), kept);
}

/** An empty part is replaced between all characters; one whose replacement does not matter counts as never replaced. */
function replacedBound(
  text: number,
  part: number,
  isUnchanged: boolean,
): { readonly count: number; readonly kept: number } {
  if (part === 0) return { count: Math.min(text + 1, unlimited), kept: text };
  if (isUnchanged) return { count: 0, kept: text };
  return { count: Math.ceil(text / part), kept: 0 };
}

export const replaceCosts: OverloadCosts = {
  actualCost: (args) => Math.ceil(sizeOfArgument(args, 0) * readAndWrite),
  estimatedCost: (sizes) => ({
    cost: scaleEstimate(sizeAt(sizes, 0), readAndWrite),
    resultSize: replacedSize(sizeAt(sizes, 0), sizeAt(sizes, 1), sizeAt(sizes, 2)),
  }),
};

/** At worst every character is a piece, unless a limit is written out. */
export const splitCosts: OverloadCosts = {
  actualCost: (args) => Math.ceil(sizeOfArgument(args, 0) * readAndWrite),
  estimatedCost: (sizes, [, , limit]) => {
    const text = sizeAt(sizes, 0);
    const literal = limit?.expr.kind === "literal" ? limit.expr.value : undefined;
    const isInt = typeof literal === "number" || typeof literal === "bigint";
    const max = isInt ? Number(BigInt.asUintN(64, BigInt(literal))) : text.max;
    return { cost: scaleEstimate(text, readAndWrite), resultSize: { min: 0, max } };
  },
};

export const joinCosts: OverloadCosts = {
  actualCost: (_args, result) => Math.ceil(costSizeOf(result ?? null) * readAndWrite),
  estimatedCost: (sizes, [list]) => {
    const count = sizeAt(sizes, 0);
    const items = list?.type.kind === "list" ? multiplyEstimates(count, list.elementSize()) : { min: 0, max: 0 };
    const gaps = { min: Math.max(0, count.min - 1), max: Math.max(0, count.max - 1) };
    const size = sizes.length > 1 ? addEstimates(items, multiplyEstimates(sizeAt(sizes, 1), gaps)) : items;
    return { cost: scaleEstimate(size, perCharacter), resultSize: size };
  },
};

/** Each character may need an escape, and two quotes are added. The sum wraps around at 64 bits, as cel-go's does. */
export const quoteCosts: OverloadCosts = {
  actualCost: (args) => Math.ceil(sizeOfArgument(args, 0) * perCharacter),
  estimatedCost: (sizes) => {
    const text = sizeAt(sizes, 0);
    return {
      cost: scaleEstimate(text, perCharacter),
      resultSize: { min: text.min + 2, max: (text.max * 2 + 2) % unlimited },
    };
  },
};

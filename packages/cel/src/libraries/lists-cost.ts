/** What cel-go's functions on lists cost: the making of a list, and a step per item or per pair of items. */
import type { CelType } from "../check/cel-type.ts";
import type { CallEstimate } from "../check/function-declaration.ts";
import type { CostNode, SizeEstimate } from "../cost/estimate.ts";
import { addEstimates, fixedEstimate, multiplyEstimates, scaleEstimate } from "../cost/estimate-arithmetic.ts";
import type { CelValue } from "../values/cel-value.ts";
import { CelPanic } from "../values/failure.ts";
import { goTypeNameOf } from "../values/go-type-name.ts";
import { typeOf } from "../values/type-of.ts";
import type { OverloadCosts } from "./declare-function.ts";
import { listBaseCost, perCharacter, sizeAt, sizeOfArgument } from "./library-cost.ts";

const unknown = 2 ** 64;

function actual(size: number, factor: number): number {
  return Math.floor(size * factor) + 1 + listBaseCost;
}

function estimated(size: SizeEstimate, factor: number): CallEstimate {
  return { cost: addEstimates(scaleEstimate(size, factor), fixedEstimate(1 + listBaseCost)), resultSize: size };
}

function lengthOf(result: CelValue | undefined): number {
  return Array.isArray(result) ? result.length : 1;
}

/** The value of an int that is written out, 0 for a negative one. */
function literalInt(node: CostNode | undefined, otherwise: number): number {
  if (node?.expr.kind !== "literal") return otherwise;
  const { value } = node.expr;
  return typeof value === "number" || typeof value === "bigint" ? Math.max(0, Number(value)) : otherwise;
}

/** 64 bits wrap around below zero: a slice that ends before it starts is taken for the longest of all. */
function wrap(value: number): number {
  return value < 0 ? unknown + value : value;
}

export const sliceCosts: OverloadCosts = {
  actualCost: (_args, result) => actual(lengthOf(result), 1),
  estimatedCost: (sizes, [, start, end]) => {
    const length = wrap(literalInt(end, sizeAt(sizes, 0).max) - literalInt(start, 0));
    return estimated(fixedEstimate(length), 1);
  },
};

export const rangeCosts: OverloadCosts = {
  actualCost: (_args, result) => actual(lengthOf(result), 1),
  estimatedCost: (_sizes, [count]) => estimated(fixedEstimate(literalInt(count, unknown)), 1),
};

export const reverseCosts: OverloadCosts = {
  actualCost: (_args, result) => actual(lengthOf(result), 1),
  estimatedCost: (sizes) => estimated(sizeAt(sizes, 0), 1),
};

export const flattenCosts: OverloadCosts = {
  actualCost: (args) => actual(sizeOfArgument(args, 0), Number(args[1] ?? 1)),
  estimatedCost: (sizes, [, depth]) => estimated(sizeAt(sizes, 0), depth ? literalInt(depth, unknown) : 1),
};

/** Every item is compared with every other; texts are read in part for that. */
function pairCosts(keysAt: number, type?: CelType): OverloadCosts {
  return {
    actualCost: (args) => {
      const size = sizeOfArgument(args, keysAt);
      const keys = args[keysAt] ?? null;
      if (!Array.isArray(keys)) return panicOver(keys);
      const [first] = keys;
      return actual(size * size, pairFactor(typeof first === "string" || first instanceof Uint8Array));
    },
    estimatedCost: (sizes) => {
      const size = sizeAt(sizes, keysAt);
      return estimated(multiplyEstimates(size, size), pairFactor(type?.kind === "string" || type?.kind === "bytes"));
    },
  };
}

/** Upstream takes for granted here that it is a list, even where that has failed. */
function panicOver(value: CelValue): never {
  const { kind } = typeOf(value);
  const missing = ["int", "uint", "double", "string", "bytes", "duration", "timestamp"].includes(kind)
    ? "Contains"
    : "Add";
  const type = goTypeNameOf(value);
  throw new CelPanic(`internal error: interface conversion: ${type} is not traits.Lister: missing method ${missing}`);
}

function pairFactor(isText: boolean): number {
  return isText ? 2 + perCharacter : 2;
}

export const distinctCosts: OverloadCosts = pairCosts(0);

export function sortCosts(type: CelType): OverloadCosts {
  return pairCosts(0, type);
}

export function sortByCosts(type: CelType): OverloadCosts {
  return pairCosts(1, type);
}

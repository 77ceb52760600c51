/** What it costs to go through a list once, down to the characters of its items: Kubernetes' measure for its lists' functions. */
import { Buffer } from "node:buffer";
import { addEstimates, fixedEstimate, multiplyEstimates, scaleEstimate } from "../cost/estimate-arithmetic.ts";
import { isMapValue, mapEntries } from "../values/cel-map.ts";
import type { CelValue } from "../values/cel-value.ts";
import type { OverloadCosts } from "./declare-function.ts";
import { perCharacter, sizeAt } from "./library-cost.ts";

/** A target that is a string instead, which `indexOf` takes too, is gone through alone. */
export const listTraversalCosts: OverloadCosts = {
  actualCost: ([target]) => traversalCost(target ?? null),
  estimatedCost: (sizes, [target]) => {
    const size = sizeAt(sizes, 0);
    if (target?.type.kind !== "list") return { cost: scaleEstimate(size, perCharacter) };
    const { kind } = target.type.element;
    if (kind !== "string" && kind !== "bytes") return { cost: multiplyEstimates(size, fixedEstimate(1)) };
    const perItem = addEstimates(fixedEstimate(1), scaleEstimate(target.elementSize(), perCharacter));
    return { cost: multiplyEstimates(size, perItem) };
  },
};

/** Bytes and not characters are counted here, and what is less than ten of them is free. */
function traversalCost(value: CelValue): number {
  if (typeof value === "string") return Math.floor(Buffer.byteLength(value) * perCharacter);
  if (value instanceof Uint8Array) return Math.floor(value.length * perCharacter);
  if (Array.isArray(value)) return value.reduce((cost: number, item) => cost + traversalCost(item), 0);
  if (!isMapValue(value)) return 1;
  let cost = 0;
  for (const [key, item] of mapEntries(value)) cost += traversalCost(key) + traversalCost(item);
  return cost;
}

/** What it costs to go through a list once, down to the characters of its items: Kubernetes' measure for its lists' functions. */
import { Buffer } from "node:buffer";
import { addEstimates, fixedEstimate, multiplyEstimates, scaleEstimate } from "../cost/estimate-arithmetic.ts";
import { isMapValue, mapFind, mapKeys } from "../values/cel-map.ts";
import { DeclaredList } from "../values/declared-value.ts";
import { Failure, type Outcome } from "../values/failure.ts";
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
function traversalCost(value: Outcome): number {
  if (typeof value === "string") return Math.floor(Buffer.byteLength(value) * perCharacter);
  if (value instanceof Uint8Array) return Math.floor(value.length * perCharacter);
  const items = value instanceof DeclaredList ? value.outcomes() : value;
  if (Array.isArray(items)) return items.reduce((cost: number, item) => cost + traversalCost(item), 0);
  if (value instanceof Failure || !isMapValue(value)) return 1;
  let cost = 0;
  for (const key of mapKeys(value)) cost += traversalCost(key) + traversalCost(mapFind(value, key) ?? null);
  return cost;
}

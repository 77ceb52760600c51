/**
 * Loads what judges expressions, with CEL and RE2 behind it, when somebody first wants to store one: most servers start without any. What
 * evaluates them comes along, so that the request that meets the first of them takes the same course as all others.
 */
import { lazyCode } from "@pintle/machinery";
import type { ExpressionJudge } from "./judge-expressions.ts";

export type { ExpressionJudge, ExpressionResult } from "./judge-expressions.ts";

/** Makes a judge for the expressions of one object; `hasVariables` says whether they may use `variables`. */
export type CreateExpressionJudge = (hasVariables: boolean) => ExpressionJudge;

const findCode = lazyCode(() =>
  Promise.all([
    import("./judge-expressions.ts"),
    import("../policies/mutate-request.ts"),
    import("../policies/try-request.ts"),
    import("../webhooks/webhook-conditions.ts"),
  ]),
);
let loaded: CreateExpressionJudge | undefined;

/** To be awaited before a judge is asked for. */
export async function loadExpressionJudge(): Promise<void> {
  const [{ ExpressionJudge }] = await findCode();
  loaded = (hasVariables) => new ExpressionJudge(hasVariables);
}

export function createExpressionJudge(hasVariables: boolean): ExpressionJudge {
  if (!loaded) throw new Error("expressions are judged before their write has begun");
  return loaded(hasVariables);
}

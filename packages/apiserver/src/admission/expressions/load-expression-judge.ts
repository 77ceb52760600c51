/** Loads what judges expressions, with CEL and RE2 behind it, when somebody first wants to store one: most servers start without any. */
import type { ExpressionJudge } from "./judge-expressions.ts";

export type { ExpressionJudge, ExpressionResult } from "./judge-expressions.ts";

/** Makes a judge for the expressions of one object; `hasVariables` says whether they may use `variables`. */
export type CreateExpressionJudge = (hasVariables: boolean) => ExpressionJudge;

let loaded: CreateExpressionJudge | undefined;

/** To be awaited before a judge is asked for. */
export async function loadExpressionJudge(): Promise<void> {
  if (loaded) return;
  const { ExpressionJudge } = await import("./judge-expressions.ts");
  loaded = (hasVariables) => new ExpressionJudge(hasVariables);
}

export function createExpressionJudge(hasVariables: boolean): ExpressionJudge {
  if (!loaded) throw new Error("expressions are judged before their write has begun");
  return loaded(hasVariables);
}

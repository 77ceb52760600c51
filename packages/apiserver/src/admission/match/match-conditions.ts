/** Conditions in CEL that a webhook or policy sets beside its rules: all must be true, and one that is false decides whatever the others are. */
import { boolType, type CelEnvironment } from "@pintle/cel";
import { getOwn, isJsonObject, type JsonValue } from "@pintle/machinery";
import { type CompiledExpression, compileExpression } from "../expressions/compile-expression.ts";
import {
  type ExpressionInput,
  evaluateExpressions,
  matchConditionsBudget,
  OutOfBudgetError,
} from "../expressions/evaluate-expressions.ts";

/** `error` where a condition failed and none is false: the failure policy decides. */
export type ConditionsAnswer =
  | { readonly isMet: boolean; readonly error?: undefined }
  | { readonly isMet?: undefined; readonly error: string };

/** Reads conditions as they stand in an object. What is no text does not compile. */
export function compileMatchConditions(
  conditions: JsonValue | undefined,
  environment: CelEnvironment,
): readonly CompiledExpression[] {
  if (!Array.isArray(conditions)) return [];
  return conditions.filter(isJsonObject).map((condition) => {
    const expression = getOwn(condition, "expression");
    return compileExpression(environment, typeof expression === "string" ? expression : "", [boolType]);
  });
}

export async function askConditions(
  conditions: readonly CompiledExpression[],
  input: ExpressionInput,
): Promise<ConditionsAnswer> {
  if (conditions.length === 0) return { isMet: true };
  try {
    const { results } = await evaluateExpressions(conditions, input, matchConditionsBudget);
    if (results.some((result) => result?.value === false)) return { isMet: false };
    const errors = new Set(results.flatMap((result) => (result?.error === undefined ? [] : [result.error])));
    if (errors.size === 0) return { isMet: true };
    return { error: errors.size === 1 ? [...errors].join() : `[${[...errors].join(", ")}]` };
  } catch (error) {
    if (error instanceof OutOfBudgetError) return { error: error.message };
    throw error;
  }
}

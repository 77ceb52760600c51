/** Whether the rules of a schema node can stand in a definition: that they compile, and that they cost no more than they may. */
import { FieldError, type FieldPath } from "@pintle/machinery";
import { invalidRule } from "../check/internal-schema-text.ts";
import type { StructuralSchema } from "../structural-schema.ts";
import { type CompiledRule, compileRules } from "./compiled-rule.ts";
import { costError, maxExpressionCost, multiplyCosts } from "./rule-costs.ts";
import type { RuleScope } from "./rule-scope.ts";

/**
 * `uncorrelated` is the path of the list whose items have no identity, where the schema stands within one: old values cannot be found
 * there, so that transition rules make no sense.
 */
export function checkRules(
  schema: StructuralSchema,
  path: FieldPath,
  scope: RuleScope,
  uncorrelated: FieldPath | undefined,
): FieldError[] {
  const rulesPath = path.child("x-kubernetes-validations");
  const { declared } = scope;
  if (!declared) {
    const reason = "unable to convert structural schema to CEL declarations";
    const detail = `internal error: failed to construct type information for x-kubernetes-validations rules: ${reason}`;
    return [FieldError.internal(rulesPath, detail)];
  }
  return compileRules(schema, declared).flatMap((compiled, index) => [
    ...checkRule(compiled, rulesPath.index(index), scope),
    ...checkMessageExpression(compiled, rulesPath.index(index), scope),
    ...checkOldSelf(compiled, rulesPath.index(index), uncorrelated),
  ]);
}

function checkRule(compiled: CompiledRule, path: FieldPath, { maxCardinality, costs }: RuleScope): FieldError[] {
  const rulePath = path.child("rule");
  const cost = multiplyCosts(compiled.maxCost, maxCardinality ?? compiled.maxCardinality);
  costs.add(rulePath, cost);
  return [
    ...(cost > maxExpressionCost ? [costError(rulePath, "estimated rule cost", cost, maxExpressionCost)] : []),
    ...(compiled.error === undefined ? [] : [invalidRule(rulePath, compiled.rule, compiled.error)]),
  ];
}

/** A message is made once for a rule that fails, however many values there are: its cost is not multiplied. */
function checkMessageExpression(
  { rule, messageExpression }: CompiledRule,
  path: FieldPath,
  { costs }: RuleScope,
): FieldError[] {
  const messagePath = path.child("messageExpression");
  if (messageExpression === undefined) return [];
  if ("error" in messageExpression) return [invalidRule(messagePath, rule, messageExpression.error)];
  const cost = messageExpression.maxCost;
  costs.add(messagePath, cost);
  if (cost <= maxExpressionCost) return [];
  return [costError(messagePath, "estimated messageExpression cost", cost, maxExpressionCost)];
}

function checkOldSelf(
  { rule, usesOldSelf }: CompiledRule,
  path: FieldPath,
  uncorrelated: FieldPath | undefined,
): FieldError[] {
  if (usesOldSelf && uncorrelated !== undefined) {
    const detail = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${uncorrelated}`;
    return [FieldError.invalid(path.child("rule"), rule.rule, detail)];
  }
  if (usesOldSelf || rule.optionalOldSelf == null) return [];
  const detail = "may not be set if oldSelf is not used in rule";
  return [FieldError.invalid(path.child("optionalOldSelf"), rule.optionalOldSelf, detail)];
}

/**
 * The rules of a schema node as programs, and what they can cost.
 *
 * A rule that cannot be compiled is kept with what is wrong with it: a definition is refused for that, and an object whose definition
 * was stored by an older server is told so. Costs are estimated when they are first asked for, because only definitions need them.
 */
import {
  type CelEnvironment,
  type CelProgram,
  createCelEnvironment,
  kubernetesCel,
  optionalOf,
  type SizeOracle,
} from "@pintle/cel";
import type { StructuralSchema, ValidationRule } from "../structural-schema.ts";
import { type CompiledExpression, compileExpression, messageUse, ruleUse } from "./compile-expression.ts";
import type { DeclaredType } from "./declared-type.ts";
import { resolveRuleFieldPath } from "./rule-field-path.ts";
import { sizesOf } from "./size-oracle.ts";
import { maxRequestBytes } from "./value-sizes.ts";

export interface CompiledRule {
  readonly rule: ValidationRule;
  /** Absent where the rule is empty or wrong. */
  readonly program?: CelProgram;
  /** What is wrong with the rule. */
  readonly error?: string;
  /** Whether it is a transition rule, which compares with the old value. */
  readonly usesOldSelf: boolean;
  /** What a run costs at worst; 0 without a program. */
  readonly maxCost: number;
  /** How many values of this type fit into one request; 0 without a program. */
  readonly maxCardinality: number;
  readonly messageExpression?: CompiledMessage;
  /** The rule's `fieldPath` as errors show it; absent where there is none, or none that the schema knows. */
  readonly fieldPath?: string;
}

export type CompiledMessage = CompiledExpression | { readonly error: string };

/** The rules of this schema alone, not of those below it, in their order. */
export function compileRules(schema: StructuralSchema, declared: DeclaredType): readonly CompiledRule[] {
  const environmentFor = ruleEnvironments(declared);
  const sizes = sizesOf(declared);
  return (schema["x-kubernetes-validations"] ?? []).map((rule) => {
    const environment = environmentFor(rule);
    return compileRule(schema, rule, environment, sizes, declared);
  });
}

/** Everything but the variables is the same for all rules, and is made once. */
let languageOfRules: CelEnvironment | undefined;

function getLanguageOfRules(): CelEnvironment {
  languageOfRules ??= createCelEnvironment(kubernetesCel("1.36"));
  return languageOfRules;
}

function ruleEnvironments({ type: self }: DeclaredType): (rule: ValidationRule) => CelEnvironment {
  const language = getLanguageOfRules();
  let plain: CelEnvironment | undefined;
  let optional: CelEnvironment | undefined;
  return ({ optionalOldSelf }) => {
    if (optionalOldSelf) {
      optional ??= language.withVariables({ self, oldSelf: optionalOf(self) });
      return optional;
    }
    plain ??= language.withVariables({ self, oldSelf: self });
    return plain;
  };
}

function compileRule(
  schema: StructuralSchema,
  rule: ValidationRule,
  environment: CelEnvironment,
  sizes: SizeOracle,
  { minSerializedSize }: DeclaredType,
): CompiledRule {
  const without = { rule, maxCost: 0, maxCardinality: 0 };
  if ((rule.rule ?? "").trim() === "") return { ...without, usesOldSelf: false };
  const compiled = compileExpression(environment, rule.rule, ruleUse, sizes);
  if ("error" in compiled) return { ...without, error: compiled.error, usesOldSelf: compiled.usesOldSelf };
  const messageExpression = rule.messageExpression
    ? compileExpression(environment, rule.messageExpression, messageUse, sizes)
    : undefined;
  // Where the message is wrong, upstream does not come to read the path.
  const isMessageWrong = messageExpression !== undefined && "error" in messageExpression;
  const fieldPath = rule.fieldPath && !isMessageWrong ? resolveRuleFieldPath(schema, rule.fieldPath) : undefined;
  return {
    rule,
    program: compiled.program,
    usesOldSelf: compiled.usesOldSelf,
    get maxCost() {
      return compiled.maxCost;
    },
    // Between two values there is a comma at least.
    maxCardinality: Math.floor(maxRequestBytes / (minSerializedSize + 1)),
    ...(messageExpression && { messageExpression }),
    ...(fieldPath !== undefined && { fieldPath }),
  };
}

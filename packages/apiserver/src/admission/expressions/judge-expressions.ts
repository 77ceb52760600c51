/** What is wrong with expressions that somebody wants to store, in Kubernetes' words. */
import { boolType, type CelType, listOf, nullType, stringType } from "@pintle/cel";
import { FieldError, type FieldPath } from "@pintle/machinery";
import { admissionEnvironment, type ExpressionScope } from "./admission-environment.ts";
import { type CompiledExpression, compileExpression } from "./compile-expression.ts";
import { ComposedVariables } from "./composed-variables.ts";
import { applyConfigurationType, jsonPatchType } from "./patch-types.ts";

/** What the place of an expression wants it to give. */
export type ExpressionResult = "bool" | "string" | "string or null" | "json patch" | "apply configuration";

const types: Readonly<Record<ExpressionResult, readonly CelType[]>> = {
  bool: [boolType],
  string: [stringType],
  "string or null": [stringType, nullType],
  "json patch": [listOf(jsonPatchType)],
  "apply configuration": [applyConfigurationType],
};

/** Judges the expressions of one object. */
export class ExpressionJudge {
  readonly #variables: ComposedVariables | undefined;

  /** Whether expressions may use `variables`, even though there be none. */
  constructor(hasVariables: boolean) {
    this.#variables = hasVariables ? new ComposedVariables() : undefined;
  }

  /** The message quotes the expression, or what was written in its place. */
  judge(
    source: string,
    result: ExpressionResult,
    scope: ExpressionScope,
    path: FieldPath,
    written: string = source,
  ): FieldError[] {
    const environment = this.#variables?.environment(scope) ?? admissionEnvironment(scope);
    return errorsOf(compileExpression(environment, source, types[result]), path, written);
  }

  /** The same for a variable, which those after it may use whatever is wrong with it. */
  addVariable(name: string, source: string, scope: ExpressionScope, path: FieldPath): FieldError[] {
    return this.#variables ? errorsOf(this.#variables.add(name, source, scope), path, source) : [];
  }
}

function errorsOf(compiled: CompiledExpression, path: FieldPath, written: string): FieldError[] {
  if (compiled.program) return [];
  const { error, isInternal } = compiled;
  return [isInternal ? FieldError.internal(path, error) : FieldError.invalid(path, written, error)];
}

/** The expressions of a ValidatingAdmissionPolicy, compiled. One that does not compile fails when it is asked. */
import { boolType, nullType, stringType } from "@pintle/cel";
import { getOwn, type JsonObject } from "@pintle/machinery";
import { textOf } from "../../registry/object-metadata.ts";
import { type CompiledExpression, compileExpression } from "../expressions/compile-expression.ts";
import { ComposedVariables } from "../expressions/composed-variables.ts";
import { compileMatchConditions } from "../match/match-conditions.ts";
import { objectsOf } from "./stored-policy.ts";

export interface CompiledValidatingPolicy {
  readonly variables: ReadonlyMap<string, CompiledExpression>;
  readonly conditions: readonly CompiledExpression[];
  readonly validations: readonly CompiledValidation[];
  readonly auditAnnotations: readonly CompiledAuditAnnotation[];
}

export interface CompiledValidation {
  readonly expression: CompiledExpression;
  readonly messageExpression: CompiledExpression | undefined;
  /** Empty where there is none. */
  readonly message: string;
  readonly reason: string;
}

export interface CompiledAuditAnnotation {
  readonly key: string;
  readonly expression: CompiledExpression;
}

export function compileValidatingPolicy(spec: JsonObject): CompiledValidatingPolicy {
  const hasParams = getOwn(spec, "paramKind") !== undefined;
  const scope = { hasParams, hasAuthorizer: true };
  const variables = new ComposedVariables();
  for (const variable of objectsOf(spec, "variables")) {
    variables.add(textOf(variable, "name"), textOf(variable, "expression"), scope);
  }
  const environment = variables.environment(scope);
  const messages = variables.environment({ hasParams });
  return {
    variables: variables.expressions,
    conditions: compileMatchConditions(getOwn(spec, "matchConditions"), environment),
    validations: objectsOf(spec, "validations").map((validation) => {
      const messageExpression = textOf(validation, "messageExpression");
      return {
        expression: compileExpression(environment, textOf(validation, "expression"), [boolType]),
        messageExpression:
          messageExpression === "" ? undefined : compileExpression(messages, messageExpression, [stringType]),
        message: textOf(validation, "message").trim(),
        reason: textOf(validation, "reason") || "Invalid",
      };
    }),
    auditAnnotations: objectsOf(spec, "auditAnnotations").map((annotation) => ({
      key: textOf(annotation, "key"),
      expression: compileExpression(environment, textOf(annotation, "valueExpression"), [stringType, nullType]),
    })),
  };
}

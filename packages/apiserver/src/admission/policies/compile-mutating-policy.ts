/** The expressions of a MutatingAdmissionPolicy, compiled. One that does not compile fails when it is asked. */
import { listOf } from "@pintle/cel";
import { getOwn, isJsonObject, type JsonObject } from "@pintle/machinery";
import { textOf } from "../../registry/object-metadata.ts";
import { type CompiledExpression, compileExpression } from "../expressions/compile-expression.ts";
import { ComposedVariables } from "../expressions/composed-variables.ts";
import { applyConfigurationType, jsonPatchType } from "../expressions/patch-types.ts";
import { compileMatchConditions } from "../match/match-conditions.ts";
import { objectsOf } from "./stored-policy.ts";

export interface CompiledMutatingPolicy {
  readonly variables: ReadonlyMap<string, CompiledExpression>;
  readonly conditions: readonly CompiledExpression[];
  /** In the order in which they are made. */
  readonly mutations: readonly CompiledMutation[];
  /** Whether it is asked once more when others have changed the object since. */
  readonly isReinvocable: boolean;
}

export interface CompiledMutation {
  readonly patchType: "JSONPatch" | "ApplyConfiguration";
  readonly expression: CompiledExpression;
}

export function compileMutatingPolicy(spec: JsonObject): CompiledMutatingPolicy {
  const scope = { hasParams: getOwn(spec, "paramKind") !== undefined, hasAuthorizer: true };
  const variables = new ComposedVariables();
  for (const variable of objectsOf(spec, "variables")) {
    variables.add(textOf(variable, "name"), textOf(variable, "expression"), scope);
  }
  const patches = variables.environment({ ...scope, hasPatchTypes: true });
  return {
    variables: variables.expressions,
    conditions: compileMatchConditions(getOwn(spec, "matchConditions"), variables.environment(scope)),
    mutations: objectsOf(spec, "mutations").map((mutation) => {
      const isJsonPatch = textOf(mutation, "patchType") === "JSONPatch";
      const body = getOwn(mutation, isJsonPatch ? "jsonPatch" : "applyConfiguration");
      const source = isJsonObject(body) ? textOf(body, "expression") : "";
      const type = isJsonPatch ? listOf(jsonPatchType) : applyConfigurationType;
      return {
        patchType: isJsonPatch ? "JSONPatch" : "ApplyConfiguration",
        expression: compileExpression(patches, source, [type]),
      };
    }),
    isReinvocable: textOf(spec, "reinvocationPolicy") === "IfNeeded",
  };
}

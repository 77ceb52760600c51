/** Admission policies and their bindings: who writes one must be allowed to read its parameters, and its expressions need a judge. */
import { type Beginning, loadExpressionJudge, type Strategy } from "@pintle/apiserver";
import { ApiError, FieldError, type JsonObject } from "@pintle/machinery";
import type { BuiltInOptions } from "../built-in-options.ts";
import { textAt } from "../json-fields.ts";
import { policyRules } from "../validation/policy-rules.ts";
import type { Specialize } from "./own-strategies.ts";
import { complainOfParamKind, complainOfParamRef, type FindPolicy } from "./policy-access.ts";

const group = "admissionregistration.k8s.io";

export function createPolicyStrategies({ paramAccess, objects }: BuiltInOptions): Readonly<Record<string, Specialize>> {
  const findPolicy =
    (plural: string): FindPolicy =>
    async (name) => {
      try {
        return await objects.get({ group, plural, namespace: "", name });
      } catch (error) {
        if (ApiError.is(error, "NotFound")) return undefined;
        throw error;
      }
    };
  const policies = (plural: string, kind: string) =>
    begunBy(plural, kind, "spec.paramKind", async (policy, old, { context }) =>
      paramAccess ? complainOfParamKind(paramAccess, context.user, policy, old) : undefined,
    );
  const bindings = (plural: string, kind: string, policiesPlural: string) =>
    begunBy(plural, kind, "spec.paramRef", async (binding, old, { context }) =>
      paramAccess ? complainOfParamRef(paramAccess, context.user, binding, old, findPolicy(policiesPlural)) : undefined,
    );
  return Object.fromEntries([
    policies("validatingadmissionpolicies", "ValidatingAdmissionPolicy"),
    policies("mutatingadmissionpolicies", "MutatingAdmissionPolicy"),
    bindings("validatingadmissionpolicybindings", "ValidatingAdmissionPolicyBinding", "validatingadmissionpolicies"),
    bindings("mutatingadmissionpolicybindings", "MutatingAdmissionPolicyBinding", "mutatingadmissionpolicies"),
  ]);
}

type Complain = (...args: Parameters<NonNullable<Strategy["begin"]>>) => Promise<string | undefined>;

function begunBy(plural: string, kind: string, path: string, complain: Complain): [string, Specialize] {
  const name = `${plural}.${group}`;
  const rules = policyRules[name];
  const begin: Strategy["begin"] = async (object, old, request): Promise<Beginning> => {
    await loadExpressionJudge();
    const complaint = await complain(object, old, request);
    // Rights are a question only of what is well formed otherwise.
    if (complaint !== undefined && isWellFormed(object, old)) {
      throw ApiError.invalid({ group, kind }, textAt(object, "metadata.name"), [FieldError.forbidden(path, complaint)]);
    }
    return { object, finish: async () => undefined };
  };
  function isWellFormed(object: JsonObject, old: JsonObject | undefined): boolean {
    const errors = old && rules?.validateUpdate ? rules.validateUpdate(object, old) : rules?.validate(object);
    return (errors ?? []).length === 0;
  }
  return [name, ({ main, views }) => ({ main: { ...main, begin }, views })];
}

/** Roles and bindings give rights away; who writes them must hold what they give. */
import type { EscalationChecks, Strategy } from "@pintle/apiserver";
import type { BuiltInOptions } from "../built-in-options.ts";
import type { Specialize } from "./own-strategies.ts";

const group = "rbac.authorization.k8s.io";

export function createAccessStrategies({ escalation }: BuiltInOptions): Readonly<Record<string, Specialize>> {
  if (escalation === undefined) return {};
  const { checkRole, checkBinding } = escalation;
  return {
    [`roles.${group}`]: checkedBy(checkRole),
    [`clusterroles.${group}`]: checkedBy(checkRole),
    [`rolebindings.${group}`]: checkedBy(checkBinding),
    [`clusterrolebindings.${group}`]: checkedBy(checkBinding),
  };
}

/** The check comes before validation, as upstream has it. */
function checkedBy(check: EscalationChecks["checkRole"]): Specialize {
  const begin: Strategy["begin"] = async (object, old, { context }) => {
    await check(object, old, context);
    return { object, finish: async () => undefined };
  };
  return ({ main, views }) => ({ main: { ...main, begin }, views });
}

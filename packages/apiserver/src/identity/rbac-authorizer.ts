/** Role-based access control: what somebody may do is what the roles bound to them and their groups allow, and nothing else. */
import { quoteGo } from "@pintle/machinery";
import type { AccessDecision, Authorizer } from "../pipeline/authorizer.ts";
import type { UserInfo } from "../pipeline/request-context.ts";
import { type PolicyRule, ruleAllows } from "./rbac/policy-rule.ts";
import type { RbacPolicy } from "./rbac/rbac-policy.ts";
import { describeBinding, type RoleRef } from "./rbac/role-binding.ts";

const allowed: AccessDecision = { decision: "allow" };
const unknown: AccessDecision = { decision: "no-opinion" };

/** Members of system:masters may do everything, whatever the roles say: a cluster whose roles are broken can be mended. */
export function isPrivileged({ groups }: UserInfo): boolean {
  return groups.includes("system:masters");
}

export function createRbacAuthorizer(policy: RbacPolicy): Authorizer {
  return async ({ user, request }) => {
    if (isPrivileged(user)) return allowed;
    const absent = new Set<string>();
    for (const binding of policy.bindingsOf(user, request.namespace)) {
      const rules = policy.rulesOf(binding.roleRef, binding.namespace);
      if (rules === undefined) absent.add(describeAbsent(binding.roleRef));
      else if (rules.some((rule) => ruleAllows(rule, request))) {
        return { decision: "allow", reason: `RBAC: allowed by ${describeBinding(binding, user)}` };
      }
    }
    return absent.size === 0 ? unknown : { decision: "no-opinion", reason: `RBAC: ${joinErrors([...absent])}` };
  };
}

/** All rules that count for a user in a namespace, those of the whole cluster first. */
export function listRulesOf(policy: RbacPolicy, user: UserInfo, namespace: string): UserRules {
  const absent = new Set<string>();
  const rules: PolicyRule[] = [];
  for (const binding of policy.bindingsOf(user, namespace)) {
    const found = policy.rulesOf(binding.roleRef, binding.namespace);
    if (found === undefined) absent.add(describeAbsent(binding.roleRef));
    else rules.push(...found);
  }
  return { rules, ...(absent.size > 0 && { error: joinErrors([...absent]) }) };
}

export interface UserRules {
  readonly rules: readonly PolicyRule[];
  /** Why there may be more. */
  readonly error?: string;
}

function describeAbsent({ kind, name }: RoleRef): string {
  return `${kind.toLowerCase()}.rbac.authorization.k8s.io ${quoteGo(name)} not found`;
}

/** As Go joins errors: one stands alone, several in brackets. */
function joinErrors(messages: readonly string[]): string {
  return messages.length === 1 ? messages.join() : `[${messages.join(", ")}]`;
}

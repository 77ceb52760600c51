/** Who may do what, by the roles and bindings that are stored. */
import {
  type Authorizer,
  createEscalationChecks,
  createRbacAuthorizer,
  type EscalationChecks,
  listRulesOf,
  type RbacPolicyOptions,
  startRbacPolicy,
  type UserInfo,
  type UserRules,
} from "@pintle/apiserver";

export interface AccessControl {
  readonly authorizer: Authorizer;
  readonly escalation: EscalationChecks;
  rulesOf(user: UserInfo, namespace: string): UserRules;
  close(): void;
}

export async function startAccessControl(options: RbacPolicyOptions): Promise<AccessControl> {
  const policy = await startRbacPolicy(options);
  const authorizer = createRbacAuthorizer(policy);
  return {
    authorizer,
    escalation: createEscalationChecks(policy, authorizer),
    rulesOf: (user, namespace) => listRulesOf(policy, user, namespace),
    close: () => policy.close(),
  };
}

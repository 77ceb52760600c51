/** Who may do what: by the stored roles and bindings, by a webhook, everything or nothing, asked in the order that was configured. */
import {
  type AuthorizationWebhookOptions,
  type Authorizer,
  createAuthorizationWebhook,
  createEscalationChecks,
  createRbacAuthorizer,
  type EscalationChecks,
  isPrivileged,
  listRulesOf,
  type RbacPolicy,
  type RbacPolicyOptions,
  startRbacPolicy,
  type UserInfo,
  type UserRules,
  uniteAuthorizers,
  unlimitedRules,
} from "@pintle/apiserver";
import { UsageError } from "@pintle/machinery";

export const authorizationModes = ["AlwaysAllow", "AlwaysDeny", "RBAC", "Webhook"] as const;
export type AuthorizationMode = (typeof authorizationModes)[number];

export interface AccessControlOptions extends RbacPolicyOptions {
  /** `RBAC` unless said. */
  readonly modes?: readonly AuthorizationMode[];
  /** Who is asked in mode `Webhook`. */
  readonly webhook?: Omit<AuthorizationWebhookOptions, "clock">;
}

export interface AccessControl {
  readonly authorizer: Authorizer;
  readonly escalation: EscalationChecks;
  rulesOf(user: UserInfo, namespace: string): UserRules;
  close(): void;
}

/** One way to decide: the answer to a question, and the rules by which it answers where they can be listed. */
interface Decider {
  readonly authorizer: Authorizer;
  rulesOf(user: UserInfo, namespace: string): UserRules;
}

export async function startAccessControl(options: AccessControlOptions): Promise<AccessControl> {
  const { modes = ["RBAC"] } = options;
  const policy = await startRbacPolicy(options);
  const deciders = modes.map((mode) => createDecider(mode, policy, options));
  const authorizers = deciders.map((decider) => decider.authorizer);
  // Roles know who is privileged, and are asked at every request: alone, they need nobody around them.
  const authorizer =
    modes.join() === "RBAC" ? createRbacAuthorizer(policy) : uniteAuthorizers(allowPrivileged, ...authorizers);
  return {
    authorizer,
    escalation: createEscalationChecks(policy, authorizer),
    rulesOf: (user, namespace) => joinRules(deciders.map((decider) => decider.rulesOf(user, namespace))),
    close: () => policy.close(),
  };
}

/** Whatever was configured, a cluster can be mended. */
const allowPrivileged: Authorizer = async ({ user }) => ({ decision: isPrivileged(user) ? "allow" : "no-opinion" });

function createDecider(mode: AuthorizationMode, policy: RbacPolicy, options: AccessControlOptions): Decider {
  switch (mode) {
    case "AlwaysAllow":
      return { authorizer: async () => ({ decision: "allow" }), rulesOf: () => ({ rules: unlimitedRules }) };
    case "AlwaysDeny": {
      const answer = { decision: "no-opinion", reason: "Everything is forbidden." } as const;
      return { authorizer: async () => answer, rulesOf: () => ({ rules: [] }) };
    }
    case "RBAC":
      return {
        authorizer: createRbacAuthorizer(policy),
        rulesOf: (user, namespace) => listRulesOf(policy, user, namespace),
      };
    case "Webhook": {
      if (options.webhook === undefined) {
        throw new UsageError(
          "PINTLE_AUTHORIZATION_WEBHOOK_MISSING",
          "say who is asked in the mode Webhook: give identity.authorizationWebhook",
        );
      }
      const error = "webhook authorizer does not support user rule resolution";
      return {
        authorizer: createAuthorizationWebhook({ ...options.webhook, clock: options.clock }),
        rulesOf: () => ({ rules: [], error }),
      };
    }
  }
}

function joinRules(found: readonly UserRules[]): UserRules {
  const errors = found.flatMap(({ error }) => (error === undefined ? [] : [error]));
  const rules = found.flatMap((part) => part.rules);
  if (errors.length === 0) return { rules };
  return { rules, error: errors.length === 1 ? errors.join() : `[${errors.join(", ")}]` };
}

/** What reviews ask: who may do what, and who a token stands for. */
import {
  type AccessDecision,
  type AccessQuestion,
  type PolicyRule,
  type TokenWebhook,
  type UserInfo,
  withAuthenticatedGroup,
} from "@pintle/apiserver";
import { getOwn, type JsonObject } from "@pintle/machinery";
import type { AccessAttributes, Reviews } from "../builtin/built-in-options.ts";
import type { AccessControl } from "./access-control.ts";
import type { AccountTokens } from "./account-tokens.ts";
import { reviewedSelectors } from "./reviewed-selectors.ts";

export interface ReviewsOptions {
  readonly access: AccessControl;
  readonly tokens: AccountTokens;
  /** The users with tokens of their own, by token. */
  readonly users: ReadonlyMap<string, UserInfo>;
  /** Who else knows tokens. */
  readonly webhook?: TokenWebhook;
  /** What the server calls itself: audiences of its own tokens. */
  readonly audiences: readonly string[];
}

export function answerReviews({ access, tokens, users, webhook, audiences: own }: ReviewsOptions): Reviews {
  return {
    async mayAccess(user, attributes) {
      let answer: AccessDecision;
      try {
        answer = await access.authorizer({ user, request: toRequest(attributes) });
      } catch (error) {
        return { isAllowed: false, evaluationError: error instanceof Error ? error.message : String(error) };
      }
      const { decision, reason } = answer;
      return {
        isAllowed: decision === "allow",
        ...(decision === "deny" && { isDenied: true }),
        ...(reason !== undefined && { reason }),
      };
    },
    async authenticate(token, audiences) {
      const wanted = audiences.length > 0 ? audiences : own;
      const unknown = { error: "invalid bearer token" };
      const known = users.get(token);
      // A token from the list is for the server alone.
      if (known) {
        const common = wanted.filter((audience) => own.includes(audience));
        return common.length > 0 ? { user: withAuthenticatedGroup(known), audiences: common } : unknown;
      }
      try {
        const verified = (await tokens.verify(token, wanted)) ?? (await webhook?.verify(token, wanted));
        return verified ? { ...verified, user: withAuthenticatedGroup(verified.user) } : unknown;
      } catch (error) {
        return { error: `[invalid bearer token, ${error instanceof Error ? error.message : error}]` };
      }
    },
    async rulesOf(user, namespace) {
      const { rules, error } = access.rulesOf(user, namespace);
      return {
        resourceRules: rules.filter(({ resources }) => resources.length > 0).map(writeResourceRule),
        nonResourceRules: rules.filter(({ nonResourceURLs }) => nonResourceURLs.length > 0).map(writePathRule),
        isIncomplete: error !== undefined,
        ...(error !== undefined && { evaluationError: error }),
      };
    },
    audiences: own,
    issueToken: tokens.issue,
  };
}

function writeResourceRule({ verbs, apiGroups, resources, resourceNames }: PolicyRule): JsonObject {
  return {
    verbs: [...verbs],
    ...(apiGroups.length > 0 && { apiGroups: [...apiGroups] }),
    resources: [...resources],
    ...(resourceNames.length > 0 && { resourceNames: [...resourceNames] }),
  };
}

function writePathRule({ verbs, nonResourceURLs }: PolicyRule): JsonObject {
  return { verbs: [...verbs], nonResourceURLs: [...nonResourceURLs] };
}

function toRequest({ resource, nonResource }: AccessAttributes): AccessQuestion["request"] {
  const text = (from: JsonObject | undefined, key: string) => String((from && getOwn(from, key)) ?? "");
  return {
    isResource: resource !== undefined,
    path: text(nonResource, "path"),
    verb: text(resource ?? nonResource, "verb"),
    prefix: "",
    group: text(resource, "group"),
    // Who asks about no version asks about all.
    version: text(resource, "version") || (resource === undefined ? "" : "*"),
    namespace: text(resource, "namespace"),
    resource: text(resource, "resource"),
    subresource: text(resource, "subresource"),
    name: text(resource, "name"),
    parts: [],
    ...reviewedSelectors(resource ?? {}),
  };
}

/** What reviews ask: who may do what, and who a token stands for. */
import { type AccessQuestion, type PolicyRule, type UserInfo, withAuthenticatedGroup } from "@pintle/apiserver";
import { getOwn, type JsonObject } from "@pintle/machinery";
import type { AccessAttributes, Reviews } from "../builtin/built-in-options.ts";
import type { AccessControl } from "./access-control.ts";
import type { AccountTokens } from "./account-tokens.ts";

export interface ReviewsOptions {
  readonly access: AccessControl;
  readonly tokens: AccountTokens;
  /** The users with tokens of their own, by token. */
  readonly users: ReadonlyMap<string, UserInfo>;
  /** What the server calls itself: audiences of its own tokens. */
  readonly issuer: string;
}

export function answerReviews({ access, tokens, users, issuer }: ReviewsOptions): Reviews {
  return {
    async mayAccess(user, attributes) {
      const { decision, reason } = await access.authorizer({ user, request: toRequest(attributes) });
      return {
        isAllowed: decision === "allow",
        ...(decision === "deny" && { isDenied: true }),
        ...(reason !== undefined && { reason }),
      };
    },
    async authenticate(token, audiences) {
      const wanted = audiences.length > 0 ? audiences : [issuer];
      const unknown = { error: "invalid bearer token" };
      const known = users.get(token);
      // A token from the list is for the server alone.
      if (known) {
        return wanted.includes(issuer) ? { user: withAuthenticatedGroup(known), audiences: [issuer] } : unknown;
      }
      try {
        const verified = await tokens.verify(token, wanted);
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
    audiences: [issuer],
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
    version: text(resource, "version"),
    namespace: text(resource, "namespace"),
    resource: text(resource, "resource"),
    subresource: text(resource, "subresource"),
    name: text(resource, "name"),
    parts: [],
    labelSelector: "",
    fieldSelector: "",
  };
}

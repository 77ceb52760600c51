/**
 * Asks the main server whether something may be done, for a server that stands behind it. Probes are let through unasked, and so is who may
 * do everything anyway. An error is a refusal.
 */
import type { Clock, Transport } from "@pintle/machinery";
import { createAuthorizationWebhook } from "../identity/authorization-webhook.ts";
import { type Authorizer, uniteAuthorizers } from "../pipeline/authorizer.ts";
import { delegatedMs } from "./delegated-authentication.ts";

export interface DelegatedAuthorizationOptions {
  /** To the main server, as somebody who may create SubjectAccessReviews: `system:auth-delegator`. */
  readonly transport: Transport;
  readonly clock: Clock;
}

const probes: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/livez"]);

export function createDelegatedAuthorization({ transport, clock }: DelegatedAuthorizationOptions): Authorizer {
  const url = "https://kubernetes.default.svc/apis/authorization.k8s.io/v1/subjectaccessreviews";
  const times = { allowedMs: delegatedMs, refusedMs: delegatedMs };
  return uniteAuthorizers(
    async ({ user, request }) => {
      const isAllowed = user.groups.includes("system:masters") || (!request.isResource && probes.has(request.path));
      return { decision: isAllowed ? "allow" : "no-opinion" };
    },
    createAuthorizationWebhook({ connection: { transport, url }, clock, ...times }),
  );
}

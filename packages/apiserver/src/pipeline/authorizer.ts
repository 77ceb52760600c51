/** Who may do what, decided by whoever is asked: RBAC, a webhook, a list in a test. */
import { ApiError, quoteGo } from "@pintle/machinery";
import { escapeHtml } from "./failure-response.ts";
import type { UserInfo } from "./request-context.ts";
import type { RequestInfo } from "./request-info.ts";

/** What somebody wants to do: the parts of a request that a decision may depend on. */
export interface AccessQuestion {
  readonly user: UserInfo;
  readonly request: RequestInfo;
}

/** `no-opinion` leaves it to the next; when nobody has one, the answer is no. */
export interface AccessDecision {
  readonly decision: "allow" | "deny" | "no-opinion";
  /** Told to who is refused. */
  readonly reason?: string;
}

export type Authorizer = (question: AccessQuestion) => Promise<AccessDecision>;

/** Asks one after the other; the first who has an opinion decides. Who fails has none: it counts only when nobody else has one. */
export function uniteAuthorizers(...authorizers: readonly Authorizer[]): Authorizer {
  return async (question) => {
    const reasons: string[] = [];
    const failures: unknown[] = [];
    for (const authorize of authorizers) {
      try {
        const answer = await authorize(question);
        if (answer.decision !== "no-opinion") return answer;
        if (answer.reason !== undefined) reasons.push(answer.reason);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
    return { decision: "no-opinion", ...(reasons.length > 0 && { reason: reasons.join("\n") }) };
  };
}

/** The refusal, in the words of the API server. */
export function forbiddenError({ user, request }: AccessQuestion, reason = ""): ApiError {
  const text = escapeHtml(describeQuestion(user, request));
  const why = reason === "" ? text : `${text}: ${reason}`;
  return ApiError.forbidden({ group: request.group, resource: request.resource }, request.name, why);
}

function describeQuestion(user: UserInfo, request: RequestInfo): string {
  const who = `User ${quoteGo(user.name)} cannot ${request.verb}`;
  if (!request.isResource) return `${who} path ${quoteGo(request.path)}`;
  const resource = request.subresource === "" ? request.resource : `${request.resource}/${request.subresource}`;
  const what = `${who} resource ${quoteGo(resource)} in API group ${quoteGo(request.group)}`;
  return request.namespace === ""
    ? `${what} at the cluster scope`
    : `${what} in the namespace ${quoteGo(request.namespace)}`;
}

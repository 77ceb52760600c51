/** Lets through what the authorizer allows, and nothing else. Who cannot be judged is refused. */
import { type AccessDecision, type Authorizer, forbiddenError } from "../authorizer.ts";
import { respondFailure, respondInternalError } from "../failure-response.ts";
import type { RequestContext } from "../request-context.ts";
import type { Filter } from "../server-request.ts";

export function authorize(authorizer: Authorizer): Filter {
  return (next) => async (request, context) => {
    const question = { user: context.user, request: context.info };
    let answer: AccessDecision;
    try {
      answer = await authorizer(question);
    } catch (error) {
      noteFailure(error, context);
      return respondInternalError(request, error);
    }
    const { decision, reason } = answer;
    context.auditAnnotations.set("authorization.k8s.io/decision", decision === "allow" ? "allow" : "forbid");
    context.auditAnnotations.set("authorization.k8s.io/reason", reason ?? "");
    if (decision === "allow") return next(request, context);
    const response = respondFailure(request, forbiddenError(question, reason));
    return { ...response, headers: { ...response.headers, "x-content-type-options": "nosniff" } };
  };
}

function noteFailure(error: unknown, { auditAnnotations, logger, info, auditId }: RequestContext): void {
  auditAnnotations.set("authorization.k8s.io/reason", "internal error");
  logger.error("authorization failed", { error, path: info.path, auditId });
}

/** Lets through what the authorizer allows, and nothing else. */
import { type Authorizer, forbiddenError } from "../authorizer.ts";
import { respondFailure } from "../failure-response.ts";
import type { Filter } from "../server-request.ts";

export function authorize(authorizer: Authorizer): Filter {
  return (next) => async (request, context) => {
    const question = { user: context.user, request: context.info };
    const { decision, reason } = await authorizer(question);
    context.auditAnnotations.set("authorization.k8s.io/decision", decision === "allow" ? "allow" : "forbid");
    if (reason !== undefined) context.auditAnnotations.set("authorization.k8s.io/reason", reason);
    if (decision === "allow") return next(request, context);
    const response = respondFailure(request, forbiddenError(question, reason));
    return { ...response, headers: { ...response.headers, "x-content-type-options": "nosniff" } };
  };
}

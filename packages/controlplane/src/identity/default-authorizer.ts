/**
 * What everybody may do without being granted anything, and that administrators may do all.
 *
 * Whoever is known may read discovery and OpenAPI and ask about themselves; whoever is not may ask for health and version.
 */
import type { AccessDecision, AccessQuestion, Authorizer } from "@pintle/apiserver";

const allow: AccessDecision = { decision: "allow" };
const noOpinion: AccessDecision = { decision: "no-opinion" };

const publicPaths = /^\/(?:healthz|livez|readyz|version\/?)$/;
const knownPaths =
  /^\/(?:apis?(?:\/.*)?|openapi(?:\/.*)?|healthz|livez|readyz|version\/?|\.well-known\/openid-configuration|openid\/v1\/jwks)$/;
const selfReviews: ReadonlySet<string> = new Set([
  "authorization.k8s.io/selfsubjectaccessreviews",
  "authorization.k8s.io/selfsubjectrulesreviews",
  "authentication.k8s.io/selfsubjectreviews",
]);

export const defaultAuthorizer: Authorizer = async (question) => {
  if (question.user.groups.includes("system:masters")) return allow;
  return isForAll(question) ? allow : noOpinion;
};

function isForAll({ user, request }: AccessQuestion): boolean {
  const isKnown = user.groups.includes("system:authenticated");
  if (!request.isResource) return request.verb === "get" && (isKnown ? knownPaths : publicPaths).test(request.path);
  return isKnown && request.verb === "create" && selfReviews.has(`${request.group}/${request.resource}`);
}

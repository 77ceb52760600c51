/** Which requests are written down, and how much of them: the first rule that matches decides, and without one nothing is. */
import type { UserInfo } from "../pipeline/request-context.ts";
import type { RequestInfo } from "../pipeline/request-info.ts";
import type { AuditLevel, AuditStage } from "./audit-event.ts";

/** A list that is empty or absent matches everything. */
export interface AuditRule {
  readonly level: AuditLevel;
  readonly users?: readonly string[];
  readonly userGroups?: readonly string[];
  readonly verbs?: readonly string[];
  readonly resources?: readonly AuditedResources[];
  /** The empty name is that of what is in no namespace. */
  readonly namespaces?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
  readonly omitStages?: readonly AuditStage[];
  readonly omitManagedFields?: boolean;
}

export interface AuditedResources {
  /** `*` is every group. */
  readonly group?: string;
  /** `pods`, `pods/log`, `pods/*`, every resource's `status` by a star before the slash, or `*`. */
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
}

export interface AuditPolicy {
  readonly rules: readonly AuditRule[];
  readonly omitStages?: readonly AuditStage[];
  readonly omitManagedFields?: boolean;
}

/** What a policy says about one request. */
export interface AuditDecision {
  readonly level: AuditLevel;
  readonly omitStages: ReadonlySet<AuditStage>;
  readonly omitsManagedFields: boolean;
}

/** Nobody is known yet where there is no user. */
export function decideAudit(policy: AuditPolicy, user: UserInfo | undefined, request: RequestInfo): AuditDecision {
  const rule = policy.rules.find((candidate) => ruleMatches(candidate, user, request));
  return {
    level: rule?.level ?? "None",
    omitStages: new Set([...(policy.omitStages ?? []), ...(rule?.omitStages ?? [])]),
    omitsManagedFields: rule?.omitManagedFields ?? policy.omitManagedFields ?? false,
  };
}

function ruleMatches(rule: AuditRule, user: UserInfo | undefined, request: RequestInfo): boolean {
  const { users = [], userGroups = [], verbs = [], resources = [], namespaces = [], nonResourceURLs = [] } = rule;
  if (users.length > 0 && !(user && users.includes(user.name))) return false;
  if (userGroups.length > 0 && !user?.groups.some((group) => userGroups.includes(group))) return false;
  if (verbs.length > 0 && !verbs.includes(request.verb)) return false;
  if (namespaces.length > 0 || resources.length > 0) {
    if (!request.isResource) return false;
    if (namespaces.length > 0 && !namespaces.includes(request.namespace)) return false;
    return resources.length === 0 || resources.some((some) => resourcesMatch(some, request));
  }
  if (nonResourceURLs.length === 0) return true;
  return !request.isResource && nonResourceURLs.some((url) => urlMatches(url, request.path));
}

function resourcesMatch(some: AuditedResources, request: RequestInfo): boolean {
  const { group = "", resources = [], resourceNames = [] } = some;
  if (group !== request.group && group !== "*") return false;
  if (resources.length === 0) return true;
  if (resourceNames.length > 0 && !resourceNames.includes(request.name)) return false;
  const { resource, subresource } = request;
  const own = subresource === "" ? resource : `${resource}/${subresource}`;
  return resources.some(
    (name) =>
      name === "*" ||
      name === own ||
      // Unlike a role's, a policy's rule for all subresources is also one for the resource itself.
      name === `${resource}/*` ||
      (subresource !== "" && name === `*/${subresource}`),
  );
}

function urlMatches(url: string, path: string): boolean {
  return url === "*" || url === path || (url.endsWith("*") && path.startsWith(url.replace(/\*+$/, "")));
}

/**
 * Nobody grants what they do not hold: a role may be written by who holds all that is in it or may `escalate` it, a binding by who holds
 * all that its role gives or may `bind` it. Members of system:masters hold everything.
 */
import { ApiError, equalJson, getOwn, isJsonObject, type JsonObject, quoteGo } from "@pintle/machinery";
import type { Authorizer } from "../../pipeline/authorizer.ts";
import type { RequestContext, UserInfo } from "../../pipeline/request-context.ts";
import type { RequestInfo } from "../../pipeline/request-info.ts";
import { isPrivileged } from "../rbac-authorizer.ts";
import { describeExcess, describeMissingRules, findMissingRules } from "./missing-rules.ts";
import { formatTexts, type PolicyRule, readPolicyRules, unlimitedRules } from "./policy-rule.ts";
import type { RbacPolicy } from "./rbac-policy.ts";
import { readRoleRef } from "./role-binding.ts";

/** Both throw `Forbidden`. The old object is absent where one is made. */
export interface EscalationChecks {
  checkRole(role: JsonObject, old: JsonObject | undefined, context: RequestContext): Promise<void>;
  checkBinding(binding: JsonObject, old: JsonObject | undefined, context: RequestContext): Promise<void>;
}

const group = "rbac.authorization.k8s.io";
const roleResources: ReadonlyMap<string, string> = new Map([
  ["Role", "roles"],
  ["ClusterRole", "clusterroles"],
]);

export function createEscalationChecks(policy: RbacPolicy, authorizer: Authorizer): EscalationChecks {
  async function isAllowed(user: UserInfo, request: RequestInfo): Promise<boolean> {
    return (await authorizer({ user, request })).decision === "allow";
  }

  function refuseMissing(wanted: readonly PolicyRule[], { user, info }: RequestContext): string | undefined {
    const owned = [...policy.bindingsOf(user, info.namespace)].flatMap(
      ({ roleRef, namespace }) => policy.rulesOf(roleRef, namespace) ?? [],
    );
    const excess = describeExcess(owned, wanted);
    if (excess !== undefined) return excess;
    const missing = findMissingRules(owned, wanted);
    if (missing.length === 0) return undefined;
    const who = `user ${quoteGo(user.name)} (groups=${formatTexts(user.groups)})`;
    const what = describeMissingRules(missing).join("\n");
    return `${who} is attempting to grant RBAC permissions not currently held:\n${what}`;
  }

  return {
    async checkRole(role, old, context) {
      const { user, info } = context;
      if (isPrivileged(user) || (await isAllowed(user, { ...info, verb: "escalate", subresource: "" }))) return;
      if (old && isOnlyHeld(role, old)) return;
      const missing = refuseMissing(readPolicyRules(role), context);
      if (missing !== undefined) throw forbidden(context, role, missing);
      if (!gathersRules(role) && !(old && gathersRules(old))) return;
      if (refuseMissing(unlimitedRules, context) === undefined) return;
      throw forbidden(context, role, "must have cluster-admin privileges to use the aggregationRule");
    },

    async checkBinding(binding, old, context) {
      const { user, info } = context;
      if (isPrivileged(user) || (old && isOnlyHeld(binding, old))) return;
      const found = getOwn(binding, "roleRef");
      const roleRef = readRoleRef(isJsonObject(found) ? found : {});
      const resource = roleResources.get(roleRef.kind);
      // A role of another kind is for validation to refuse.
      if (resource === undefined) return;
      const bind = { ...info, verb: "bind", group, resource, subresource: "", name: roleRef.name };
      if (await isAllowed(user, bind)) return;
      const rules = policy.rulesOf(roleRef, info.namespace);
      if (rules === undefined) throw ApiError.notFound({ group, resource: info.resource }, roleRef.name);
      const missing = refuseMissing(rules, context);
      if (missing !== undefined) throw forbidden(context, binding, missing);
    },
  };
}

function forbidden({ info }: RequestContext, object: JsonObject, why: string): ApiError {
  const metadata = getOwn(object, "metadata");
  const name = isJsonObject(metadata) ? String(metadata.name ?? "") : "";
  return ApiError.forbidden({ group, resource: info.resource }, name, why);
}

function gathersRules(role: JsonObject): boolean {
  const rule = getOwn(role, "aggregationRule");
  const selectors = isJsonObject(rule) ? getOwn(rule, "clusterRoleSelectors") : undefined;
  return Array.isArray(selectors) && selectors.length > 0;
}

/** Whether nothing changes but who owns the object and what keeps it: garbage collection needs no rights to grant. */
function isOnlyHeld(object: JsonObject, old: JsonObject): boolean {
  return equalJson(withoutHolds(object), withoutHolds(old));
}

function withoutHolds(object: JsonObject): JsonObject {
  const metadata = getOwn(object, "metadata");
  const { ownerReferences: _, finalizers: __, managedFields: ___, ...rest } = isJsonObject(metadata) ? metadata : {};
  return { ...object, metadata: rest };
}

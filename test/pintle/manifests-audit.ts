/**
 * Holds the rights that an account was given against what a server has written down about its requests: by what rule each was allowed, and
 * which rules no request has used.
 */
import type { ClusterRole, PolicyRule, Role } from "@pintle/kinds";
import type { DeepReadonly } from "@pintle/machinery";

/** What of an audit event is needed. */
export interface AuditEvent {
  readonly stage: string;
  readonly verb: string;
  readonly requestURI: string;
  readonly user: { readonly username?: string };
  readonly objectRef?: {
    readonly apiGroup?: string;
    readonly resource?: string;
    readonly subresource?: string;
    readonly namespace?: string;
    readonly name?: string;
  };
  readonly responseStatus?: { readonly code?: number; readonly message?: string };
  readonly annotations?: Readonly<Record<string, string>>;
}

export interface GrantedRole {
  readonly kind: string;
  readonly metadata?: { readonly name?: string; readonly namespace?: string } | undefined;
  readonly rules?: readonly DeepReadonly<PolicyRule>[] | undefined;
}

/** The smallest thing that a role can allow. */
interface Right {
  readonly role: string;
  /** Empty where it holds in all of them. */
  readonly namespace: string;
  readonly group: string;
  readonly resource: string;
  readonly verb: string;
  /** Empty where it holds for all objects. */
  readonly name: string;
}

export interface AccessReport {
  /** Each in a sentence of one line. */
  readonly denied: readonly string[];
  readonly unused: readonly string[];
  /** Allowed, but by none of the roles. */
  readonly otherwise: readonly string[];
  /** How many requests were looked at. */
  readonly requests: number;
}

export function judgeAccess(
  events: readonly AuditEvent[],
  user: string,
  roles: readonly (GrantedRole | ClusterRole | Role)[],
): AccessReport {
  const rights = roles.flatMap(rightsOf);
  const used = new Set<Right>();
  const [denied, otherwise] = [new Set<string>(), new Set<string>()];
  const answered = events.filter(
    ({ stage, user: { username } }) =>
      username === user && (stage === "ResponseComplete" || stage === "ResponseStarted"),
  );
  for (const event of answered) {
    if (event.objectRef?.resource === undefined) continue;
    if (event.responseStatus?.code === 403) denied.add(describe(event));
    for (const verb of verbsOf(event)) {
      const allowing = rights.filter((right) => allows(right, event, verb));
      for (const right of allowing) used.add(right);
      if (allowing.length === 0 && event.responseStatus?.code !== 403) otherwise.add(`${verb}: ${describe(event)}`);
    }
  }
  const unused = rights.filter((right) => !used.has(right)).map(formatRight);
  return { denied: [...denied], unused: [...new Set(unused)], otherwise: [...otherwise], requests: answered.length };
}

/** An apply that has made an object needed the right to create it as well. */
function verbsOf({ verb, responseStatus }: AuditEvent): readonly string[] {
  return verb === "patch" && responseStatus?.code === 201 ? ["patch", "create"] : [verb];
}

function rightsOf({ kind, metadata, rules = [] }: GrantedRole): readonly Right[] {
  const role = `${kind} ${metadata?.name}`;
  const namespace = metadata?.namespace ?? "";
  return rules.flatMap(({ apiGroups = [], resources = [], verbs, resourceNames = [""] }) =>
    apiGroups.flatMap((group) =>
      resources.flatMap((resource) =>
        verbs.flatMap((verb) => resourceNames.map((name) => ({ role, namespace, group, resource, verb, name }))),
      ),
    ),
  );
}

function allows(
  { namespace, group, resource, verb, name }: Right,
  { objectRef = {} }: AuditEvent,
  asked: string,
): boolean {
  const { apiGroup = "", subresource } = objectRef;
  return (
    verb === asked &&
    group === apiGroup &&
    resource === [objectRef.resource, subresource].filter(Boolean).join("/") &&
    (namespace === "" || namespace === objectRef.namespace) &&
    (name === "" || name === objectRef.name)
  );
}

function formatRight({ role, namespace, group, resource, verb, name }: Right): string {
  const what = [resource, group].filter(Boolean).join(".");
  return `${role}${namespace && ` in ${namespace}`} allows ${verb} ${what}${name && ` ${name}`}`;
}

function describe({ verb, requestURI, responseStatus }: AuditEvent): string {
  return `${verb} ${requestURI} ${responseStatus?.code} ${responseStatus?.message ?? ""}`.trim();
}

/**
 * What is wrong with roles of operators, found by looking at them: rights that reach further than somebody has declared.
 *
 * A role that the manifests of a program are made with has none of these; `rules` that people add, and roles that they wrote by hand, may.
 */
import type { PolicyRule } from "@pintle/kinds/rbac/v1";
import type { AnyKind } from "@pintle/machinery";
import type { RoleManifest } from "./roles.ts";

export interface LintRolesOptions {
  /**
   * What the program owns and reads. What is in Secrets is for those alone who say that they need it; those it is for in every namespace, since
   * that is where they watch them. Who needs them in some only says so by `watchNamespaces`.
   */
  readonly declared?: readonly AnyKind[];
  /** Whether the program watches some namespaces only, so that a right to all of them is too much. */
  readonly isNamespaced?: boolean;
}

export interface RoleProblem {
  /** `ClusterRole boxes-manager` */
  readonly role: string;
  /** Which rule of it, from 0. */
  readonly rule: number;
  /** What is wrong, and what to do. */
  readonly message: string;
}

type Look = (rule: PolicyRule, role: RoleManifest, options: LintRolesOptions) => readonly string[];

export function lintRoles(roles: readonly RoleManifest[], options: LintRolesOptions = {}): readonly RoleProblem[] {
  return roles.flatMap((role) =>
    (role.rules ?? []).flatMap((rule, index) =>
      looks.flatMap((look) =>
        look(rule as PolicyRule, role, options).map((message) => ({ role: nameOf(role), rule: index, message })),
      ),
    ),
  );
}

export function formatRoleProblem({ role, rule, message }: RoleProblem): string {
  return `${role}, rule ${rule}: ${message}`;
}

function nameOf({ kind, metadata }: RoleManifest): string {
  return [kind, [metadata?.namespace, metadata?.name].filter(Boolean).join("/")].join(" ");
}

const looks: readonly Look[] = [findWildcards, findEscalation, findSecrets, findExcessiveReach];

function findWildcards(rule: PolicyRule): readonly string[] {
  const fields = ["apiGroups", "resources", "verbs", "resourceNames", "nonResourceURLs"] as const;
  return fields
    .filter((field) => rule[field]?.some((value) => value.includes("*")))
    .map((field) => `${field} has a wildcard, which allows what nobody has thought of: list what is needed`);
}

/** Who may do these can give themselves every other right. */
const escalating: ReadonlySet<string> = new Set(["escalate", "bind", "impersonate"]);

function findEscalation({ verbs }: PolicyRule): readonly string[] {
  return verbs
    .filter((verb) => escalating.has(verb))
    .map((verb) => `the verb ${verb} leads to every other right: an operator does without it`);
}

/**
 * Whoever declares Secrets is left alone on purpose, in the whole cluster as well: its informers list and watch them there, and to refuse that would
 * be to refuse the operator. Whether it watches fewer namespaces than it may is looked at below, for Secrets as for every other kind.
 */
function findSecrets(rule: PolicyRule, role: RoleManifest, { declared = [] }: LintRolesOptions): readonly string[] {
  if (!isAbout(rule, "", "secrets") || declared.some(({ group, plural }) => group === "" && plural === "secrets"))
    return [];
  if (role.kind === "ClusterRole") {
    return ["Secrets of every namespace are allowed, and no operator declares Secrets: use a Role in one namespace"];
  }
  // A creation cannot be bound to a name: the server does not know it yet.
  const isCreation = rule.verbs.every((verb) => verb === "create");
  if (isCreation || (rule.resourceNames?.length ?? 0) > 0) return [];
  return ["all Secrets of the namespace are allowed, and no operator declares Secrets: add resourceNames"];
}

/** What a program has for itself, in its own namespace, whatever it watches. */
const ownResources = [["coordination.k8s.io", "leases"]] as const;

function findExcessiveReach(rule: PolicyRule, role: RoleManifest, options: LintRolesOptions): readonly string[] {
  if (role.kind !== "ClusterRole") return [];
  const { declared = [], isNamespaced = false } = options;
  const problems: string[] = [];
  for (const [group, plural] of ownResources) {
    const isDeclared = declared.some((kind) => kind.group === group && kind.plural === plural);
    if (isAbout(rule, group, plural) && !isDeclared) {
      problems.push(`${plural} of every namespace are allowed: a Role in the program's own namespace suffices`);
    }
  }
  if (!isNamespaced) return problems;
  const events = { group: "events.k8s.io", plural: "events", scope: "Namespaced" } as const;
  for (const { group, plural, scope } of [...declared, events]) {
    if (scope === "Namespaced" && isAbout(rule, group, plural)) {
      problems.push(`${plural} of every namespace are allowed, and only some are watched: use a Role in each of them`);
    }
  }
  return problems;
}

function isAbout({ apiGroups = [], resources = [] }: PolicyRule, group: string, plural: string): boolean {
  const isResource = (resource: string) => resource === "*" || resource === plural || resource.startsWith(`${plural}/`);
  return apiGroups.some((each) => each === "*" || each === group) && resources.some(isResource);
}

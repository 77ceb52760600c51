/**
 * The rights of a program, as roles and their bindings: no more than it uses, where it uses it. What it does in its own namespace, electing a leader and
 * keeping certificates, is never allowed elsewhere; what it does in the namespaces that it watches is allowed in all of them only if it
 * watches all of them.
 */
import { ServiceAccount } from "@pintle/kinds/core/v1";
import { ClusterRole, ClusterRoleBinding, type PolicyRule, Role, RoleBinding } from "@pintle/kinds/rbac/v1";
import type { ManifestOf } from "@pintle/machinery";
import { resourcesOf } from "../run/program-kinds.ts";
import type { ProgramParts } from "../run/program-parts.ts";
import { type Access, rulesOf } from "./access.ts";
import { labelsOf } from "./labels.ts";
import type { ManifestObject, ManifestSettings } from "./manifest-options.ts";
import {
  accessOfParts,
  certificateAccess,
  configurationAccess,
  definitionAccess,
  eventAccess,
  leaseAccess,
  reviewAccess,
} from "./program-access.ts";
import { programNamesOf } from "./program-names.ts";

export type RoleManifest = ManifestOf<typeof ClusterRole> | ManifestOf<typeof Role>;
type BindingManifest = ManifestOf<typeof ClusterRoleBinding> | ManifestOf<typeof RoleBinding>;

export interface RoleObjects {
  readonly serviceAccount: ManifestOf<typeof ServiceAccount>;
  readonly roles: readonly RoleManifest[];
  readonly bindings: readonly BindingManifest[];
  /** For those who read metrics, and bound to nobody. */
  readonly metricsReader: ManifestOf<typeof ClusterRole> | undefined;
}

export function rolesOf(
  parts: ProgramParts,
  settings: ManifestSettings,
  configurations: readonly ManifestObject[],
): RoleObjects {
  const { name, namespace } = settings;
  const names = programNamesOf(name);
  const labels = labelsOf(name);
  const roles = namedRoles(parts, settings, configurations).filter(({ rules }) => rules.length > 0);
  const subjects = [{ kind: "ServiceAccount", name: names.serviceAccount, namespace }];
  const apiGroup = "rbac.authorization.k8s.io";
  return {
    // Only the program's own pod mounts a token; nothing else that runs as this account shall have one by accident.
    serviceAccount: ServiceAccount({
      metadata: { name: names.serviceAccount, namespace, labels },
      automountServiceAccountToken: false,
    }),
    roles: roles.map((role) =>
      role.namespace === undefined
        ? ClusterRole({ metadata: { name: role.name, labels }, rules: role.rules })
        : Role({ metadata: { name: role.name, namespace: role.namespace, labels }, rules: role.rules }),
    ),
    bindings: roles.map((role) =>
      role.namespace === undefined
        ? ClusterRoleBinding({
            metadata: { name: role.name, labels },
            roleRef: { apiGroup, kind: "ClusterRole", name: role.name },
            subjects,
          })
        : RoleBinding({
            metadata: { name: role.name, namespace: role.namespace, labels },
            roleRef: { apiGroup, kind: "Role", name: role.name },
            subjects,
          }),
    ),
    metricsReader:
      settings.metrics === "secure"
        ? ClusterRole({
            metadata: { name: names.metricsReaderRole, labels },
            rules: [{ nonResourceURLs: ["/metrics"], verbs: ["get"] }],
          })
        : undefined,
  };
}

interface NamedRole {
  readonly name: string;
  /** Nothing where it holds for the whole cluster. */
  readonly namespace?: string;
  readonly rules: PolicyRule[];
}

function namedRoles(
  parts: ProgramParts,
  settings: ManifestSettings,
  configurations: readonly ManifestObject[],
): readonly NamedRole[] {
  const { name, namespace, metrics, watchNamespaces } = settings;
  const names = programNamesOf(name);
  const kinds = accessOfParts(parts, settings);
  const whole = [...definitionAccess(parts, settings), ...configurationAccess(configurations)];
  const inNamespaces = kinds.filter(({ scope }) => scope === "Namespaced").map(({ access }) => access);
  const inCluster = kinds.filter(({ scope }) => scope === "Cluster").map(({ access }) => access);
  const manager = (accesses: readonly Access[], more: readonly PolicyRule[] = []): Omit<NamedRole, "namespace"> => ({
    name: names.managerRole,
    rules: [...rulesOf(accesses), ...more.map((rule) => ({ ...rule }))],
  });
  const isEverywhere = watchNamespaces === undefined;
  const watched = watchNamespaces ?? [];
  const added = settings.rules.filter((rule) => !isForPaths(rule));
  const lead = isEverywhere || watched.includes(namespace) ? leaseAccess(names) : [...leaseAccess(names), eventAccess];
  return [
    isEverywhere
      ? manager([...whole, ...inCluster, ...inNamespaces, eventAccess], settings.rules)
      : manager([...whole, ...inCluster], settings.rules.filter(isForPaths)),
    ...watched.map((each) => ({ ...manager([...inNamespaces, eventAccess], added), namespace: each })),
    ...eventsElsewhere(parts, settings).map((each) => ({ ...manager([eventAccess]), namespace: each })),
    { name: names.leaderElectionRole, namespace, rules: rulesOf(lead) },
    ...(configurations.length > 0 || (settings.webhooks && hasConversion(parts))
      ? [{ name: names.certificatesRole, namespace, rules: rulesOf(certificateAccess(names)) }]
      : []),
    ...(metrics === "secure" ? [{ name: names.metricsAuthRole, rules: rulesOf(reviewAccess) }] : []),
  ];
}

/** Paths are in no namespace. */
function isForPaths({ nonResourceURLs = [] }: PolicyRule): boolean {
  return nonResourceURLs.length > 0;
}

export function hasConversion(parts: ProgramParts): boolean {
  return resourcesOf(parts).some(({ versions }) => versions.length > 0);
}

/** Events about objects of the cluster are in the namespace `default`. */
function eventsElsewhere(parts: ProgramParts, { watchNamespaces }: ManifestSettings): readonly string[] {
  if (watchNamespaces === undefined || watchNamespaces.includes("default")) return [];
  return resourcesOf(parts).some(({ scope }) => scope === "Cluster") ? ["default"] : [];
}

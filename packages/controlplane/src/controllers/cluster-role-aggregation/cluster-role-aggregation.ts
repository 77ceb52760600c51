/** Fills ClusterRoles that gather others with the rules of those that they select, each rule once. */
import type { ClusterRole, PolicyRule } from "@pintle/kinds";
import {
  type CompiledLabelSelector,
  compareUtf8,
  compileLabelSelector,
  equalJson,
  type JsonValue,
  type LabelSelector,
} from "@pintle/machinery";
import type { PlaneController } from "../kit/plane-controller.ts";
import { runPlaneController, sourceOf } from "../kit/run-plane-controller.ts";

const fieldManager = "clusterrole-aggregation-controller";
const group = "rbac.authorization.k8s.io";
const everyRole = "";

export const clusterRoleAggregation: PlaneController = {
  name: fieldManager,

  async start(context) {
    const roles = await context.objects.follow<ClusterRole>(group, "clusterroles");
    const gathering = "gathering";
    roles.addIndex(gathering, ({ aggregationRule }) => (aggregationRule ? [gathering] : []));
    const writer = context.writer(fieldManager);
    const fill = async (name: string) => {
      const role = roles.getByKey(name);
      if (!role?.aggregationRule) return;
      const rules = gatherRules(role, roles.list());
      if (isEqual(rules, role.rules ?? [])) return;
      const applied = { apiVersion: `${group}/v1`, kind: "ClusterRole", metadata: { name }, rules };
      await writer.apply({ group, plural: "clusterroles", name }, applied, { fieldManager, isForced: true });
    };
    return runPlaneController({
      ...{ name: "clusterrole_aggregation", context, workers: 1 },
      // Who gathers whose rules is known to the selectors alone. There are few of them, and they are looked at together.
      sources: [sourceOf(roles, () => [everyRole])],
      async sync() {
        const failures: unknown[] = [];
        for (const { metadata } of gatheredFirst(roles.byIndex(gathering, gathering))) {
          await fill(metadata.name ?? "").catch((error) => failures.push(error));
        }
        if (failures.length > 0) throw failures[0];
        return undefined;
      },
    });
  },
};

export function gatherRules(
  { metadata, aggregationRule }: ClusterRole,
  roles: readonly ClusterRole[],
): readonly PolicyRule[] {
  // All roles are stored with their fields in the same order, so rules that are equal read the same.
  const rules = new Map<string, PolicyRule>();
  for (const selector of aggregationRule?.clusterRoleSelectors ?? []) {
    const compiled = compile(selector);
    const selected = roles
      .filter((role) => role.metadata.name !== metadata.name && compiled.matches(role.metadata.labels ?? {}))
      .sort((one, other) => compareUtf8(one.metadata.name ?? "", other.metadata.name ?? ""));
    for (const rule of selected.flatMap((role) => role.rules ?? [])) {
      const text = JSON.stringify(rule);
      if (!rules.has(text)) rules.set(text, rule);
    }
  }
  return [...rules.values()];
}

/** The roles in an order in which each comes after those that it gathers from, as far as that can be: so each is written once. */
function gatheredFirst(roles: readonly ClusterRole[]): readonly ClusterRole[] {
  const ordered: ClusterRole[] = [];
  const visited = new Set<ClusterRole>();
  const visit = (role: ClusterRole) => {
    if (visited.has(role)) return;
    visited.add(role);
    for (const selector of role.aggregationRule?.clusterRoleSelectors ?? []) {
      const compiled = compile(selector);
      for (const other of roles) if (compiled.matches(other.metadata.labels ?? {})) visit(other);
    }
    ordered.push(role);
  };
  for (const role of roles) visit(role);
  return ordered;
}

function compile(selector: object): CompiledLabelSelector {
  return compileLabelSelector(selector as LabelSelector);
}

function isEqual(one: object, other: object): boolean {
  return equalJson(one as JsonValue, other as JsonValue);
}

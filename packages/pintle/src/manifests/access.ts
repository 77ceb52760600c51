/**
 * What a program does to a resource, one entry for each thing that it does, and the rules of a role that allow just that.
 *
 * Rules are the same whatever the order of the entries: by group, by resources, then by names.
 */
import type { PolicyRule } from "@pintle/kinds/rbac/v1";
import type { KindInfo } from "@pintle/machinery";

export type Verb = "create" | "delete" | "get" | "list" | "patch" | "update" | "watch";

export interface Access {
  readonly group: string;
  /** With its subresource, if it is for one: `modelboxes/status`. */
  readonly resource: string;
  readonly verbs: readonly Verb[];
  /** Nothing where it is for every object. Creations cannot be bound to names: they are entries of their own. */
  readonly names?: readonly string[];
}

export function accessTo(
  kind: Pick<KindInfo, "group" | "plural">,
  verbs: readonly Verb[],
  subresource?: string,
): Access {
  const { group, plural } = kind;
  return { group, resource: subresource === undefined ? plural : `${plural}/${subresource}`, verbs };
}

/** In the order in which people write them. */
const verbOrder: readonly string[] = ["get", "list", "watch", "create", "update", "patch", "delete"] satisfies Verb[];

export function rulesOf(accesses: readonly Access[]): PolicyRule[] {
  const byResource = Map.groupBy(accesses, ({ group, resource, names = [] }) =>
    JSON.stringify([group, resource, [...new Set(names)].sort()]),
  );
  const merged = [...byResource].map(([key, entries]) => {
    const [group, resource, names] = JSON.parse(key) as [string, string, string[]];
    const verbs = [...new Set(entries.flatMap((entry) => entry.verbs))].sort(byVerb);
    return { group, resource, names, verbs };
  });
  // A resource that may be read whole needs no second rule for some of its objects, unless that allows more.
  const needed = merged.filter((entry) => entry.names.length === 0 || !isCovered(entry, merged));
  const byVerbs = Map.groupBy(needed, ({ group, names, verbs }) => JSON.stringify([group, names, verbs]));
  return [...byVerbs]
    .map(([key, entries]): PolicyRule => {
      const [group, names, verbs] = JSON.parse(key) as [string, string[], string[]];
      const resources = entries.map(({ resource }) => resource).sort();
      return { apiGroups: [group], resources, ...(names.length > 0 && { resourceNames: names }), verbs };
    })
    .sort(byPlace);
}

interface ResourceAccess {
  readonly group: string;
  readonly resource: string;
  readonly names: readonly string[];
  readonly verbs: readonly string[];
}

function isCovered(entry: ResourceAccess, all: readonly ResourceAccess[]): boolean {
  return all.some(
    ({ group, resource, names, verbs }) =>
      group === entry.group &&
      resource === entry.resource &&
      names.length === 0 &&
      entry.verbs.every((verb) => verbs.includes(verb)),
  );
}

function byVerb(left: string, right: string): number {
  return verbOrder.indexOf(left) - verbOrder.indexOf(right);
}

function byPlace(left: PolicyRule, right: PolicyRule): number {
  const [a, b] = [left, right].map(({ apiGroups = [], resources = [], resourceNames = [] }) =>
    [apiGroups, resources, resourceNames].map((part) => part.join(",")).join("\n"),
  ) as [string, string];
  return a < b ? -1 : Number(a > b);
}

/** What a server serves, sorted as discovery tells it: groups by priority, versions by age, resources by name. */
import { compareUtf8 } from "@pintle/machinery";
import type { RemoteResources } from "../aggregation/arrange-groups.ts";
import type { ServedResource, ServedSubresource } from "../registry/served-resource.ts";
import { servedVerbs, subresourceVerbs } from "../registry/served-verbs.ts";
import { compareVersions } from "./compare-versions.ts";

export interface DiscoveredGroup {
  readonly name: string;
  readonly versions: readonly DiscoveredVersion[];
}

export interface DiscoveredVersion {
  readonly version: string;
  readonly resources: readonly DiscoveredResource[];
  /** What another server says of it, in place of `resources`. */
  readonly remote?: RemoteResources;
}

export interface DiscoveredResource {
  readonly resource: ServedResource;
  readonly verbs: readonly string[];
  readonly subresources: readonly DiscoveredSubresource[];
}

export interface DiscoveredSubresource {
  readonly name: string;
  readonly kind: string;
  /** Empty where they are those of the resource itself. */
  readonly group: string;
  readonly version: string;
  readonly verbs: readonly string[];
}

/** Groups in the order given come first, then the others by name. */
export function discoverGroups(
  resources: Iterable<ServedResource>,
  groupOrder: readonly string[],
): readonly DiscoveredGroup[] {
  const groups = new Map<string, Map<string, ServedResource[]>>();
  for (const resource of resources) {
    const versions = groups.get(resource.group) ?? new Map<string, ServedResource[]>();
    groups.set(resource.group, versions);
    for (const { version, isServed = true } of resource.versions) {
      if (isServed) versions.set(version, [...(versions.get(version) ?? []), resource]);
    }
  }
  const rank = (name: string) => {
    const index = groupOrder.indexOf(name);
    return index < 0 ? groupOrder.length : index;
  };
  return [...groups]
    .filter(([, versions]) => versions.size > 0)
    .sort(([left], [right]) => rank(left) - rank(right) || compareUtf8(left, right))
    .map(([name, versions]) => ({
      name,
      versions: [...versions]
        .sort(([left], [right]) => compareVersions(left, right))
        .map(([version, served]) => ({
          version,
          resources: served.map((resource) => discoverResource(resource, version)).sort(byPlural),
        })),
    }));
}

function byPlural(left: DiscoveredResource, right: DiscoveredResource): number {
  return compareUtf8(left.resource.plural, right.resource.plural);
}

/** Subresources stand in the order of their names, those of custom resources in the order in which they are served. */
function discoverResource(resource: ServedResource, version: string): DiscoveredResource {
  const own = resource.versions.find((served) => served.version === version)?.subresources;
  const subresources = Object.entries(own ?? resource.subresources ?? {}).map(([name, subresource]) =>
    discoverSubresource(resource, name, subresource),
  );
  if (resource.isBuiltIn) subresources.sort((left, right) => compareUtf8(left.name, right.name));
  return { resource, verbs: resource.listedVerbs ?? servedVerbs(resource), subresources };
}

function discoverSubresource(
  resource: ServedResource,
  name: string,
  subresource: ServedSubresource,
): DiscoveredSubresource {
  const verbs = subresourceVerbs(subresource);
  if (subresource.type === "scale") return { name, kind: "Scale", group: "autoscaling", version: "v1", verbs };
  if (subresource.type === "view") return { name, kind: resource.kind, group: "", version: "", verbs };
  const { kind } = subresource;
  const isOwn =
    subresource.group === resource.group && resource.versions.some(({ version }) => version === subresource.version);
  return isOwn
    ? { name, kind, group: "", version: "", verbs }
    : { name, kind, group: subresource.group, version: subresource.version, verbs };
}

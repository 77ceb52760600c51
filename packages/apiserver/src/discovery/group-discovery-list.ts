/** All groups, versions and resources in one answer, which is what kubectl and client-go ask for first. */
import type { JsonObject } from "@pintle/machinery";
import type {
  DiscoveredGroup,
  DiscoveredResource,
  DiscoveredSubresource,
  DiscoveredVersion,
} from "./discovered-group.ts";

export function createGroupDiscoveryList(groups: readonly DiscoveredGroup[]): JsonObject {
  return {
    kind: "APIGroupDiscoveryList",
    apiVersion: "apidiscovery.k8s.io/v2",
    metadata: {},
    items: groups.map(({ name, versions }) => ({
      metadata: name === "" ? {} : { name },
      versions: versions.map((version) => describeVersion(name, version)),
    })),
  };
}

function describeVersion(group: string, { version, resources, remote }: DiscoveredVersion): JsonObject {
  if (remote === undefined) {
    return { version, resources: resources.map((each) => describe(group, version, each)), freshness: "Current" };
  }
  const known = remote.resources.length === 0 ? {} : { resources: [...remote.resources] };
  return { version, ...known, freshness: remote.freshness };
}

function describe(group: string, version: string, { resource, verbs, subresources }: DiscoveredResource): JsonObject {
  // Custom resources say their group and version, built-in ones leave it to the place where they stand.
  const own = resource.isBuiltIn ? { group: "", version: "" } : { group, version };
  return {
    resource: resource.plural,
    responseKind: { ...own, kind: resource.kind },
    scope: resource.scope,
    singularResource: resource.singular,
    verbs: [...verbs],
    ...listed("shortNames", resource.shortNames),
    ...listed("categories", resource.categories),
    ...(subresources.length > 0 && { subresources: subresources.map((part) => describePart(part, own)) }),
  };
}

function describePart(part: DiscoveredSubresource, own: { group: string; version: string }): JsonObject {
  const { name, kind, verbs } = part;
  const { group, version } = part.group === "" && part.version === "" ? own : part;
  return { subresource: name, responseKind: { group, version, kind }, verbs: [...verbs] };
}

function listed(key: string, values: readonly string[] = []): JsonObject {
  return values.length === 0 ? {} : { [key]: [...values] };
}

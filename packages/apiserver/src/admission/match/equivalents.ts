/** The same objects under other names: all versions of a resource, and resources of other groups that share its storage. */
import { createResourceEndpoint, type ResourceEndpoint } from "../../registry/resource-endpoint.ts";
import type { ResourceRegistry } from "../../registry/resource-registry.ts";

/** All endpoints that serve the objects of this one, with the subresource, in the order in which they were registered. */
export type FindEquivalents = (endpoint: ResourceEndpoint, subresource: string) => readonly ResourceEndpoint[];

const versions = new WeakMap<ResourceEndpoint, readonly ResourceEndpoint[]>();

/** The versions of the resource alone, for who knows no registry. */
export const findVersions: FindEquivalents = (endpoint, subresource) => {
  let all = versions.get(endpoint);
  if (!all) {
    const { resource } = endpoint;
    const served = resource.versions.filter(({ isServed }) => isServed !== false);
    all = served.map((version) => createResourceEndpoint(resource, version));
    versions.set(endpoint, all);
  }
  return subresource === "" ? all : all.filter((each) => serves(each, subresource));
};

/** The registry is asked for when it is needed, because admission is there before the server is. */
export function findEquivalentsIn(registry: () => ResourceRegistry): FindEquivalents {
  let known = new WeakMap<ResourceEndpoint, readonly ResourceEndpoint[]>();
  let isSubscribed = false;
  return (endpoint, subresource) => {
    if (!isSubscribed) {
      isSubscribed = true;
      registry().subscribe(() => {
        known = new WeakMap();
      });
    }
    let all = known.get(endpoint);
    if (!all) {
      all = collect(registry(), endpoint);
      known.set(endpoint, all);
    }
    return subresource === "" ? all : all.filter((each) => serves(each, subresource));
  };
}

function collect(registry: ResourceRegistry, { prefix }: ResourceEndpoint): readonly ResourceEndpoint[] {
  return registry.list().flatMap(({ group, plural, versions }) =>
    versions.flatMap(({ version }) => {
      const endpoint = registry.find(group, version, plural);
      return endpoint?.prefix === prefix ? [endpoint] : [];
    }),
  );
}

function serves({ resource }: ResourceEndpoint, subresource: string): boolean {
  return resource.subresources !== undefined && Object.hasOwn(resource.subresources, subresource);
}

/**
 * The resources that a server serves, which may come and go while it runs.
 *
 * A request that has found its resource keeps it, whatever is removed meanwhile. Listeners are told after the change.
 */
import { UsageError } from "@pintle/machinery";
import { createResourceEndpoint, type ResourceEndpoint } from "./resource-endpoint.ts";
import type { ServedResource } from "./served-resource.ts";

export type ResourceRegistryListener = (change: {
  /** `relisted` is for discovery alone: those who watch the resource stay. */
  readonly type: "added" | "removed" | "relisted";
  readonly resource: ServedResource;
}) => void;

export interface ResourceRegistry {
  /** Serves the resource from now on, in place of one with the same group and plural. */
  add(resource: ServedResource): void;
  /** Says that discovery has something new to tell about the resource. */
  relist(group: string, plural: string): void;
  /** Whether it was there. */
  remove(group: string, plural: string): boolean;
  find(group: string, version: string, plural: string): ResourceEndpoint | undefined;
  /** Whether anything of the group is served: a path of an unknown group is no page, one of an unknown version no resource. */
  hasGroup(group: string): boolean;
  /** In the order in which they were added. */
  list(): readonly ServedResource[];
  subscribe(listener: ResourceRegistryListener): Disposable;
}

export function createResourceRegistry(resources: readonly ServedResource[] = []): ResourceRegistry {
  const served = new Map<string, ServedResource>();
  const endpoints = new Map<string, ResourceEndpoint>();
  const listeners = new Set<ResourceRegistryListener>();

  function forget(resource: ServedResource): void {
    served.delete(keyOf(resource.group, resource.plural));
    for (const { version } of resource.versions) endpoints.delete(keyOf(resource.group, version, resource.plural));
  }

  function tell(type: "added" | "removed" | "relisted", resource: ServedResource): void {
    for (const listener of [...listeners]) listener({ type, resource });
  }

  const registry: ResourceRegistry = {
    add(resource) {
      checkResource(resource);
      const made = resource.versions.map((version) => createResourceEndpoint(resource, version));
      const before = served.get(keyOf(resource.group, resource.plural));
      if (before) forget(before);
      served.set(keyOf(resource.group, resource.plural), resource);
      for (const endpoint of made) {
        if (endpoint.version.isServed === false) continue;
        endpoints.set(keyOf(resource.group, endpoint.version.version, resource.plural), endpoint);
      }
      tell("added", resource);
    },

    relist(group, plural) {
      const resource = served.get(keyOf(group, plural));
      if (resource) tell("relisted", resource);
    },

    remove(group, plural) {
      const resource = served.get(keyOf(group, plural));
      if (resource === undefined) return false;
      forget(resource);
      tell("removed", resource);
      return true;
    },

    find: (group, version, plural) => endpoints.get(keyOf(group, version, plural)),
    hasGroup: (group) => served.values().some((resource) => resource.group === group),
    list: () => [...served.values()],

    subscribe(listener) {
      listeners.add(listener);
      return { [Symbol.dispose]: () => listeners.delete(listener) };
    },
  };
  for (const resource of resources) registry.add(resource);
  return registry;
}

/** No name of a group, version or resource holds a slash. */
function keyOf(...names: readonly string[]): string {
  return names.join("/");
}

function checkResource({ group, plural, kind }: ServedResource): void {
  if ([group, plural, kind].some((name) => name.includes("/")) || plural === "" || kind === "") {
    throw new UsageError(
      "PINTLE_RESOURCE_NAME_INVALID",
      `give the resource a plural and a kind, and no slash in them or in its group: "${group}", "${plural}", "${kind}"`,
    );
  }
}

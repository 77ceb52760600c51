/** The endpoint that serves a kind, for those who know objects by their kinds and not by their paths. */
import type { GroupVersionKind } from "@pintle/machinery";
import type { ResourceEndpoint } from "./resource-endpoint.ts";
import type { ResourceRegistry } from "./resource-registry.ts";

export function findServedKind(
  registry: ResourceRegistry,
  { group, version, kind }: GroupVersionKind,
): ResourceEndpoint | undefined {
  const resource = registry.list().find((each) => each.group === group && each.kind === kind);
  return resource && registry.find(group, version, resource.plural);
}

/** Finds the resource of a built-in kind. */
import { formatGroupVersionKind, type GroupVersionKind } from "@pintle/machinery";
import type { BuiltInResource } from "./built-in-resource.ts";
import { resources } from "./generated/tables/resources.ts";

/** Sorted by group, version and plural. */
export const builtInResources: readonly BuiltInResource[] = resources;

let byKind: Map<string, BuiltInResource> | undefined;

/** The resource whose objects are of the kind, or `undefined` for what is only a subresource, such as Scale, and for custom kinds. */
export function resourceOfKind(kind: GroupVersionKind): BuiltInResource | undefined {
  byKind ??= new Map(resources.map((resource) => [formatGroupVersionKind(resource), resource]));
  return byKind.get(formatGroupVersionKind(kind));
}

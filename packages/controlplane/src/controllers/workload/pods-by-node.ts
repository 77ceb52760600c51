/** Finds the pods of a node without walking through all of them; one index serves all controllers that ask. */
import type { Pod } from "@pintle/kinds";
import type { FollowedResource } from "../kit/followed-resource.ts";

const index = "node";

/** Call it once for the pods before they are asked for. Those that have no node yet are on none. */
export function indexByNode(pods: FollowedResource<Pod>): void {
  pods.addIndex(index, ({ spec }) => (spec?.nodeName ? [spec.nodeName] : []));
}

export function podsOn(pods: FollowedResource<Pod>, node: string): readonly Pod[] {
  return pods.byIndex(index, node);
}

/** Terms of pod affinity: which other pods are meant, and where they are. */
import type { Pod, PodAffinityTerm } from "@pintle/kinds";
import { compileLabelSelector, getOwn } from "@pintle/machinery";
import type { ClusterState } from "./cluster-state.ts";
import type { NodeState } from "./node-state.ts";

/** A term ready to be asked about pods. */
export interface CompiledTerm {
  readonly topologyKey: string;
  means(pod: Pod): boolean;
}

export function compileTerm(term: PodAffinityTerm, owner: Pod, cluster: ClusterState): CompiledTerm {
  const { labelSelector, namespaces = [], namespaceSelector, topologyKey } = term;
  const labels = compileLabelSelector(labelSelector);
  const spaces = namespaceSelector && compileLabelSelector(namespaceSelector);
  const named = namespaces.length > 0 || spaces ? namespaces : [owner.metadata.namespace ?? ""];
  return {
    topologyKey,
    means({ metadata }) {
      const namespace = metadata.namespace ?? "";
      const isThere = named.includes(namespace) || (spaces?.matches(cluster.namespaceLabels(namespace)) ?? false);
      return isThere && labels.matches(metadata.labels ?? {});
    },
  };
}

export function topologyOf({ node }: NodeState, key: string): string | undefined {
  return getOwn(node.metadata.labels ?? {}, key);
}

/** How many pods that a term means there are in each of its places. */
export function countByTopology(term: CompiledTerm, cluster: ClusterState): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const node of cluster.nodes) {
    const place = topologyOf(node, term.topologyKey);
    if (place === undefined) continue;
    for (const pod of node.pods) if (term.means(pod)) counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  return counts;
}

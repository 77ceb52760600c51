/** Where a pod may go because of others: evenly spread, near to some, away from others. */
import type { Pod, TopologySpreadConstraint } from "@pintle/kinds";
import { compileLabelSelector } from "@pintle/machinery";
import type { ClusterState } from "./cluster-state.ts";
import { matchesNodeNeeds } from "./node-selectors.ts";
import type { NodeState } from "./node-state.ts";
import { type CompiledTerm, compileTerm, countByTopology, topologyOf } from "./pod-terms.ts";
import { finalRejection, type NodeFilter, openRejection } from "./rejection.ts";
import { isRepelled } from "./tolerations.ts";

const unevenReason = "node(s) didn't match pod topology spread constraints";

/** In the order in which they are asked. None where nobody asks for any of it. */
export function spreadFilters(pod: Pod, cluster: ClusterState): readonly NodeFilter[] {
  const strict = strictSpreads(pod);
  return [
    ...strict.map((constraint) => spreadFilter(pod, constraint, strict, cluster)),
    ...affinityFilter(pod, cluster),
    ...antiAffinityFilters(pod, cluster),
    ...existingAntiAffinityFilter(pod, cluster),
  ];
}

/** Those that are no mere wishes. */
export function strictSpreads({ spec }: Pod): readonly TopologySpreadConstraint[] {
  return (spec?.topologySpreadConstraints ?? []).filter(
    ({ whenUnsatisfiable }) => whenUnsatisfiable === "DoNotSchedule",
  );
}

/** How many pods of a kind there are in each place that counts. */
export function spreadCounts(
  pod: Pod,
  constraint: TopologySpreadConstraint,
  nodes: readonly NodeState[],
): ReadonlyMap<string, number> {
  const selector = compileLabelSelector(constraint.labelSelector);
  const counts = new Map<string, number>();
  for (const node of nodes) {
    const place = topologyOf(node, constraint.topologyKey);
    if (place === undefined) continue;
    let count = counts.get(place) ?? 0;
    for (const { metadata } of node.pods) {
      const isOne = metadata.namespace === pod.metadata.namespace && metadata.deletionTimestamp === undefined;
      if (isOne && selector.matches(metadata.labels ?? {})) count += 1;
    }
    counts.set(place, count);
  }
  return counts;
}

function spreadFilter(
  pod: Pod,
  constraint: TopologySpreadConstraint,
  all: readonly TopologySpreadConstraint[],
  cluster: ClusterState,
): NodeFilter {
  const {
    topologyKey,
    maxSkew,
    minDomains = 1,
    nodeAffinityPolicy = "Honor",
    nodeTaintsPolicy = "Ignore",
  } = constraint;
  const counted = cluster.nodes.filter(
    (node) =>
      all.every((each) => topologyOf(node, each.topologyKey) !== undefined) &&
      (nodeAffinityPolicy !== "Honor" || matchesNodeNeeds(pod, node.node)) &&
      (nodeTaintsPolicy !== "Honor" || !isRepelled(pod, node.node.spec?.taints ?? [])),
  );
  const counts = spreadCounts(pod, constraint, counted);
  const least = counts.size < minDomains ? 0 : Math.min(...counts.values());
  const self = compileLabelSelector(constraint.labelSelector).matches(pod.metadata.labels ?? {}) ? 1 : 0;
  return (node) => {
    const place = topologyOf(node, topologyKey);
    if (place === undefined) return finalRejection(`${unevenReason} (missing required label)`);
    return (counts.get(place) ?? 0) + self - least > maxSkew ? openRejection(unevenReason) : undefined;
  };
}

function affinityFilter(pod: Pod, cluster: ClusterState): readonly NodeFilter[] {
  const required = pod.spec?.affinity?.podAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
  if (required.length === 0) return [];
  const terms = required.map((term) => compileTerm(term, pod, cluster));
  const counts = terms.map((term) => countByTopology(term, cluster));
  // The first of a group that wants to be together has nobody to join, and may begin anywhere.
  const isFirst = counts.every(({ size }) => size === 0) && terms.every((term) => term.means(pod));
  return [
    (node) => {
      const places = terms.map(({ topologyKey }) => topologyOf(node, topologyKey));
      const isMet = places.every((place, at) => place !== undefined && (isFirst || (counts[at]?.get(place) ?? 0) > 0));
      return isMet ? undefined : finalRejection("node(s) didn't match pod affinity rules");
    },
  ];
}

function antiAffinityFilters(pod: Pod, cluster: ClusterState): readonly NodeFilter[] {
  const required = pod.spec?.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
  return required.map((each) => {
    const term = compileTerm(each, pod, cluster);
    const counts = countByTopology(term, cluster);
    return (node) => {
      const place = topologyOf(node, term.topologyKey);
      const isMet = place === undefined || (counts.get(place) ?? 0) === 0;
      return isMet ? undefined : openRejection("node(s) didn't match pod anti-affinity rules");
    };
  });
}

/** Those who are there already may not want the pod near them. */
function existingAntiAffinityFilter(pod: Pod, cluster: ClusterState): readonly NodeFilter[] {
  const forbidden = new Set<string>();
  for (const node of cluster.nodes) {
    for (const other of node.loners) {
      const required = other.spec?.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
      for (const each of required) {
        const term: CompiledTerm = compileTerm(each, other, cluster);
        const place = topologyOf(node, term.topologyKey);
        if (place !== undefined && term.means(pod)) forbidden.add(`${term.topologyKey}\n${place}`);
      }
    }
  }
  if (forbidden.size === 0) return [];
  return [
    ({ node }) =>
      Object.entries(node.metadata.labels ?? {}).some(([key, value]) => forbidden.has(`${key}\n${value}`))
        ? openRejection("node(s) didn't satisfy existing pods anti-affinity rules")
        : undefined,
  ];
}

/** Which of the nodes that a pod can go to is the best, as the scheduler weighs it. Scores go from 0 to 100 before they are weighed. */
import type { Pod } from "@pintle/kinds";
import type { ClusterState } from "./cluster-state.ts";
import { nodePreference } from "./node-selectors.ts";
import { assumedNeed, controllerUidOf, type NodeState } from "./node-state.ts";
import { compileTerm, countByTopology, topologyOf } from "./pod-terms.ts";
import { spreadCounts } from "./spread-filters.ts";
import { countDisliked } from "./tolerations.ts";

export function scoreNodes(pod: Pod, nodes: readonly NodeState[], cluster: ClusterState): Map<string, number> {
  const scores = new Map(nodes.map((node) => [node.name, roomScore(pod, node)]));
  const weigh = (raw: readonly number[], weight: number, isLessBetter: boolean) => {
    const [low, high] = [Math.min(0, ...raw), Math.max(0, ...raw)];
    for (const [at, node] of nodes.entries()) {
      const share = high === low ? (isLessBetter ? 0 : 1) : ((raw[at] ?? 0) - low) / (high - low);
      const score = Math.trunc(100 * (isLessBetter ? 1 - share : share));
      scores.set(node.name, (scores.get(node.name) ?? 0) + weight * score);
    }
  };
  weigh(
    nodes.map(({ node }) => countDisliked(pod, node.spec?.taints ?? [])),
    3,
    true,
  );
  weigh(
    nodes.map(({ node }) => nodePreference(pod, node)),
    2,
    false,
  );
  weigh(crowding(pod, nodes), 2, true);
  weigh(nearness(pod, nodes, cluster), 2, false);
  return scores;
}

/** Best where most is left, and where processors and memory are used alike. */
function roomScore(pod: Pod, node: NodeState): number {
  const shares = ["cpu", "memory"].map((resource) => {
    const offered = node.allocatable(resource);
    return offered === 0 ? 1 : Math.min(1, (node.used(resource) + assumedNeed(pod, resource)) / offered);
  });
  const [cpu = 0, memory = 0] = shares;
  const left = (100 * (1 - cpu) + 100 * (1 - memory)) / 2;
  const balance = 100 * (1 - Math.abs(cpu - memory) / 2);
  return Math.trunc(left) + Math.trunc(balance);
}

/** How many pods like this one there are where a node is: as its constraints say, or else those of the same controller on the node. */
function crowding(pod: Pod, nodes: readonly NodeState[]): number[] {
  const wishes = pod.spec?.topologySpreadConstraints ?? [];
  const soft = wishes.filter(({ whenUnsatisfiable }) => whenUnsatisfiable === "ScheduleAnyway");
  if (wishes.length > 0) {
    const counts = soft.map((constraint) => ({ constraint, found: spreadCounts(pod, constraint, nodes) }));
    return nodes.map((node) =>
      counts.reduce((sum, { constraint, found }) => {
        const place = topologyOf(node, constraint.topologyKey);
        return sum + (place === undefined ? 0 : (found.get(place) ?? 0));
      }, 0),
    );
  }
  const controller = controllerUidOf(pod);
  return nodes.map((node) => (controller === undefined ? 0 : node.countOf(controller)));
}

/** The weights of those whom the pod would like to be near, less those whom it would rather avoid. */
function nearness(pod: Pod, nodes: readonly NodeState[], cluster: ClusterState): number[] {
  const { podAffinity, podAntiAffinity } = pod.spec?.affinity ?? {};
  const wishes = [
    ...(podAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map((wish) => ({ ...wish, sign: 1 })),
    ...(podAntiAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map((wish) => ({ ...wish, sign: -1 })),
  ].map(({ sign, weight, podAffinityTerm }) => {
    const term = compileTerm(podAffinityTerm, pod, cluster);
    return { key: term.topologyKey, weight: sign * weight, counts: countByTopology(term, cluster) };
  });
  return nodes.map((node) =>
    wishes.reduce((sum, { key, weight, counts }) => {
      const place = topologyOf(node, key);
      return sum + (place === undefined ? 0 : weight * (counts.get(place) ?? 0));
    }, 0),
  );
}

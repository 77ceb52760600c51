/** Finds the node for a pod: all filters are asked, extenders too, and of those that are left the best is taken. */
import type { Pod } from "@pintle/kinds";
import { type Logger, type Random, randomBelow } from "@pintle/machinery";
import type { ClusterState } from "./cluster-state.ts";
import { type AskingTools, askFilter, askPriorities, type SchedulerExtender } from "./extender.ts";
import { describeMisfit } from "./fit-error.ts";
import { nodeFilters } from "./node-filters.ts";
import type { NodeState } from "./node-state.ts";
import type { Rejection } from "./rejection.ts";
import { scoreNodes } from "./score-nodes.ts";
import { spreadFilters } from "./spread-filters.ts";

export interface PlacementTools extends AskingTools {
  readonly cluster: ClusterState;
  readonly extenders: readonly SchedulerExtender[];
  /** Chooses among nodes that are equally good. */
  readonly random: Random;
  readonly logger: Logger;
}

export type Placement =
  | { readonly node: string }
  /** There is no node for it, and why. */
  | { readonly misfit: string }
  /** Nobody knows, because an extender has failed. */
  | { readonly failure: string };

export async function placePod(pod: Pod, tools: PlacementTools): Promise<Placement> {
  const { cluster } = tools;
  const filters = [...nodeFilters(pod), ...spreadFilters(pod, cluster)];
  const rejections = new Map<string, Rejection>();
  const fitting: NodeState[] = [];
  for (const node of cluster.nodes) {
    const rejection = firstRejection(filters, node);
    if (rejection) rejections.set(node.name, rejection);
    else fitting.push(node);
  }
  const left = await filterByExtenders(pod, fitting, rejections, tools);
  if ("failure" in left) return left;
  if (left.length === 0) return { misfit: describeMisfit(pod, [...rejections.values()]) };
  return { node: await chooseBest(pod, left, tools) };
}

function firstRejection(filters: ReturnType<typeof nodeFilters>, node: NodeState): Rejection | undefined {
  for (const filter of filters) {
    const rejection = filter(node);
    if (rejection) return rejection;
  }
  return undefined;
}

async function filterByExtenders(
  pod: Pod,
  fitting: readonly NodeState[],
  rejections: Map<string, Rejection>,
  tools: PlacementTools,
): Promise<readonly NodeState[] | { readonly failure: string }> {
  const { extenders, logger } = tools;
  let left = fitting;
  for (const extender of extenders) {
    if (left.length === 0) break;
    try {
      const { names, rejected } = await askFilter(
        extender,
        tools,
        pod,
        left.map(({ node }) => node),
      );
      for (const { name } of left) {
        if (!names.includes(name))
          rejections.set(
            name,
            rejected.get(name) ?? { reasons: ["node(s) were filtered out by extender"], isFinal: false },
          );
      }
      left = left.filter(({ name }) => names.includes(name));
    } catch (error) {
      if (!extender.ignorable) return { failure: error instanceof Error ? error.message : String(error) };
      logger.warn("a scheduler extender is left out", { error });
    }
  }
  return left;
}

async function chooseBest(pod: Pod, nodes: readonly NodeState[], tools: PlacementTools): Promise<string> {
  const [only, second] = nodes;
  if (only && !second) return only.name;
  const scores = scoreNodes(pod, nodes, tools.cluster);
  for (const extender of tools.extenders) {
    try {
      const more = await askPriorities(
        extender,
        tools,
        pod,
        nodes.map(({ node }) => node),
      );
      for (const [name, score] of more) if (scores.has(name)) scores.set(name, (scores.get(name) ?? 0) + score);
    } catch (error) {
      // What is best is an opinion: without it pods are scheduled all the same.
      tools.logger.warn("a scheduler extender has no opinion", { error });
    }
  }
  const highest = Math.max(...scores.values());
  const best = nodes.filter(({ name }) => scores.get(name) === highest);
  return best[best.length > 1 ? randomBelow(tools.random, best.length) : 0]?.name ?? "";
}

/**
 * How a Deployment that is scaled in the midst of a rollout shares the difference among its sets.
 *
 * Each set grows or shrinks in proportion to its size, from the largest on, so that the rollout is neither hastened nor undone. What rounding
 * leaves goes to the largest.
 */
import type { Deployment, ReplicaSet } from "@pintle/kinds";
import { desiredReplicas } from "../workload/desired-replicas.ts";
import { activeSets, largerThenNewerFirst, largerThenOlderFirst } from "./choose-replica-sets.ts";
import { maxByAnnotation } from "./revision-annotations.ts";
import { countReplicas, maxSurge } from "./rolling-bounds.ts";

export interface SizedSet {
  readonly set: ReplicaSet;
  readonly replicas: number;
}

/** The active sets and what size they shall have, in the order in which they are to be scaled. */
export function scaleProportionally(deployment: Deployment, sets: readonly ReplicaSet[]): readonly SizedSet[] {
  const active = activeSets(sets);
  const replicas = desiredReplicas(deployment);
  const allowed = replicas > 0 ? replicas + maxSurge(deployment) : 0;
  const toAdd = allowed - countReplicas(active);
  if (toAdd === 0) return active.map((set) => ({ set, replicas: desiredReplicas(set) }));
  let added = 0;
  const sized = active.toSorted(toAdd > 0 ? largerThenNewerFirst : largerThenOlderFirst).map((set) => {
    const share = shareOf(set, deployment, toAdd, added);
    added += share;
    return { set, replicas: desiredReplicas(set) + share };
  });
  return sized.map((each, index) =>
    index === 0 ? { ...each, replicas: Math.max(0, each.replicas + toAdd - added) } : each,
  );
}

/** Never more than what is left to add, or to take away. */
function shareOf(set: ReplicaSet, deployment: Deployment, toAdd: number, added: number): number {
  if (toAdd === added) return 0;
  const fraction = fractionOf(set, deployment);
  return toAdd > 0 ? Math.min(fraction, toAdd - added) : Math.max(fraction, toAdd - added);
}

/** By how much the set would grow if it kept its proportion of the whole. */
function fractionOf(set: ReplicaSet, deployment: Deployment): number {
  const size = desiredReplicas(set);
  const replicas = desiredReplicas(deployment);
  if (replicas === 0) return -size;
  // Somebody may have taken the annotation away: then the size of the whole is what it is now.
  const before = maxByAnnotation(set) || (deployment.status?.replicas ?? 0);
  return before === 0 ? 0 : Math.round((size * (replicas + maxSurge(deployment))) / before) - size;
}

/** How many pods a rolling update may have too many and too few. */
import type { Deployment, ReplicaSet } from "@pintle/kinds";
import { scaledIntOrPercent } from "@pintle/machinery";
import { desiredReplicas } from "../workload/desired-replicas.ts";

export function isRollingUpdate({ spec }: Deployment): boolean {
  return spec?.strategy?.type === "RollingUpdate";
}

/** How many more pods than replicas there may be; none, unless the update rolls. */
export function maxSurge(deployment: Deployment): number {
  return isRollingUpdate(deployment) ? boundsOf(deployment).surge : 0;
}

/** How many of the replicas may be unavailable, never more than there are; none, unless the update rolls. */
export function maxUnavailable(deployment: Deployment): number {
  const replicas = desiredReplicas(deployment);
  if (!isRollingUpdate(deployment) || replicas === 0) return 0;
  return Math.min(boundsOf(deployment).unavailable, replicas);
}

/**
 * How many replicas the new set may have now, given all sets with it: as many as fit under the surge, and never more than the Deployment
 * wants. A Deployment that recreates its pods has ended the old ones first.
 */
export function replicasOfNewSet(deployment: Deployment, sets: readonly ReplicaSet[], newSetReplicas: number): number {
  const replicas = desiredReplicas(deployment);
  if (!isRollingUpdate(deployment)) return replicas;
  const surge = scaledIntOrPercent(deployment.spec?.strategy?.rollingUpdate?.maxSurge, replicas, "up");
  const room = replicas + surge - countReplicas(sets);
  return room <= 0 ? newSetReplicas : newSetReplicas + Math.min(room, replicas - newSetReplicas);
}

/** How many replicas the sets ask for together. */
export function countReplicas(sets: readonly ReplicaSet[]): number {
  return sets.reduce((sum, set) => sum + desiredReplicas(set), 0);
}

/**
 * Both bounds at once: where rounding leaves neither room above nor below, one replica may be missing, because otherwise nothing could
 * ever move.
 */
function boundsOf(deployment: Deployment): { readonly surge: number; readonly unavailable: number } {
  const replicas = desiredReplicas(deployment);
  const { maxSurge: above = 0, maxUnavailable: below = 0 } = deployment.spec?.strategy?.rollingUpdate ?? {};
  const surge = scaledIntOrPercent(above, replicas, "up");
  const unavailable = scaledIntOrPercent(below, replicas, "down");
  return { surge, unavailable: surge === 0 && unavailable === 0 ? 1 : unavailable };
}

import type { Deployment, ReplicaSet } from "@pintle/kinds";

/** How many replicas an object asks for; one, where it does not say. */
export function desiredReplicas({ spec }: Deployment | ReplicaSet): number {
  return spec?.replicas ?? 1;
}

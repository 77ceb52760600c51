/** What a Deployment says of its ReplicaSets: counts, and whether enough replicas are available. Counts of zero are left out. */
import type { Deployment, DeploymentCondition, DeploymentStatus, ReplicaSet } from "@pintle/kinds";
import { equalJson, type JsonValue } from "@pintle/machinery";
import { desiredReplicas } from "../workload/desired-replicas.ts";
import { newCondition, withCondition } from "./deployment-conditions.ts";
import { countReplicas, maxUnavailable } from "./rolling-bounds.ts";

export function statusOfDeployment(
  deployment: Deployment,
  sets: readonly ReplicaSet[],
  newSet: ReplicaSet | undefined,
  nowMs: number,
): DeploymentStatus {
  const available = sum(sets, "availableReplicas");
  const terminating = countTerminating(sets);
  const { collisionCount, conditions = [] } = deployment.status ?? {};
  return {
    ...counts({
      observedGeneration: deployment.metadata.generation ?? 0,
      replicas: sum(sets, "replicas"),
      updatedReplicas: newSet?.status?.replicas ?? 0,
      readyReplicas: sum(sets, "readyReplicas"),
      availableReplicas: available,
      unavailableReplicas: Math.max(0, countReplicas(sets) - available),
    }),
    ...(terminating !== undefined && { terminatingReplicas: terminating }),
    ...(collisionCount !== undefined && { collisionCount }),
    conditions: withCondition(conditions, availability(deployment, available, nowMs)),
  };
}

/** Whether two statuses say the same. */
export function isSameStatus(left: DeploymentStatus | undefined, right: DeploymentStatus | undefined): boolean {
  return equalJson(comparable(left), comparable(right));
}

/** Whether all replicas that are wanted are updated and available, and no old ones are left. */
export function isComplete(deployment: Deployment, status: DeploymentStatus | undefined): boolean {
  const replicas = desiredReplicas(deployment);
  const { updatedReplicas = 0, replicas: all = 0, availableReplicas = 0, observedGeneration = 0 } = status ?? {};
  const isRolledOut = updatedReplicas === replicas && all === replicas && availableReplicas === replicas;
  return isRolledOut && observedGeneration >= (deployment.metadata.generation ?? 0);
}

/** Whether the new status is further than the old one: more updated, ready or available replicas, or fewer old ones. */
export function isProgress(before: DeploymentStatus = {}, after: DeploymentStatus): boolean {
  const oldReplicas = ({ replicas = 0, updatedReplicas = 0 }: DeploymentStatus) => replicas - updatedReplicas;
  return (
    (after.updatedReplicas ?? 0) > (before.updatedReplicas ?? 0) ||
    oldReplicas(after) < oldReplicas(before) ||
    (after.readyReplicas ?? 0) > (before.readyReplicas ?? 0) ||
    (after.availableReplicas ?? 0) > (before.availableReplicas ?? 0)
  );
}

/** The status with other conditions, and without any where none is left. */
export function withConditions(
  { conditions: _, ...status }: DeploymentStatus,
  conditions: DeploymentCondition[],
): DeploymentStatus {
  return conditions.length === 0 ? status : { ...status, conditions };
}

function availability(deployment: Deployment, available: number, nowMs: number): DeploymentCondition[][number] {
  return available >= desiredReplicas(deployment) - maxUnavailable(deployment)
    ? newCondition("Available", "True", "MinimumReplicasAvailable", "Deployment has minimum availability.", nowMs)
    : newCondition(
        "Available",
        "False",
        "MinimumReplicasUnavailable",
        "Deployment does not have minimum availability.",
        nowMs,
      );
}

type Count = "replicas" | "readyReplicas" | "availableReplicas";

function sum(sets: readonly ReplicaSet[], field: Count): number {
  return sets.reduce((total, { status }) => total + (status?.[field] ?? 0), 0);
}

/** Unknown as soon as a set that has been looked at does not tell; one that has not been looked at counts as none. */
function countTerminating(sets: readonly ReplicaSet[]): number | undefined {
  let total = 0;
  for (const { status } of sets) {
    if (status?.terminatingReplicas === undefined && status?.observedGeneration) return undefined;
    total += status?.terminatingReplicas ?? 0;
  }
  return total;
}

function counts(all: Readonly<Record<string, number>>): { readonly [key: string]: number } {
  return Object.fromEntries(Object.entries(all).filter(([, count]) => count !== 0));
}

/** Two counts tell 0 from nothing, and the rest does not. */
function comparable(status: DeploymentStatus = {}): JsonValue {
  const said = Object.entries(status).filter(([key, value]) => {
    const isPointer = key === "collisionCount" || key === "terminatingReplicas";
    return isPointer || (value !== 0 && !(Array.isArray(value) && value.length === 0));
  });
  return Object.fromEntries(said) as unknown as JsonValue;
}

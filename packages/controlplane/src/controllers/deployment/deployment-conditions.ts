/** The conditions of Deployments, which tell two times: when the status changed last, and when anything did. */
import type { DeploymentCondition } from "@pintle/kinds";
import { formatTime } from "@pintle/machinery";

export const progressReason = {
  setCreated: "NewReplicaSetCreated",
  setFound: "FoundNewReplicaSet",
  setUpdated: "ReplicaSetUpdated",
  setAvailable: "NewReplicaSetAvailable",
  setFailed: "ReplicaSetCreateError",
  timedOut: "ProgressDeadlineExceeded",
  paused: "DeploymentPaused",
  resumed: "DeploymentResumed",
} as const;

export function newCondition(
  type: "Progressing" | "Available",
  status: "True" | "False" | "Unknown",
  reason: string,
  message: string,
  nowMs: number,
): DeploymentCondition {
  const now = formatTime(nowMs);
  return { type, status, lastUpdateTime: now, lastTransitionTime: now, reason, message };
}

export function findDeploymentCondition(
  conditions: DeploymentCondition[] | undefined,
  type: string,
): DeploymentCondition | undefined {
  return conditions?.find((condition) => condition.type === type);
}

/** Puts the condition at the end, unless one with its status and reason is there: then that one stays, message and all. */
export function withCondition(
  conditions: DeploymentCondition[],
  condition: DeploymentCondition,
): DeploymentCondition[] {
  const current = findDeploymentCondition(conditions, condition.type);
  if (current?.status !== condition.status) return [...withoutCondition(conditions, condition.type), condition];
  if (current.reason === condition.reason) return conditions;
  const kept = current.lastTransitionTime === undefined ? {} : { lastTransitionTime: current.lastTransitionTime };
  return [...withoutCondition(conditions, condition.type), { ...condition, ...kept }];
}

export function withoutCondition(conditions: DeploymentCondition[], type: string): DeploymentCondition[] {
  return conditions.filter((condition) => condition.type !== type);
}

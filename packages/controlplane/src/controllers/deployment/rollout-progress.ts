/**
 * How a rollout goes on: complete, progressing, or without progress for longer than its deadline.
 *
 * A Deployment without a deadline tells nothing of its progress. The failures of its sets are told by the Deployment as well.
 */
import type { Deployment, DeploymentCondition, DeploymentStatus, ReplicaSet } from "@pintle/kinds";
import { parseTimeMs } from "@pintle/machinery";
import {
  findDeploymentCondition,
  newCondition,
  progressReason,
  withCondition,
  withoutCondition,
} from "./deployment-conditions.ts";
import { isComplete, isProgress, statusOfDeployment, withConditions } from "./deployment-status.ts";

const forEver = 0x7fffffff;

export function hasProgressDeadline({ spec }: Deployment): boolean {
  const seconds = spec?.progressDeadlineSeconds;
  return seconds !== undefined && seconds !== forEver;
}

/** The status in the midst of a rollout, or after it. */
export function statusOfRollout(
  deployment: Deployment,
  sets: readonly ReplicaSet[],
  newSet: ReplicaSet | undefined,
  nowMs: number,
): DeploymentStatus {
  const status = statusOfDeployment(deployment, sets, newSet, nowMs);
  const conditions = progressConditions(deployment, status, newSet, nowMs);
  const [failure] = [...failuresOf(newSet), ...sets.flatMap(failuresOf)];
  return withConditions(
    status,
    failure === undefined ? withoutCondition(conditions, "ReplicaFailure") : withCondition(conditions, failure),
  );
}

/** In how many milliseconds the deadline will have passed, for a rollout that is under way; it may have passed already. */
export function deadlineWaitMs(deployment: Deployment, status: DeploymentStatus, nowMs: number): number | undefined {
  const current = findDeploymentCondition(deployment.status?.conditions, "Progressing");
  if (!hasProgressDeadline(deployment) || current === undefined) return undefined;
  if (isComplete(deployment, status) || current.reason === progressReason.timedOut) return undefined;
  return deadlineMs(deployment, current) - nowMs;
}

function progressConditions(
  deployment: Deployment,
  status: DeploymentStatus,
  newSet: ReplicaSet | undefined,
  nowMs: number,
): DeploymentCondition[] {
  const conditions = status.conditions ?? [];
  if (!hasProgressDeadline(deployment)) return withoutCondition(conditions, "Progressing");
  const current = findDeploymentCondition(deployment.status?.conditions, "Progressing");
  const isOver = current?.reason === progressReason.setAvailable;
  if (isOver && (status.replicas ?? 0) === (status.updatedReplicas ?? 0)) return conditions;
  const subject =
    newSet === undefined ? `Deployment "${deployment.metadata.name}"` : `ReplicaSet "${newSet.metadata.name}"`;
  const condition = (isTrue: boolean, reason: string, saying: string) =>
    newCondition("Progressing", isTrue ? "True" : "False", reason, `${subject} ${saying}`, nowMs);
  if (isComplete(deployment, status)) {
    return withCondition(conditions, condition(true, progressReason.setAvailable, "has successfully progressed."));
  }
  if (isProgress(deployment.status, status)) {
    return renewed(conditions, current, condition(true, progressReason.setUpdated, "is progressing."));
  }
  if (!isTimedOut(deployment, conditions, nowMs)) return conditions;
  return withCondition(conditions, condition(false, progressReason.timedOut, "has timed out progressing."));
}

/** Progress is told again and again, by the time of the last update. */
function renewed(
  conditions: DeploymentCondition[],
  current: DeploymentCondition | undefined,
  condition: DeploymentCondition,
): DeploymentCondition[] {
  const since = current?.status === "True" ? current.lastTransitionTime : undefined;
  const kept = since === undefined ? condition : { ...condition, lastTransitionTime: since };
  return [...withoutCondition(conditions, "Progressing"), kept];
}

function isTimedOut(deployment: Deployment, conditions: DeploymentCondition[], nowMs: number): boolean {
  const condition = findDeploymentCondition(conditions, "Progressing");
  // After a rollout that went well the next one is measured from its own beginning, which is told in a moment.
  if (condition === undefined || condition.reason === progressReason.setAvailable) return false;
  return condition.reason === progressReason.timedOut || deadlineMs(deployment, condition) < nowMs;
}

function deadlineMs({ spec }: Deployment, { lastUpdateTime }: DeploymentCondition): number {
  return (lastUpdateTime ? parseTimeMs(lastUpdateTime) : 0) + (spec?.progressDeadlineSeconds ?? 0) * 1_000;
}

function failuresOf(set: ReplicaSet | undefined): readonly DeploymentCondition[] {
  const failures = (set?.status?.conditions ?? []).filter(({ type }) => type === "ReplicaFailure");
  return failures.map(({ lastTransitionTime, ...rest }) =>
    lastTransitionTime === undefined ? rest : { ...rest, lastTransitionTime, lastUpdateTime: lastTransitionTime },
  );
}

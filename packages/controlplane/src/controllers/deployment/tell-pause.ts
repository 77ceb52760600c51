/**
 * Tells in the condition of progress that a Deployment was paused, and that it goes on: the time of the pause must not count against the
 * deadline. A deadline that was missed before stays missed.
 */
import { findDeploymentCondition, newCondition, progressReason, withCondition } from "./deployment-conditions.ts";
import type { DeploymentRun } from "./deployment-run.ts";
import { hasProgressDeadline } from "./rollout-progress.ts";

export async function tellPause(run: DeploymentRun): Promise<void> {
  const { spec, status = {} } = run.deployment;
  const conditions = status.conditions ?? [];
  const reason = findDeploymentCondition(conditions, "Progressing")?.reason;
  const isPaused = spec?.paused ?? false;
  const isTold = isPaused === (reason === progressReason.paused);
  if (isTold || !hasProgressDeadline(run.deployment) || reason === progressReason.timedOut) return;
  const [next, message] = isPaused
    ? [progressReason.paused, "Deployment is paused"]
    : [progressReason.resumed, "Deployment is resumed"];
  const condition = newCondition("Progressing", "Unknown", next, message, run.nowMs);
  await run.writeStatus({ ...status, conditions: withCondition(conditions, condition) });
}

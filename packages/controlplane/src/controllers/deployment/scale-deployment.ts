/** What a Deployment does that has been scaled, or is paused: its sets change in size, and the rollout stands still. */
import { desiredReplicas } from "../workload/desired-replicas.ts";
import { activeSets, findActiveOrLatest } from "./choose-replica-sets.ts";
import type { DeploymentRun } from "./deployment-run.ts";
import { allSets, type DeploymentSets } from "./new-replica-set.ts";
import { scaleProportionally } from "./proportional-scale.ts";
import { desiredByAnnotation } from "./revision-annotations.ts";
import { isRollingUpdate } from "./rolling-bounds.ts";

/** Whether the Deployment has another size than when it last scaled one of its sets. */
export function isScaled(run: DeploymentRun, sets: DeploymentSets): boolean {
  const replicas = desiredReplicas(run.deployment);
  return activeSets(allSets(sets)).some((set) => (desiredByAnnotation(set) ?? replicas) !== replicas);
}

export async function scaleSets(run: DeploymentRun, sets: DeploymentSets): Promise<void> {
  const replicas = desiredReplicas(run.deployment);
  const only = findActiveOrLatest(sets.newSet, sets.oldSets);
  if (only !== undefined) {
    await run.scaleSet(only, replicas);
  } else if (isSaturated(run, sets)) {
    // Sets that were adopted when the rollout was over.
    for (const set of activeSets(sets.oldSets)) await run.scaleSet(set, 0);
  } else if (isRollingUpdate(run.deployment)) {
    for (const { set, replicas: size } of scaleProportionally(run.deployment, allSets(sets))) {
      await run.scaleSet(set, size, true);
    }
  }
}

/** Whether the new set has all replicas that are wanted, and all of them are available. */
function isSaturated(run: DeploymentRun, { newSet }: DeploymentSets): boolean {
  const replicas = desiredReplicas(run.deployment);
  return (
    newSet !== undefined &&
    desiredReplicas(newSet) === replicas &&
    desiredByAnnotation(newSet) === replicas &&
    (newSet.status?.availableReplicas ?? 0) === replicas
  );
}

/**
 * A step of a rolling update: the new set grows as far as the surge allows, or else old sets shrink as far as availability allows.
 *
 * Replicas of old sets that are not available go first, because they serve nobody and would hold up the rollout.
 */
import type { ReplicaSet } from "@pintle/kinds";
import { desiredReplicas } from "../workload/desired-replicas.ts";
import { activeSets, olderFirst } from "./choose-replica-sets.ts";
import type { DeploymentRun } from "./deployment-run.ts";
import type { DeploymentSets } from "./new-replica-set.ts";
import { countReplicas, maxUnavailable, replicasOfNewSet } from "./rolling-bounds.ts";

interface RollingSets extends DeploymentSets {
  readonly newSet: ReplicaSet;
}

/** Whether anything was scaled: if not, the sets are as they should be for now. */
export async function rollOneStep(run: DeploymentRun, sets: RollingSets): Promise<boolean> {
  return (await growNewSet(run, sets)) || (await shrinkOldSets(run, sets));
}

async function growNewSet(run: DeploymentRun, { newSet, oldSets }: RollingSets): Promise<boolean> {
  const [replicas, size] = [desiredReplicas(run.deployment), desiredReplicas(newSet)];
  if (size === replicas) return false;
  const next = size > replicas ? replicas : replicasOfNewSet(run.deployment, [...oldSets, newSet], size);
  await run.scaleSet(newSet, next);
  return next !== size;
}

async function shrinkOldSets(run: DeploymentRun, { newSet, oldSets }: RollingSets): Promise<boolean> {
  const active = activeSets(oldSets);
  if (active.length === 0) return false;
  const minAvailable = desiredReplicas(run.deployment) - maxUnavailable(run.deployment);
  // New replicas that are not available yet count as missing: they must not cost old ones that are.
  const newUnavailable = desiredReplicas(newSet) - availableReplicas(newSet);
  const room = countReplicas([...oldSets, newSet]) - minAvailable - newUnavailable;
  if (room <= 0) return false;
  const [cleaned, cleanedCount] = await dropUnavailable(run, active.toSorted(olderFirst), room);
  const available = [...cleaned, newSet].reduce((sum, set) => sum + availableReplicas(set), 0);
  const shrunkCount = await shrink(run, cleaned, available - minAvailable);
  return cleanedCount + shrunkCount > 0;
}

/** The sets as they are afterwards, and how many replicas went. */
async function dropUnavailable(
  run: DeploymentRun,
  sets: readonly ReplicaSet[],
  room: number,
): Promise<readonly [readonly ReplicaSet[], number]> {
  const cleaned: ReplicaSet[] = [];
  let count = 0;
  for (const set of sets) {
    const drop = Math.min(room - count, desiredReplicas(set) - availableReplicas(set));
    cleaned.push(drop > 0 ? await run.scaleSet(set, desiredReplicas(set) - drop) : set);
    count += Math.max(0, drop);
  }
  return [cleaned, count];
}

/** How many replicas went. */
async function shrink(run: DeploymentRun, sets: readonly ReplicaSet[], room: number): Promise<number> {
  let count = 0;
  for (const set of sets) {
    const drop = Math.min(room - count, desiredReplicas(set));
    if (drop <= 0) continue;
    await run.scaleSet(set, desiredReplicas(set) - drop);
    count += drop;
  }
  return count;
}

function availableReplicas({ status }: ReplicaSet): number {
  return status?.availableReplicas ?? 0;
}

/** A pass of a rollout, by either strategy: a step, or else the end of what is over, and the status. */
import type { ReplicaSet } from "@pintle/kinds";
import { ApiError } from "@pintle/machinery";
import type { SyncAgain } from "../kit/run-plane-controller.ts";
import { desiredReplicas } from "../workload/desired-replicas.ts";
import { activeSets, lowerRevisionFirst } from "./choose-replica-sets.ts";
import type { DeploymentRun } from "./deployment-run.ts";
import { isComplete, isSameStatus } from "./deployment-status.ts";
import { allSets, type DeploymentSets, ensureNewSet } from "./new-replica-set.ts";
import { deadlineWaitMs, statusOfRollout } from "./rollout-progress.ts";
import { rollOneStep } from "./rollout-rolling.ts";

const keepAll = 0x7fffffff;

/** With the strategy RollingUpdate. */
export async function rollOut(run: DeploymentRun, found: DeploymentSets): Promise<SyncAgain | undefined> {
  const sets = await ensureNewSet(run, found);
  if (!(await rollOneStep(run, sets)) && isComplete(run.deployment, run.deployment.status)) {
    await cleanUpHistory(run, sets.oldSets);
  }
  return await writeRolloutStatus(run, sets);
}

/** With the strategy Recreate: all that is old ends, and then the new set is made. */
export async function recreate(
  run: DeploymentRun,
  found: DeploymentSets,
  haveOldPods: boolean,
): Promise<SyncAgain | undefined> {
  const active = activeSets(found.oldSets);
  for (const set of active) await run.scaleSet(set, 0);
  if (active.length > 0 || haveOldPods) return await writeRolloutStatus(run, found);
  const sets = await ensureNewSet(run, found);
  await run.scaleSet(sets.newSet, desiredReplicas(run.deployment));
  if (isComplete(run.deployment, run.deployment.status)) await cleanUpHistory(run, sets.oldSets);
  return await writeRolloutStatus(run, sets);
}

/** Deletes the oldest sets that are beyond the history that is kept, and that are empty. */
export async function cleanUpHistory(run: DeploymentRun, oldSets: readonly ReplicaSet[]): Promise<void> {
  const limit = run.deployment.spec?.revisionHistoryLimit ?? keepAll;
  if (limit === keepAll) return;
  const alive = oldSets.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  const beyond = alive.toSorted(lowerRevisionFirst).slice(0, Math.max(0, alive.length - limit));
  for (const set of beyond) {
    if (!isEmpty(set)) continue;
    try {
      await run.tools.writer.delete(run.placeOf(set));
    } catch (error) {
      if (!ApiError.is(error, "NotFound")) throw error;
    }
  }
}

function isEmpty(set: ReplicaSet): boolean {
  const { replicas = 0, observedGeneration = 0 } = set.status ?? {};
  const isObserved = (set.metadata.generation ?? 0) <= observedGeneration;
  return replicas === 0 && desiredReplicas(set) === 0 && isObserved;
}

/** Where nothing is new, the Deployment is looked at again when its deadline is over; nobody waits for that. */
async function writeRolloutStatus(run: DeploymentRun, sets: DeploymentSets): Promise<SyncAgain | undefined> {
  const status = statusOfRollout(run.deployment, allSets(sets), sets.newSet, run.nowMs);
  if (!isSameStatus(run.deployment.status, status)) {
    await run.writeStatus(status);
    return undefined;
  }
  const waitMs = deadlineWaitMs(run.deployment, status, run.nowMs);
  // Times are told to the second, so that a second more is needed to be past it.
  return waitMs === undefined ? undefined : { afterMs: Math.max(0, waitMs) + 1_000, isBackground: true };
}

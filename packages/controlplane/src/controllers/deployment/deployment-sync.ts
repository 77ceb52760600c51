/**
 * Brings a Deployment one step further each time: its ReplicaSets take turns in size until only the new one is left.
 *
 * A pass takes one step and writes the status; what it wrote leads to the next pass, until there is nothing left to do.
 */
import type { Deployment, Pod, ReplicaSet } from "@pintle/kinds";
import { type CompiledLabelSelector, compileLabelSelector, matchesEverything } from "@pintle/machinery";
import type { FollowedResource } from "../kit/followed-resource.ts";
import { isNamespaceEnding } from "../kit/namespace-ending.ts";
import type { SyncAgain } from "../kit/run-plane-controller.ts";
import { claimObjects } from "../workload/claim-objects.ts";
import { controlledBy, orphansIn } from "../workload/controlled-objects.ts";
import { isPodTerminal } from "../workload/pod-state.ts";
import { DeploymentRun, type DeploymentTools } from "./deployment-run.ts";
import { statusOfDeployment } from "./deployment-status.ts";
import { allSets, type DeploymentSets, ensureNewSet, syncNewSet } from "./new-replica-set.ts";
import { rollBack, rollbackRevision } from "./roll-back.ts";
import { cleanUpHistory, recreate, rollOut } from "./roll-out.ts";
import { isRollingUpdate } from "./rolling-bounds.ts";
import { isScaled, scaleSets } from "./scale-deployment.ts";
import { tellPause } from "./tell-pause.ts";

export interface DeploymentSyncOptions extends DeploymentTools {
  readonly deployments: FollowedResource<Deployment>;
  readonly sets: FollowedResource<ReplicaSet>;
  readonly pods: FollowedResource<Pod>;
}

export class DeploymentSync {
  readonly #options: DeploymentSyncOptions;

  constructor(options: DeploymentSyncOptions) {
    this.#options = options;
  }

  async sync(key: string): Promise<SyncAgain | undefined> {
    const deployment = this.#options.deployments.getByKey(key);
    if (deployment === undefined) return undefined;
    try {
      return await this.#sync(new DeploymentRun(this.#options, deployment));
    } catch (error) {
      // Nothing can be made there any more, however often it is tried.
      if (isNamespaceEnding(error)) return undefined;
      throw error;
    }
  }

  async #sync(run: DeploymentRun): Promise<SyncAgain | undefined> {
    const selector = compileLabelSelector(run.deployment.spec?.selector);
    if (matchesEverything(selector)) return await refuse(run);
    const claimed = await this.#claimSets(run, selector);
    if (run.deployment.metadata.deletionTimestamp !== undefined) {
      return await writeStatus(run, await syncNewSet(run, claimed));
    }
    await tellPause(run);
    const isPaused = run.deployment.spec?.paused ?? false;
    const revision = rollbackRevision(run.deployment);
    const sets = await syncNewSet(run, claimed);
    if (!isPaused && revision !== undefined) {
      await rollBack(run, allSets(await ensureNewSet(run, sets)), revision);
      return undefined;
    }
    if (isPaused || isScaled(run, sets)) {
      await scaleSets(run, sets);
      if (isPaused && revision === undefined) await cleanUpHistory(run, sets.oldSets);
      return await writeStatus(run, sets);
    }
    if (isRollingUpdate(run.deployment)) return await rollOut(run, sets);
    return await recreate(run, sets, this.#haveRunningPods(sets.oldSets));
  }

  #claimSets(run: DeploymentRun, selector: CompiledLabelSelector): Promise<ReplicaSet[]> {
    const { sets, writer } = this.#options;
    const { deployment: controller, place } = run;
    const candidates = [...controlledBy(sets, controller), ...orphansIn(sets, controller.metadata.namespace)];
    return claimObjects({ controller, selector, candidates, writer, place, group: "apps", plural: "replicasets" });
  }

  /** Whether pods of the sets are left that have not ended, those included that have been told to. */
  #haveRunningPods(sets: readonly ReplicaSet[]): boolean {
    return sets.some(
      (set) =>
        (set.status?.replicas ?? 0) > 0 || controlledBy(this.#options.pods, set).some((pod) => !isPodTerminal(pod)),
    );
  }
}

async function writeStatus(run: DeploymentRun, sets: DeploymentSets): Promise<undefined> {
  await run.writeStatus(statusOfDeployment(run.deployment, allSets(sets), sets.newSet, run.nowMs));
}

/** It would take every set in the namespace. */
async function refuse(run: DeploymentRun): Promise<undefined> {
  const { metadata, status = {} } = run.deployment;
  const message = "This deployment is selecting all pods. A non-empty selector is required.";
  run.record("Warning", "SelectingAll", message);
  const observedGeneration = Math.max(status.observedGeneration ?? 0, metadata.generation ?? 0);
  await run.writeStatus({ ...status, observedGeneration });
}

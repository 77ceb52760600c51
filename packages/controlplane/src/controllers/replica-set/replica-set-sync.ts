/**
 * Makes the pods of a ReplicaSet as many as it wants, and writes down how many there are.
 *
 * Each pass claims what is the set's, makes or ends what is missing or too much, and then tells the counts of what it found at its
 * beginning: what it has just made is counted when the next pass sees it.
 */
import type { Pod, ReplicaSet } from "@pintle/kinds";
import { type Clock, type CompiledLabelSelector, compileLabelSelector, isControlledBy } from "@pintle/machinery";
import type { FollowedResource } from "../kit/followed-resource.ts";
import { keyOf } from "../kit/object-key.ts";
import type { PlaneWriter } from "../kit/plane-writer.ts";
import type { SyncAgain } from "../kit/run-plane-controller.ts";
import type { PlanePlace } from "../kit/served-places.ts";
import { claimObjects } from "../workload/claim-objects.ts";
import { controlledBy, orphansIn, siblingsOf } from "../workload/controlled-objects.ts";
import { desiredReplicas } from "../workload/desired-replicas.ts";
import type { OwnWrites } from "../workload/own-writes.ts";
import type { PodControl } from "../workload/pod-control.ts";
import { isPodActive, isPodTerminating, nextPodAvailabilityMs } from "../workload/pod-state.ts";
import { choosePodsToDelete } from "./rank-pods.ts";
import { isStatusOfReplicaSet, statusOfReplicaSet } from "./replica-set-status.ts";
import { startSlowly } from "./slow-start.ts";

export interface ReplicaSetSyncOptions {
  readonly sets: FollowedResource<ReplicaSet>;
  readonly pods: FollowedResource<Pod>;
  readonly writer: PlaneWriter;
  readonly podControl: PodControl;
  readonly ownWrites: OwnWrites;
  readonly clock: Clock;
}

/** So many pods are made or ended in one pass; the next ones come in the next. */
const maxBurst = 500;

export class ReplicaSetSync {
  readonly #options: ReplicaSetSyncOptions;

  constructor(options: ReplicaSetSyncOptions) {
    this.#options = options;
  }

  async sync(key: string): Promise<SyncAgain | undefined> {
    const { sets, pods, ownWrites, clock } = this.#options;
    const set = sets.getByKey(key);
    if (set === undefined) {
      ownWrites.forget(key);
      return undefined;
    }
    const areSeen = ownWrites.areSeen(key);
    const selector = compileLabelSelector(set.spec?.selector);
    const candidates = [...controlledBy(pods, set), ...orphansIn(pods, set.metadata.namespace)];
    const active = await this.#claim(set, selector, candidates.filter(isPodActive));
    const terminating = candidates.filter(
      (pod) => isPodTerminating(pod) && isControlledBy(pod, set) && selector.matches(pod.metadata.labels),
    );
    const mayManage = areSeen && set.metadata.deletionTimestamp === undefined;
    const failure = mayManage ? await this.#manage(set, active) : undefined;
    const nowMs = clock.now();
    await this.#writeStatus(set, { active, terminating, failure }, nowMs);
    if (failure !== undefined) throw failure;
    const afterMs = nextPodAvailabilityMs(active, set.spec?.minReadySeconds ?? 0, nowMs);
    return afterMs === undefined ? undefined : { afterMs };
  }

  #claim(controller: ReplicaSet, selector: CompiledLabelSelector, candidates: readonly Pod[]): Promise<Pod[]> {
    const { writer } = this.#options;
    const place = placeOf(controller);
    return claimObjects({ controller, selector, candidates, writer, place, group: "", plural: "pods" });
  }

  /** Makes or ends pods. What went wrong is given back, because it is told in the status first. */
  async #manage(set: ReplicaSet, active: readonly Pod[]): Promise<Error | undefined> {
    const missing = desiredReplicas(set) - active.length;
    const failure = missing > 0 ? await this.#create(set, missing) : await this.#delete(set, active, -missing);
    if (failure === undefined || failure instanceof Error) return failure;
    return new Error(String(failure));
  }

  async #create(set: ReplicaSet, missing: number): Promise<unknown> {
    const { podControl, ownWrites } = this.#options;
    return await startSlowly(Math.min(missing, maxBurst), async () => {
      const pod = await podControl.create(set, set.spec?.template ?? {});
      if (pod !== undefined) ownWrites.wrote(keyOf(set), pod);
    });
  }

  async #delete(set: ReplicaSet, active: readonly Pod[], surplus: number): Promise<unknown> {
    if (surplus === 0) return undefined;
    const { podControl, ownWrites, clock } = this.#options;
    const count = Math.min(surplus, maxBurst);
    const chosen = choosePodsToDelete(active, count, () => this.#siblings(set), clock.now());
    const results = await Promise.allSettled(
      chosen.map(async (pod) => {
        await podControl.delete(set, pod);
        ownWrites.deleted(keyOf(set), keyOf(pod), pod.metadata.uid ?? "");
      }),
    );
    const failure = results.find(({ status }) => status === "rejected");
    return failure?.status === "rejected" ? failure.reason : undefined;
  }

  /** The pods of all sets that have the same controller. */
  #siblings(set: ReplicaSet): readonly Pod[] {
    const { sets, pods } = this.#options;
    const found = new Set<Pod>();
    for (const sibling of siblingsOf(sets, set)) {
      const selector = compileLabelSelector(sibling.spec?.selector);
      for (const pod of pods.list(set.metadata.namespace)) if (selector.matches(pod.metadata.labels)) found.add(pod);
    }
    return [...found];
  }

  /** Others write to the set as well, so that it is read again and tried once more; after that the pass is. */
  async #writeStatus(set: ReplicaSet, found: Parameters<typeof statusOfReplicaSet>[1], nowMs: number): Promise<void> {
    const { writer } = this.#options;
    const status = statusOfReplicaSet(set, found, nowMs);
    if (isStatusOfReplicaSet(set, status)) return;
    const place = placeOf(set);
    try {
      await writer.updateStatus(place, { ...set, status });
    } catch {
      await writer.updateStatus(place, { ...(await writer.get<ReplicaSet>(place)), status });
    }
  }
}

function placeOf({ metadata: { namespace, name } }: ReplicaSet): PlanePlace {
  return { group: "apps", plural: "replicasets", namespace, name };
}

/** What a ReplicaSet says of its pods. Counts of zero are left out where upstream leaves them out. */
import type { Pod, ReplicaSet, ReplicaSetCondition, ReplicaSetStatus } from "@pintle/kinds";
import { type DeepReadonly, equalJson, formatTime, getOwn, type JsonValue } from "@pintle/machinery";
import { desiredReplicas } from "../workload/desired-replicas.ts";
import { isPodAvailable, isPodReady } from "../workload/pod-state.ts";

export interface ReplicaSetPods {
  /** Those that count. */
  readonly active: readonly Pod[];
  /** Those that have been told to end and have not ended. */
  readonly terminating: readonly Pod[];
  /** Why pods could not be made or ended just now. */
  readonly failure?: Error | undefined;
}

export function statusOfReplicaSet(set: ReplicaSet, pods: ReplicaSetPods, nowMs: number): ReplicaSetStatus {
  const { active, terminating } = pods;
  const minReadySeconds = set.spec?.minReadySeconds ?? 0;
  const labeled = active.filter((pod) => isFullyLabeled(pod, set)).length;
  const ready = active.filter(isPodReady).length;
  const available = active.filter((pod) => isPodAvailable(pod, minReadySeconds, nowMs)).length;
  const conditions = conditionsOf(set, pods, nowMs);
  const { generation } = set.metadata;
  return {
    replicas: active.length,
    ...(labeled > 0 && { fullyLabeledReplicas: labeled }),
    ...(ready > 0 && { readyReplicas: ready }),
    ...(available > 0 && { availableReplicas: available }),
    terminatingReplicas: terminating.length,
    ...(generation && { observedGeneration: generation }),
    ...(conditions.length > 0 && { conditions }),
  };
}

/** Whether the status says the same as the one that is there, so that nothing need be written. */
export function isStatusOfReplicaSet(set: ReplicaSet, status: ReplicaSetStatus): boolean {
  const { conditions, ...counts } = set.status ?? {};
  const said = { ...withoutZeros(counts), ...(conditions?.length && { conditions }) };
  return equalJson(said as unknown as JsonValue, withoutZeros(status) as unknown as JsonValue);
}

/** The terminating replicas alone tell 0 from nothing. */
function withoutZeros(counts: object): object {
  return Object.fromEntries(
    Object.entries(counts).filter(([key, value]) => value !== 0 || key === "terminatingReplicas"),
  );
}

function isFullyLabeled({ metadata }: Pod, { spec }: ReplicaSet): boolean {
  const labels = metadata.labels ?? {};
  return Object.entries(spec?.template?.metadata?.labels ?? {}).every(([key, value]) => getOwn(labels, key) === value);
}

/** A failure is told once, with its first message, and until it is over. */
function conditionsOf(
  set: ReplicaSet,
  { active, failure }: ReplicaSetPods,
  nowMs: number,
): DeepReadonly<ReplicaSetCondition>[] {
  const conditions = [...(set.status?.conditions ?? [])];
  const isToldFailure = conditions.some(({ type }) => type === "ReplicaFailure");
  if (failure === undefined) return conditions.filter(({ type }) => type !== "ReplicaFailure");
  if (isToldFailure) return conditions;
  const missing = desiredReplicas(set) - active.length;
  const condition: ReplicaSetCondition = {
    type: "ReplicaFailure",
    status: "True",
    lastTransitionTime: formatTime(nowMs),
    ...(missing !== 0 && { reason: missing > 0 ? "FailedCreate" : "FailedDelete" }),
    message: failure.message,
  };
  return [...conditions, condition];
}

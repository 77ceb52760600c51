/**
 * Whether a workload is what it was told to be: the newest generation was seen, every pod is of the newest template and available, none is left
 * over, and nothing is stuck. It is false of a workload that is not there.
 */
import type { DeepReadonly, IntOrString } from "@pintle/machinery";

/** What Deployments, StatefulSets, DaemonSets and ReplicaSets have in common here. */
export interface Workload {
  readonly kind?: "Deployment" | "StatefulSet" | "DaemonSet" | "ReplicaSet" | undefined;
  readonly metadata?: { readonly generation?: number | undefined } | undefined;
  readonly spec?: WorkloadSpec | undefined;
  readonly status?: WorkloadStatus | undefined;
}

export interface WorkloadSpec {
  readonly replicas?: number | undefined;
  readonly updateStrategy?: { readonly rollingUpdate?: RollingUpdate | undefined } | undefined;
}

interface RollingUpdate {
  readonly partition?: number | undefined;
  readonly maxUnavailable?: IntOrString | undefined;
}

export interface WorkloadStatus {
  readonly observedGeneration?: number | undefined;
  readonly replicas?: number | undefined;
  readonly updatedReplicas?: number | undefined;
  readonly availableReplicas?: number | undefined;
  readonly desiredNumberScheduled?: number | undefined;
  readonly updatedNumberScheduled?: number | undefined;
  readonly numberAvailable?: number | undefined;
  readonly conditions?: readonly WorkloadCondition[] | undefined;
}

interface WorkloadCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string | undefined;
}

export function rolledOut(workload: DeepReadonly<Workload> | undefined): boolean {
  const { kind, metadata, spec = {}, status } = workload ?? {};
  if (!status || (status.observedGeneration ?? 0) < (metadata?.generation ?? 0)) return false;
  if (isStuck(status.conditions ?? [])) return false;
  return kind === "DaemonSet" ? isOnAllNodes(status) : hasAllReplicas(kind, spec, status);
}

/** A rollout that made no progress in its time, or pods that cannot even be created. */
function isStuck(conditions: readonly WorkloadCondition[]): boolean {
  return conditions.some(
    ({ type, status, reason }) =>
      (type === "Progressing" && status === "False" && reason === "ProgressDeadlineExceeded") ||
      (type === "ReplicaFailure" && status === "True"),
  );
}

/** Numbers that are zero are often left out of a status. */
function isOnAllNodes(status: WorkloadStatus): boolean {
  const { desiredNumberScheduled = 0, updatedNumberScheduled = 0, numberAvailable = 0 } = status;
  return updatedNumberScheduled >= desiredNumberScheduled && numberAvailable >= desiredNumberScheduled;
}

function hasAllReplicas(kind: Workload["kind"], spec: WorkloadSpec, status: WorkloadStatus): boolean {
  const { replicas: wanted = 1, updateStrategy } = spec;
  const { replicas = 0, updatedReplicas = 0, availableReplicas = 0 } = status;
  if (replicas > wanted || availableReplicas < wanted) return false;
  // A ReplicaSet has pods of one template only, and replaces none of them.
  if (kind === "ReplicaSet") return true;
  // Below the partition of a StatefulSet pods are kept as they are on purpose.
  return updatedReplicas >= wanted - (updateStrategy?.rollingUpdate?.partition ?? 0);
}

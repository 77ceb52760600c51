/** What controllers want to know of a pod: whether it counts, is ending, is ready, and has been ready for long enough. */
import type { Pod } from "@pintle/kinds";
import { type DeepReadonly, parseTimeMs } from "@pintle/machinery";

/** The part of a pod that is looked at here. */
export type PodState = Pick<Pod, "status"> & { readonly metadata: { readonly deletionTimestamp?: string } };

type PodCondition = NonNullable<NonNullable<Pod["status"]>["conditions"]>[number];

export function isPodTerminal({ status }: PodState): boolean {
  return status?.phase === "Succeeded" || status?.phase === "Failed";
}

/** Whether the pod counts as a replica: it has not ended and nobody has told it to. */
export function isPodActive(pod: PodState): boolean {
  return !isPodTerminal(pod) && pod.metadata.deletionTimestamp === undefined;
}

/** Whether the pod has been told to end and may still run. */
export function isPodTerminating(pod: PodState): boolean {
  return !isPodTerminal(pod) && pod.metadata.deletionTimestamp !== undefined;
}

export function isPodReady(pod: PodState): boolean {
  return readyCondition(pod)?.status === "True";
}

/** Since when the pod has been ready, if it is and says so. */
export function podReadySinceMs(pod: PodState): number | undefined {
  const condition = readyCondition(pod);
  return condition?.status === "True" ? timeMs(condition.lastTransitionTime) : undefined;
}

/** Whether the pod has been ready for so many seconds. */
export function isPodAvailable(pod: PodState, minReadySeconds: number, nowMs: number): boolean {
  if (!isPodReady(pod)) return false;
  if (minReadySeconds === 0) return true;
  const since = podReadySinceMs(pod);
  return since !== undefined && since + minReadySeconds * 1_000 <= nowMs;
}

/** In how many milliseconds the first of the pods that are ready will have been so for long enough. */
export function nextPodAvailabilityMs(
  pods: readonly PodState[],
  minReadySeconds: number,
  nowMs: number,
): number | undefined {
  if (minReadySeconds <= 0) return undefined;
  let next: number | undefined;
  for (const pod of pods) {
    const since = podReadySinceMs(pod);
    if (since === undefined) continue;
    const waitMs = since + minReadySeconds * 1_000 - nowMs;
    if (waitMs > 0 && (next === undefined || waitMs < next)) next = waitMs;
  }
  return next;
}

function readyCondition({ status }: PodState): DeepReadonly<PodCondition> | undefined {
  return status?.conditions?.find(({ type }) => type === "Ready");
}

function timeMs(text: string | null | undefined): number | undefined {
  return text ? parseTimeMs(text) : undefined;
}

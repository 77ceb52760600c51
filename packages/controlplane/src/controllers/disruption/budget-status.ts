/** What the status of a PodDisruptionBudget says of the pods that it is for. */
import type { Pod, PodDisruptionBudget, PodDisruptionBudgetStatus } from "@pintle/kinds";
import { equalJson, findCondition, getOwn, parseTimeMs, setCondition, setOwn } from "@pintle/machinery";
import { isPodReady } from "../workload/pod-state.ts";

export interface BudgetCounts {
  readonly currentHealthy: number;
  readonly desiredHealthy: number;
  readonly expectedPods: number;
  /** When pods were evicted that have not been seen to go yet, by name. */
  readonly disruptedPods: { readonly [name: string]: string };
}

/** Within so long after its eviction a pod is seen to be deleted, or it never is. */
const deletionTimeoutMs = 120_000;

const type = "DisruptionAllowed";

/** The pods that have been evicted and are still to go, those that should have gone by now, and when to look again. */
export interface DisruptedPods {
  readonly waiting: { readonly [name: string]: string };
  readonly overdue: readonly Pod[];
  readonly recheckMs: number | undefined;
}

export function findDisruptedPods(budget: PodDisruptionBudget, pods: readonly Pod[], nowMs: number): DisruptedPods {
  const waiting: { [name: string]: string } = {};
  const overdue: Pod[] = [];
  let recheckMs: number | undefined;
  for (const pod of pods) {
    const { name = "", deletionTimestamp } = pod.metadata;
    const time = getOwn(budget.status?.disruptedPods ?? {}, name);
    if (deletionTimestamp !== undefined || time === undefined) continue;
    const leftMs = expectedDeletionMs(time) - nowMs;
    if (leftMs < 0) overdue.push(pod);
    else {
      setOwn(waiting, name, time);
      // At the very moment it is not overdue yet.
      recheckMs = Math.min(recheckMs ?? Number.POSITIVE_INFINITY, leftMs + 1);
    }
  }
  return { waiting, overdue, recheckMs };
}

/** Pods that are ready, and neither going nor about to. */
export function countHealthyPods(pods: readonly Pod[], { waiting }: DisruptedPods, nowMs: number): number {
  return pods.filter((pod) => {
    const { name = "", deletionTimestamp } = pod.metadata;
    const time = getOwn(waiting, name);
    const isGoing = time !== undefined && expectedDeletionMs(time) > nowMs;
    return deletionTimestamp === undefined && !isGoing && isPodReady(pod);
  }).length;
}

/** The new status, or `undefined` where it is as it should be. */
export function statusOfBudget(
  budget: PodDisruptionBudget,
  counts: BudgetCounts,
  now: string,
): PodDisruptionBudgetStatus | undefined {
  const { status, metadata } = budget;
  const { currentHealthy, desiredHealthy, expectedPods, disruptedPods } = counts;
  // A budget for no pods allows nothing, so that its first pods are safe before they are counted.
  const disruptionsAllowed = expectedPods > 0 ? Math.max(0, currentHealthy - desiredHealthy) : 0;
  const observedGeneration = metadata.generation ?? 0;
  const numbers = { currentHealthy, desiredHealthy, expectedPods, disruptionsAllowed, observedGeneration };
  const { conditions, disruptedPods: before = {}, ...rest } = status ?? {};
  const [wanted, reason] = disruptionsAllowed > 0 ? ["True", "SufficientPods"] : ["False", "InsufficientPods"];
  const condition = findCondition(conditions, type);
  const isTold = condition?.status === wanted && condition?.reason === reason;
  if (isTold && equalJson(rest, numbers) && equalJson(before, { ...disruptedPods })) return undefined;
  const told = { type, status: wanted as "True" | "False", reason: reason ?? "", message: "", observedGeneration };
  return {
    ...numbers,
    ...(Object.keys(disruptedPods).length > 0 && { disruptedPods: { ...disruptedPods } }),
    conditions: [...setCondition(conditions, told, now).conditions],
  };
}

/** Where nothing can be counted nothing is allowed, and the condition says why. */
export function statusOfFailure(budget: PodDisruptionBudget, message: string, now: string): PodDisruptionBudgetStatus {
  const { status } = budget;
  const observedGeneration = status?.observedGeneration;
  const told = { type, status: "False", reason: "SyncFailed", message, observedGeneration } as const;
  return {
    ...status,
    disruptionsAllowed: 0,
    conditions: [...setCondition(status?.conditions, told, now).conditions],
  };
}

/** No time at all is long ago. */
function expectedDeletionMs(time: string | null): number {
  return (time ? parseTimeMs(time) : 0) + deletionTimeoutMs;
}

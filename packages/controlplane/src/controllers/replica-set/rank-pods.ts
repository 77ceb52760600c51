/**
 * Which of its pods a ReplicaSet ends first when it has too many: those that do least.
 *
 * In this order count: no node, an early phase, not ready, a low cost of deletion, many siblings on the same node, ready for a short
 * time, many restarts, young. Times count by their magnitude only, so that among pods of about the same age chance decides (by uid), and
 * the newest are not always the first to go.
 */
import type { Pod } from "@pintle/kinds";
import { getOwn, parseTimeMs } from "@pintle/machinery";
import { isPodActive, isPodReady, podReadySinceMs } from "../workload/pod-state.ts";

const deletionCost = "controller.kubernetes.io/pod-deletion-cost";
const phaseOrder: ReadonlyMap<string, number> = new Map([
  ["Pending", 0],
  ["Unknown", 1],
  ["Running", 2],
]);

/**
 * The pods that go, so many of those given. The siblings are all pods that belong to the same owner, those given among them: who shares
 * its node with many of them goes earlier. They are asked for only where there is a choice.
 */
export function choosePodsToDelete(
  pods: readonly Pod[],
  count: number,
  siblings: () => readonly Pod[],
  nowMs: number,
): readonly Pod[] {
  if (count >= pods.length) return pods;
  const onNode = new Map<string, number>();
  for (const sibling of siblings()) {
    const node = sibling.spec?.nodeName ?? "";
    if (isPodActive(sibling)) onNode.set(node, (onNode.get(node) ?? 0) + 1);
  }
  const compare = (left: Pod, right: Pod) => comparePods(left, right, onNode, nowMs);
  return pods.toSorted(compare).slice(0, count);
}

/** Negative where the left one goes first. */
function comparePods(left: Pod, right: Pod, onNode: ReadonlyMap<string, number>, nowMs: number): number {
  const [leftNode, rightNode] = [left.spec?.nodeName ?? "", right.spec?.nodeName ?? ""];
  return (
    Number(leftNode !== "") - Number(rightNode !== "") ||
    phaseRank(left) - phaseRank(right) ||
    Number(isPodReady(left)) - Number(isPodReady(right)) ||
    costOf(left) - costOf(right) ||
    (onNode.get(rightNode) ?? 0) - (onNode.get(leftNode) ?? 0) ||
    (isPodReady(left) ? compareAges(left, right, podReadySinceMs, nowMs) : 0) ||
    compareRestarts(left, right) ||
    compareAges(left, right, createdMs, nowMs)
  );
}

/** A phase that nobody knows counts as the earliest. */
function phaseRank({ status }: Pod): number {
  return phaseOrder.get(status?.phase ?? "") ?? 0;
}

/** A whole number of 32 bits without a plus or zeros before it; anything else counts as 0. */
function costOf({ metadata }: Pod): number {
  const text = getOwn(metadata.annotations ?? {}, deletionCost) ?? "0";
  if (!/^(0|[1-9][0-9]{0,9}|-[0-9]{1,10})$/.test(text)) return 0;
  const cost = Number(text);
  return cost === (cost | 0) ? cost : 0;
}

function createdMs({ metadata }: Pod): number | undefined {
  return metadata.creationTimestamp ? parseTimeMs(metadata.creationTimestamp) : undefined;
}

/** The younger one first, one without a time before all; within a magnitude the uid decides. */
function compareAges(left: Pod, right: Pod, timeOf: (pod: Pod) => number | undefined, nowMs: number): number {
  const [leftMs, rightMs] = [timeOf(left), timeOf(right)];
  if (leftMs === rightMs) return 0;
  if (leftMs === undefined || rightMs === undefined) return leftMs === undefined ? -1 : 1;
  const difference = magnitude(nowMs - leftMs) - magnitude(nowMs - rightMs);
  return difference || ((left.metadata.uid ?? "") < (right.metadata.uid ?? "") ? -1 : 1);
}

/** The binary logarithm of the nanoseconds. */
function magnitude(ageMs: number): number {
  return ageMs > 0 ? Math.floor(Math.log2(ageMs * 1e6)) : -1;
}

/** The one first that has restarted more often, sidecars counted apart and after the rest. */
function compareRestarts(left: Pod, right: Pod): number {
  return mostRestarts(right) - mostRestarts(left) || mostSidecarRestarts(right) - mostSidecarRestarts(left);
}

function mostRestarts({ status }: Pod): number {
  return Math.max(0, ...(status?.containerStatuses ?? []).map(({ restartCount }) => restartCount));
}

function mostSidecarRestarts({ spec, status }: Pod): number {
  const sidecars = new Set<string>();
  for (const { name, restartPolicy } of spec?.initContainers ?? []) if (restartPolicy === "Always") sidecars.add(name);
  const counts = (status?.initContainerStatuses ?? []).map((each) => (sidecars.has(each.name) ? each.restartCount : 0));
  return Math.max(0, ...counts);
}

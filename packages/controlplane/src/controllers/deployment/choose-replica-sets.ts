/** Which of a Deployment's ReplicaSets is the new one, which are old, and in which order they are touched. */
import type { Deployment, ReplicaSet } from "@pintle/kinds";
import { compareUtf8, parseTimeMs } from "@pintle/machinery";
import { desiredReplicas } from "../workload/desired-replicas.ts";
import { isSamePodTemplate } from "./pod-template.ts";
import { revisionOf } from "./revision-annotations.ts";

/** The set with the Deployment's template: the oldest, should there be several. */
export function findNewSet(deployment: Deployment, sets: readonly ReplicaSet[]): ReplicaSet | undefined {
  const template = deployment.spec?.template;
  return sets.toSorted(olderFirst).find(({ spec }) => isSamePodTemplate(spec?.template, template));
}

/** All sets but the new one, from old to new. */
export function findOldSets(sets: readonly ReplicaSet[], newSet: ReplicaSet | undefined): readonly ReplicaSet[] {
  return sets.filter(({ metadata }) => metadata.uid !== newSet?.metadata.uid).toSorted(olderFirst);
}

/** Sets that have pods, or ought to. */
export function activeSets(sets: readonly ReplicaSet[]): readonly ReplicaSet[] {
  return sets.filter((set) => desiredReplicas(set) > 0);
}

/** The only active set, or the newest where none is active. Where several are active they share, and none is found. */
export function findActiveOrLatest(
  newSet: ReplicaSet | undefined,
  oldSets: readonly ReplicaSet[],
): ReplicaSet | undefined {
  const [active, ...more] = activeSets(newSet === undefined ? oldSets : [...oldSets, newSet]);
  if (more.length > 0) return undefined;
  return active ?? newSet ?? oldSets.toSorted(olderFirst).at(-1);
}

export function olderFirst(left: ReplicaSet, right: ReplicaSet): number {
  return createdMs(left) - createdMs(right) || compareUtf8(left.metadata.name ?? "", right.metadata.name ?? "");
}

/** The largest first and, among equals, the older. */
export function largerThenOlderFirst(left: ReplicaSet, right: ReplicaSet): number {
  return desiredReplicas(right) - desiredReplicas(left) || olderFirst(left, right);
}

/** The largest first and, among equals, the newer. */
export function largerThenNewerFirst(left: ReplicaSet, right: ReplicaSet): number {
  return desiredReplicas(right) - desiredReplicas(left) || olderFirst(right, left);
}

/** By revision; sets whose revisions tell nothing by their age. */
export function lowerRevisionFirst(left: ReplicaSet, right: ReplicaSet): number {
  const [leftRevision, rightRevision] = [revisionOf(left), revisionOf(right)];
  const isUnknown = leftRevision === undefined || rightRevision === undefined || leftRevision === rightRevision;
  return isUnknown ? olderFirst(left, right) : leftRevision - rightRevision;
}

function createdMs({ metadata }: ReplicaSet): number {
  return metadata.creationTimestamp ? parseTimeMs(metadata.creationTimestamp) : 0;
}

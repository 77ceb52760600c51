/**
 * What a Deployment writes into the annotations of its ReplicaSets: their revisions, the size it had, and its own annotations.
 *
 * The newest set has the greatest revision. One that becomes the newest again, by a rollback, gets a new revision and keeps a list of
 * those that it had.
 */
import type { Deployment, ReplicaSet } from "@pintle/kinds";
import { getOwn, setOwn } from "@pintle/machinery";
import { desiredReplicas } from "../workload/desired-replicas.ts";
import { maxSurge } from "./rolling-bounds.ts";

export const revisionAnnotation = "deployment.kubernetes.io/revision";
export const rollbackAnnotation = "deprecated.deployment.rollback.to";
const historyAnnotation = "deployment.kubernetes.io/revision-history";
const desiredAnnotation = "deployment.kubernetes.io/desired-replicas";
const maxAnnotation = "deployment.kubernetes.io/max-replicas";

/** Annotations that belong to one object alone. */
const uncopied: ReadonlySet<string> = new Set([
  "kubectl.kubernetes.io/last-applied-configuration",
  revisionAnnotation,
  historyAnnotation,
  desiredAnnotation,
  maxAnnotation,
  rollbackAnnotation,
]);

/** A hundred revisions or so. */
const maxHistoryLength = 2_000;

export interface Annotations {
  readonly [key: string]: string;
}

/** The revision of a set: 0 where it has none, `undefined` where it is no number. */
export function revisionOf({ metadata }: ReplicaSet): number | undefined {
  const text = annotation(metadata.annotations, revisionAnnotation);
  return text === undefined ? 0 : parseInteger(text);
}

/** The greatest revision of the sets, 0 where there is none. */
export function maxRevision(sets: readonly ReplicaSet[]): number {
  return Math.max(0, ...sets.map((set) => revisionOf(set) ?? 0));
}

/** The greatest revision but one, 0 where there is none. */
export function lastRevision(sets: readonly ReplicaSet[]): number {
  let [greatest, last] = [0, 0];
  for (const set of sets) {
    const revision = revisionOf(set);
    if (revision === undefined) continue;
    if (revision >= greatest) [last, greatest] = [greatest, revision];
    else if (revision > last) last = revision;
  }
  return last;
}

/** What the newest set's annotations should be; the same object where they are that already. */
export function annotationsOfNewSet(deployment: Deployment, annotations: Annotations, revision: number): Annotations {
  const changed = copyAnnotations(deployment.metadata.annotations ?? {}, annotations);
  const before = annotation(annotations, revisionAnnotation);
  const number = before ? parseInteger(before) : 0;
  // Somebody has written there what is no number: then all is left alone.
  if (number === undefined) return annotations;
  // Others may have gone since this one got its number: it never goes back.
  if (number >= revision) return changed;
  const numbered = { ...changed, [revisionAnnotation]: String(revision) };
  return before === undefined ? numbered : withHistory(numbered, before);
}

/** The annotations that tell how large the Deployment is, and may become while it rolls. */
export function withSizeAnnotations(deployment: Deployment, annotations: Annotations): Annotations {
  const replicas = desiredReplicas(deployment);
  const [desired, max] = [String(replicas), String(replicas + maxSurge(deployment))];
  const isSame =
    annotation(annotations, desiredAnnotation) === desired && annotation(annotations, maxAnnotation) === max;
  return isSame ? annotations : { ...annotations, [desiredAnnotation]: desired, [maxAnnotation]: max };
}

/** How large the Deployment was when it last scaled the set. */
export function desiredByAnnotation({ metadata }: ReplicaSet): number | undefined {
  return parseCount(annotation(metadata.annotations, desiredAnnotation));
}

/** How large the Deployment could become when it last scaled the set. */
export function maxByAnnotation({ metadata }: ReplicaSet): number | undefined {
  return parseCount(annotation(metadata.annotations, maxAnnotation));
}

/** The annotations of a Deployment that goes back to a set: the set's, but for those that belong to one object alone. */
export function annotationsAfterRollback(own: Annotations, ofSet: Annotations): Annotations {
  const kept: { [key: string]: string } = {};
  for (const [key, value] of Object.entries(own)) if (uncopied.has(key)) setOwn(kept, key, value);
  return copyAnnotations(ofSet, kept);
}

/** Annotations in the target that the source does not have stay: others may have written them. */
function copyAnnotations(source: Annotations, target: Annotations): Annotations {
  const missing = Object.entries(source).filter(([key, value]) => !uncopied.has(key) && getOwn(target, key) !== value);
  if (missing.length === 0) return target;
  const copy = { ...target };
  for (const [key, value] of missing) setOwn(copy, key, value);
  return copy;
}

function withHistory(annotations: Annotations, revision: string): Annotations {
  const history = annotation(annotations, historyAnnotation) ?? "";
  const revisions = history === "" ? [revision] : [...history.split(","), revision];
  let length = revisions.join(",").length;
  while (length > maxHistoryLength && revisions.length > 1) length -= (revisions.shift() ?? "").length + 1;
  return length > maxHistoryLength ? annotations : { ...annotations, [historyAnnotation]: revisions.join(",") };
}

function annotation(annotations: Annotations | undefined, key: string): string | undefined {
  return annotations === undefined ? undefined : getOwn(annotations, key);
}

function parseInteger(text: string): number | undefined {
  return /^[+-]?[0-9]{1,15}$/.test(text) ? Number(text) : undefined;
}

function parseCount(text: string | undefined): number | undefined {
  if (text === undefined || !/^[0-9]{1,15}$/.test(text)) return undefined;
  return Number(text) <= 0x7fffffff ? Number(text) : undefined;
}

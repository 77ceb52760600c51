/**
 * Which changes are worth a run. A predicate is a function of a change, so that one's own are as good as these:
 *
 * ```ts
 * controller(Deployment, { predicates: [or(generationChanged, annotationsChanged)] })
 * ```
 *
 * Those that ask whether something has changed let through what has come and what has gone. They look at no object unless they have to: an
 * object that nobody looks at is never decoded.
 */
import {
  type CompiledLabelSelector,
  compileLabelSelector,
  type DeepReadonly,
  equalJson,
  type JsonValue,
  type KubernetesObject,
  type LabelSelector,
  type ObjectMeta,
  parseLabelSelector,
} from "@pintle/machinery";
import type { Change } from "../informers/informer.ts";

/** Whether a change leads to a run. One that throws is reported and counts as yes: a run too many does no harm. */
export type Predicate<Read> = (change: Change<Read>) => boolean;

/**
 * The desired state has changed. Beware: changes of status, finalizers, labels and annotations leave the generation as it is, and kinds such
 * as ConfigMap have none. The beginning of a deletion changes it.
 */
export function generationChanged<Read>(change: Change<Read>): boolean {
  return hasChanged(change, (object) => metadataOf(object).generation);
}

export function labelsChanged<Read>(change: Change<Read>): boolean {
  return hasChanged(change, (object) => metadataOf(object).labels);
}

export function annotationsChanged<Read>(change: Change<Read>): boolean {
  return hasChanged(change, (object) => metadataOf(object).annotations);
}

/** Anything has changed: only what is told again without a change is left out. */
export function resourceVersionChanged<Read>(change: Change<Read>): boolean {
  return hasChanged(change, (object) => metadataOf(object).resourceVersion);
}

/** The content of what is selected has changed: `hashChanged((map) => map.data)`. */
export function hashChanged<Read>(select: (object: DeepReadonly<Read>) => unknown): Predicate<Read> {
  return (change) => hasChanged(change, select);
}

/** The labels match, or did before the change: an object that leaves the selection is news, too. */
export function labelsMatch(selector: string | LabelSelector): <Read>(change: Change<Read>) => boolean {
  const compiled: CompiledLabelSelector =
    typeof selector === "string" ? parseLabelSelector(selector) : compileLabelSelector(selector);
  return (change) => {
    if (compiled.matches(metadataOf(change.object).labels)) return true;
    const { previous } = change;
    return previous !== undefined && compiled.matches(metadataOf(previous).labels);
  };
}

export function and<Read>(...predicates: readonly Predicate<Read>[]): Predicate<Read> {
  return (change) => {
    for (const predicate of predicates) if (!predicate(change)) return false;
    return true;
  };
}

export function or<Read>(...predicates: readonly Predicate<Read>[]): Predicate<Read> {
  return (change) => {
    for (const predicate of predicates) if (predicate(change)) return true;
    return false;
  };
}

export function not<Read>(predicate: Predicate<Read>): Predicate<Read> {
  return (change) => !predicate(change);
}

function hasChanged<Read>(change: Change<Read>, select: (object: DeepReadonly<Read>) => unknown): boolean {
  if (change.type !== "update") return true;
  if (change.isResync) return false;
  const { previous } = change;
  if (previous === undefined) return true;
  return !equalJson(select(change.object) as JsonValue | undefined, select(previous) as JsonValue | undefined);
}

/** Every object has it, which a type parameter cannot say without keeping out functions for some kinds. */
function metadataOf(object: unknown): DeepReadonly<ObjectMeta> {
  return (object as DeepReadonly<KubernetesObject>).metadata;
}

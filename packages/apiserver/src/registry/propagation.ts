/** What a delete means for the dependents of an object, written down as a finalizer for the garbage collector. */
import type { JsonObject } from "@pintle/machinery";
import { finalizersOf } from "./object-metadata.ts";

const orphan = "orphan";
const foreground = "foregroundDeletion";

export interface Propagation {
  readonly propagationPolicy?: string | undefined;
  /** The older way to say it, which goes before the policy. */
  readonly orphanDependents?: boolean | undefined;
}

/** The finalizers that the object has while it is being deleted: the asked policy's behind those that are there. */
export function finalizersForDeletion(
  object: JsonObject,
  asked: Propagation,
  byDefault: "orphan" | "background" = "background",
): string[] {
  const present = finalizersOf(object);
  const wanted = finalizerOf(asked, present, byDefault);
  const others = present.filter((finalizer) => finalizer !== orphan && finalizer !== foreground);
  const next = wanted === undefined ? others : [...others, wanted];
  const isSame = new Set([...present, ...next]).size === new Set(present).size && isSubset(present, next);
  return isSame ? present : next;
}

function finalizerOf(
  { propagationPolicy, orphanDependents }: Propagation,
  present: readonly string[],
  byDefault: "orphan" | "background",
): string | undefined {
  if (orphanDependents !== undefined) return orphanDependents ? orphan : undefined;
  if (propagationPolicy === "Orphan") return orphan;
  if (propagationPolicy === "Foreground") return foreground;
  if (propagationPolicy === "Background") return undefined;
  const kept = present.find((finalizer) => finalizer === orphan || finalizer === foreground);
  return kept ?? (byDefault === "orphan" ? orphan : undefined);
}

function isSubset(part: readonly string[], whole: readonly string[]): boolean {
  return part.every((item) => whole.includes(item));
}

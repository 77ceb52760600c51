/**
 * What a change does to the managers who did not make it: they lose the fields that it set to something else or removed.
 *
 * For an apply without force that is a conflict instead, and nothing changes. Each manager is compared in its own version.
 */
import { type Comparison, compareTyped, filterComparison } from "./compare-typed.ts";
import type { FieldManager, FieldManagers } from "./field-managers.ts";
import type { FieldSet } from "./field-set.ts";
import { explained, type WriteContext } from "./field-write.ts";
import type { TypedObject } from "./typed-object.ts";

export interface OwnershipTransfer {
  /** Those who own something still, with what they own. */
  readonly managers: Map<string, FieldManager>;
  /** What changed, in the version of the request, without the fields that the server resets. */
  readonly comparison: Comparison;
  /** What was taken from each manager because its value changed. */
  readonly conflicts: ReadonlyMap<string, FieldSet>;
}

/** `writer` is the identifier of the manager who makes the change, if it is among the managers. */
export function transferOwnership(
  before: TypedObject,
  after: TypedObject,
  managers: FieldManagers,
  writer: string | undefined,
  context: WriteContext,
): OwnershipTransfer {
  const own = compareVersions(before, after, context);
  const comparisons = new Map([[context.apiVersion, own]]);
  const remaining = new Map<string, FieldManager>();
  const conflicts = new Map<string, FieldSet>();
  for (const [identifier, manager] of managers) {
    if (identifier === writer) {
      if (!manager.set.isEmpty()) remaining.set(identifier, manager);
      continue;
    }
    let comparison = comparisons.get(manager.apiVersion);
    if (comparison === undefined) {
      comparison = compareInVersion(before, after, manager.apiVersion, context);
      if (comparison === undefined) continue;
      comparisons.set(manager.apiVersion, comparison);
    }
    const conflict = manager.set.intersection(comparison.touched);
    if (!conflict.isEmpty()) conflicts.set(identifier, conflict);
    const set = manager.set.difference(conflict).difference(comparison.removed);
    if (!set.isEmpty()) remaining.set(identifier, set === manager.set ? manager : { ...manager, set });
  }
  return { managers: remaining, comparison: own, conflicts };
}

interface VersionComparison extends Comparison {
  /** What was added or modified. */
  readonly touched: FieldSet;
}

function compareInVersion(
  before: TypedObject,
  after: TypedObject,
  apiVersion: string,
  context: WriteContext,
): VersionComparison | undefined {
  const convertedBefore = explained(
    () => "failed to convert old object",
    () => context.convert(before, apiVersion),
  );
  if (convertedBefore === undefined) return undefined;
  const convertedAfter = explained(
    () => "failed to convert new object",
    () => context.convert(after, apiVersion),
  );
  return convertedAfter && compareVersions(convertedBefore, convertedAfter, context);
}

function compareVersions(before: TypedObject, after: TypedObject, context: WriteContext): VersionComparison {
  const filter = context.filterOf(before.apiVersion);
  // Pruning may take the key out of an item that stays, and then there is nothing left to compare it with.
  const unfiltered = explained(
    () => "failed to compare objects",
    () => compareTyped(before.value, after.value, before.shape),
  );
  const comparison = filter ? filterComparison(unfiltered, filter) : unfiltered;
  return { ...comparison, touched: comparison.modified.union(comparison.added) };
}

/**
 * Merges what an applier wants into the live object, and decides on ownership.
 *
 * ```text
 *   live ──▶ merge ──▶ prune ──▶ compare with live ──▶ who loses what
 *              ▲         ▲                                │
 *           applied   owned last time              conflicts, unless forced
 * ```
 */
import { ApiError } from "../errors/api-error.ts";
import { isJsonObject, type JsonObject } from "../json/json-value.ts";
import { type ApplyConflict, listConflicts } from "./apply-conflicts.ts";
import { type FieldManager, type FieldManagers, formatManagerIdentifier } from "./field-managers.ts";
import type { FieldSet } from "./field-set.ts";
import { describeObject, explained, type WriteContext } from "./field-write.ts";
import { readManagedFields } from "./managed-fields.ts";
import { mergeTyped } from "./merge-typed.ts";
import { givesNothingUp, pruneApplied } from "./prune-applied.ts";
import { reconcileManagers } from "./reconcile-managers.ts";
import { toFieldSet } from "./to-field-set.ts";
import { transferOwnership } from "./transfer-ownership.ts";
import { asTyped, type TypedObject } from "./typed-object.ts";
import { unownedFields } from "./unowned-fields.ts";
import { equalValues } from "./value-order.ts";

export interface MergedApply {
  /** The live object itself where the apply changes nothing in it. */
  readonly object: JsonObject;
  readonly managers: FieldManagers;
  /** When there are some, nothing else counts. */
  readonly conflicts: readonly ApplyConflict[];
}

/** Throws where an object does not fit its shape or cannot be converted. `live` is without its managedFields. */
export function mergeApplied(
  live: JsonObject,
  applied: JsonObject,
  managers: FieldManagers,
  force: boolean,
  context: WriteContext,
): MergedApply {
  if (readManagedFields(applied) !== undefined) throw ApiError.badRequest("metadata.managedFields must be nil");
  const { apiVersion, shape } = context;
  const config = explained(
    () => `failed to create typed patch object (${describeObject(applied)})`,
    () => asTyped(applied, apiVersion, shape),
  );
  const before = explained(
    () => `failed to create typed live object (${describeObject(live)})`,
    () => asTyped(live, apiVersion, shape, { allowDuplicates: true }),
  );
  return mergeConfig(before, config, managers, force, context);
}

function mergeConfig(
  before: TypedObject,
  config: TypedObject,
  managers: FieldManagers,
  force: boolean,
  context: WriteContext,
): MergedApply {
  const applied = toFieldSet(config.value, config.shape);
  const applier = createApplier(applied, context);
  const identifier = formatManagerIdentifier(applier);
  const reconciled = reconcileManagers(before, managers, context);
  const last = reconciled.get(identifier);
  reconciled.set(identifier, applier);
  const merged = mergeObjects(before, config);
  const losesNothing = applier.set === applied && givesNothingUp(reconciled, applier, last);
  const after = losesNothing
    ? merged
    : explained(
        () => "failed to prune fields",
        () => pruneApplied(merged, reconciled, applier, last, context),
      );
  const transfer = transferOwnership(before, after, reconciled, identifier, context);
  if (!force && transfer.conflicts.size > 0) {
    return { object: before.value, managers, conflicts: listConflicts(transfer.conflicts, reconciled) };
  }
  const isUnchanged = after.value === before.value || equalValues(after.value, before.value);
  const set = applier.set.difference(unownedFields);
  // An apply that changes nothing is no event: the manager keeps its time, and one that is new here gets none.
  const time = isUnchanged ? managers.get(identifier)?.time : context.time;
  if (set.isEmpty()) transfer.managers.delete(identifier);
  else transfer.managers.set(identifier, { ...applier, time, set });
  return { object: isUnchanged ? before.value : after.value, managers: transfer.managers, conflicts: [] };
}

function createApplier(applied: FieldSet, context: WriteContext): FieldManager {
  const { apiVersion, subresource, manager: name, time } = context;
  const set = context.filterOf(apiVersion)?.(applied) ?? applied;
  return { name, operation: "Apply", apiVersion, subresource, time, set };
}

function mergeObjects(before: TypedObject, config: TypedObject): TypedObject {
  const merged = mergeTyped(before.value, config.value, before.shape);
  return merged === before.value ? before : { ...before, value: isJsonObject(merged) ? merged : {} };
}

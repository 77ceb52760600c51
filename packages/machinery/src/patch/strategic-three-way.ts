/**
 * The patch of `kubectl apply`: from what was applied last, what the user wants now, and what is there. Fields that the
 * user dropped since the last time are deleted; fields that others set, and that the user never mentioned, stay.
 */
import type { JsonObject } from "../json/json-value.ts";
import type { Shape } from "../json/shape.ts";
import { haveStrategicConflicts } from "./strategic-conflicts.ts";
import { diffStrategic } from "./strategic-diff.ts";
import { combineStrategicPatches } from "./strategic-merge.ts";
import { StrategicConflictError } from "./strategic-patch-error.ts";

export interface ThreeWayOptions {
  /** Whether the user's change wins over a different change of the same field by somebody else; otherwise that throws. */
  readonly overwrite: boolean;
}

/** The patch to merge into `current`. Throws a `StrategicConflictError` where it may not overwrite and would. */
export function createThreeWayStrategicPatch(
  original: JsonObject,
  modified: JsonObject,
  current: JsonObject,
  shape: Shape,
  options: ThreeWayOptions,
): JsonObject {
  const changes = diffStrategic(current, modified, shape, { hasChanges: true, hasDeletions: false, hasOrder: true });
  const deletions = diffStrategic(original, modified, shape, { hasChanges: false, hasDeletions: true, hasOrder: true });
  const patch = combineStrategicPatches(deletions, changes, shape);
  if (options.overwrite) return patch;
  const elsewhere = diffStrategic(original, current, shape, { hasChanges: true, hasDeletions: true, hasOrder: false });
  if (haveStrategicConflicts(patch, elsewhere, shape)) throw new StrategicConflictError(patch, elsewhere);
  return patch;
}

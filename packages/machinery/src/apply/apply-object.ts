/**
 * Server-side apply: merges what a manager wants into an object, removes what it wants no longer, and keeps the books.
 *
 * - What others own is not changed: that is a conflict, unless the apply is forced.
 * - An apply that changes nothing returns the live object itself, so nobody has to compare.
 * - Nothing is mutated; what did not change is shared with the live object.
 */
import { ApiError } from "../errors/api-error.ts";
import { equalJson, getOwn, isJsonObject, type JsonObject } from "../json/json-value.ts";
import { createConflictError } from "./apply-conflicts.ts";
import type { FieldManagers } from "./field-managers.ts";
import {
  createWriteContext,
  describeType,
  explained,
  type FieldWrite,
  messageOf,
  textOf,
  unexpectedFailure,
  type WriteContext,
} from "./field-write.ts";
import { refreshLastApplied, withoutExplainedConflicts } from "./last-applied.ts";
import { decodeManagedFields, encodeManagedFields, readManagedFields } from "./managed-fields.ts";
import { type MergedApply, mergeApplied } from "./merge-applied.ts";
import { withManagedFields, withoutManagedFields } from "./object-managed-fields.ts";
import { recordUpdate } from "./record-update.ts";

export interface ApplyWrite extends FieldWrite {
  /** What the manager wants: every field that it cares for, and no managedFields. */
  readonly applied: JsonObject;
  /** Takes what others own instead of failing with a conflict. */
  readonly force?: boolean;
}

export interface AppliedObject {
  readonly object: JsonObject;
  /** Whether there is something to store: `object` is the live object itself when it is false. */
  readonly changed: boolean;
}

/** Throws an `ApiError`: Conflict with one cause per field, BadRequest for a wrong body, and 500 for what does not fit. */
export function applyObject(write: ApplyWrite): AppliedObject {
  const context = createWriteContext(write);
  try {
    return applyInContext(write, context);
  } catch (error) {
    throw error instanceof ApiError ? error : unexpectedFailure(messageOf(error), error);
  }
}

function applyInContext(write: ApplyWrite, context: WriteContext): AppliedObject {
  const { applied, force = false } = write;
  const stored = write.live ?? context.empty;
  const entries = readManagedFields(stored);
  const managers = explained(
    () => "failed to decode managed fields",
    () => decodeManagedFields(entries ?? []),
  );
  checkType(applied, context);
  // Entries that could not be read stay where they are, so that a shape which knows better can refuse them.
  const live = entries ? withoutManagedFields(stored) : stored;
  const known = managers.size > 0 ? managers : recordBeforeFirstApply(live, context);
  const merged = mergeAsKubectlExpects(live, applied, known, force, context);
  const object = context.manager === "kubectl" ? refreshLastApplied(merged.object, applied) : merged.object;
  const encoded = encodeManagedFields(merged.managers);
  if (write.live !== undefined && object === live && isStored(encoded, stored))
    return { object: stored, changed: false };
  return { object: withManagedFields(object, encoded), changed: true };
}

function checkType(applied: JsonObject, { apiVersion, kind }: WriteContext): void {
  if (textOf(applied, "apiVersion") !== apiVersion || textOf(applied, "kind") !== kind) {
    throw ApiError.badRequest(`invalid object type: ${describeType(applied)}`);
  }
}

/** An object that nobody kept books on: whatever it holds belongs to one manager who stands for everybody before. */
function recordBeforeFirstApply(live: JsonObject, context: WriteContext): FieldManagers {
  return explained(
    () => "failed to create manager for existing fields",
    () => recordUpdate(context.empty, live, new Map(), "before-first-apply", context),
  );
}

function mergeAsKubectlExpects(
  live: JsonObject,
  applied: JsonObject,
  managers: FieldManagers,
  force: boolean,
  context: WriteContext,
): MergedApply {
  const merged = mergeApplied(live, applied, managers, force, context);
  if (merged.conflicts.length === 0) return merged;
  const { conflicts } = merged;
  const remaining = context.manager === "kubectl" ? withoutExplainedConflicts(conflicts, live, context) : conflicts;
  if (remaining.length > 0) throw createConflictError(remaining);
  return mergeApplied(live, applied, managers, true, context);
}

/** Whether the live object carries exactly these entries. None at all are written as no field, not as an empty list. */
function isStored(entries: JsonObject[], stored: JsonObject): boolean {
  const metadata = getOwn(stored, "metadata");
  const found = isJsonObject(metadata) ? getOwn(metadata, "managedFields") : undefined;
  return entries.length === 0 ? found === undefined : equalJson(entries, found);
}

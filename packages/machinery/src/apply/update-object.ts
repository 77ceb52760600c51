/**
 * Records in managedFields who made a create, an update or a patch. The change itself is taken as it is.
 *
 * A change is never refused for it: managedFields that cannot be kept up are left out rather than wrong, as in Kubernetes.
 */
import { getOwn, isJsonObject, type JsonObject } from "../json/json-value.ts";
import type { FieldManagers } from "./field-managers.ts";
import { createWriteContext, type FieldWrite, messageOf, textOf, type WriteContext } from "./field-write.ts";
import { decodeManagedFields, encodeManagedFields, isManagedFieldsReset, readManagedFields } from "./managed-fields.ts";
import { withManagedFields, withoutManagedFields } from "./object-managed-fields.ts";
import { recordUpdate } from "./record-update.ts";

export interface UpdateWrite extends FieldWrite {
  /** The object as it shall be, with the managedFields that the client sent along. */
  readonly updated: JsonObject;
}

export interface UpdatedObject {
  /** The updated object with its managedFields. */
  readonly object: JsonObject;
  /** Why it has no managedFields although it should: a line for the log. */
  readonly failure: Error | undefined;
}

export function updateObject(write: UpdateWrite): UpdatedObject {
  const context = createWriteContext(write);
  const live = write.live ?? context.empty;
  const updated = withoutManagedFields(write.updated);
  try {
    const entries = encodeManagedFields(updateManagers(live, updated, write, context));
    return { object: withManagedFields(updated, entries), failure: undefined };
  } catch (error) {
    return { object: updated, failure: error instanceof Error ? error : new Error(messageOf(error)) };
  }
}

function updateManagers(
  live: JsonObject,
  updated: JsonObject,
  write: UpdateWrite,
  context: WriteContext,
): FieldManagers {
  const managers = startingManagers(live, write.updated, context);
  if (managers.size === 0 && !isNew(live)) return managers;
  return recordUpdate(withoutManagedFields(live), updated, managers, context.manager, context);
}

/**
 * Clients may rewrite or reset managedFields through the object itself. Those that do not know them send none, and those that
 * send nonsense are treated alike: the live ones count.
 */
function startingManagers(live: JsonObject, updated: JsonObject, context: WriteContext): FieldManagers {
  if (context.subresource === "") {
    const sent = readManagedFields(updated);
    if (isManagedFieldsReset(sent)) return new Map();
    const managers = decodeOrForget(sent);
    if (managers.size > 0) return managers;
  }
  return decodeOrForget(readManagedFields(live));
}

function decodeOrForget(entries: ReturnType<typeof readManagedFields>): FieldManagers {
  try {
    return decodeManagedFields(entries ?? []);
  } catch {
    return new Map();
  }
}

/** Managers are recorded from the create on. An object that has none later on is one whose records were reset. */
function isNew(live: JsonObject): boolean {
  const metadata = getOwn(live, "metadata");
  return !isJsonObject(metadata) || textOf(metadata, "uid") === "";
}

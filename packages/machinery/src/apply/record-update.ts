/**
 * Records who made a change that is already decided: a create, an update, a patch, or what stood there before all records.
 *
 * The writer owns what it added or modified, everybody else loses it. Removed fields belong to nobody.
 */
import type { JsonObject } from "../json/json-value.ts";
import { capUpdateManagers } from "./cap-update-managers.ts";
import { type FieldManagers, formatManagerIdentifier } from "./field-managers.ts";
import { describeObject, explained, type WriteContext } from "./field-write.ts";
import { reconcileManagers } from "./reconcile-managers.ts";
import { transferOwnership } from "./transfer-ownership.ts";
import { asTyped, type TypedObject } from "./typed-object.ts";
import { unownedFields } from "./unowned-fields.ts";

/** Throws where an object does not fit its shape or cannot be converted. Both objects are without their managedFields. */
export function recordUpdate(
  live: JsonObject,
  updated: JsonObject,
  managers: FieldManagers,
  name: string,
  context: WriteContext,
): FieldManagers {
  const after = typedFor("new", updated, context);
  const before = typedFor("live", live, context);
  return explained(
    () => `failed to update ManagedFields (${describeObject(updated)})`,
    () => recordChange(before, after, managers, name, context),
  );
}

function recordChange(
  before: TypedObject,
  after: TypedObject,
  managers: FieldManagers,
  name: string,
  context: WriteContext,
): FieldManagers {
  const { apiVersion, subresource, time } = context;
  const identifier = formatManagerIdentifier({ name, operation: "Update", apiVersion, subresource });
  // The writer's earlier updates are treated like anybody's, so that an update which changes nothing renews no time.
  const reconciled = reconcileManagers(before, managers, context);
  const { managers: remaining, comparison } = transferOwnership(before, after, reconciled, undefined, context);
  const changed = comparison.modified.union(comparison.added);
  const set = (context.filterOf(apiVersion)?.(changed) ?? changed).difference(unownedFields);
  if (!set.isEmpty()) {
    const previous = remaining.get(identifier);
    const joined = previous ? set.union(previous.set) : set;
    remaining.set(identifier, { name, operation: "Update", apiVersion, subresource, time, set: joined });
  }
  return capUpdateManagers(remaining);
}

function typedFor(role: "new" | "live", object: JsonObject, { apiVersion, shape }: WriteContext): TypedObject {
  return explained(
    () => `failed to convert ${role} object (${describeObject(object)}) to smd typed`,
    () => asTyped(object, apiVersion, shape, { allowDuplicates: true }),
  );
}

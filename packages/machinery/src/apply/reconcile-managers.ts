/** Fits what managers own to the shape of today: where a map or list became atomic, the owners of its parts own it whole. */
import type { FieldManager, FieldManagers } from "./field-managers.ts";
import type { WriteContext } from "./field-write.ts";
import { reconcileFieldSet } from "./reconcile-field-set.ts";
import type { TypedObject } from "./typed-object.ts";

/** Managers of versions that are no longer served are left out. */
export function reconcileManagers(
  live: TypedObject,
  managers: FieldManagers,
  context: WriteContext,
): Map<string, FieldManager> {
  const reconciled = new Map<string, FieldManager>();
  for (const [identifier, manager] of managers) {
    const converted = context.convert(live, manager.apiVersion);
    if (converted === undefined) continue;
    const set = reconcileFieldSet(manager.set, converted.shape);
    reconciled.set(identifier, set === manager.set ? manager : { ...manager, set });
  }
  return reconciled;
}

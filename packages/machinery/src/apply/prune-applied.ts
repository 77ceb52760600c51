/**
 * Removes what an applier no longer applies: a field goes if this manager applied it last time, does not now, and nobody
 * else owns it.
 *
 * The order of the three steps and their quirks are those of Kubernetes, and objects depend on them: what an applier gives
 * up is taken out with all it holds, what anybody owns is put back, and so is everything that the applier never owned.
 */
import { isJsonObject, type JsonObject, type JsonValue } from "../json/json-value.ts";
import { compareUtf8 } from "../text/utf8-order.ts";
import type { FieldManager, FieldManagers } from "./field-managers.ts";
import { FieldSet } from "./field-set.ts";
import { explained, type WriteContext } from "./field-write.ts";
import { ensureNamedFieldsAreMembers } from "./named-fields.ts";
import { removeItems } from "./select-items.ts";
import { toFieldSet } from "./to-field-set.ts";
import type { TypedObject } from "./typed-object.ts";

/**
 * An applier that applies all it did before loses nothing, and pruning would find that out at great cost. Other versions are
 * left to it, because a conversion there and back may itself change the object. The set of the applier must be that of the
 * whole applied object: where a filter took the keys of items out of it, pruning takes the items.
 */
export function givesNothingUp(
  managers: FieldManagers,
  applier: FieldManager,
  last: FieldManager | undefined,
): boolean {
  for (const { apiVersion } of managers.values()) if (apiVersion !== applier.apiVersion) return false;
  return last === undefined || (last.apiVersion === applier.apiVersion && last.set.difference(applier.set).isEmpty());
}

/** `managers` already holds the applier with its new set; `last` is what it owned before. */
export function pruneApplied(
  merged: TypedObject,
  managers: FieldManagers,
  applier: FieldManager,
  last: FieldManager | undefined,
  context: WriteContext,
): TypedObject {
  if (last === undefined || last.set.isEmpty()) return merged;
  const converted = explained(
    () => "failed to convert merged object to last applied version",
    () => context.convert(merged, last.apiVersion),
  );
  if (converted === undefined) return merged;
  const emptied = without(converted, ensureNamedFieldsAreMembers(last.set, converted.shape));
  const owned = explained(
    () => "failed add back owned items",
    () => addBackOwnedItems(converted, emptied, managers, last.apiVersion, context),
  );
  const pruned = explained(
    () => "failed add back dangling items",
    () => addBackForeignItems(converted, owned, last, context),
  );
  return context.convert(pruned, applier.apiVersion) ?? pruned;
}

interface Pruning {
  readonly merged: TypedObject;
  readonly pruned: TypedObject;
}

/** The version of the last apply comes first, because fields that are gone may be needed for conversion to the others. */
function addBackOwnedItems(
  merged: TypedObject,
  pruned: TypedObject,
  managers: FieldManagers,
  lastVersion: string,
  context: WriteContext,
): TypedObject {
  const ownedIn = new Map<string, FieldSet>();
  for (const { apiVersion, set } of managers.values()) {
    ownedIn.set(apiVersion, (ownedIn.get(apiVersion) ?? FieldSet.empty).union(set));
  }
  const others = [...ownedIn.keys()].filter((version) => version !== lastVersion).sort(compareUtf8);
  let pruning: Pruning = { merged, pruned };
  for (const version of [lastVersion, ...others]) {
    const owned = ownedIn.get(version);
    if (owned) pruning = addBackOwnedItemsIn(version, owned, pruning, context);
  }
  return pruning.pruned;
}

function addBackOwnedItemsIn(version: string, owned: FieldSet, pruning: Pruning, context: WriteContext): Pruning {
  const merged = explained(
    () => `failed to convert merged object at version ${version}`,
    () => context.convert(pruning.merged, version),
  );
  if (merged === undefined) return pruning;
  const pruned = explained(
    () => `failed to convert pruned object at version ${version}`,
    () => context.convert(pruning.pruned, version),
  );
  if (pruned === undefined) return pruning;
  const { shape } = merged;
  const kept = namedFieldsOf(pruned).union(ensureNamedFieldsAreMembers(owned, shape));
  return { merged, pruned: without(merged, namedFieldsOf(merged).difference(kept)) };
}

/** Puts back what fell out with its parent although this applier never owned it. */
function addBackForeignItems(
  merged: TypedObject,
  pruned: TypedObject,
  last: FieldManager,
  context: WriteContext,
): TypedObject {
  const converted = explained(
    () => "failed to convert pruned object to last applied version",
    () => context.convert(pruned, last.apiVersion),
  );
  if (converted === undefined) return merged;
  const gone = namedFieldsOf(merged).difference(namedFieldsOf(converted));
  return without(merged, gone.intersection(ensureNamedFieldsAreMembers(last.set, merged.shape)));
}

function namedFieldsOf({ value, shape }: TypedObject): FieldSet {
  return ensureNamedFieldsAreMembers(toFieldSet(value, shape), shape);
}

function without(object: TypedObject, items: FieldSet): TypedObject {
  const value = removeItems(object.value, items, object.shape);
  return value === object.value ? object : { ...object, value: asObject(value) };
}

/** Nothing is left of an object whose every field goes. */
function asObject(value: JsonValue): JsonObject {
  return isJsonObject(value) ? value : {};
}

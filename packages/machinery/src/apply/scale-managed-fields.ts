/**
 * Carries ownership of the replicas between an object and its scale subresource, which is an object of another kind.
 *
 * Who owns the replicas of a Deployment owns `.spec.replicas` of its Scale, and the other way round once the Scale is written.
 */
import type { JsonObject } from "../json/json-value.ts";
import type { FieldManager } from "./field-managers.ts";
import { FieldSet } from "./field-set.ts";
import { decodeManagedFields, encodeManagedFields, readManagedFields } from "./managed-fields.ts";
import { type ElementPath, fieldNamesPath } from "./path-element.ts";

/** Where each served version of a kind keeps its replicas; `undefined` for a version without the subresource. */
export type ReplicasPaths = ReadonlyMap<string, ElementPath | undefined>;

const scaleVersion = "autoscaling/v1";
const scaleReplicasPath = fieldNamesPath("spec", "replicas");
const scaleReplicas = FieldSet.of(scaleReplicasPath);

/** The managedFields of an object's Scale. Throws a `ManagedFieldsError` where those of the object cannot be read. */
export function managedFieldsOfScale(parent: JsonObject, paths: ReplicasPaths): JsonObject[] {
  const managers = new Map<string, FieldManager>();
  for (const [identifier, manager] of managersOf(parent)) {
    const path = paths.get(manager.apiVersion);
    if (path === undefined || !manager.set.has(path)) continue;
    managers.set(identifier, { ...manager, apiVersion: scaleVersion, set: scaleReplicas });
  }
  return encodeManagedFields(managers);
}

/** The managedFields of an object after its Scale was written. New owners are recorded in the version that is given. */
export function managedFieldsAfterScale(
  parent: JsonObject,
  scale: JsonObject,
  paths: ReplicasPaths,
  apiVersion: string,
): JsonObject[] {
  const parentManagers = managersOf(parent);
  const scaleManagers = managersOf(scale);
  const managers = new Map<string, FieldManager>();
  for (const [identifier, manager] of parentManagers) {
    if (!paths.has(manager.apiVersion)) continue;
    const path = paths.get(manager.apiVersion);
    const isOwner = path !== undefined && manager.set.has(path);
    if (!isOwner || scaleManagers.delete(identifier)) managers.set(identifier, manager);
    else {
      const set = manager.set.difference(FieldSet.of(path));
      if (!set.isEmpty()) managers.set(identifier, { ...manager, set });
    }
  }
  const set = FieldSet.of(paths.get(apiVersion) ?? []);
  for (const [identifier, manager] of scaleManagers) {
    if (!manager.set.has(scaleReplicasPath)) continue;
    managers.set(identifier, { ...manager, apiVersion, time: parentManagers.get(identifier)?.time, set });
  }
  return encodeManagedFields(managers);
}

function managersOf(object: JsonObject): Map<string, FieldManager> {
  return decodeManagedFields(readManagedFields(object) ?? []);
}

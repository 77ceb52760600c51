/** The replicas of an object as an `autoscaling/v1` Scale, and back. */
import {
  ApiError,
  type ElementPath,
  fieldNamesPath,
  formatGroupVersion,
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type LabelSelector,
  printLabelSelector,
  type ReplicasPaths,
  setOwn,
} from "@pintle/machinery";
import { metadataOf } from "./object-metadata.ts";
import type { ResourceEndpoint } from "./resource-endpoint.ts";
import type { ScaleSubresource } from "./served-resource.ts";

export const scaleKind = { group: "autoscaling", version: "v1", kind: "Scale" } as const;

/** The Scale, without managedFields. Objects in the version of the endpoint. */
export function scaleOf(object: JsonObject, scale: ScaleSubresource): JsonObject {
  const replicas = numberAt(object, scale.specReplicasPath);
  const metadata: JsonObject = {};
  for (const key of ["name", "namespace", "uid", "resourceVersion", "creationTimestamp"]) {
    const value = getOwn(metadataOf(object), key);
    if (value !== undefined) metadata[key] = value;
  }
  const selector = scale.selectorPath === undefined ? undefined : selectorText(valueAt(object, scale.selectorPath));
  return {
    kind: scaleKind.kind,
    apiVersion: formatGroupVersion(scaleKind),
    metadata,
    spec: replicas ? { replicas } : {},
    status: { replicas: numberAt(object, scale.statusReplicasPath) ?? 0, ...(selector && { selector }) },
  };
}

/** Built-in kinds always have replicas; of others that have none there is no Scale. */
export function requireReplicas(object: JsonObject, scale: ScaleSubresource, { resource }: ResourceEndpoint): void {
  if (resource.isBuiltIn || numberAt(object, scale.specReplicasPath) !== undefined) return;
  throw ApiError.internalError(`the spec replicas field ".${scale.specReplicasPath}" does not exist`);
}

/** An object without replicas gets its first by a Scale, but not none. */
export function checkFirstReplicas(
  object: JsonObject,
  changed: JsonObject,
  { specReplicasPath }: ScaleSubresource,
  { resource }: ResourceEndpoint,
): void {
  if (resource.isBuiltIn || replicasOf(changed) !== 0 || numberAt(object, specReplicasPath) !== undefined) return;
  throw ApiError.badRequest(`the spec replicas field ".${specReplicasPath}" cannot be empty`);
}

/** The object with so many replicas. */
export function withReplicas(object: JsonObject, { specReplicasPath }: ScaleSubresource, replicas: number): JsonObject {
  return withValueAt(object, specReplicasPath.split("."), replicas);
}

export function replicasOf(scale: JsonObject): number {
  return numberAt(scale, "spec.replicas") ?? 0;
}

/** Where each version of the resource keeps its replicas. */
export function replicasPathsOf({ resource }: ResourceEndpoint, scale: ScaleSubresource): ReplicasPaths {
  const path: ElementPath = fieldNamesPath(...scale.specReplicasPath.split("."));
  return new Map(
    resource.versions.map(({ version }) => [formatGroupVersion({ group: resource.group, version }), path]),
  );
}

/** A text is taken as it is; an object is a label selector, or the older map of labels. */
function selectorText(value: JsonValue | undefined): string {
  if (typeof value === "string") return value;
  if (!isJsonObject(value)) return "";
  const isSelector = ["matchLabels", "matchExpressions"].some((key) => getOwn(value, key) !== undefined);
  return printLabelSelector((isSelector ? value : { matchLabels: value }) as LabelSelector);
}

function valueAt(object: JsonObject, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = object;
  for (const key of path.split(".")) value = isJsonObject(value) ? getOwn(value, key) : undefined;
  return value;
}

function numberAt(object: JsonObject, path: string): number | undefined {
  const value = valueAt(object, path);
  return typeof value === "number" || typeof value === "bigint" ? Number(value) : undefined;
}

function withValueAt(object: JsonObject, [key = "", ...rest]: readonly string[], value: JsonValue): JsonObject {
  const copy = { ...object };
  const inner = getOwn(object, key);
  setOwn(copy, key, rest.length === 0 ? value : withValueAt(isJsonObject(inner) ? inner : {}, rest, value));
  return copy;
}

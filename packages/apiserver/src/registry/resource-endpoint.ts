/**
 * A resource in one of its versions, with the names that keys and messages are made of.
 *
 * It is made once when the resource is registered, so that a request finds everything worked out.
 */
import {
  formatGroupVersion,
  type GroupKind,
  type GroupResource,
  type GroupVersion,
  type JsonObject,
  UsageError,
} from "@pintle/machinery";
import type { ServedResource, ServedVersion } from "./served-resource.ts";

export interface ResourceEndpoint {
  readonly resource: ServedResource;
  readonly version: ServedVersion;
  /** The version in which objects are kept. */
  readonly storageVersion: ServedVersion;
  readonly apiVersion: string;
  readonly storageApiVersion: string;
  readonly groupResource: GroupResource;
  readonly groupKind: GroupKind;
  readonly listKind: string;
  readonly isNamespaced: boolean;
  /** What all keys begin with: `/registry/configmaps/`. */
  readonly prefix: string;
}

export function createResourceEndpoint(resource: ServedResource, version: ServedVersion): ResourceEndpoint {
  const { group, plural, kind } = resource;
  // Where conversions have to be asked for, the storage is seen through a view that is in the version of the endpoint already.
  const kept = resource.convert ? version.version : resource.storageVersion;
  const storageVersion = kept === undefined ? resource.versions[0] : findVersion(resource, kept);
  if (storageVersion === undefined) {
    throw new UsageError(
      "PINTLE_RESOURCE_VERSIONS_INVALID",
      `give ${plural} at least one version, and among them its storageVersion`,
    );
  }
  return {
    resource: { ...resource, ...partsOf(version) },
    version,
    storageVersion,
    apiVersion: formatGroupVersion({ group, version: version.version }),
    storageApiVersion: formatGroupVersion(storedGroupVersion(resource, storageVersion)),
    groupResource: { group, resource: plural },
    groupKind: { group: storedGroupVersion(resource, storageVersion).group, kind },
    listKind: resource.listKind ?? `${kind}List`,
    isNamespaced: resource.scope === "Namespaced",
    prefix: `/registry/${storageFolderOf(resource)}/`,
  };
}

/** Objects that are kept as those of another group are told of as such, too. */
function storedGroupVersion({ group, storedAs }: ServedResource, { version }: ServedVersion): GroupVersion {
  const [storedGroup, storedVersion] = storedAs?.split("/") ?? [];
  return { group: storedGroup ?? group, version: storedVersion ?? version };
}

/** What a version has of its own. */
function partsOf({ strategy, subresources }: ServedVersion): Partial<ServedResource> {
  return { ...(strategy && { strategy }), ...(subresources && { subresources }) };
}

/** Built-in kinds are kept under their plural alone, as Kubernetes does, unless the resource says otherwise. */
export function storageFolderOf({ group, plural, isBuiltIn, storageFolder }: ServedResource): string {
  return storageFolder ?? (isBuiltIn || group === "" ? plural : `${group}/${plural}`);
}

export function findVersion(resource: ServedResource, version: string): ServedVersion | undefined {
  return resource.versions.find((candidate) => candidate.version === version);
}

/** The object as it is kept. */
export function toStorageVersion(endpoint: ResourceEndpoint, object: JsonObject): JsonObject {
  const { version, storageVersion, storageApiVersion } = endpoint;
  const typed = (converted: JsonObject): JsonObject => ({
    ...converted,
    apiVersion: storageApiVersion,
    kind: endpoint.resource.kind,
  });
  return typed(version === storageVersion || !version.toStorage ? object : version.toStorage(object));
}

/** A kept object in the version of the endpoint. */
export function fromStorageVersion(endpoint: ResourceEndpoint, object: JsonObject): JsonObject {
  const { version, storageVersion, apiVersion } = endpoint;
  if (version === storageVersion) return object;
  const converted = version.fromStorage ? version.fromStorage(object) : object;
  return { ...converted, apiVersion, kind: endpoint.resource.kind };
}

/**
 * The object as it will be read again. Custom resources are read by the schema of the storage version: what that does not know is lost, and
 * what it lacks is completed.
 */
export function asStored({ resource, version, storageVersion }: ResourceEndpoint, object: JsonObject): JsonObject {
  const normal = storageVersion.arrange?.(object) ?? object;
  if (!resource.isCustom) return normal;
  const pruned = version === storageVersion ? normal : (storageVersion.prune?.(normal).object ?? normal);
  return storageVersion.default?.(pruned) ?? pruned;
}

/** Records who wrote what: the managedFields of creates, updates and patches. */
import { formatGroupVersion, formatTime, type JsonObject, type OtherVersions, updateObject } from "@pintle/machinery";
import type { RequestContext } from "../pipeline/request-context.ts";
import {
  createResourceEndpoint,
  findVersion,
  fromStorageVersion,
  type ResourceEndpoint,
  toStorageVersion,
} from "../registry/resource-endpoint.ts";
import type { ServedVersion } from "../registry/served-resource.ts";
import type { Strategy } from "../registry/strategy.ts";
import { normalizeBuiltIn } from "../wire/typed/normalize-built-in.ts";
import type { AwaitedConversions } from "./awaited-conversions.ts";
import type { BodyType } from "./decode-body.ts";

export interface ManagedWrite {
  readonly endpoint: ResourceEndpoint;
  readonly strategy: Strategy;
  readonly context: RequestContext;
  readonly manager: string;
  readonly subresource: string;
  /** Where versions are converted by asking somebody. */
  readonly conversions?: AwaitedConversions;
}

/** What machinery has to know of a write, in the version of the request. */
export function fieldWriteOf({ endpoint, strategy, context, manager, subresource, conversions }: ManagedWrite) {
  const { apiVersion, version, resource } = endpoint;
  return {
    apiVersion,
    kind: resource.kind,
    shape: version.shape,
    manager,
    time: formatTime(context.clock.now()),
    subresource,
    ...(strategy.resetFields && { resetFields: strategy.resetFields }),
    ...((resource.versions.length > 1 || resource.isCustom) && { versions: otherVersionsOf(endpoint, conversions) }),
    empty: emptyObjectOf(endpoint),
  };
}

const emptyObjects = new WeakMap<ServedVersion, JsonObject>();

/** The object in which nothing is set. It is the same for all objects of a version, and made once. */
function emptyObjectOf({ apiVersion, version, resource }: ResourceEndpoint): JsonObject {
  let empty = emptyObjects.get(version);
  if (empty === undefined) {
    const bare = { kind: resource.kind, apiVersion };
    empty = version.normalize?.(bare) ?? bare;
    emptyObjects.set(version, empty);
  }
  return empty;
}

/** The updated object, in the version of the request, with managedFields. Both objects are in that version. */
export function recordManager(write: ManagedWrite, live: JsonObject | undefined, updated: JsonObject): JsonObject {
  const { object, failure } = updateObject({ ...fieldWriteOf(write), live, updated });
  if (failure && !write.conversions?.isWaiting)
    write.context.logger.debug("managedFields could not be kept up", { error: failure });
  return object;
}

/** What is created without being stored, such as a review, with managedFields. Only Go's types have some then. */
export function recordCreator(
  context: RequestContext,
  { type, otherType }: { readonly type: BodyType; readonly otherType?: string },
  manager: string,
  created: JsonObject,
): JsonObject {
  const { group, version, kind, shape, isBuiltIn } = type;
  if (!isBuiltIn) return created;
  const apiVersion = formatGroupVersion({ group, version });
  const bare = { kind, apiVersion };
  const empty = otherType === undefined ? type.normalize?.(bare) : normalizeBuiltIn(bare, otherType);
  const time = formatTime(context.clock.now());
  const { subresource } = context.info;
  const write = { apiVersion, kind, shape, manager, time, subresource, empty: empty ?? bare };
  return updateObject({ ...write, live: undefined, updated: created }).object;
}

function otherVersionsOf(endpoint: ResourceEndpoint, conversions: AwaitedConversions | undefined): OtherVersions {
  const { resource } = endpoint;
  const versionIn = (apiVersion: string) =>
    resource.versions.find(({ version }) => endpointIn(version)?.apiVersion === apiVersion);
  const endpointIn = (name: string) => {
    const version = findVersion(resource, name);
    return version && createResourceEndpoint(resource, version);
  };
  return {
    shapeOf: (apiVersion) => {
      const version = versionIn(apiVersion);
      // Managers of a version that a definition has lost fail every apply; those of built-in kinds are dropped.
      if (version === undefined && resource.isCustom) {
        throw new Error(`request to convert CR to an invalid group/version: ${apiVersion}`);
      }
      return version?.shape;
    },
    convert: (object, apiVersion) => {
      const version = versionIn(apiVersion);
      if (version === undefined) return object;
      if (conversions) return conversions.convert(object, apiVersion);
      // The object may be in any version: its own name says in which.
      const from = resource.versions.find(({ version: name }) => endpointIn(name)?.apiVersion === object.apiVersion);
      const source = createResourceEndpoint(resource, from ?? endpoint.version);
      return fromStorageVersion(createResourceEndpoint(resource, version), toStorageVersion(source, object));
    },
  };
}

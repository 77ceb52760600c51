/** The objects that policies take their parameters from, by the kind that a policy names and what a binding says of them. */
import {
  compileLabelSelector,
  type GroupVersionKind,
  getOwn,
  isJsonObject,
  type JsonObject,
  type LabelSelector,
} from "@pintle/machinery";
import { createConvertingStorage } from "../../registry/converting-storage.ts";
import { findServedKind } from "../../registry/find-served-kind.ts";
import { metadataMap, metadataText, textOf } from "../../registry/object-metadata.ts";
import { createRefreshingStorage } from "../../registry/refreshing-storage.ts";
import {
  createResourceEndpoint,
  findVersion,
  fromStorageVersion,
  type ResourceEndpoint,
} from "../../registry/resource-endpoint.ts";
import type { ResourceRegistry } from "../../registry/resource-registry.ts";
import type { Storage } from "../../storage/storage.ts";
import { type FollowedObjects, followObjects } from "../followed-objects.ts";
import { PolicySetupError } from "./policy-setup-error.ts";

export interface PolicyParams {
  /** The endpoint that serves the kind, if there is one. */
  find(kind: GroupVersionKind): ResourceEndpoint | undefined;
  /**
   * The objects that a binding refers to, for a request in the namespace; none where they are absent and need not be there. Throws a
   * `PolicySetupError` that says what is wrong with the reference.
   */
  collect(endpoint: ResourceEndpoint, paramRef: JsonObject, namespace: string): Promise<readonly JsonObject[]>;
}

export interface PolicyParamsOptions {
  readonly storage: Storage;
  /** Asked for late, because admission is there before the server is. */
  readonly registry: () => ResourceRegistry;
}

export function createPolicyParams({ storage, registry }: PolicyParamsOptions): PolicyParams {
  const followed = new Map<ResourceEndpoint, FollowedObjects<JsonObject>>();
  let refreshing: Storage | undefined;

  function follow(endpoint: ResourceEndpoint): FollowedObjects<JsonObject> {
    const known = followed.get(endpoint);
    if (known) return known;
    forgetUnserved();
    refreshing ??= createRefreshingStorage(storage, registry());
    const objects = followObjects(viewOf(refreshing, endpoint), endpoint.prefix, (object) =>
      fromStorageVersion(endpoint, object),
    );
    followed.set(endpoint, objects);
    return objects;
  }

  /** A kind that is defined anew is served by another endpoint. */
  function forgetUnserved(): void {
    for (const [endpoint, objects] of followed) {
      const { group, plural } = endpoint.resource;
      if (registry().find(group, endpoint.version.version, plural) === endpoint) continue;
      followed.delete(endpoint);
      objects.close();
    }
  }

  return {
    find(kind) {
      const endpoint = findServedKind(registry(), kind);
      // Reviews are served, and kept nowhere.
      return endpoint?.resource.storage ? undefined : endpoint;
    },
    async collect(endpoint, paramRef, namespace) {
      const place = placeOf(endpoint, paramRef, namespace);
      const params = await selectParams(follow(endpoint), paramRef, place);
      if (params.length === 0 && textOf(paramRef, "parameterNotFoundAction") === "Deny") {
        throw new PolicySetupError("no params found for policy binding with `Deny` parameterNotFoundAction");
      }
      return params;
    },
  };
}

/** The storage with objects in the version of the endpoint, where somebody has to be asked for that. */
function viewOf(storage: Storage, { resource, apiVersion }: ResourceEndpoint): Storage {
  const version = findVersion(resource, resource.storageVersion ?? "");
  if (!resource.convert || !version) return storage;
  const kept = createResourceEndpoint(resource, version);
  return createConvertingStorage({ storage, convert: resource.convert, apiVersion, kept });
}

/** The namespace of the params; empty where their kind has none. */
function placeOf({ isNamespaced }: ResourceEndpoint, paramRef: JsonObject, namespace: string): string {
  const named = textOf(paramRef, "namespace");
  if (!isNamespaced) {
    if (named !== "")
      throw new PolicySetupError("paramRef.namespace must not be provided for a cluster-scoped `paramKind`");
    return "";
  }
  if (named !== "") return named;
  if (namespace !== "") return namespace;
  throw new PolicySetupError("cannot use namespaced paramRef in policy binding that matches cluster-scoped resources");
}

async function selectParams(
  objects: FollowedObjects<JsonObject>,
  paramRef: JsonObject,
  namespace: string,
): Promise<readonly JsonObject[]> {
  const name = textOf(paramRef, "name");
  const selector = getOwn(paramRef, "selector");
  if (name !== "") {
    const found = await objects.get(namespace === "" ? name : `${namespace}/${name}`);
    return found ? [found] : [];
  }
  if (!isJsonObject(selector)) throw new PolicySetupError("one of name or selector must be provided");
  const { matches } = compileLabelSelector(selector as LabelSelector);
  const all = await objects.list();
  return all.filter(
    (object) => metadataText(object, "namespace") === namespace && matches(metadataMap(object, "labels")),
  );
}

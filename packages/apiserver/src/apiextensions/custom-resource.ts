/** A definition as the resource that a server serves for it. */
import { ApiError, formatGroupVersion, type JsonObject } from "@pintle/machinery";
import { textOf } from "../registry/object-metadata.ts";
import { createResourceEndpoint, type ResourceEndpoint } from "../registry/resource-endpoint.ts";
import { unexpected } from "../registry/resource-version.ts";
import type { ConvertObjects, ServedResource, ServedVersion } from "../registry/served-resource.ts";
import { createCustomVersion } from "./custom-version.ts";
import { type Definition, servedNamesOf } from "./definition.ts";
import { deprecationOf } from "./deprecation.ts";

/** In no order that would make sense, but the one that clients have seen for years. */
const verbs = ["delete", "deletecollection", "get", "list", "patch", "create", "update", "watch"];
const verbsWhileTerminating = ["delete", "deletecollection", "get", "list", "watch"];

export interface CustomResourceOptions {
  readonly definition: Definition;
  readonly isTerminating: () => boolean;
  /** Objects that were changed last at this revision or before may be of an older schema. It may move. */
  readonly staleRevision: () => number;
  /** Present where a webhook converts. */
  readonly convert?: ConvertObjects | undefined;
}

export function createCustomResource({
  definition,
  isTerminating,
  staleRevision,
  convert,
}: CustomResourceOptions): ServedResource {
  const { spec } = definition;
  const names = servedNamesOf(definition);
  const { plural = "", singular = "", kind = "", listKind = `${kind}List`, shortNames, categories } = names;
  const endpoints = new Map<string, ResourceEndpoint>();
  const versions: ServedVersion[] = spec.versions.map((version) =>
    createCustomVersion({
      version,
      apiVersion: formatGroupVersion({ group: spec.group, version: version.name }),
      isNamespaced: spec.scope === "Namespaced",
      endpoint: () => endpoints.get(version.name) as ResourceEndpoint,
      isTerminating,
      deprecation: deprecationOf(definition, version),
    }),
  );
  const storageVersion = spec.versions.find(({ storage }) => storage)?.name ?? "";
  const resource: ServedResource = {
    group: spec.group,
    plural,
    singular,
    kind,
    listKind,
    scope: spec.scope === "Namespaced" ? "Namespaced" : "Cluster",
    ...(shortNames && { shortNames }),
    ...(categories && { categories }),
    versions,
    storageVersion,
    // Never asked, because each version has its own.
    strategy: versions[0]?.strategy ?? { nameRule: "dns1123Subdomain" },
    verbs,
    get listedVerbs() {
      return isTerminating() ? verbsWhileTerminating : verbs;
    },
    itemsNameKind: true,
    isCustom: true,
    ...(convert && { convert }),
    staleness: {
      get revision() {
        return staleRevision();
      },
      refresh: (object) => refresh(resource, object),
    },
  };
  for (const version of versions) endpoints.set(version.version, createResourceEndpoint(resource, version));
  return resource;
}

/** Defaults that are too much for this object are left out: whoever made such a schema must not keep others from reading and deleting. */
function completed(version: ServedVersion, object: JsonObject): JsonObject {
  try {
    return version.default?.(object) ?? object;
  } catch (error) {
    if (ApiError.is(error, "RequestEntityTooLarge")) return object;
    throw error;
  }
}

/** What is stored is read by the schema of the version in which it was stored, and then only named after today's. */
function refresh({ group, versions, storageVersion = "", convert }: ServedResource, object: JsonObject): JsonObject {
  const apiVersion = textOf(object, "apiVersion");
  const stored = versions.find(({ version }) => formatGroupVersion({ group, version }) === apiVersion);
  if (!stored) throw unexpected(`request to convert CR from an invalid group/version: ${apiVersion}`);
  const pruned = stored.prune?.(object).object ?? object;
  const complete = completed(stored, pruned);
  // Only the webhook can do more than that.
  if (convert) return complete;
  return { ...complete, apiVersion: formatGroupVersion({ group, version: storageVersion }) };
}

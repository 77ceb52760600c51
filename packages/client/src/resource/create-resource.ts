/** Binds verbs to a kind and a namespace. */
import { type AnyKind, ApiError, UsageError } from "@pintle/machinery";
import type { Discovery } from "../discovery/discovery.ts";
import type { Requester } from "../request/requester.ts";
import type { DynamicResource, KindReference, MetadataResource } from "./resource.ts";
import { requireName, requireNamespace } from "./resource-path.ts";
import type { ResourceBinding } from "./resource-requests.ts";
import { createReadVerbs, createResourceVerbs, createSubresourceVerbs } from "./resource-verbs.ts";

/** What the resources of one client share. */
export interface ResourceSource {
  readonly requester: Requester;
  readonly discovery: Discovery;
  readonly defaultNamespace: string;
}

export interface ResourcePlace {
  readonly namespace?: string;
}

/** Kinds with a type have a narrower view of it, see `Resource`. */
export function createResource(
  source: ResourceSource,
  kind: AnyKind | KindReference,
  place: ResourcePlace,
): DynamicResource {
  const binding = bind(source, kind, place);
  const subresource = (name: string) => {
    if (isKind(kind) && !kind.subresources.includes(name)) {
      const known = kind.subresources.length === 0 ? "none" : kind.subresources.join(", ");
      throw new UsageError("PINTLE_SUBRESOURCE_UNKNOWN", `${kind.kind} has no subresource ${name}: it has ${known}`);
    }
    for (const segment of name.split("/")) requireName("subresource", segment);
    return createSubresourceVerbs({ ...binding, subresource: name });
  };
  const named = ["status", "scale"].filter((name) => !isKind(kind) || kind.subresources.includes(name));
  const resource: object = {
    ...createResourceVerbs(binding),
    ...Object.fromEntries(named.map((name) => [name, subresource(name)])),
    subresource,
  };
  return resource as DynamicResource;
}

export function createMetadataResource(
  source: ResourceSource,
  kind: AnyKind | KindReference,
  place: ResourcePlace,
): MetadataResource {
  return createReadVerbs({ ...bind(source, kind, place), view: "PartialObjectMetadata" }) as object as MetadataResource;
}

function bind(source: ResourceSource, kind: AnyKind | KindReference, { namespace }: ResourcePlace): ResourceBinding {
  const { requester, discovery, defaultNamespace } = source;
  if (isKind(kind)) {
    const bound = requireNamespace(kind, namespace);
    return { requester, defaultNamespace, target: () => kind, namespace: () => bound };
  }
  requireReference(kind);
  return {
    ...{ requester, defaultNamespace },
    target: (options) => discovery.find(kind, options),
    namespace: (target) => requireNamespace(target, namespace),
    onError: (error, target) => {
      if (isUnknownResource(error)) discovery.forget(target);
    },
  };
}

/** Kinds are functions: they build manifests. */
function isKind(kind: AnyKind | KindReference): kind is AnyKind {
  return typeof kind === "function";
}

function requireReference(kind: KindReference | undefined): void {
  if (typeof kind?.apiVersion === "string" && typeof kind.kind === "string" && kind.apiVersion && kind.kind) return;
  throw new UsageError("PINTLE_KIND_MISSING", "give a kind, or { apiVersion, kind } with a text for both");
}

/** The whole resource is missing, not an object of it: servers and clients have these words for it, and no other. */
function isUnknownResource(error: unknown): boolean {
  const answer = ApiError.find(error);
  return answer?.code === 404 && answer.message.startsWith("the server could not find the requested resource");
}

/** Binds verbs to a kind and a namespace. */
import { type AnyKind, ApiError, UsageError } from "@pintle/machinery";
import type { Discovery } from "../discovery/discovery.ts";
import type { CallOptions } from "../request/api-request.ts";
import { type ClientInterceptor, joinSignals } from "../request/client-interceptor.ts";
import type { Requester } from "../request/requester.ts";
import { createProxyVerb } from "./proxy.ts";
import type { DynamicResource, KindReference, MetadataResource } from "./resource.ts";
import { requireName, requireNamespace } from "./resource-path.ts";
import type { ResourceBinding } from "./resource-requests.ts";
import { createPartialVerbs, createResourceVerbs, createSubresourceVerbs } from "./resource-verbs.ts";

/** What the resources of one client share. */
export interface ResourceSource {
  readonly requester: Requester;
  readonly discovery: Discovery;
  readonly defaultNamespace: string;
  readonly interceptor?: ClientInterceptor | undefined;
}

export interface ResourcePlace {
  readonly namespace?: string;
}

const usualSubresources = ["status", "scale"] as const;

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
  const resource: Record<string, unknown> = { ...createResourceVerbs(binding), subresource };
  for (const name of usualSubresources) {
    if (!isKind(kind) || kind.subresources.includes(name)) {
      resource[name] = createSubresourceVerbs({ ...binding, subresource: name });
    }
  }
  if (isKind(kind) && kind.subresources.includes("proxy")) resource.proxy = createProxyVerb(binding);
  return resource as object as DynamicResource;
}

export function createMetadataResource(
  source: ResourceSource,
  kind: AnyKind | KindReference,
  place: ResourcePlace,
): MetadataResource {
  return createPartialVerbs({
    ...bind(source, kind, place),
    view: "PartialObjectMetadata",
  }) as object as MetadataResource;
}

function bind(source: ResourceSource, kind: AnyKind | KindReference, { namespace }: ResourcePlace): ResourceBinding {
  const { requester, discovery, defaultNamespace, interceptor } = source;
  if (isKind(kind)) {
    const bound = requireNamespace(kind, namespace);
    return { requester, defaultNamespace, interceptor, target: () => kind, namespace: () => bound };
  }
  requireReference(kind);
  return {
    ...{ requester, defaultNamespace, interceptor },
    target: ({ signal, timeoutMs }: CallOptions) =>
      discovery.find(kind, { signal: joinSignals(interceptor?.signal, signal), timeoutMs }),
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

/** Turns verbs into requests: which path, which namespace, which body, which form of the answer. */
import {
  formatGroupVersion,
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  UsageError,
} from "@pintle/machinery";
import type { ApiRequest, CallOptions } from "../request/api-request.ts";
import type { ClientInterceptor } from "../request/client-interceptor.ts";
import type { Requester } from "../request/requester.ts";
import { UnexpectedResponseError } from "../request/unexpected-response-error.ts";
import type { Query } from "./list-options.ts";
import { formatResourcePath, type ObjectPlace, type ResourceTarget, requireName } from "./resource-path.ts";
import { otherSubresourceKinds } from "./subresource.ts";
import { tellWrite } from "./tell-write.ts";

/** What a resource is bound to. */
export interface ResourceBinding {
  readonly requester: Requester;
  /** A kind that is known at run time only is asked for when it is needed. */
  readonly target: (options: CallOptions) => ResourceTarget | Promise<ResourceTarget>;
  /** As given by who asked for the resource; looked at once the target is known. */
  readonly namespace: (target: ResourceTarget) => string | undefined;
  /** Where an object is looked for when nobody said. */
  readonly defaultNamespace: string;
  readonly subresource?: string;
  /** The form of the objects in answers, unless it is the objects themselves. */
  readonly view?: "PartialObjectMetadata";
  /** Is told of each write. */
  readonly interceptor?: ClientInterceptor | undefined;
  /** Is told of each error of a request, with what it was about. */
  readonly onError?: (error: unknown, target: ResourceTarget) => void;
}

export interface VerbRequest extends CallOptions {
  readonly method: string;
  readonly query?: Query;
  readonly body?: object | undefined;
  readonly contentType?: string | undefined;
  readonly dryRun?: boolean | undefined;
  readonly preconditions?: { readonly uid?: string } | undefined;
}

/** A manifest as verbs see it. */
export interface AnyManifest {
  readonly apiVersion?: string | undefined;
  readonly kind?: string | undefined;
  readonly metadata?: { readonly name?: string | undefined; readonly namespace?: string | undefined } | undefined;
}

export type PlaceIn = (target: ResourceTarget) => ObjectPlace;

/** The place of one object by its name. */
export function placeOf(binding: ResourceBinding, name: string): PlaceIn {
  return (target) => ({
    name: requireName("name", name),
    namespace: namespaceOfOne(binding, target),
    subresource: binding.subresource,
  });
}

/** The place of an object that says itself where it is. */
export function placeOfManifest(binding: ResourceBinding, { metadata }: AnyManifest, isNamed: boolean): PlaceIn {
  return (target) => {
    const own = metadata?.namespace;
    const bound = binding.namespace(target);
    if (own !== undefined && own !== "" && bound !== undefined && own !== bound) {
      throw new UsageError(
        "PINTLE_NAMESPACE_MISMATCH",
        `metadata.namespace is ${JSON.stringify(own)}, but the resource is that of namespace ${JSON.stringify(bound)}`,
      );
    }
    const isOwn = target.scope === "Namespaced" && own !== undefined && own !== "" && bound === undefined;
    return {
      ...(isNamed && { name: requireName("metadata.name", metadata?.name) }),
      namespace: isOwn ? requireName("metadata.namespace", own) : namespaceOfOne(binding, target),
      subresource: binding.subresource,
    };
  };
}

/** The place of many objects: all namespaces unless the resource is bound to one. */
export function placeOfMany(binding: ResourceBinding): PlaceIn {
  return (target) => ({ namespace: binding.namespace(target) });
}

function namespaceOfOne(binding: ResourceBinding, target: ResourceTarget): string | undefined {
  const bound = binding.namespace(target);
  return target.scope === "Cluster" ? undefined : (bound ?? binding.defaultNamespace);
}

/** The object in the answer. */
export async function sendVerb<Answer extends object>(
  binding: ResourceBinding,
  place: PlaceIn,
  verb: VerbRequest,
): Promise<Answer> {
  const target = await binding.target(verb);
  const object = place(target);
  const request = formatRequest(binding, target, object, verb);
  let answer: JsonValue | undefined;
  try {
    answer = await binding.requester.send<JsonValue | undefined>(request);
    if (!isJsonObject(answer)) throw new UnexpectedResponseError("the answer is JSON, but no object", 200);
  } catch (error) {
    binding.onError?.(error, target);
    throw error;
  }
  if (binding.interceptor?.afterWrite) tellWrite(binding.interceptor, { target, place: object, verb, request, answer });
  return answer as JsonObject & Answer;
}

export function formatRequest(
  { view }: ResourceBinding,
  target: ResourceTarget,
  place: ObjectPlace,
  { method, query = [], body, contentType, signal, timeoutMs }: VerbRequest,
): ApiRequest {
  const isMany = method === "GET" && place.name === undefined && !query.some(([name]) => name === "watch");
  return {
    method,
    path: formatResourcePath(target, place),
    query,
    ...(body !== undefined && { body: body as JsonValue }),
    ...(contentType !== undefined && { contentType }),
    ...(view && { headers: { accept: acceptedForm(isMany ? `${view}List` : view) } }),
    ...{ signal, timeoutMs },
    about: { resource: { group: target.group, resource: target.plural }, ...(place.name && { name: place.name }) },
  };
}

function acceptedForm(form: string): string {
  return `application/json;as=${form};v=v1;g=meta.k8s.io,application/json`;
}

/** The body with its type, which the resource knows: a manifest may leave it out, and may not have another one. */
export function withType(target: ResourceTarget, manifest: AnyManifest, subresource?: string): object {
  const own = { apiVersion: formatGroupVersion(target), kind: target.kind };
  const other = subresource === undefined ? undefined : getOwn(otherSubresourceKinds, subresource);
  // What a server has beside the subresources of Kubernetes may take any kind: only the manifest says which.
  if (subresource !== undefined && other === undefined && manifest.kind !== undefined) return manifest;
  const type = other ?? own;
  for (const field of ["apiVersion", "kind"] as const) {
    const given = manifest[field];
    if (given === undefined || given === type[field]) continue;
    const message = `${field} is ${JSON.stringify(given)}, but ${type.apiVersion} ${type.kind} is written here`;
    throw new UsageError("PINTLE_KIND_MISMATCH", message);
  }
  return { ...type, ...manifest, ...type };
}

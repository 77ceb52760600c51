/**
 * What is read and written under an object: a part of it with permissions of its own (`status`), another view of it (`scale`), or
 * something that is asked of it (`eviction`, `token`).
 */
import type { AnyKind, DeepInput, ObjectOf, Status } from "@pintle/machinery";
import type { AppliedOf, Patch } from "./patch.ts";
import type { DynamicManifest, DynamicObject, InputOf } from "./resource.ts";
import type { Eviction, PodBinding, Scale, TokenRequest, TokenRequestInput } from "./subresource-objects.ts";
import type { ApplyOptions, GetOptions, WriteOptions } from "./write-options.ts";

export interface SubresourceVerbs<Read, Write> {
  get(name: string, options?: GetOptions): Promise<Read>;
  /** What is written besides the subresource's own fields is left as it is. */
  update(object: Write, options?: WriteOptions): Promise<Read>;
  patch(name: string, patch: Patch<Read>, options?: WriteOptions): Promise<Read>;
  apply(manifest: AppliedOf<Read>, options: ApplyOptions): Promise<Read>;
}

/** What is asked of the object of that name. */
export interface CreateVerb<Read, Write> {
  create(name: string, body: Write, options?: WriteOptions): Promise<Read>;
}

/** Those that take and give other objects than the resource's own. */
interface OtherSubresources {
  scale: SubresourceVerbs<Scale, DeepInput<Scale>>;
  eviction: CreateVerb<Status, DeepInput<Eviction>>;
  binding: CreateVerb<Status, DeepInput<PodBinding>>;
  token: CreateVerb<TokenRequest, TokenRequestInput>;
}

/** These are streams and connections, not objects. */
type StreamName = "attach" | "exec" | "log" | "portforward" | "proxy";

export type SubresourceNameOf<K extends AnyKind> = Exclude<K["subresources"][number], StreamName>;

export type SubresourceOf<K extends AnyKind, Name extends string> = Name extends keyof OtherSubresources
  ? OtherSubresources[Name]
  : SubresourceVerbs<ObjectOf<K>, InputOf<K>>;

/** Of a kind that is known at run time only: the server says which of these there are. */
export interface DynamicSubresource {
  get(name: string, options?: GetOptions): Promise<DynamicObject>;
  create(name: string, body: DynamicManifest, options?: WriteOptions): Promise<DynamicObject>;
  update(object: DynamicManifest, options?: WriteOptions): Promise<DynamicObject>;
  patch(name: string, patch: Patch<Record<string, unknown>>, options?: WriteOptions): Promise<DynamicObject>;
  apply(manifest: DynamicManifest, options: ApplyOptions): Promise<DynamicObject>;
}

/** The types of what is sent under a subresource whose objects are not the resource's own. */
export const otherSubresourceKinds: Readonly<Record<string, { readonly apiVersion: string; readonly kind: string }>> = {
  scale: { apiVersion: "autoscaling/v1", kind: "Scale" },
  eviction: { apiVersion: "policy/v1", kind: "Eviction" },
  binding: { apiVersion: "v1", kind: "Binding" },
  token: { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest" },
};

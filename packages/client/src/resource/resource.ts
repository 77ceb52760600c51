/**
 * What can be done with the objects of a kind. The types follow from the kind: what is read has its output shape, what is written its
 * input shape, and `status`, `scale` and other subresources are there if the kind has them.
 */
import type {
  AnyKind,
  DeepInput,
  JsonValue,
  KubernetesList,
  KubernetesObject,
  ObjectMeta,
  ObjectOf,
  Status,
} from "@pintle/machinery";
import type { WatchLine } from "../request/watch-lines.ts";
import type { ListOptions, PageOptions, WatchLinesOptions, WatchOptions } from "./list-options.ts";
import type { Page } from "./list-pages.ts";
import type { AppliedOf, Patch } from "./patch.ts";
import type { ProxyVerb } from "./proxy.ts";
import type { DynamicSubresource, SubresourceNameOf, SubresourceOf, SubresourceVerbs } from "./subresource.ts";
import type { Scale } from "./subresource-objects.ts";
import type { WatchEvent } from "./watch-event.ts";
import type {
  ApplyOptions,
  DeleteCollectionOptions,
  DeleteOptions,
  GetOptions,
  WriteOptions,
} from "./write-options.ts";

/** What objects known by their metadata alone have too: all that takes no whole object. */
export interface PartialVerbs<Read> {
  get(name: string, options?: GetOptions): Promise<Read>;
  /** One answer: all objects, or `limit` of them. Without a namespace, those of all namespaces. */
  list(options?: ListOptions): Promise<KubernetesList<Read>>;
  pages(options?: PageOptions): AsyncIterable<Page<Read>>;
  /** Ends when the server ends it, or quietly when the signal is aborted; throws an `ApiError` where the server tells of one. */
  watch(options?: WatchOptions): AsyncIterable<WatchEvent<Read>>;
  /** The same for who keeps many objects and looks at few: undecoded, and in batches as they arrive. */
  watchLines(options?: WatchLinesOptions): AsyncIterable<readonly WatchLine[]>;
  patch(name: string, patch: Patch<Read>, options?: WriteOptions): Promise<Read>;
  /** The object where it still waits for something, or where its kind answers so; otherwise a Status of success. */
  delete(name: string, options?: DeleteOptions): Promise<Read | Status>;
  /** Every object that the selectors select, or all of the namespace. */
  deleteCollection(options?: DeleteCollectionOptions): Promise<KubernetesList<Read> | Status>;
}

export interface ResourceVerbs<Read, Write> extends PartialVerbs<Read> {
  create(manifest: Write, options?: WriteOptions): Promise<Read>;
  /** Replaces the object of that name. With a resourceVersion in its metadata, only in that state: a conflict otherwise. */
  update(object: Write, options?: WriteOptions): Promise<Read>;
  /** Server-side apply: the fields given here are the manager's, and those that it gave before and does not give now are dropped. */
  apply(manifest: AppliedOf<Read>, options: ApplyOptions): Promise<Read>;
}

/** The fields that a call of the kind takes; `apiVersion` and `kind` may be left out. */
export type InputOf<K extends AnyKind> = Parameters<K>[0];

export type Resource<K extends AnyKind> = ResourceVerbs<ObjectOf<K>, InputOf<K>> &
  StatusPart<K> &
  ScalePart<K> &
  ProxyPart<K> & {
    /** Any other subresource: `eviction`, `token`, `approval`, `ephemeralcontainers`. */
    subresource<Name extends SubresourceNameOf<K>>(name: Name): SubresourceOf<K, Name>;
  };

/** Kinds that are questions: one is sent, and the answer is all that there ever is of it. */
export interface ReviewKind extends AnyKind {
  readonly group: "authentication.k8s.io" | "authorization.k8s.io";
  readonly kind:
    | "LocalSubjectAccessReview"
    | "SelfSubjectAccessReview"
    | "SelfSubjectReview"
    | "SelfSubjectRulesReview"
    | "SubjectAccessReview"
    | "TokenReview";
}

/** To read, list or delete what is not kept is a compile error. */
export type ReviewResource<K extends ReviewKind> = Pick<ResourceVerbs<ObjectOf<K>, InputOf<K>>, "create">;

type StatusPart<K extends AnyKind> =
  "status" extends SubresourceNameOf<K> ? { readonly status: SubresourceOf<K, "status"> } : unknown;

type ScalePart<K extends AnyKind> =
  "scale" extends SubresourceNameOf<K> ? { readonly scale: SubresourceOf<K, "scale"> } : unknown;

/** Of pods, services and nodes. */
type ProxyPart<K extends AnyKind> = "proxy" extends K["subresources"][number]
  ? {
      /** Asks what is behind the object of that name, through the API server. */
      readonly proxy: ProxyVerb;
    }
  : unknown;

/** Cluster kinds have no namespace, and to give them one is a compile error. */
export type PlaceOf<K extends AnyKind> = K["scope"] extends "Cluster"
  ? { readonly namespace?: never }
  : { readonly namespace?: string };

/** A kind that is found by discovery when it is first asked for. */
export interface KindReference {
  readonly apiVersion: string;
  readonly kind: string;
  /** Kinds with types are functions: what is wrong with those must not pass as if nothing were known of them. */
  readonly call?: never;
}

/** An object whose kind is known at run time only: what it has besides apiVersion, kind and metadata is undescribed JSON. */
export interface DynamicObject extends KubernetesObject {
  [field: string]: JsonValue | ObjectMeta;
}

export interface DynamicManifest {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: DeepInput<ObjectMeta>;
  readonly [field: string]: unknown;
}

export interface DynamicResource extends Omit<ResourceVerbs<DynamicObject, DynamicManifest>, "apply" | "patch"> {
  patch(name: string, patch: Patch<Record<string, unknown>>, options?: WriteOptions): Promise<DynamicObject>;
  apply(manifest: DynamicManifest, options: ApplyOptions): Promise<DynamicObject>;
  readonly status: DynamicSubresource;
  readonly scale: SubresourceVerbs<Scale, DeepInput<Scale>>;
  subresource(name: string): DynamicSubresource;
}

/** What the server gives of an object when nothing but its metadata is asked for. */
export interface PartialObjectMetadata {
  apiVersion: "meta.k8s.io/v1";
  kind: "PartialObjectMetadata";
  metadata: ObjectMeta;
}

/** There is nothing to create or update here: what is sent would lack everything else. */
export type MetadataResource = PartialVerbs<PartialObjectMetadata>;

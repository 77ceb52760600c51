/**
 * A resource that a server serves, as data and functions on plain JSON: its names, its versions, and what is special about it.
 *
 * Objects are decoded in the version of the request, defaulted there, and converted to the internal form in which strategies, admission
 * and storage work. For most resources that form is their only version; then nothing is converted.
 */
import type { JsonObject, Scope, Shape } from "@pintle/machinery";
import type { CustomStorage } from "./custom-storage.ts";
import type { Strategy } from "./strategy.ts";
import type { TableColumns } from "./table-columns.ts";

export interface ServedResource {
  readonly group: string;
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  /** `<kind>List` unless said. */
  readonly listKind?: string;
  readonly scope: Scope;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  /** In the order of preference; at least one. */
  readonly versions: readonly ServedVersion[];
  /** The version in which objects are kept and strategies see them: the first unless said. */
  readonly storageVersion?: string;
  readonly strategy: Strategy;
  readonly subresources?: Readonly<Record<string, ServedSubresource>>;
  /** Where the objects are, if not under `group/plural`: two resources that name the same folder share their objects. */
  readonly storageFolder?: string;
  /** What it is stored as, where that is not its own kind: `/v1/Event` of `events.k8s.io/v1`. */
  readonly storedAs?: string;
  /** In place of the store: virtual objects, reviews, connections. */
  readonly storage?: CustomStorage;
  /** The verbs that are served; all that the storage has unless said. */
  readonly verbs?: readonly string[];
  /** What discovery says of the verbs, where that is not the truth: of a custom resource that is going away. */
  readonly listedVerbs?: readonly string[];
  /** Whether items of lists name their kind and version, as custom resources do and built-in kinds do not. */
  readonly itemsNameKind?: boolean;
  /** Whether strategic merge patches and protobuf are understood: for built-in kinds. */
  readonly isBuiltIn?: boolean;
  /** Whether it comes from a CustomResourceDefinition, for which Kubernetes has other words when it refuses something. */
  readonly isCustom?: boolean;
  /** Converts objects where that has to be asked of somebody, in place of `toStorage` and `fromStorage`. */
  readonly convert?: ConvertObjects;
  /** What of its objects may have been stored under other rules than today's, and what it is today. Nothing is unless said. */
  readonly staleness?: Staleness;
}

/** The objects, each of any version, in the version asked for; in their order. Throws an `ApiError` where one cannot be. */
export type ConvertObjects = (objects: readonly JsonObject[], apiVersion: string) => Promise<readonly JsonObject[]>;

/** Objects whose last change is not younger than `revision` are brought up to date whenever they are read. */
export interface Staleness {
  readonly revision: number;
  /** The object in today's storage version. Throws an `ApiError` for one that nobody can read any more. */
  readonly refresh: (object: JsonObject) => JsonObject;
}

export interface ServedVersion {
  readonly version: string;
  readonly shape: Shape;
  /** Completes an object of this version, before it is converted; gives it back unchanged where nothing is missing. */
  readonly default?: (object: JsonObject) => JsonObject;
  /** To the storage version and back; both are pure. Without them only the `apiVersion` differs. */
  readonly toStorage?: (object: JsonObject) => JsonObject;
  readonly fromStorage?: (object: JsonObject) => JsonObject;
  /** Told to who uses this version. */
  readonly deprecation?: string;
  /**
   * The object as the type of the kind prints it: without what is empty, with what is always written, quantities and times in
   * their canonical form. It throws an `Error` in Go's words for a value of the wrong type.
   */
  readonly normalize?: (object: JsonObject) => JsonObject;
  /** The same for an object that was normalized and then completed: fields in order, and values as they are. */
  readonly arrange?: (object: JsonObject) => JsonObject;
  /** Whether unknown fields stay in the object, and what becomes of them otherwise; schemas of custom resources prune by themselves. */
  readonly prune?: (object: JsonObject) => { readonly object: JsonObject; readonly unknownFields: readonly string[] };
  readonly columns?: TableColumns;
  /** Whether the version is served; it may be kept for conversion only. It is unless said. */
  readonly isServed?: boolean;
  /** In place of those of the resource, where versions differ in them as those of custom resources do. */
  readonly strategy?: Strategy;
  readonly subresources?: Readonly<Record<string, ServedSubresource>>;
}

/** What can be read and written beside the object itself. */
export type ServedSubresource = StatusSubresource | ScaleSubresource | OwnSubresource;

/** A view of the object in which another strategy decides what may change: `status`, `finalize`, `approval`. */
export interface StatusSubresource {
  readonly type: "view";
  readonly strategy: Strategy;
  readonly verbs?: readonly string[];
}

/** The object's replicas as an `autoscaling/v1` Scale. */
export interface ScaleSubresource {
  readonly type: "scale";
  /** Paths without leading dot: `spec.replicas`. */
  readonly specReplicasPath: string;
  readonly statusReplicasPath: string;
  /** Where a selector stands, as text or as an object; absent where the resource has none. */
  readonly selectorPath?: string;
  /** How Scales are shown in Tables. */
  readonly columns?: TableColumns;
}

/** Whatever else: bindings, evictions, tokens, logs. Its kind may be of another group. */
export interface OwnSubresource {
  readonly type: "own";
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly shape: Shape;
  /** Completes what was sent. */
  readonly default?: ServedVersion["default"];
  readonly storage: CustomStorage;
  readonly verbs: readonly string[];
  /** Whether there is something below it, as below proxies: `pods/a/proxy/index.html`. There is not unless said. */
  readonly hasPaths?: boolean;
}

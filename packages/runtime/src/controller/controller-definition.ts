/**
 * What a controller is, as a pure value: which kind it is for, what it watches, and the function that it calls. Nothing here runs; a manager
 * makes it run, as often as it has to.
 */
import type { PartialObjectMetadata } from "@pintle/client";
import type { AnyKind, DeepReadonly, KubernetesObject, ObjectKey, ObjectOf, RateLimiter } from "@pintle/machinery";
import type { Change } from "../informers/informer.ts";
import type { InformerOptions } from "../informers/informers.ts";
import type { Predicate } from "./predicates.ts";
import type { CacheReader, Reconcile } from "./reconcile.ts";
import type { RequestSource } from "./request-source.ts";

export interface ControllerDefinition<K extends AnyKind = AnyKind> {
  readonly kind: K;
  /** In logs, metrics and traces; the kind in lower case unless said. */
  readonly name: string;
  readonly own: WatchDefinition;
  readonly watches: readonly WatchDefinition[];
  readonly reads: readonly ReadDefinition[];
  readonly sources: readonly RequestSource[];
  readonly options: ControllerOptions;
  // A method, so that a definition for any kind can stand where the kind does not matter.
  reconcile(...args: Parameters<Reconcile<K>>): ReturnType<Reconcile<K>>;
}

export interface ControllerOptions {
  /** How many objects are worked on at once: 1 unless said. One object is never worked on twice at once. */
  readonly workers?: number;
  /** After which a run is aborted and counts as failed. There is no limit unless said. */
  readonly reconcileTimeoutMs?: number;
  /** How long the start waits for what is watched to be there: 2 minutes unless said. */
  readonly cacheSyncTimeoutMs?: number;
  /** Makes the limiter of retries: 5 ms to 1,000 s for each object, and 10 a second for all after the first 100, unless said. */
  readonly limiter?: () => RateLimiter;
  /** After which every object is looked at again, give or take a tenth: what the informers say unless said. 0 for never. */
  readonly resyncMs?: number;
  /** Whether only the leader runs it: it does unless said. */
  readonly needsLeader?: boolean;
  /** Whether a process that does not lead fills caches and queue already: what the manager says unless said. */
  readonly warmStandby?: boolean;
}

/** Part of the objects of a kind. */
export interface WatchedObjects<Read> extends InformerOptions {
  /** Ways to find objects by values of their own: `{ node: (pod) => [pod.spec?.nodeName ?? ""] }`, for `cache.byIndex`. */
  readonly indexes?: Readonly<Record<string, (object: DeepReadonly<Read>) => readonly string[]>>;
}

export interface WatchOptions<Read> extends WatchedObjects<Read> {
  /** All of these have to agree. */
  readonly predicates?: readonly Predicate<Read>[];
}

export interface OwnsOptions<Read> extends WatchOptions<Read> {
  /** Runs for each owner of the kind, not for the one that is the controller alone. */
  readonly matchesEveryOwner?: boolean;
}

export interface WatchesOptions<Read> extends WatchOptions<Read> {
  /** Knows nothing of the objects but their metadata, which takes less memory; they cannot be read from the cache. */
  readonly metadataOnly?: boolean;
  /** The cluster that they are in, where the manager has several; that of the controller unless said. They cannot be read from the cache. */
  readonly cluster?: string;
}

/**
 * The objects for which there has to be a run. It is asked with the state before and the state after a change; what both name runs once.
 * When it throws, that is reported, and counts as none.
 */
export type ToRequests<Read> = (
  object: DeepReadonly<Read>,
  change: Change<Read>,
  cache: CacheReader,
) => Iterable<ObjectKey>;

/** A kind that leads to runs, as the builder has put it together; objects are known by what all have in common. */
export interface WatchDefinition extends ReadDefinition {
  /** All that has to agree, or nothing where every change counts. */
  readonly predicate: Predicate<KubernetesObject> | undefined;
  /** Nothing where the run is for the object itself. */
  readonly toRequests: ToRequests<KubernetesObject> | undefined;
  readonly metadataOnly: boolean;
  readonly cluster: string | undefined;
  /** The function may read the cache, so it is not asked before that can be read. */
  readonly asksCache: boolean;
}

export interface ReadDefinition {
  readonly kind: AnyKind;
  readonly objects: WatchedObjects<KubernetesObject>;
}

/** A controller, step by step. Each step gives a new value and leaves the one before as it was. */
export interface ControllerBuilder<K extends AnyKind> {
  named(name: string): ControllerBuilder<K>;
  /** A run for the owner whenever something happens to an object of this kind that it owns. */
  owns<Child extends AnyKind>(kind: Child, options?: OwnsOptions<ObjectOf<Child>>): ControllerBuilder<K>;
  /** Runs for whatever the function names, whenever something happens to an object of this kind. */
  watches<Watched extends AnyKind>(
    kind: Watched,
    toRequests: ToRequests<PartialObjectMetadata>,
    options: WatchesOptions<PartialObjectMetadata> & { readonly metadataOnly: true },
  ): ControllerBuilder<K>;
  watches<Watched extends AnyKind>(
    kind: Watched,
    toRequests: ToRequests<ObjectOf<Watched>>,
    options?: WatchesOptions<ObjectOf<Watched>> & { readonly metadataOnly?: false },
  ): ControllerBuilder<K>;
  /** Objects of this kind can be read from the cache; what happens to them leads to no run. */
  reads<Read extends AnyKind>(kind: Read, options?: WatchedObjects<ObjectOf<Read>>): ControllerBuilder<K>;
  /** Runs for whatever is pushed from outside of Kubernetes. Predicates of the controller do not look at it. */
  watchesSource(source: RequestSource): ControllerBuilder<K>;
  /** Has to agree before those of each kind are asked. */
  filteredBy(predicate: Predicate<KubernetesObject>): ControllerBuilder<K>;
  withOptions(options: ControllerOptions): ControllerBuilder<K>;
  reconcile(reconcile: Reconcile<K>): ControllerDefinition<K>;
}

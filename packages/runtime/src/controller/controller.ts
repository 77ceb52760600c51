/**
 * Puts a controller together, one step after the other:
 *
 * ```ts
 * const foobars = controller(FooBar)
 *   .owns(Pod)
 *   .watches(Node, (node, _change, cache) => cache.byIndex(FooBar, "node", node.metadata.name ?? "").map(objectKeyOf))
 *   .withOptions({ workers: 4, reconcileTimeoutMs: 60_000 })
 *   .reconcile(async (request, ctx) => { … });
 * ```
 */
import { type AnyKind, type KubernetesObject, type ObjectOf, UsageError } from "@pintle/machinery";
import type {
  ControllerBuilder,
  ControllerDefinition,
  ControllerOptions,
  ToRequests,
  WatchDefinition,
  WatchesOptions,
  WatchOptions,
} from "./controller-definition.ts";
import { toOwners } from "./owners.ts";
import { and, type Predicate } from "./predicates.ts";

/** Begins a controller for the objects of a kind: whatever happens to one of them leads to a run for it. */
export function controller<K extends AnyKind>(kind: K, options: WatchOptions<ObjectOf<K>> = {}): ControllerBuilder<K> {
  return createBuilder<K>({
    kind,
    name: kind.kind.toLowerCase(),
    filters: [],
    own: watchOf(kind, ofAny(options), undefined),
    watches: [],
    reads: [],
    sources: [],
    options: {},
  });
}

/** As long as it is built, the predicates of each watch are apart from those of the controller. */
interface Draft<K extends AnyKind> extends Omit<ControllerDefinition<K>, "reconcile"> {
  readonly filters: readonly Predicate<KubernetesObject>[];
}

function createBuilder<K extends AnyKind>(draft: Draft<K>): ControllerBuilder<K> {
  const next = (change: Partial<Draft<K>>) => createBuilder<K>({ ...draft, ...change });
  const watching = (watch: WatchDefinition) => next({ watches: [...draft.watches, watch] });
  return {
    named: (name) => next({ name: requireControllerName(name) }),
    owns: (child, options = {}) => {
      const { matchesEveryOwner = false, ...objects } = options;
      const watch = watchOf(child, ofAny(objects), toOwners(draft.kind, matchesEveryOwner));
      return watching({ ...watch, asksCache: false });
    },
    watches: (watched: AnyKind, toRequests: unknown, options: object = {}) =>
      watching(watchOf(watched, ofAny(options), toRequests as ToRequests<KubernetesObject>)),
    reads: (read, objects = {}) => next({ reads: [...draft.reads, { kind: read, objects: ofAny(objects) }] }),
    watchesSource: (source) => next({ sources: [...draft.sources, source] }),
    filteredBy: (predicate) => next({ filters: [...draft.filters, predicate] }),
    withOptions: (options) => next({ options: { ...draft.options, ...checkOptions(options) } }),
    reconcile: (reconcile) => {
      const { filters, ...definition } = draft;
      const own = withFilters(draft.own, filters);
      const watches = draft.watches.map((watch) => withFilters(watch, filters));
      return { ...definition, own, watches, reconcile };
    },
  };
}

/** What is said about the objects of one kind, for code that treats all kinds alike. */
export function ofAny(options: object): WatchesOptions<KubernetesObject> {
  return options;
}

/** What the builder and `addWatch` have in common. */
export function watchOf(
  kind: AnyKind,
  options: WatchesOptions<KubernetesObject>,
  toRequests: ToRequests<KubernetesObject> | undefined,
): WatchDefinition {
  const { predicates = [], metadataOnly = false, cluster, ...objects } = options;
  const asksCache = toRequests !== undefined;
  return { kind, objects, metadataOnly, cluster, toRequests, asksCache, predicate: allOf(predicates) };
}

function withFilters(watch: WatchDefinition, filters: readonly Predicate<KubernetesObject>[]): WatchDefinition {
  if (filters.length === 0) return watch;
  return { ...watch, predicate: allOf(watch.predicate ? [...filters, watch.predicate] : filters) };
}

function allOf(predicates: readonly Predicate<KubernetesObject>[]): Predicate<KubernetesObject> | undefined {
  return predicates.length > 1 ? and(...predicates) : predicates[0];
}

function requireControllerName(name: string): string {
  if (typeof name === "string" && name.trim() !== "") return name;
  throw new UsageError("PINTLE_CONTROLLER_INVALID", "the name of a controller is empty: name it after what it does");
}

const lowest: ReadonlyMap<keyof ControllerOptions, number> = new Map([
  ["workers", 1],
  ["reconcileTimeoutMs", 1],
  ["cacheSyncTimeoutMs", 1],
  ["resyncMs", 0],
]);

/** Refuses numbers that make no sense. */
export function checkOptions(options: ControllerOptions): ControllerOptions {
  for (const [name, least] of lowest) {
    const value = options[name];
    if (value === undefined || (Number.isSafeInteger(value) && Number(value) >= least)) continue;
    const message = `${name} is a whole number from ${least} on, not ${String(value)}`;
    throw new UsageError("PINTLE_CONTROLLER_INVALID", message);
  }
  return options;
}

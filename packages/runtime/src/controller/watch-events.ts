/**
 * Turns what happens to objects into keys in the queue.
 *
 * What there was at the beginning, and what is told again, comes behind everything that is news. A predicate or a function that throws costs
 * its own event at most: it is reported, and everybody else goes on.
 */
import {
  type AnyKind,
  formatObjectKey,
  type KubernetesObject,
  lowPriority,
  type ObjectKey,
  UsageError,
  type WorkQueue,
} from "@pintle/machinery";
import type { Change } from "../informers/informer.ts";
import type { CauseMemory } from "./causes.ts";
import type { ToRequests, WatchDefinition } from "./controller-definition.ts";
import type { Predicate } from "./predicates.ts";
import type { CacheReader, Cause } from "./reconcile.ts";

export interface WatchTarget {
  /** Of the controller: what requests are for. */
  readonly kind: AnyKind;
  readonly queue: WorkQueue<string, Cause>;
  readonly causes: CauseMemory;
  readonly cache: CacheReader;
  /** Is told what a predicate or a function threw. */
  readonly onError: (message: string, error: unknown, change: Change<KubernetesObject>) => void;
}

type Observer = (change: Change<KubernetesObject>) => void;

export function observerOf({ kind, predicate, toRequests }: WatchDefinition, target: WatchTarget): Observer {
  const { queue, causes } = target;
  const add = (key: string, change: Change<KubernetesObject>, cause: Cause) =>
    queue.add(key, { priority: change.isInitial || change.isResync ? lowPriority : 0, cause });
  const enqueue: Observer =
    toRequests === undefined
      ? (change) => add(change.key, change, causes.causeOf(kind.kind, change))
      : (change) => {
          const keys = keysOf(toRequests, change, target);
          if (keys.size === 0) return;
          const cause = causes.causeOf(kind.kind, change);
          for (const key of keys) add(key, change, cause);
        };
  if (predicate === undefined) return enqueue;
  return (change) => {
    if (passes(predicate, change, target)) enqueue(change);
  };
}

function passes(
  predicate: Predicate<KubernetesObject>,
  change: Change<KubernetesObject>,
  target: WatchTarget,
): boolean {
  try {
    return predicate(change);
  } catch (error) {
    target.onError("a predicate threw, which counts as yes", error, change);
    return true;
  }
}

/** Both states are asked, each for itself: who lost a child has to know as well as who got it. */
function keysOf(
  toRequests: ToRequests<KubernetesObject>,
  change: Change<KubernetesObject>,
  target: WatchTarget,
): ReadonlySet<string> {
  const keys = new Set<string>();
  const collect = (read: () => Change<KubernetesObject>["previous"]) => {
    try {
      const object = read();
      if (object === undefined) return;
      for (const request of toRequests(object, change, target.cache)) keys.add(keyOfRequest(request, target.kind));
    } catch (error) {
      target.onError("no requests could be made of a change", error, change);
    }
  };
  collect(() => change.object);
  if (change.type !== "add" && !change.isResync) collect(() => change.previous);
  return keys;
}

/** The key of a request that comes from people's code. Without the namespace that its kind has, nothing would ever be found. */
export function keyOfRequest(request: ObjectKey, kind: AnyKind): string {
  const { namespace = "", name } = request;
  const isNamed = typeof name === "string" && name !== "" && !name.includes("/") && !namespace.includes("/");
  if (isNamed && (namespace !== "") === (kind.scope === "Namespaced")) return formatObjectKey(request);
  const wanted = kind.scope === "Namespaced" ? "{ namespace, name }" : "{ name }";
  throw new UsageError(
    "PINTLE_REQUEST_INVALID",
    `a request for a ${kind.kind} is ${wanted}, not ${JSON.stringify(request)}`,
  );
}

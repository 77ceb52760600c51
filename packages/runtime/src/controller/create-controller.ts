/**
 * A controller that can run: its sources fill a queue, its workers empty it. The two start and stop each for itself, so that a process that
 * does not lead can have everything ready for the moment when it does.
 *
 * ```text
 *   informers ──▶ predicates ──▶ requests ──▶ queue ──▶ workers ──▶ reconcile
 *   └───────────────── startSources ──────────────┘     └ startWorkers(fence) ┘
 * ```
 */
import assert from "node:assert/strict";
import {
  type AnyKind,
  bucket,
  createWorkQueue,
  exponential,
  type KubernetesObject,
  type Logger,
  maxOf,
  type ObjectOf,
  UsageError,
  type WorkQueue,
} from "@pintle/machinery";
import type { Informer } from "../informers/informer.ts";
import type { Informers } from "../informers/informers.ts";
import type { Fence } from "../manager/fence.ts";
import type { RunningPart } from "../manager/part.ts";
import { createQueueMetrics } from "../metrics/queue-metrics.ts";
import { WatchedKinds } from "./cache-reader.ts";
import { CauseMemory } from "./causes.ts";
import { ContestedWrites } from "./contested-writes.ts";
import { ofAny, watchOf } from "./controller.ts";
import type { ControllerDefinition, ToRequests } from "./controller-definition.ts";
import type { AddedWatch, Controller, ControllerEnvironment } from "./controller-environment.ts";
import { type ControllerMetrics, createControllerMetrics } from "./controller-metrics.ts";
import type { Cause } from "./reconcile.ts";
import type { RequestSource } from "./request-source.ts";
import { Sources } from "./sources.ts";
import type { WatchTarget } from "./watch-events.ts";
import { Workers } from "./workers.ts";

export function createController<K extends AnyKind>(
  definition: ControllerDefinition<K>,
  environment: ControllerEnvironment,
): Controller {
  return new RunnableController(definition, environment);
}

const defaultCacheSyncTimeoutMs = 120_000;

/** What there is between the start and the stop of the sources. */
interface Listening {
  readonly queue: WorkQueue<string, Cause>;
  readonly sources: Sources;
  readonly metrics: Disposable;
}

class RunnableController<K extends AnyKind> implements Controller {
  readonly #definition: ControllerDefinition<K>;
  readonly #environment: ControllerEnvironment;
  readonly #logger: Logger;
  readonly #metrics: ControllerMetrics;
  readonly #cache = new WatchedKinds();
  readonly #contests: ContestedWrites;
  #listening: Listening | undefined;
  #own: Informer<ObjectOf<K>> | undefined;
  /** Those that work, and those of former times whose runs have not ended. */
  readonly #workers = new Set<Workers<K>>();

  constructor(definition: ControllerDefinition<K>, environment: ControllerEnvironment) {
    const { name, kind } = definition;
    this.#definition = definition;
    this.#environment = environment;
    this.#logger = environment.logger.with({
      controller: name,
      controllerGroup: kind.group,
      controllerKind: kind.kind,
    });
    this.#metrics = createControllerMetrics(environment.metrics, name);
    this.#contests = new ContestedWrites(environment.clock);
  }

  get name(): string {
    return this.#definition.name;
  }

  get needsLeader(): boolean {
    return this.#definition.options.needsLeader ?? true;
  }

  get warmStandby(): boolean | undefined {
    return this.#definition.options.warmStandby;
  }

  get activeKeys(): readonly string[] {
    return Array.from(this.#workers).flatMap(({ activeKeys }) => activeKeys);
  }

  keysSince(sinceMs: number): readonly string[] {
    return Array.from(this.#workers).flatMap((workers) => workers.keysSince(sinceMs));
  }

  async startSources({ signal }: { readonly signal: AbortSignal }): Promise<RunningPart> {
    if (this.#listening !== undefined) {
      throw new UsageError("PINTLE_CONTROLLER_STARTED", `the controller ${this.name} runs already: start it once`);
    }
    const listening = this.#createListening();
    this.#listening = listening;
    const stop = () => this.#stopListening(listening);
    try {
      this.#listen(listening.sources);
      await listening.sources.synced(this.#definition.options.cacheSyncTimeoutMs ?? defaultCacheSyncTimeoutMs, signal);
    } catch (error) {
      await stop();
      signal.throwIfAborted();
      const why = error instanceof Error ? error.message : String(error);
      throw new Error(`the controller ${this.name} cannot be started: ${why}`, { cause: error });
    }
    return { stop };
  }

  startWorkers(fence: Fence): RunningPart {
    const { queue } = this.#requireListening("startWorkers");
    const lister = this.#own?.lister;
    assert(lister, "the own kind is watched first");
    const { name, kind, reconcile, options } = this.#definition;
    const { client, clock, random, recorder, cluster, tracer, informers } = this.#environment;
    const { workers: count = 1, reconcileTimeoutMs } = options;
    this.#logger.info("Starting Controller");
    this.#logger.info("Starting workers", { "worker count": count });
    const surroundings = {
      ...{ name, kind, cluster, reconcile, client, lister, random, cache: this.#cache },
      ...{ recorder: recorder(name, fence), logger: this.#logger, metrics: this.#metrics, contests: this.#contests },
      afterWrite: informers.wrote,
    };
    for (const former of this.#workers) if (former.activeKeys.length === 0) this.#workers.delete(former);
    const workers = new Workers({ surroundings, queue, clock, count, reconcileTimeoutMs, tracer }, fence);
    this.#workers.add(workers);
    return workers;
  }

  addWatch: Controller["addWatch"] = (kind, toRequests, options = {}): AddedWatch => {
    const { sources } = this.#requireListening("addWatch");
    const listened = sources.watch(
      watchOf(kind, ofAny(options), toRequests as unknown as ToRequests<KubernetesObject>),
    );
    // Its events count from when its informer is synced, whether or not somebody waits for that.
    const synced = sources.syncedKind(listened);
    synced.catch(() => {});
    return {
      synced: ({ signal } = {}) => Promise.race([synced, sources.syncedKind(listened, signal)]),
      [Symbol.dispose]: () => listened[Symbol.dispose](),
    };
  };

  addSource(source: RequestSource): AsyncDisposable {
    return this.#requireListening("addSource").sources.listen(source);
  }

  #createListening(): Listening {
    const { options } = this.#definition;
    const { clock, metrics } = this.#environment;
    const queueMetrics = createQueueMetrics(metrics, { name: this.name, controller: this.name });
    const limiter = options.limiter?.() ?? maxOf(exponential(), bucket());
    const queue = createWorkQueue<string, Cause>({ name: this.name, limiter, clock, metrics: queueMetrics });
    const sources = new Sources({
      informersOf: (cluster) => this.#informersOf(cluster),
      target: this.#targetOf(queue),
      resyncMs: options.resyncMs,
      ...{ logger: this.#logger, clock, cache: this.#cache },
    });
    return { queue, sources, metrics: queueMetrics.follow(queue) };
  }

  #listen(sources: Sources): void {
    const { own, watches, reads, sources: others } = this.#definition;
    // What somebody said to read is read from there, not from a part of it that happens to be watched.
    for (const read of reads) sources.read(read);
    this.#own = sources.watch(own).informer as unknown as Informer<ObjectOf<K>>;
    for (const watch of watches) sources.watch(watch);
    for (const source of others) sources.listen(source);
  }

  #targetOf(queue: WorkQueue<string, Cause>): WatchTarget {
    return {
      ...{ queue, kind: this.#definition.kind, cache: this.#cache, causes: new CauseMemory() },
      onError: (message, error, { type, key }) => this.#logger.error(message, { error, event: type, object: key }),
    };
  }

  async #stopListening({ queue, sources, metrics }: Listening): Promise<void> {
    await sources[Symbol.asyncDispose]();
    for (const workers of this.#workers) workers.abandon();
    this.#workers.clear();
    await queue.shutDown({ drain: false });
    metrics[Symbol.dispose]();
    this.#listening = undefined;
  }

  #informersOf(cluster: string | undefined): Informers {
    const { informers, clusters = {} } = this.#environment;
    if (cluster === undefined || cluster === this.#environment.cluster) return informers;
    const found = Object.hasOwn(clusters, cluster) ? clusters[cluster] : undefined;
    if (found !== undefined) return found.informers;
    throw new UsageError(
      "PINTLE_CLUSTER_UNKNOWN",
      `${this.name} watches the cluster ${cluster}, which the manager does not have: give it with createManager({ clusters })`,
    );
  }

  #requireListening(call: string): Listening {
    if (this.#listening !== undefined) return this.#listening;
    throw new UsageError("PINTLE_CONTROLLER_NOT_STARTED", `${call}() comes after startSources() of ${this.name}`);
  }
}

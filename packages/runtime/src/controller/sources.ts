/** Everything that a controller listens to while it runs: informers that feed its queue, informers that it only reads, and sources of others. */
import {
  type AnyKind,
  type Clock,
  createDeadline,
  formatGroupKind,
  type KubernetesObject,
  type Logger,
} from "@pintle/machinery";
import type { HandlerRegistration, Informer } from "../informers/informer.ts";
import type { Informers } from "../informers/informers.ts";
import type { WatchedKinds } from "./cache-reader.ts";
import { outsideCause } from "./causes.ts";
import type { ReadDefinition, WatchDefinition } from "./controller-definition.ts";
import { priorityOf, type RequestSource } from "./request-source.ts";
import { keyOfRequest, observerOf, type WatchTarget } from "./watch-events.ts";

export interface SourcesOptions {
  readonly informersOf: (cluster: string | undefined) => Informers;
  readonly target: WatchTarget;
  /** Where what is listened to can be read, as long as it has the whole of the objects and is of the controller's own cluster. */
  readonly cache: WatchedKinds;
  readonly resyncMs: number | undefined;
  readonly logger: Logger;
  readonly clock: Clock;
}

/** An informer that the controller has asked for, until it is disposed. */
export interface ListenedKind extends Disposable {
  readonly kind: AnyKind;
  readonly informer: Informer<KubernetesObject>;
  /** Begins to tell the controller what happens, unless it has begun or there is nothing to tell. */
  observe(): HandlerRegistration | undefined;
}

export class Sources implements AsyncDisposable {
  readonly #options: SourcesOptions;
  readonly #kinds = new Set<ListenedKind>();
  readonly #others = new Set<AsyncDisposable>();

  constructor(options: SourcesOptions) {
    this.#options = options;
  }

  watch(watch: WatchDefinition): ListenedKind {
    const { logger, target, resyncMs } = this.#options;
    const { kind, metadataOnly, cluster, asksCache } = watch;
    logger.info("Starting EventSource", { source: `kind source: ${kind.kind}` });
    const informer = this.#informerOf(watch, cluster, metadataOnly);
    const options = resyncMs === undefined ? undefined : { resyncMs };
    let registration: HandlerRegistration | undefined;
    const observe = () => {
      registration ??= informer.observe(observerOf(watch, target), options);
      return registration;
    };
    if (!asksCache) observe();
    const isReadable = !metadataOnly && cluster === undefined;
    return this.#add({ kind, informer, observe, isReadable, stop: () => registration?.remove() });
  }

  read(read: ReadDefinition): ListenedKind {
    const informer = this.#informerOf(read, undefined, false);
    return this.#add({ kind: read.kind, informer, observe: () => undefined, isReadable: true, stop: () => {} });
  }

  listen(source: RequestSource): AsyncDisposable {
    const { logger, target } = this.#options;
    logger.info("Starting EventSource", { source: source.name });
    const started = source.start({
      add: (request, options) =>
        target.queue.add(keyOfRequest(request, target.kind), { priority: priorityOf(options), cause: outsideCause }),
    });
    const listened: AsyncDisposable = {
      [Symbol.asyncDispose]: async () => {
        if (!this.#others.delete(listened)) return;
        if (Symbol.asyncDispose in started) await started[Symbol.asyncDispose]();
        else started[Symbol.dispose]();
      },
    };
    this.#others.add(listened);
    return listened;
  }

  /** Resolves when handlers have been told of all that there was; the error says which kinds are not there, and why. */
  async synced(timeoutMs: number, signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    using deadline = createDeadline(clock, timeoutMs, { kind: "background", label: "the sync of a controller" });
    const both = AbortSignal.any([signal, deadline.signal]);
    try {
      await Promise.all(Array.from(this.#kinds, ({ informer }) => informer.synced({ signal: both })));
      await Promise.all(Array.from(this.#kinds, (kind) => this.syncedKind(kind, both)));
    } catch (error) {
      signal.throwIfAborted();
      if (!deadline.signal.aborted) throw error;
      const missing = Array.from(this.#kinds).filter(({ informer }) => !informer.isSynced);
      throw new Error(`caches did not sync within ${timeoutMs} ms: ${missing.map(explain).join("; ")}`, {
        cause: missing.map(({ informer }) => informer.progress.lastError).find((each) => each !== undefined) ?? error,
      });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const kind of this.#kinds) kind[Symbol.dispose]();
    for (const other of this.#others) await other[Symbol.asyncDispose]();
  }

  /** Resolves when the controller has been told of all objects of the kind that there were. */
  async syncedKind(kind: ListenedKind, signal?: AbortSignal): Promise<void> {
    await kind.informer.synced({ signal });
    // It may have been given back meanwhile.
    const registration = this.#kinds.has(kind) ? kind.observe() : undefined;
    while (registration && !registration.isSynced && this.#kinds.has(kind)) {
      signal?.throwIfAborted();
      await this.#options.clock.turn();
    }
  }

  #informerOf(
    { kind, objects }: ReadDefinition,
    cluster: string | undefined,
    metadataOnly: boolean,
  ): Informer<KubernetesObject> {
    const { indexes = {}, ...options } = objects;
    const informers = this.#options.informersOf(cluster);
    const found = metadataOnly ? informers.metadata(kind, options) : informers.for(kind, options);
    const informer = found as unknown as Informer<KubernetesObject>;
    for (const [name, valuesOf] of Object.entries(indexes)) informer.addIndex(name, valuesOf);
    return informer;
  }

  #add({ kind, informer, observe, isReadable, stop }: NewKind): ListenedKind {
    const readable = isReadable ? this.#options.cache.add(kind, informer.lister) : undefined;
    const listened: ListenedKind = {
      ...{ kind, informer, observe },
      [Symbol.dispose]: () => {
        if (!this.#kinds.delete(listened)) return;
        readable?.[Symbol.dispose]();
        stop();
        informer.release();
      },
    };
    this.#kinds.add(listened);
    return listened;
  }
}

interface NewKind extends Pick<ListenedKind, "kind" | "informer" | "observe"> {
  readonly isReadable: boolean;
  stop(): void;
}

function explain({ kind, informer }: ListenedKind): string {
  const name = formatGroupKind(kind);
  const { isKindMissing, lastError } = informer.progress;
  if (isKindMissing) return `the server does not know ${name}: install its definition, or give its informer more time`;
  if (lastError === undefined) return `${name} is still being listed`;
  return `${name} cannot be listed: ${lastError instanceof Error ? lastError.message : String(lastError)}`;
}

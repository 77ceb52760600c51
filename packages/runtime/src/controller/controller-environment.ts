/** What a controller needs of the process that it runs in, and what that process can do with it. */
import type { Client } from "@pintle/client";
import type { AnyKind, Clock, Logger, ObjectOf, Random } from "@pintle/machinery";
import type { EventRecorder } from "../events/event-recorder.ts";
import type { Informers } from "../informers/informers.ts";
import type { Fence } from "../manager/fence.ts";
import type { RunningPart } from "../manager/part.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { Tracer } from "../tracing/tracer.ts";
import type { ToRequests, WatchesOptions } from "./controller-definition.ts";
import type { RequestSource } from "./request-source.ts";

export interface ControllerEnvironment {
  readonly client: Client;
  /** Whoever passes them starts them. */
  readonly informers: Informers;
  /** Events are told in the name of the controller, and only while its workers may write. */
  readonly recorder: (controller: string, fence: Fence) => EventRecorder;
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly random: Random;
  /** The name of the cluster that client and informers belong to, where that is not the manager's own. */
  readonly cluster?: string | undefined;
  /** Other clusters by name, for watches that say so. */
  readonly clusters?: Readonly<Record<string, { readonly informers: Informers }>> | undefined;
  readonly tracer?: Tracer | undefined;
}

export interface Controller {
  readonly name: string;
  readonly needsLeader: boolean;
  /** Nothing where the manager decides. */
  readonly warmStandby: boolean | undefined;
  /** The keys that are worked on now. */
  readonly activeKeys: readonly string[];
  /** The same, with those of long runs that have ended since the moment, by the monotonic clock. */
  keysSince(sinceMs: number): readonly string[];
  /** Resolves when everything that is watched is there and in the queue. Can be called again after the stop. */
  startSources(options: { readonly signal: AbortSignal }): Promise<RunningPart>;
  /** Works as long as the fence is open. Can be called again after the stop: what was not done is still in the queue. */
  startWorkers(fence: Fence): RunningPart;
  /** Watches one more kind while the sources run, until the result is disposed. */
  addWatch<Watched extends AnyKind>(
    kind: Watched,
    toRequests: ToRequests<ObjectOf<Watched>>,
    options?: WatchesOptions<ObjectOf<Watched>> & { readonly metadataOnly?: false },
  ): AddedWatch;
  /** Listens to one more source while the sources run, until the result is disposed. */
  addSource(source: RequestSource): AsyncDisposable;
}

export interface AddedWatch extends Disposable {
  /** Resolves when its objects are there and in the queue. */
  synced(options?: { readonly signal?: AbortSignal | undefined }): Promise<void>;
}

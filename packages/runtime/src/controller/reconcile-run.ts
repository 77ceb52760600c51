/**
 * One run of a controller for one object: what it is given, and the fence around what it writes.
 *
 * There are as many of these as there are changes, so nothing is made before somebody asks for it: no signal, no logger, no view of the
 * client, no id.
 */
import type { ApiRequest, Client, ClientInterceptor, CompletedWrite } from "@pintle/client";
import {
  type AnyKind,
  type ClockTimer,
  type DeepReadonly,
  formatObjectKey,
  type KubernetesObject,
  type Logger,
  type ObjectOf,
  parseDurationMs,
  parseObjectKey,
  type QueueItem,
  type Random,
  UsageError,
} from "@pintle/machinery";
import type { EventRecorder } from "../events/event-recorder.ts";
import type { Lister } from "../informers/informer.ts";
import { type Fence, Gate } from "../manager/fence.ts";
import { type Contest, ContestedWriteError, type ContestedWrites, describeDeed } from "./contested-writes.ts";
import type { ControllerMetrics } from "./controller-metrics.ts";
import type { RunIdentity } from "./current-run.ts";
import type { CacheReader, Cause, Reconcile, ReconcileContext, Request } from "./reconcile.ts";
import { describeStuckDeletion } from "./stuck-deletion.ts";

/** What all runs of a controller share. */
export interface RunSurroundings<K extends AnyKind> {
  readonly name: string;
  readonly kind: K;
  readonly cluster: string | undefined;
  readonly reconcile: Reconcile<K>;
  readonly client: Client;
  readonly cache: CacheReader;
  readonly lister: Lister<ObjectOf<K>>;
  readonly recorder: EventRecorder;
  readonly logger: Logger;
  readonly random: Random;
  readonly metrics: ControllerMetrics;
  readonly contests: ContestedWrites;
  /** Lets the cache know what was written, ahead of the watch. */
  readonly afterWrite: (write: CompletedWrite) => void;
}

export class ReconcileRun<K extends AnyKind> implements ReconcileContext<K>, RunIdentity {
  readonly item: QueueItem<string, Cause>;
  readonly request: Request;
  readonly failures: number;
  readonly startedMs: number;
  readonly gate: Gate;
  /** The earliest that was asked for. */
  requeueAfterMs: number | undefined;
  /** Whether a worker is taken by it; an overdue run has none any more. */
  isAtWork = true;
  /** Rings when the run is overdue, and once more when nobody waits for its end any more. */
  timer: ClockTimer | undefined;
  readonly #surroundings: RunSurroundings<K>;
  #client: Client | undefined;
  #logger: Logger | undefined;
  #reconcileId: string | undefined;
  #object: DeepReadonly<ObjectOf<K>> | undefined;
  #isObjectRead = false;

  constructor(
    surroundings: RunSurroundings<K>,
    item: QueueItem<string, Cause>,
    failures: number,
    fence: Fence,
    startedMs: number,
  ) {
    const { cluster } = surroundings;
    const key = parseObjectKey(item.key);
    this.#surroundings = surroundings;
    this.item = item;
    this.request = cluster === undefined ? key : { ...key, cluster };
    this.failures = failures;
    this.startedMs = startedMs;
    this.gate = new Gate(fence);
  }

  get controller(): string {
    return this.#surroundings.name;
  }

  get key(): string {
    return this.item.key;
  }

  get reconcileId(): string {
    this.#reconcileId ??= this.#surroundings.random.uuid();
    return this.#reconcileId;
  }

  get object(): DeepReadonly<ObjectOf<K>> | undefined {
    if (!this.#isObjectRead) {
      this.#object = this.#surroundings.lister.get(this.request);
      this.#isObjectRead = true;
    }
    return this.#object;
  }

  get client(): Client {
    if (this.#client === undefined) {
      const { client } = this.#surroundings;
      this.#client = client.intercept(new RunInterceptor(this, this.#surroundings));
    }
    return this.#client;
  }

  get cache(): CacheReader {
    return this.#surroundings.cache;
  }

  get causes(): readonly Cause[] {
    return this.item.causes;
  }

  get logger(): Logger {
    this.#logger ??= this.#surroundings.logger.with(this.#logFields());
    return this.#logger;
  }

  get recorder(): EventRecorder {
    return this.#surroundings.recorder;
  }

  get signal(): AbortSignal {
    return this.gate.signal;
  }

  // A property, so that it can be taken out of the context like everything else in it.
  readonly requeueAfter = (delay: string | number): void => {
    const delayMs = typeof delay === "string" ? parseDurationMs(delay) : delay;
    if (!Number.isFinite(delayMs)) {
      const message = `requeueAfter takes "90s", "1h30m" or a number of milliseconds, not ${String(delay)}`;
      throw new UsageError("PINTLE_DELAY_INVALID", message);
    }
    // A moment that has passed already is meant as soon as possible, which is not within this turn.
    const waitMs = Math.max(1, delayMs);
    if (this.requeueAfterMs === undefined || waitMs < this.requeueAfterMs) this.requeueAfterMs = waitMs;
  };

  /** After a failure: an object that waits for its end for long has somebody who would like to know why. */
  tellStuckDeletion(nowMs: number): void {
    const { lister, recorder, name } = this.#surroundings;
    let regarding: DeepReadonly<KubernetesObject> | undefined;
    try {
      regarding = lister.get(this.request) as DeepReadonly<KubernetesObject> | undefined;
    } catch {
      // One that cannot be read has been reported already.
    }
    const note = regarding && describeStuckDeletion(regarding, name, nowMs);
    if (regarding && note)
      recorder.record({ regarding, type: "Warning", reason: "DeletionStuck", action: "Delete", note });
  }

  #logFields(): Readonly<Record<string, unknown>> {
    const { namespace, name, cluster } = this.request;
    return {
      [this.#surroundings.kind.kind]: namespace === undefined ? { name } : { name, namespace },
      namespace: namespace ?? "",
      name,
      ...(cluster !== undefined && { cluster }),
      reconcileID: this.reconcileId,
    };
  }
}

/**
 * Refuses what a run asks of the server when it is over, has taken too long, or may not write any more, and what would only be changed back;
 * counts such writes.
 */
class RunInterceptor<K extends AnyKind> implements ClientInterceptor {
  readonly #run: ReconcileRun<K>;
  readonly #gate: Gate;
  readonly #surroundings: RunSurroundings<K>;

  constructor(run: ReconcileRun<K>, surroundings: RunSurroundings<K>) {
    this.#run = run;
    this.#gate = run.gate;
    this.#surroundings = surroundings;
  }

  /** What comes after the end is refused by `beforeSend`, where it is counted, and not by a signal that is aborted already. */
  get signal(): AbortSignal | undefined {
    return this.#gate.isOpen ? this.#gate.signal : undefined;
  }

  beforeSend(request: ApiRequest): void {
    const { metrics, contests } = this.#surroundings;
    try {
      this.#gate.check();
      contests.check(request);
    } catch (error) {
      if (error instanceof ContestedWriteError) metrics.contestedWrites.add();
      else if (request.method !== "GET" && request.method !== "HEAD") metrics.fencedWrites.add();
      throw error;
    }
  }

  afterWrite(write: CompletedWrite): void {
    const { contests, afterWrite } = this.#surroundings;
    afterWrite(write);
    const contest = contests.wrote(write);
    if (contest) this.#tellContest(write, contest);
  }

  #tellContest({ kind, namespace, name }: CompletedWrite, { pauseMs, deed }: Contest): void {
    const { recorder } = this.#surroundings;
    const place = formatObjectKey({ name, ...(namespace !== undefined && { namespace }) });
    const what = describeDeed(deed, `${kind} ${place}`);
    const note = `Somebody else ${what}: it is left alone for ${pauseMs / 1_000} s`;
    this.#run.logger.warn(note);
    const regarding = this.#run.object as DeepReadonly<KubernetesObject> | undefined;
    if (regarding) recorder.record({ regarding, type: "Warning", reason: "WriteContested", action: "Write", note });
  }
}

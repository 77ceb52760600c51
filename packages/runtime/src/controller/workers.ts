/**
 * Workers take keys from the queue and run the controller for them.
 *
 * - One key is never worked on twice at once: the queue sees to that, also across workers that stop and others that start.
 * - A run that takes too long is aborted, refused all further writes, and gives its worker back at once. Its key stays taken until the run has
 *   really ended, because what it does outside of Kubernetes has no fence; but for no longer than the run was allowed to take, or for a minute
 *   where there is no limit: a promise that is never settled must not shut out its object for ever.
 * - When the right to write ends, what was being worked on goes back into the queue as it was, and counts neither as a success nor as a failure.
 */
import { type AnyKind, type Clock, doneOrAborted, type QueueItem, type WorkQueue } from "@pintle/machinery";
import { type Fence, FencedError, Gate } from "../manager/fence.ts";
import type { RunningPart } from "../manager/part.ts";
import type { Tracer } from "../tracing/tracer.ts";
import { forgetCauses, requeueCause, retryCause } from "./causes.ts";
import { withCurrentRun } from "./current-run.ts";
import { isPanic, isTerminal, ReconcileTimeoutError } from "./failures.ts";
import type { Cause } from "./reconcile.ts";
import { ReconcileRun, type RunSurroundings } from "./reconcile-run.ts";

export interface WorkersOptions<K extends AnyKind> {
  readonly surroundings: RunSurroundings<K>;
  readonly queue: WorkQueue<string, Cause>;
  readonly clock: Clock;
  readonly count: number;
  readonly reconcileTimeoutMs: number | undefined;
  readonly tracer: Tracer | undefined;
}

/** How a call of `reconcile` ended. */
type Ending = { readonly error: unknown } | undefined;

/** Made once: most of what an error costs is its stack. */
const runIsOver = new FencedError("the run is over: await everything that reconcile starts");

/** How long workers wait before they ask again whether they may write. */
const fencedPauseMs = 1_000;

/** For how long a run without a time limit that takes no notice of being aborted keeps its key. Its writes are refused meanwhile and later. */
const deafRunMs = 60_000;

/** Runs that took so long are remembered for a while after their end, the last few of them. */
const longRunMs = 1_000;
const rememberedRuns = 10;

export class Workers<K extends AnyKind> implements RunningPart {
  readonly ended: Promise<void>;
  readonly #options: WorkersOptions<K>;
  readonly #gate: Gate;
  readonly #intake = new AbortController();
  /** Those whose key is taken: at work, or overdue and not ended. */
  readonly #runs = new Set<ReconcileRun<K>>();
  readonly #idle: Promise<void>;
  readonly #longRuns: { readonly key: string; readonly endedMs: number }[] = [];

  constructor(options: WorkersOptions<K>, fence: Fence) {
    this.#options = options;
    this.#gate = new Gate(fence);
    this.#gate.signal.addEventListener("abort", this.#endIntake, { once: true });
    if (this.#gate.signal.aborted) this.#endIntake();
    options.surroundings.metrics.workers.set(options.count);
    const loops = Array.from({ length: options.count }, () => this.#work());
    this.#idle = Promise.allSettled(loops).then(() => {});
    this.ended = new Promise((_resolve, reject) => {
      for (const loop of loops) loop.catch(reject);
    });
    // Who is interested listens; for others an error must not end the process.
    this.ended.catch(() => {});
  }

  /** The keys that are worked on now, those of overdue runs included. */
  get activeKeys(): readonly string[] {
    return Array.from(this.#runs, ({ key }) => key);
  }

  /**
   * The keys that are worked on now, and those of long runs that have ended since the moment, by the monotonic clock: a run that has held up
   * everything may be over before anybody else has a turn to look.
   */
  keysSince(sinceMs: number): readonly string[] {
    const ended = this.#longRuns.filter(({ endedMs }) => endedMs >= sinceMs).map(({ key }) => key);
    return [...new Set([...ended, ...this.activeKeys])];
  }

  async stop({ signal }: { readonly signal: AbortSignal }): Promise<void> {
    const { clock, surroundings } = this.#options;
    surroundings.logger.info("Shutdown signal received, waiting for all workers to finish");
    this.#endIntake();
    await doneOrAborted(signal, this.#idle);
    this.#gate.close("the controller stops");
    // What is aborted ends within the turn, if it listens.
    await clock.turn();
    if (this.#runs.size > 0) {
      surroundings.logger.error("gave up waiting for runs that do not end when they are aborted", {
        keys: this.activeKeys.slice(0, 10),
      });
    }
    for (const run of this.#runs) if (run.isAtWork) this.#giveUp(run);
    surroundings.logger.info("All workers finished");
  }

  /** Gives all keys back, also those of runs that have not ended: there will be no workers any more that could meet them. */
  abandon(): void {
    for (const run of this.#runs) this.#release(run);
  }

  readonly #endIntake = (): void => {
    this.#gate.signal.removeEventListener("abort", this.#endIntake);
    this.#intake.abort(new Error("no more keys are taken"));
  };

  async #work(): Promise<void> {
    const { queue } = this.#options;
    const { signal } = this.#intake;
    while (!signal.aborted) {
      let item: QueueItem<string, Cause> | undefined;
      try {
        item = await queue.get(signal);
      } catch (error) {
        if (signal.aborted) return;
        throw error;
      }
      if (item === undefined) return;
      if (signal.aborted || !this.#gate.isOpen) await this.#decline(item);
      else await this.#process(item);
    }
  }

  /** A fence may refuse before it tells: nothing is begun whose writes would be refused. */
  async #decline(item: QueueItem<string, Cause>): Promise<void> {
    const { queue, clock } = this.#options;
    this.#putBack(item);
    queue.done(item.key);
    const { signal } = this.#intake;
    if (signal.aborted) return;
    await clock
      .sleep(fencedPauseMs, { kind: "background", label: "workers that may not write now", signal })
      .catch(() => {});
  }

  /** Resolves when the worker is free again: the run has ended, or is overdue. */
  async #process(item: QueueItem<string, Cause>): Promise<void> {
    const { surroundings, queue, clock, reconcileTimeoutMs } = this.#options;
    const failures = queue.retries(item.key);
    const run = new ReconcileRun(surroundings, item, failures, this.#gate, clock.monotonic());
    this.#runs.add(run);
    surroundings.metrics.activeWorkers.add(1);
    const ending = this.#reconcile(run);
    if (reconcileTimeoutMs === undefined) this.#end(run, await ending);
    else await this.#endInTime(run, ending, reconcileTimeoutMs);
  }

  #endInTime(run: ReconcileRun<K>, ending: Promise<Ending>, timeoutMs: number): Promise<void> {
    const { metrics } = this.#options.surroundings;
    return new Promise((resolve, reject) => {
      this.#ringInTime(run, timeoutMs, () => {
        const error = new ReconcileTimeoutError(`the run did not end within ${timeoutMs} ms and was aborted`);
        run.gate.close(error.message);
        metrics.timeouts.add();
        this.#conclude(run, { error });
        this.#ringInTime(run, timeoutMs, () => this.#release(run));
        resolve();
      });
      ending.then((ended) => this.#end(run, ended)).then(resolve, reject);
    });
  }

  #ringInTime(run: ReconcileRun<K>, delayMs: number, callback: () => void): void {
    const { clock, surroundings } = this.#options;
    const label = () => `the time limit of ${surroundings.name} for ${run.key}`;
    run.timer?.cancel();
    run.timer = clock.setTimer(delayMs, callback, { kind: "background", label });
  }

  /** The workers stop and the run does not: its key is for those who come next, once it has ended, or nobody waits for that any more. */
  #giveUp(run: ReconcileRun<K>): void {
    const { reconcileTimeoutMs = deafRunMs } = this.#options;
    this.#freeWorker(run);
    this.#putBack(run.item);
    this.#ringInTime(run, reconcileTimeoutMs, () => this.#release(run));
  }

  /** Of an overdue run nobody waits for the result any more. */
  #end(run: ReconcileRun<K>, ending: Ending): void {
    try {
      if (run.isAtWork) this.#conclude(run, ending);
    } finally {
      this.#release(run);
    }
  }

  /** Never rejects: what is thrown at once, later, or is no Error, is the ending. */
  async #reconcile(run: ReconcileRun<K>): Promise<Ending> {
    const { surroundings, tracer } = this.#options;
    try {
      const call = () => surroundings.reconcile(run.request, run);
      const result =
        tracer === undefined
          ? withCurrentRun(run, call)
          : tracer.span("Reconcile", attributesOf(run), async () => withCurrentRun(run, call));
      if (result !== undefined) await result;
      return undefined;
    } catch (error) {
      return { error };
    }
  }

  #conclude(run: ReconcileRun<K>, ending: Ending): void {
    const { surroundings, queue } = this.#options;
    const { item, requeueAfterMs } = run;
    const { key, priority } = item;
    this.#freeWorker(run);
    if (!this.#gate.isOpen) {
      // Also a run that returned may have had a write refused, and have caught that.
      this.#putBack(item);
      return;
    }
    if (ending !== undefined) {
      this.#concludeFailed(run, ending.error);
      return;
    }
    queue.forget(key);
    surroundings.metrics.total[requeueAfterMs === undefined ? "success" : "requeue_after"].add();
    if (requeueAfterMs !== undefined) queue.addAfter(key, requeueAfterMs, { priority, cause: requeueCause });
  }

  #concludeFailed(run: ReconcileRun<K>, error: unknown): void {
    const { surroundings, queue } = this.#options;
    const { metrics } = surroundings;
    const { key, priority } = run.item;
    metrics.errors.add();
    metrics.total.error.add();
    if (isPanic(error)) metrics.panics.add();
    if (isTerminal(error)) {
      metrics.terminalErrors.add();
      queue.forget(key);
    } else queue.addRateLimited(key, { priority, cause: retryCause });
    if (run.requeueAfterMs !== undefined) {
      run.logger.warn("the run asked for another one and failed: what it asked for is ignored, failing leads to one");
    }
    run.logger.error("Reconciler error", { error });
    run.tellStuckDeletion(this.#options.clock.now());
  }

  #putBack({ key, priority, causes }: QueueItem<string, Cause>): void {
    const { queue } = this.#options;
    if (causes.length === 0) queue.add(key, { priority });
    for (const cause of causes) queue.add(key, { priority, cause });
  }

  #freeWorker(run: ReconcileRun<K>): void {
    const { surroundings, clock } = this.#options;
    const endedMs = clock.monotonic();
    run.isAtWork = false;
    surroundings.metrics.activeWorkers.add(-1);
    surroundings.metrics.seconds.observe((endedMs - run.startedMs) / 1_000);
    if (endedMs - run.startedMs < longRunMs) return;
    this.#longRuns.push({ key: run.key, endedMs });
    if (this.#longRuns.length > rememberedRuns) this.#longRuns.shift();
  }

  /** Ends the right of the run to its key, once. */
  #release(run: ReconcileRun<K>): void {
    if (!this.#runs.delete(run)) return;
    if (run.isAtWork) this.#freeWorker(run);
    run.timer?.cancel();
    run.gate.close(`the run is over: await what reconcile of ${run.controller} starts for ${run.key}`, runIsOver);
    this.#options.queue.done(run.key);
    forgetCauses(run.causes);
  }
}

function attributesOf({ controller, request, reconcileId }: ReconcileRun<AnyKind>): Readonly<Record<string, string>> {
  const { namespace = "", name } = request;
  return { controller, namespace, name, reconcileID: reconcileId };
}

/** Makes a manager: nothing runs, and nothing is asked of any server, before it is started. */
import type { Client } from "@pintle/client";
import {
  type AnyKind,
  createConsoleLogger,
  createDeadline,
  inRealTime,
  type Logger,
  track,
  UsageError,
} from "@pintle/machinery";
import type { ControllerDefinition } from "../controller/controller-definition.ts";
import type { ControllerEnvironment } from "../controller/controller-environment.ts";
import type { EventRecorder } from "../events/event-recorder.ts";
import type { Informers } from "../informers/informers.ts";
import { createMetrics } from "../metrics/create-metrics.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { createMetricsServer } from "../metrics/metrics-server.ts";
import { createProcessMetrics } from "../metrics/process-metrics.ts";
import { createRequestMetricsPart } from "../metrics/rest-client-metrics.ts";
import { loadTracer, type Tracer } from "../tracing/tracer.ts";
import { Clusters } from "./clusters.ts";
import { ControllerParts } from "./controller-parts.ts";
import { createEventLoopWatchdog } from "./event-loop-watchdog.ts";
import { EventRecorders } from "./event-recorders.ts";
import { type Fence, Gate } from "./fence.ts";
import { type HealthCheck, HealthChecks } from "./health/health-checks.ts";
import { createHealthServer } from "./health/health-server.ts";
import { checkLeader } from "./health/leader-check.ts";
import { LeaderElection } from "./leader-election/leader-election.ts";
import { checkElectionOptions } from "./leader-election/leader-election-options.ts";
import { LeaseLock } from "./leader-election/lease-lock.ts";
import { Leadership } from "./leadership.ts";
import type { AddControllerOptions, Cluster, Manager, ManagerOptions } from "./manager.ts";
import { ManagerGroups } from "./manager-groups.ts";
import type { Part } from "./part.ts";
import { createPatience } from "./patience.ts";

export function createManager(options: ManagerOptions): Manager {
  return new ControllerManager(options);
}

const defaultGracefulShutdownMs = 30_000;
/** For the last events, before and after the Lease is given back. */
const tellingMs = 5_000;

class ControllerManager implements Manager {
  readonly client: Client;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly #gracefulShutdownMs: number;
  readonly #clusters: Clusters;
  readonly #recorders: EventRecorders;
  readonly #health: HealthChecks;
  readonly #ready: HealthChecks;
  readonly #controllers: ControllerParts;
  /** Open for as long as anybody in this process may write. */
  readonly #gate = new Gate();
  readonly #leadership: Leadership;
  readonly #groups: ManagerGroups;
  readonly #elected = Promise.withResolvers<void>();
  readonly #failed = Promise.withResolvers<never>();
  #tracer: Tracer | undefined;
  #state: "new" | "running" | "stopped" = "new";

  constructor(options: ManagerOptions) {
    const { client, gracefulShutdownMs = defaultGracefulShutdownMs, warmStandby = true } = options;
    const { clock } = client;
    const logger = options.logger ?? createConsoleLogger({ clock, write: (text) => process.stderr.write(text) });
    this.client = client;
    this.logger = logger;
    this.metrics = options.metrics?.registry ?? createMetrics({ logger });
    this.#gracefulShutdownMs = gracefulShutdownMs;
    this.#clusters = new Clusters(options, logger);
    const { events } = options;
    const clusters = this.#clusters.others;
    this.#recorders = new EventRecorders({ client, clusters, events, logger, metrics: this.metrics });
    this.#health = new HealthChecks("/healthz", logger);
    this.#ready = new HealthChecks("/readyz", logger);
    this.#clusters.addChecks(this.#ready);
    const environmentOf = (cluster: string | undefined) => this.#environmentOf(cluster);
    this.#controllers = new ControllerParts(environmentOf, warmStandby, options.controllers ?? {});
    this.#failed.promise.catch(() => {});
    const onFailure = (error: unknown) => this.#fail(error);
    this.#groups = new ManagerGroups({ fence: this.#gate, clock, logger, onFailure });
    this.#leadership = this.#createLeadership(options, onFailure);
    for (const part of this.#ownParts(options)) this.add(part);
  }

  get informers(): Informers {
    return this.#clusters.own.informers;
  }

  get elected(): Promise<void> {
    return this.#elected.promise;
  }

  get isLeader(): boolean {
    return this.#state === "running" && this.#leadership.isLeader;
  }

  cluster(name: string): Cluster {
    return this.#clusters.get(name);
  }

  recorder(reportingController: string, options?: { readonly fence?: Fence | undefined }): EventRecorder {
    return this.#recorders.own.for(reportingController, options);
  }

  add<K extends AnyKind>(added: Part | ControllerDefinition<K>, { cluster }: AddControllerOptions = {}): void {
    if (this.#state === "stopped") {
      throw new UsageError(
        "PINTLE_MANAGER_STOPPED",
        "the manager has stopped: add parts before, or create another one",
      );
    }
    for (const part of "reconcile" in added ? this.#controllers.partsOf(added, cluster) : [added]) {
      if ((part.group ?? "leader") === "leader") this.#leadership.add(part);
      else this.#groups.add(part);
    }
  }

  addHealthCheck(name: string, check: HealthCheck): void {
    this.#health.add(name, check);
  }

  addReadyCheck(name: string, check: HealthCheck): void {
    this.#ready.add(name, check);
  }

  async start({ signal }: { readonly signal: AbortSignal }): Promise<void> {
    if (this.#state !== "new") {
      throw new UsageError("PINTLE_MANAGER_STARTED", "a manager is started once: create another one to start again");
    }
    this.#state = "running";
    const { promise: asked, resolve } = Promise.withResolvers<void>();
    const ask = () => resolve();
    signal.addEventListener("abort", ask, { once: true });
    if (signal.aborted) ask();
    let failure: { readonly error: unknown } | undefined;
    try {
      const started = this.#start(signal);
      await Promise.race([started.then(() => asked), asked, this.#failed.promise]);
    } catch (error) {
      failure = { error };
    }
    signal.removeEventListener("abort", ask);
    const left = await track(this.client.clock, "the manager stops", () => this.#stop());
    if (failure) throw failure.error;
    if (left.length > 0 && this.#gracefulShutdownMs > 0) {
      const grace = `${this.#gracefulShutdownMs / 1_000}s`;
      throw new Error(`failed waiting for all runnables to end within grace period of ${grace}: ${left.join(", ")}`);
    }
  }

  async #start(signal: AbortSignal): Promise<void> {
    // Before anything that may be traced.
    this.#tracer = await inRealTime(loadTracer);
    if (this.#state !== "running") return;
    await this.#groups.start();
    // Whoever was asked to stop meanwhile does not begin to lead.
    if (this.#state === "running" && !signal.aborted) this.#leadership.start();
  }

  /** What a controller has around it: everything of the cluster that it is for, and the rest of this process. */
  #environmentOf(cluster: string | undefined): ControllerEnvironment {
    const { clock, random } = this.client;
    const { metrics, logger } = this;
    const { client, informers } = cluster === undefined ? this.#clusters.own : this.#clusters.get(cluster);
    const tracer = () => this.#tracer;
    return {
      ...{ client, informers, cluster, clusters: this.#clusters.others, metrics, logger, clock, random },
      recorder: (name, fence) => this.#recorders.of(cluster).for(name, { fence }),
      get tracer() {
        return tracer();
      },
    };
  }

  /** The names of those that still run when patience is over. */
  async #stop(): Promise<readonly string[]> {
    this.#state = "stopped";
    this.#groups.stopStarting();
    using patience = createPatience(this.client.clock, this.#gracefulShutdownMs, "the manager stops");
    this.logger.info("Stopping and waiting for leader election runnables");
    const left = [...(await this.#leadership.stop(patience.signal)), ...(await this.#groups.stop(patience.signal))];
    this.logger.info("Wait completed, proceeding to shutdown the manager");
    // What a leader has recorded may be written for as long as it leads, and that it leads no more is recorded afterwards.
    const { clock } = this.client;
    using telling = createDeadline(clock, tellingMs, { kind: "background", label: "the last events of the manager" });
    const signal = AbortSignal.any([patience.signal, telling.signal]);
    await this.#recorders.flush({ signal });
    this.#gate.close("the manager has stopped");
    await this.#leadership.release();
    await this.#recorders.close({ signal });
    return left;
  }

  #fail(error: unknown): void {
    if (this.#state !== "stopped") this.#failed.reject(error);
    else this.logger.error("error received after stop sequence was engaged", { error });
  }

  #createLeadership(options: ManagerOptions, onFailure: (error: unknown) => void): Leadership {
    const { client, logger, metrics } = this;
    const { clock, random } = client;
    const common = { gracefulShutdownMs: this.#gracefulShutdownMs, fence: this.#gate, clock, logger, onFailure };
    const onElected = () => this.#elected.resolve();
    if (options.leaderElection === undefined) {
      return new Leadership({ ...common, onElected, election: undefined, onLost: "resume", releasesOnStop: false });
    }
    const checked = checkElectionOptions(options.leaderElection, { client, random });
    const { namespace, name, labels, leaseMs, renewDeadlineMs, onLost, releasesOnStop } = checked;
    const requestTimeoutMs = Math.max(1_000, renewDeadlineMs / 2);
    const lock = new LeaseLock({ client, namespace, name, labels, requestTimeoutMs });
    const recorder = this.recorder("leader-election");
    const election = new LeaderElection(checked, { lock, clock, random, logger, recorder, metrics });
    const leadership = new Leadership({ ...common, onElected, election, onLost, releasesOnStop });
    this.#health.add("leaderElection", checkLeader({ clock, leaseMs, name, term: () => leadership.term }));
    return leadership;
  }

  /** What every manager runs. */
  #ownParts({ metrics, health }: ManagerOptions): readonly Part[] {
    const { clock } = this.client;
    const { logger } = this;
    const watchdog = createEventLoopWatchdog({
      ...{ clock, logger, keysSince: (sinceMs) => this.#controllers.keysSince(sinceMs) },
      onBlocked: () => this.#leadership.judge(),
    });
    const clients = [this.client, ...Object.values(this.#clusters.others).map(({ client }) => client)];
    const parts = [watchdog, createRequestMetricsPart(this.metrics, clients), ...this.#clusters.parts()];
    if (metrics) {
      parts.push(createProcessMetricsPart(this.metrics, this.client));
      parts.push(createMetricsServer({ ...metrics, metrics: this.metrics, clock, logger }));
    }
    const checks = [this.#health, this.#ready];
    const probes = createHealthServer({ bindAddress: health?.bindAddress ?? "0", checks, clock, logger });
    return probes ? [...parts, probes] : parts;
  }
}

function createProcessMetricsPart(metrics: Metrics, { clock }: Client): Part {
  return {
    name: "process metrics",
    group: "servers",
    async start() {
      const counting = createProcessMetrics(metrics, clock);
      return { stop: async () => counting[Symbol.dispose]() };
    },
  };
}

/**
 * Runs everything that a program of controllers is made of, in the right order, and only where this process leads what only a leader may do.
 *
 * ```text
 *   servers ──▶ webhooks ──▶ caches ──▶ others ──▶ elected? ──▶ leader
 *      ◀─────────────────── and back again ──────────────────────┘ ──▶ the Lease is released ──▶ events are flushed
 * ```
 */
import type { Client } from "@pintle/client";
import type { Logger } from "@pintle/machinery";
import type { ControllerDefinition, ControllerOptions } from "../controller/controller-definition.ts";
import type { EventRecorderOptions } from "../events/create-event-recorder.ts";
import type { EventRecorder } from "../events/event-recorder.ts";
import type { Informers, InformersOptions } from "../informers/informers.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { MetricsServerOptions } from "../metrics/metrics-server.ts";
import type { Fence } from "./fence.ts";
import type { HealthCheck } from "./health/health-checks.ts";
import type { LeaderElectionOptions } from "./leader-election/leader-election-options.ts";
import type { Part } from "./part.ts";

export interface Manager {
  readonly client: Client;
  readonly logger: Logger;
  /** Of the client. They start and stop with the manager. */
  readonly informers: Informers;
  readonly metrics: Metrics;
  /** One of the `clusters`. */
  cluster(name: string): Cluster;
  /**
   * Tells of what happens to objects, in the name of a controller. A part that only the leader runs gives the fence that it was started with:
   * then nothing is told any more once somebody else may lead. Controllers have such a recorder in `ctx`.
   */
  recorder(reportingController: string, options?: { readonly fence?: Fence | undefined }): EventRecorder;
  /** Also while it runs: then the part starts as soon as its group has. */
  add(added: Part | ControllerDefinition): void;
  /**
   * A controller for the objects of another cluster: it watches, writes and records there, and its requests have the name of it. Whether it
   * runs is decided by the one Lease of this manager, which is in the manager's own cluster.
   */
  add(definition: ControllerDefinition, options: AddControllerOptions): void;
  /** Answered under `/healthz`: whether this process should be started anew when the check fails. */
  addHealthCheck(name: string, check: HealthCheck): void;
  /** Answered under `/readyz`: whether others can rely on this process. */
  addReadyCheck(name: string, check: HealthCheck): void;
  /**
   * Runs until the signal is aborted and everything has come to rest. Rejects when a part fails, when leadership is lost and the process is
   * to exit then, and when something does not stop in time.
   */
  start(options: { readonly signal: AbortSignal }): Promise<void>;
  /** Resolves when this process leads for the first time and what only a leader does has started. */
  readonly elected: Promise<void>;
  readonly isLeader: boolean;
}

export interface AddControllerOptions {
  /** One of the `clusters`; the manager's own unless said. */
  readonly cluster?: string | undefined;
}

/** A cluster besides the one that the manager itself is in. */
export interface Cluster {
  readonly client: Client;
  readonly informers: Informers;
}

export interface ManagerOptions {
  readonly client: Client;
  /** Other clusters by names, for `add(definition, { cluster: "east" })` and `.watches(Kind, toRequests, { cluster: "east" })`. */
  readonly clusters?: Readonly<Record<string, Client>>;
  /** The name of the Lease, or more about it. Without it this process leads, whoever else runs. */
  readonly leaderElection?: string | LeaderElectionOptions;
  /** Served on `:8080` where these options are given and say nothing else; without them metrics are counted and not served. */
  readonly metrics?: ManagerMetricsOptions;
  readonly health?: { /** `":8081"`; off unless said. */ readonly bindAddress: string };
  /** How long everything together may take to stop: 30 seconds. 0 for not waiting at all. */
  readonly gracefulShutdownMs?: number;
  /** Whether controllers fill their caches and queues before this process leads: they do unless said. */
  readonly warmStandby?: boolean;
  /** For every controller, where it says nothing else itself. */
  readonly controllers?: ControllerOptions;
  /** Lines for people on standard error unless said. */
  readonly logger?: Logger;
  readonly informers?: Omit<InformersOptions, "logger">;
  /** As which API events are written, and where else they go: `events.k8s.io/v1` and the log unless said. */
  readonly events?: Pick<EventRecorderOptions, "api" | "sinks">;
}

export interface ManagerMetricsOptions extends Omit<MetricsServerOptions, "metrics" | "clock" | "logger"> {
  /** Where to count; a registry of its own unless said. */
  readonly registry?: Metrics;
}

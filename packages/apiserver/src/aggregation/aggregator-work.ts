/**
 * What goes on behind an aggregator: APIServices are made for definitions, servers are asked how they are and what they serve, and what
 * they say is written down. All of it is done for one APIService at a time, whenever something about it may have changed.
 */
import {
  type Clock,
  type ClockTimer,
  createWorkQueue,
  equalJson,
  exponential,
  type JsonObject,
  type Logger,
  type RateLimiter,
  type Transport,
  type WorkQueue,
} from "@pintle/machinery";
import type { Definition } from "../apiextensions/definition.ts";
import type { Storage } from "../storage/storage.ts";
import { type ApiService, localAvailability, withAvailability } from "./api-service.ts";
import { type ApiServiceCache, startApiServiceCache } from "./api-service-cache.ts";
import { type ApiServiceClient, createApiServiceClient } from "./api-service-client.ts";
import type { RemoteResources } from "./arrange-groups.ts";
import type { BackendPool } from "./backend.ts";
import { checkAvailability } from "./check-availability.ts";
import { discoverBackend } from "./discover-backend.ts";
import { register, registrationsOf } from "./registrations.ts";
import type { RemoteOpenApi } from "./remote-openapi.ts";
import { TargetWatch } from "./target-watch.ts";

export interface AggregatorWorkOptions {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly backends: BackendPool;
  readonly openApi: RemoteOpenApi;
  /** Called when discovery has something else to tell. */
  readonly onGroups: () => void;
}

/** So many servers are asked at the same time: one that does not answer holds up few others. */
const workers = 5;
/** What no watch tells: a server that went away, or serves something else. */
const lookAgainMs = 30_000;
const unknown: RemoteResources = { resources: [], freshness: "Stale" };

export class AggregatorWork {
  readonly #options: AggregatorWorkOptions;
  readonly #queue: WorkQueue<string>;
  readonly #targets: TargetWatch;
  readonly #limiter: RateLimiter = exponential({ maxMs: lookAgainMs });
  readonly #retries = new Map<string, ClockTimer>();
  readonly #resources = new Map<string, RemoteResources>();
  readonly #remotes = new Set<string>();
  #wanted = new Map<string, JsonObject>();
  #cache: ApiServiceCache | undefined;
  #client: ApiServiceClient | undefined;
  #lookAgain: ClockTimer | undefined;
  #running: readonly Promise<void>[] = [];
  #isStopped = false;

  constructor(options: AggregatorWorkOptions) {
    this.#options = options;
    this.#queue = createWorkQueue({ name: "APIServices", clock: options.clock });
    this.#targets = new TargetWatch(options.storage, (namespace, name) => this.#retarget(namespace, name));
  }

  get hasRemotes(): boolean {
    return this.#remotes.size > 0;
  }

  get(name: string): ApiService | undefined {
    return this.#cache?.get(name);
  }

  list(): Iterable<ApiService> {
    return this.#cache?.list() ?? [];
  }

  *remotes(): Iterable<ApiService> {
    for (const apiService of this.list()) if (apiService.service) yield apiService;
  }

  resourcesOf(name: string): RemoteResources {
    return this.#resources.get(name) ?? unknown;
  }

  register(definitions: readonly Definition[]): void {
    const before = this.#wanted;
    this.#wanted = registrationsOf(definitions);
    if (!this.#cache) return;
    for (const name of new Set([...before.keys(), ...this.#wanted.keys()])) {
      if (before.has(name) !== this.#wanted.has(name)) this.#queue.add(name);
    }
  }

  async start(transport: Transport): Promise<void> {
    this.#client = createApiServiceClient(transport);
    const early: [name: string, isMoved: boolean][] = [];
    // What is told while the cache is filled is looked at when it is full.
    this.#cache = await startApiServiceCache(this.#options, (...change) => {
      if (this.#cache) this.#note(...change);
      else early.push(change);
    });
    for (const change of early) this.#note(...change);
    for (const name of this.#wanted.keys()) this.#queue.add(name);
    this.#running = Array.from({ length: workers }, () => this.#run());
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cache?.close();
    this.#targets.close();
    this.#lookAgain?.cancel();
    for (const timer of this.#retries.values()) timer.cancel();
    await this.#queue.shutDown({ drain: false });
    await Promise.all(this.#running);
  }

  #note(name: string, isMoved: boolean): void {
    const isRemote = this.get(name)?.service !== undefined;
    if (isRemote) {
      this.#remotes.add(name);
      this.#followTargets();
    } else if (this.#remotes.delete(name)) this.#forget(name);
    if (isMoved) this.#options.onGroups();
    this.#queue.add(name);
  }

  #retarget(namespace: string, name: string): void {
    for (const { name: of, service } of this.remotes()) {
      if (service?.namespace === namespace && service.name === name) this.#queue.add(of);
    }
  }

  /** From the first server behind on, and no longer than there is one. */
  #followTargets(): void {
    this.#targets.follow().catch((error) => {
      if (!this.#isStopped) this.#options.logger.warn("Services cannot be followed", { error });
    });
    if (this.#lookAgain) return;
    const look = () => {
      this.#lookAgain = undefined;
      for (const name of this.#remotes) this.#queue.add(name);
      if (this.hasRemotes) this.#followTargets();
      else this.#targets.close();
    };
    const options = { label: "look at APIServices", kind: "background", unref: true } as const;
    this.#lookAgain = this.#options.clock.setTimer(lookAgainMs, look, options);
  }

  async #run(): Promise<void> {
    for (let item = await this.#queue.get(); item !== undefined; item = await this.#queue.get()) {
      const { key } = item;
      // This is the try that was to come.
      this.#retries.get(key)?.cancel();
      try {
        await this.#sync(key);
      } catch (error) {
        if (!this.#isStopped) this.#options.logger.error("an APIService cannot be looked after", { error, name: key });
        this.#retryLater(key);
      } finally {
        this.#queue.done(key);
      }
    }
  }

  /** Background, because a server that is away is nothing to wait for. */
  #retryLater(name: string): void {
    if (this.#isStopped) return;
    const delayMs = this.#limiter.delayMs(name, this.#options.clock.monotonic());
    const retry = () => {
      this.#retries.delete(name);
      this.#queue.add(name);
    };
    this.#retries.get(name)?.cancel();
    const options = { label: () => `look at ${name}`, kind: "background", unref: true } as const;
    this.#retries.set(name, this.#options.clock.setTimer(delayMs, retry, options));
  }

  /** One step; what it changes brings it back. */
  async #sync(name: string): Promise<void> {
    const client = this.#client;
    const [current, wanted] = [this.get(name), this.#wanted.get(name)];
    if (client === undefined) return;
    if (await register(name, { client, ...(current && { current }), ...(wanted && { wanted }) })) return;
    if (current === undefined) return;
    const { clock } = this.#options;
    // First, so that nothing changes unseen between the look and the watch.
    if (current.service) await this.#targets.follow().catch(() => undefined);
    const availability = current.service ? await checkAvailability(current, this.#options) : localAvailability;
    const conditions = withAvailability(current, availability, clock.now());
    if (conditions) await client.setConditions(current, conditions);
    const isWell = availability.status === "True" && (current.service === undefined || (await this.#discover(current)));
    if (availability.status !== "True") this.#setResources(name, unknown);
    if (isWell) this.#limiter.forget(name);
    // Of what is stored a change is told; of what a server says it is not.
    else if (availability.status === "True" || availability.reason === "FailedDiscoveryCheck") this.#retryLater(name);
  }

  /** Whether the server said what it serves, and how that looks. */
  async #discover(apiService: ApiService): Promise<boolean> {
    const { backends, clock, openApi, logger } = this.#options;
    const { name } = apiService;
    const complain = (error: unknown) => {
      logger.debug("a server does not say what it serves", { error, apiService: name });
      return false;
    };
    try {
      const resources = await discoverBackend(apiService, await backends.resolve(apiService), clock);
      this.#setResources(name, { resources, freshness: "Current" });
    } catch (error) {
      this.#setResources(name, unknown);
      return complain(error);
    }
    return openApi.refresh(apiService).then(() => true, complain);
  }

  #setResources(name: string, now: RemoteResources): void {
    // It may have gone while its server was asked.
    if (!this.#remotes.has(name)) return;
    const before = this.resourcesOf(name);
    if (before.freshness === now.freshness && equalJson([...before.resources], [...now.resources])) return;
    this.#resources.set(name, now);
    this.#options.onGroups();
  }

  #forget(name: string): void {
    this.#resources.delete(name);
    const [version = "", ...group] = name.split(".");
    this.#options.openApi.forget({ version, group: group.join(".") });
    this.#options.backends.forget(name);
    this.#limiter.forget(name);
    this.#retries.get(name)?.cancel();
    this.#retries.delete(name);
  }
}

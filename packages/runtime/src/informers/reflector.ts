/**
 * Keeps a copy at the state of the server: lists once, then watches, for ever.
 *
 * ```text
 *   ┌──▶ everything, as the beginning of a watch (or page by page) ──▶ events ──┐
 *   │                                                                    ▲      │ the watch ends, or the connection does
 *   │                                                                    └──────┤ (from the last event, no list)
 *   └────────────── the server has forgotten what happened since ◀──────────────┘
 * ```
 *
 * It ends with its signal and for no other reason. What goes wrong is waited out, longer each time, and told in `progress`.
 */
import type { PartialVerbs, SelectOptions } from "@pintle/client";
import { type Clock, type Logger, type Random, randomBelow } from "@pintle/machinery";
import { listObjects } from "./list-objects.ts";
import { isNewer } from "./overlay-versions.ts";
import { ReconnectBackoff } from "./reconnect-backoff.ts";
import { classifyFailure, TimeTravelError, UnfinishedBeginningError } from "./watch-failure.ts";
import { type CompleteList, type ReflectedCopy, WatchReader } from "./watch-reader.ts";
import { SilentWatchError, Watchdog } from "./watchdog.ts";

export interface ReflectorOptions {
  /** For logs and reports. */
  readonly label: string;
  readonly source: Pick<PartialVerbs<object>, "pages" | "watchLines">;
  readonly select: SelectOptions;
  readonly keepsManagedFields: boolean;
  readonly copy: ReflectedCopy;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger | undefined;
  /** What is known of the server: whether its watches can begin with everything. */
  readonly support: WatchListSupport;
  readonly isKindMissing: (signal: AbortSignal) => Promise<boolean>;
}

/** Is asked once for each server and remembered by all who ask it. */
export interface WatchListSupport {
  isRefused: boolean;
}

/** A watch that ends so soon was of no use: another one at once would be a hot loop. */
const shortestWatchMs = 1_000;
/** With all tries that the client makes. */
const openMs = 90_000;
const listMs = 120_000;
/** How often a server may say that it does not know a version that it gave, or show an older state, before it is believed. */
const patience = 3;
/** What expires again so soon is not listed again at once. */
const expiredAgainMs = 10_000;
/** Who waits for everything to come to rest waits for so many tries. */
const awaitedTries = 8;

export class Reflector {
  readonly #options: ReflectorOptions;
  readonly #backoff: ReconnectBackoff;
  /** Where a watch goes on; nothing where everything has to be listed. */
  #resourceVersion: string | undefined;
  /** The newest that the copy has ever had. */
  #newestVersion = "";
  #pagesLists = false;
  #isRefusalNews = false;
  #tooNew = 0;
  #olderLists = 0;
  #silentBeginnings = 0;
  #expiredAtMs = Number.NEGATIVE_INFINITY;
  #heardAtMs: number;
  #lastError: unknown;
  #isKindMissing = false;
  #loggedMessage = "";

  constructor(options: ReflectorOptions) {
    this.#options = options;
    this.#backoff = new ReconnectBackoff(options.clock, options.random);
    this.#heardAtMs = options.clock.monotonic();
  }

  get resourceVersion(): string {
    return this.#resourceVersion ?? "";
  }

  get silentMs(): number {
    return this.#options.clock.monotonic() - this.#heardAtMs;
  }

  get lastError(): unknown {
    return this.#lastError;
  }

  get isKindMissing(): boolean {
    return this.#isKindMissing;
  }

  /** Resolves after the signal is aborted, and never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    this.#heardAtMs = this.#options.clock.monotonic();
    while (!signal.aborted) {
      const delayMs = await this.#try(signal);
      if (delayMs > 0 && !signal.aborted) await this.#pause(delayMs, signal);
    }
  }

  /** Goes on as long as nothing goes wrong, and says how long to wait then. */
  async #try(signal: AbortSignal): Promise<number> {
    const { clock } = this.#options;
    try {
      if (this.#resourceVersion === undefined && (this.#pagesLists || this.#options.support.isRefused)) {
        await this.#list(signal);
      }
      const startedMs = clock.monotonic();
      await this.#watch(signal);
      return clock.monotonic() - startedMs < shortestWatchMs ? this.#backoff.nextMs() : 0;
    } catch (error) {
      if (signal.aborted) return 0;
      const delayMs = await this.#recover(error, signal);
      this.#tellFailure(error, delayMs);
      return delayMs;
    }
  }

  async #list(signal: AbortSignal): Promise<void> {
    const { source, copy, select, support, clock } = this.#options;
    const asked = { ...select, signal, timeoutMs: listMs, onPage: () => this.#succeed(clock.monotonic()) };
    const { objects, resourceVersion } = await listObjects(source, copy, asked);
    const list = this.#acceptList(resourceVersion);
    // The same request without a beginning is fine: it was that which the server does not do.
    if (this.#isRefusalNews) support.isRefused = true;
    this.#isRefusalNews = false;
    this.#resourceVersion = resourceVersion;
    await copy.replace(objects, list);
  }

  async #watch(signal: AbortSignal): Promise<void> {
    const { source, copy, select, clock, random, keepsManagedFields, label } = this.#options;
    const resourceVersion = this.#resourceVersion;
    const reader = new WatchReader({ copy, resourceVersion, acceptList: (version) => this.#acceptList(version) });
    using watchdog = new Watchdog(clock, `the watch of ${label}`, signal);
    const lines = source.watchLines({
      ...select,
      ...(resourceVersion === undefined ? { sendInitialEvents: true } : { resourceVersion }),
      timeoutSeconds: 300 + randomBelow(random, 300),
      timeoutMs: openMs,
      keepsManagedFields,
      signal: watchdog.signal,
    });
    try {
      for await (const batch of lines) {
        const nowMs = clock.monotonic();
        watchdog.heard(nowMs);
        this.#succeed(nowMs);
        // The server may take a request, and then say that it cannot go on from there.
        if (batch.length > 0) this.#tooNew = 0;
        const taking = reader.take(batch);
        if (taking) await taking;
        this.#resourceVersion = reader.resourceVersion;
      }
    } finally {
      this.#resourceVersion = reader.resourceVersion;
    }
    watchdog.check();
    if (reader.resourceVersion === undefined && !signal.aborted) {
      throw new UnfinishedBeginningError(`the watch of ${label} ended before all objects had come`);
    }
  }

  /** Something goes right. */
  #succeed(nowMs: number): void {
    this.#heardAtMs = nowMs;
    this.#lastError = undefined;
    if (!this.#isKindMissing) return;
    this.#isKindMissing = false;
    this.#options.logger?.info("the kind is there again", { kind: this.#options.label });
  }

  /** A list that is older than what the copy has seen is not taken, unless the server has nothing newer, whenever it is asked. */
  #acceptList(resourceVersion: string): CompleteList {
    const isOlder = isNewer(this.#newest(), resourceVersion);
    if (isOlder && this.#olderLists < patience) {
      this.#olderLists += 1;
      throw new TimeTravelError(
        `everything was listed at version ${resourceVersion}, but ${this.#newestVersion} was seen`,
      );
    }
    this.#olderLists = 0;
    this.#newestVersion = resourceVersion;
    return { resourceVersion, acceptsOlder: isOlder };
  }

  #newest(): string {
    const reached = this.#resourceVersion ?? "";
    if (this.#newestVersion === "" || isNewer(reached, this.#newestVersion)) this.#newestVersion = reached;
    return this.#newestVersion;
  }

  async #recover(error: unknown, signal: AbortSignal): Promise<number> {
    const { copy, clock } = this.#options;
    this.#lastError = error;
    const isBeginning = this.#resourceVersion === undefined;
    const failure = classifyFailure(error);
    if (failure === "expired") {
      this.#listAgain();
      const isFirst = clock.monotonic() - this.#expiredAtMs > expiredAgainMs;
      this.#expiredAtMs = clock.monotonic();
      return isFirst ? 0 : this.#backoff.nextMs();
    }
    if (failure === "time travel") this.#listAgain();
    if (failure === "too new") {
      this.#tooNew += 1;
      if (this.#tooNew >= patience) {
        this.#listAgain();
        this.#olderLists = patience;
      }
    }
    if (isBeginning && error instanceof SilentWatchError) this.#silentBeginnings += 1;
    // Who never says where the objects end, though asked to, refuses that without a word.
    const isRefused = failure === "refused" || this.#silentBeginnings > 1;
    if (isBeginning && !this.#pagesLists && isRefused) {
      this.#pagesLists = true;
      this.#isRefusalNews = failure === "refused";
      this.#lastError = undefined;
      return 0;
    }
    if (failure === "kind missing" && (this.#isKindMissing || (await this.#options.isKindMissing(signal)))) {
      this.#listAgain();
      if (!this.#isKindMissing) await copy.vanish();
      this.#isKindMissing = true;
    }
    return this.#backoff.nextMs();
  }

  #listAgain(): void {
    this.#newest();
    this.#resourceVersion = undefined;
  }

  /** Once for each thing that goes wrong, not for each try; a connection that was lost once is everyday. */
  #tellFailure(error: unknown, delayMs: number): void {
    const { logger, label } = this.#options;
    const message = error instanceof Error ? error.message : String(error);
    if (this.#backoff.failures <= 1) this.#loggedMessage = "";
    const isNews = message !== this.#loggedMessage && delayMs > 0 && this.#backoff.failures > 1;
    if (isNews) this.#loggedMessage = message;
    const what = this.#isKindMissing
      ? "the server does not have the kind, which is waited for"
      : "a watch failed and is tried again";
    const fields = { kind: label, error, retryMs: Math.round(delayMs) };
    if (isNews) logger?.warn(what, fields);
    else logger?.debug(what, fields);
  }

  async #pause(delayMs: number, signal: AbortSignal): Promise<void> {
    const { clock, label } = this.#options;
    const isAwaited = !this.#isKindMissing && this.#backoff.failures <= awaitedTries;
    const kind = isAwaited ? "work" : "background";
    try {
      await clock.sleep(delayMs, { kind, label: () => `another watch of ${label}`, signal });
    } catch {
      // Aborted: whoever asked for the end gets it.
    }
  }
}

/**
 * Keeps a Secret and the objects that its authorities are injected into in order, for as long as it runs: in passes, one at a time, when
 * something changes, when something is due, and every now and then in case that a change was missed.
 */
import { type Clock, jitter, type Logger, type Random, track } from "@pintle/machinery";
import { messageOf } from "./asking-the-server.ts";
import { BundleReplacedError, type CaBundleInjector } from "./ca-bundle-injector.ts";
import type { CertificateHolder } from "./certificate-source.ts";
import { bundleOf, type CertificateStore } from "./certificate-store.ts";
import { endOf } from "./read-certificates.ts";

export interface CertificateKeeperOptions {
  readonly name: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly store: CertificateStore;
  readonly injector: CaBundleInjector;
  readonly holder: CertificateHolder;
  /** How long API servers get to hear of a new authority, before a certificate of it is shown. */
  readonly spreadMs: number;
  readonly logger?: Logger | undefined;
}

interface NextPass {
  readonly delayMs: number;
  /** Whether somebody waits for it. */
  readonly isWork: boolean;
}

const lookAgainMs = 10 * 60_000;
const firstRetryMs = 1_000;
const longestRetryMs = 60_000;
/** What fails more often needs a person, and nobody should wait for that. */
const soonRetries = 5;

export class CertificateKeeper {
  readonly #options: CertificateKeeperOptions;
  readonly #ready = Promise.withResolvers<void>();
  readonly #stopping = new AbortController();
  #wake = () => {};
  #isWoken = false;
  #failures = 0;
  #problem: string | undefined = "there is no certificate yet";
  #wasInOrder = false;
  /** Since when the next authority is in every object, in monotonic time. */
  #trusted: { readonly next: string; readonly sinceMs: number } | undefined;
  #running: Promise<void> | undefined;

  constructor(options: CertificateKeeperOptions) {
    this.#options = options;
    // Whoever waits hears of it; where nobody waits, that is no failure.
    this.#ready.promise.catch(() => {});
  }

  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  /**
   * What keeps the server from being ready. Once everything was in order, only a certificate that has expired does: whoever trusts it shall
   * not lose the server because an API server was away for a moment.
   */
  get problem(): string | undefined {
    const { clock, holder } = this.#options;
    if (!this.#wasInOrder) return this.#problem;
    if (endOf(holder.current().cert) > clock.now()) return undefined;
    return `the certificate has expired: ${this.#problem ?? "another one is about to be taken"}`;
  }

  run(): void {
    this.#running ??= this.#passes();
  }

  /** Something has changed. */
  wake(): void {
    this.#isWoken = true;
    this.#wake();
  }

  async stop(): Promise<void> {
    const reason = new Error(`${this.#options.name} are stopped`);
    this.#stopping.abort(reason);
    this.#ready.reject(reason);
    this.#wake();
    await this.#running;
  }

  async #passes(): Promise<void> {
    const { clock, name } = this.#options;
    while (!this.#stopping.signal.aborted) {
      this.#isWoken = false;
      const next = await track(clock, name, () => this.#passOrRetry());
      await this.#pause(next);
    }
  }

  #pause({ delayMs, isWork }: NextPass): Promise<void> {
    const { clock, name, holder } = this.#options;
    if (this.#isWoken || this.#stopping.signal.aborted) return Promise.resolve();
    // Without a certificate there is no server yet that would keep the process alive.
    const options = { label: name, kind: isWork ? "work" : "background", unref: !holder.isEmpty } as const;
    return new Promise((resolve) => {
      const timer = clock.setTimer(delayMs, resolve, options);
      this.#wake = () => {
        timer.cancel();
        resolve();
      };
    });
  }

  async #passOrRetry(): Promise<NextPass> {
    try {
      const { next, problem } = await this.#pass();
      if (problem === undefined) {
        this.#settleProblem();
        return next;
      }
      const retry = this.#fail(problem);
      return next.delayMs < retry.delayMs ? next : retry;
    } catch (error) {
      if (this.#stopping.signal.aborted) return { delayMs: 0, isWork: false };
      if (error instanceof BundleReplacedError) return { delayMs: 0, isWork: true };
      return this.#fail(messageOf(error));
    }
  }

  /** The Secret first, then what its bundle goes into: what is shown is trusted, or becomes so at once where there was nothing before. */
  async #pass(): Promise<{ readonly next: NextPass; readonly problem: string | undefined }> {
    const { name, clock, store, injector, holder, spreadMs, logger } = this.#options;
    const { signal } = this.#stopping;
    const { certificates, untilMs } = await store.settle((next) => this.#isTrusted(next), signal);
    const { cert, key, next } = certificates;
    const bundle = bundleOf(certificates);
    if (holder.hold({ cert, key, ca: bundle })) logger?.info("certificate taken", { source: name });
    this.#ready.resolve();
    const { problems, hasWritten, waitMs } = await injector.inject(() => store.currentBundle(signal), bundle, signal);
    const isEverywhere = problems.length === 0;
    if (next === undefined || !isEverywhere) this.#trusted = undefined;
    else if (hasWritten || this.#trusted?.next !== next.cert) {
      this.#trusted = { next: next.cert, sinceMs: clock.monotonic() };
    }
    const delays: NextPass[] = [
      { delayMs: lookAgainMs, isWork: false },
      { delayMs: Math.max(0, untilMs - clock.now()), isWork: false },
      ...(this.#trusted ? [{ delayMs: this.#trusted.sinceMs + spreadMs - clock.monotonic(), isWork: true }] : []),
      ...(waitMs > 0 ? [{ delayMs: waitMs, isWork: false }] : []),
    ];
    const soonest = delays.reduce((first, each) => (each.delayMs < first.delayMs ? each : first));
    return { next: soonest, problem: isEverywhere ? undefined : problems.join("; ") };
  }

  #isTrusted(next: string): boolean {
    const { clock, spreadMs } = this.#options;
    return this.#trusted?.next === next && clock.monotonic() - this.#trusted.sinceMs >= spreadMs;
  }

  #fail(problem: string): NextPass {
    const { random, logger, name } = this.#options;
    // The same words once: who retries for hours would fill the log.
    if (problem !== this.#problem) logger?.error(`certificates: ${problem}`, { source: name });
    this.#problem = problem;
    this.#failures += 1;
    const delayMs = Math.min(longestRetryMs, firstRetryMs * 2 ** (this.#failures - 1));
    return { delayMs: jitter(random, delayMs, 0.2), isWork: this.#failures <= soonRetries };
  }

  #settleProblem(): void {
    if (this.#failures > 0)
      this.#options.logger?.info("certificates are in order again", { source: this.#options.name });
    this.#failures = 0;
    this.#problem = undefined;
    this.#wasInOrder = true;
  }
}

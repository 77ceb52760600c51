/** Reads certificate files at the start, after each change of their directory and every 10 seconds, one read at a time. */
import { type Clock, type ClockTimer, type Logger, track, UsageError } from "@pintle/machinery";
import type { CertificateMetrics } from "../../metrics/certificate-metrics.ts";
import { messageOf } from "./asking-the-server.ts";
import type { CertificateFiles } from "./certificate-files.ts";
import type { CertificateHolder, ServingCertificate } from "./certificate-source.ts";
import { type CertificateFileNames, readCertificateFiles } from "./read-certificate-files.ts";
import { endOf } from "./read-certificates.ts";
import type { CertificateRun } from "./shared-run.ts";

export interface CertificateFileWatchOptions {
  readonly clock: Clock;
  readonly logger: Logger | undefined;
  readonly files: CertificateFiles;
  readonly names: CertificateFileNames;
  readonly holder: CertificateHolder;
  readonly counts: CertificateMetrics | undefined;
}

const pollMs = 10_000;

export class CertificateFileWatch implements CertificateRun {
  readonly #options: CertificateFileWatchOptions;
  readonly ready: Promise<void>;
  #watching: Disposable | undefined;
  #timer: ClockTimer | undefined;
  #reading: Promise<void> | undefined;
  #isStale = false;
  #isStopped = false;
  #problem: string | undefined;

  /** Begins at once. */
  constructor(options: CertificateFileWatchOptions) {
    this.#options = options;
    this.ready = track(options.clock, `read ${options.names.directory}`, () => this.#begin());
  }

  get problem(): string | undefined {
    return this.#problem;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#timer?.cancel();
    this.#endWatch();
    await Promise.allSettled([this.ready, this.#reading]);
  }

  /** Without a certificate there is nothing to serve, so the start fails and says what to do. */
  async #begin(): Promise<void> {
    this.#watch();
    try {
      this.#options.holder.hold(await this.#read());
    } catch (cause) {
      const remedy = "mount the Secret of the certificate there, or let the program manage certificates by itself";
      throw new UsageError("PINTLE_CERTIFICATE_FILES_UNUSABLE", `${messageOf(cause)}: ${remedy}`, { cause });
    }
    this.#poll();
  }

  #poll(): void {
    if (this.#isStopped) return;
    const { clock, names } = this.#options;
    const look = () => {
      this.#watch();
      this.#readAgain();
      this.#poll();
    };
    const label = `look at ${names.directory}`;
    this.#timer = clock.setTimer(pollMs, look, { kind: "background", label, unref: true });
  }

  /** A directory that is not there cannot be watched; it is tried again with every poll. */
  #watch(): void {
    if (this.#watching !== undefined || this.#isStopped) return;
    const { files, names, logger } = this.#options;
    const fail = (error: unknown) => {
      this.#endWatch();
      logger?.debug("the directory of the certificate cannot be watched", { directory: names.directory, error });
    };
    try {
      this.#watching = files.watch(names.directory, () => this.#readAgain(), fail);
    } catch (error) {
      fail(error);
    }
  }

  #endWatch(): void {
    this.#watching?.[Symbol.dispose]();
    this.#watching = undefined;
  }

  /** What changes during a read is read once more after it. */
  #readAgain(): void {
    this.#isStale = true;
    this.#reading ??= track(this.#options.clock, "read the certificate", () => this.#readWhileStale()).finally(() => {
      this.#reading = undefined;
    });
  }

  async #readWhileStale(): Promise<void> {
    const { holder, names, logger } = this.#options;
    await this.ready.catch(() => {});
    while (this.#isStale && !this.#isStopped) {
      this.#isStale = false;
      try {
        const isNew = holder.hold(await this.#read());
        if (isNew) logger?.info("certificate read again", { directory: names.directory });
        this.#problem = undefined;
      } catch (error) {
        this.#complain(messageOf(error));
      }
    }
  }

  /** What is shown goes on being good until it has expired. */
  #complain(why: string): void {
    const { clock, holder, logger } = this.#options;
    if (holder.isEmpty) return;
    logger?.warn("the certificate could not be read again, the one before is still shown", { why });
    if (endOf(holder.current().cert) <= clock.now()) this.#problem = `the certificate has expired: ${why}`;
  }

  async #read(): Promise<ServingCertificate> {
    const { files, names, counts } = this.#options;
    counts?.reads.add();
    try {
      return await readCertificateFiles(files, names);
    } catch (error) {
      counts?.errors.add();
      throw error;
    }
  }
}

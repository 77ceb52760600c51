/** Something that several may start: it begins with the first of them and ends with the last. Afterwards it may begin again. */
import { untilAborted } from "@pintle/machinery";

export interface CertificateRun {
  /** Resolves when there is a certificate. */
  readonly ready: Promise<void>;
  stop(): Promise<void>;
}

export class SharedRun {
  readonly #begin: () => CertificateRun;
  #run: CertificateRun | undefined;
  #users = 0;

  constructor(begin: () => CertificateRun) {
    this.#begin = begin;
  }

  /** Whoever is refused, or gives up, has nothing to stop. */
  async start({ signal }: { readonly signal?: AbortSignal | undefined } = {}): Promise<void> {
    signal?.throwIfAborted();
    this.#users += 1;
    this.#run ??= this.#begin();
    const run = this.#run;
    try {
      await untilAborted(run.ready, signal);
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  async stop(): Promise<void> {
    if (this.#users === 0) return;
    this.#users -= 1;
    if (this.#users > 0) return;
    const run = this.#run;
    this.#run = undefined;
    await run?.stop();
  }
}

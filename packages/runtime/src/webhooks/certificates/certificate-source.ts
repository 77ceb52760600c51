/**
 * Where a server over TLS has its certificate from, and how it hears of another one.
 *
 * A server starts the source, listens with what is current, and gives each change to `setSecureContext`: connections that are open go on,
 * new ones see the new certificate. Several servers may share a source: it stops with the last of those who started it.
 */
import { type Logger, UsageError } from "@pintle/machinery";

/** PEM throughout. */
export interface ServingCertificate {
  /** The certificate that is shown, and those between it and the authority if there are any. */
  readonly cert: string;
  /** Never for logs or errors. */
  readonly key: string;
  /** Who connects has to trust these; what goes into `caBundle`. */
  readonly ca?: string;
  /** Whoever connects has to show a certificate that one of these has signed. */
  readonly clientCa?: string;
}

export interface CertificateSource {
  /** For logs: where certificates come from. */
  readonly name: string;
  /** Resolves when there is a certificate. Rejects when there cannot be one, or when the signal ends the waiting. */
  start(options?: { readonly signal?: AbortSignal | undefined }): Promise<void>;
  /** What is to be shown now. Throws before the start. */
  current(): ServingCertificate;
  /** Tells of every certificate from now on that is shown instead of the one before. */
  onChange(listener: (certificate: ServingCertificate) => void): Disposable;
  /** What keeps the server from being ready, in one sentence. Other troubles are logged: calls that work shall go on. */
  readonly problem: string | undefined;
  /** Resolves when nothing of the source goes on any more. */
  stop(): Promise<void>;
}

/** The certificate of now and those who want to hear of the next. */
export class CertificateHolder {
  readonly #listeners = new Set<(certificate: ServingCertificate) => void>();
  readonly #source: string;
  readonly #logger: Logger | undefined;
  #held: ServingCertificate | undefined;

  constructor(source: string, logger?: Logger) {
    this.#source = source;
    this.#logger = logger;
  }

  get isEmpty(): boolean {
    return this.#held === undefined;
  }

  current(): ServingCertificate {
    if (this.#held !== undefined) return this.#held;
    const remedy = `await start() of ${this.#source} before its certificate is used`;
    throw new UsageError("PINTLE_CERTIFICATE_NOT_STARTED", remedy);
  }

  onChange(listener: (certificate: ServingCertificate) => void): Disposable {
    // A function of its own, so that one listener given twice is told twice and each ends for itself.
    const told = (certificate: ServingCertificate) => listener(certificate);
    this.#listeners.add(told);
    return { [Symbol.dispose]: () => void this.#listeners.delete(told) };
  }

  /** Whether it differs from what was held. */
  hold(next: ServingCertificate): boolean {
    const { cert, key, ca, clientCa } = this.#held ?? {};
    if (cert === next.cert && key === next.key && ca === next.ca && clientCa === next.clientCa) return false;
    this.#held = next;
    for (const listener of [...this.#listeners]) this.#tell(listener, next);
    return true;
  }

  /** A server that cannot take a certificate must not keep others from it. */
  #tell(listener: (certificate: ServingCertificate) => void, certificate: ServingCertificate): void {
    try {
      listener(certificate);
    } catch (error) {
      this.#logger?.error("the new certificate could not be taken", { source: this.#source, error });
    }
  }
}

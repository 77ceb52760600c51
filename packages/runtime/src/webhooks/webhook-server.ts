/**
 * The HTTPS server of webhooks: the API server, or the scheduler, asks, and handlers answer.
 *
 * It needs nothing but its certificate to answer, no cache and no API server, so that it is there when the first list needs a conversion.
 */
import type { Clock, Logger } from "@pintle/machinery";
import type { HttpLimits } from "../http/http-limits.ts";
import type { HttpHandler } from "../http/http-message.ts";
import { type RunningHttpServer, startHttpServer } from "../http/listen.ts";
import type { Informers } from "../informers/informers.ts";
import type { Part, PartContext, RunningPart } from "../manager/part.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { CertificateSource } from "./certificates/certificate-source.ts";
import { dialTls } from "./dial-tls.ts";
import type { Webhook } from "./webhook.ts";
import { WebhookRoutes } from "./webhook-routes.ts";

export interface WebhookServerOptions {
  /** All addresses of the machine unless said. */
  readonly host?: string;
  /** 9443 unless said; 0 for any that is free. */
  readonly port?: number;
  readonly certificates: CertificateSource;
  readonly limits?: Partial<HttpLimits>;
  /** Where webhooks that read other kinds find them: `manager.informers`. */
  readonly informers?: Pick<Informers, "for">;
  readonly metrics?: Metrics;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface WebhookServer extends Part {
  readonly group: "webhooks";
  /** Serves what a builder has made. Several admission webhooks on one path are asked one after the other. */
  add(webhook: Webhook): void;
  /** Serves a handler of one's own for `POST`. */
  register(path: string, handle: HttpHandler): void;
  /** Where it listens, as soon as it does. */
  readonly address: string | undefined;
  readonly port: number | undefined;
  /** For health checks: rejects unless the server takes connections. */
  check(): Promise<void>;
}

export function createWebhookServer(options: WebhookServerOptions): WebhookServer {
  return new HttpsWebhookServer(options);
}

class HttpsWebhookServer implements WebhookServer {
  readonly name = "webhook server";
  readonly group = "webhooks";
  readonly #options: WebhookServerOptions;
  readonly #routes: WebhookRoutes;
  #running: RunningHttpServer | undefined;

  constructor(options: WebhookServerOptions) {
    this.#options = options;
    this.#routes = new WebhookRoutes(options);
  }

  get address(): string | undefined {
    return this.#running?.address;
  }

  get port(): number | undefined {
    return this.#running?.port;
  }

  add(webhook: Webhook): void {
    this.#routes.add(webhook);
  }

  register(path: string, handle: HttpHandler): void {
    this.#routes.register(path, handle);
  }

  async start({ signal }: PartContext): Promise<RunningPart> {
    const { host = "", port = 9443, certificates, limits, clock, logger } = this.#options;
    logger.info("Starting webhook server");
    await certificates.start({ signal });
    try {
      const http = await startHttpServer({
        host,
        port,
        tls: certificates.current(),
        handle: this.#routes.handle,
        ...(limits && { limits }),
        clock,
        logger,
      });
      this.#running = http;
      const changes = certificates.onChange((certificate) => http.setTls(certificate));
      // Between the two lines above it may have changed.
      http.setTls(certificates.current());
      logger.info("Serving webhook server", { host, port: http.port });
      return { stop: ({ signal: patience }) => this.#stop(http, changes, patience) };
    } catch (error) {
      await certificates.stop();
      throw error;
    }
  }

  async #stop(http: RunningHttpServer, changes: Disposable, signal: AbortSignal): Promise<void> {
    this.#options.logger.info("Shutting down webhook server");
    changes[Symbol.dispose]();
    await http.close({ signal });
    this.#running = undefined;
    this.#routes.release();
    await this.#options.certificates.stop();
  }

  async check(): Promise<void> {
    if (this.#running === undefined) throw new Error("webhook server has not been started yet");
    const { host = "", certificates } = this.#options;
    if (certificates.problem !== undefined) throw new Error(certificates.problem);
    try {
      await dialTls({ host, port: this.#running.port, clock: this.#options.clock });
    } catch (cause) {
      throw new Error("webhook server is not reachable", { cause });
    }
  }
}

/** The paths of webhooks and what answers there, whatever the way by which questions come. */
import type { Clock, Logger } from "@pintle/machinery";
import type { HttpHandler } from "../http/http-message.ts";
import { createRoutes, type Routes } from "../http/routes.ts";
import type { Informers } from "../informers/informers.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { countCalls, type EndpointSeams, serveEndpoint } from "./serve-endpoint.ts";
import type { Webhook, WebhookEndpoint } from "./webhook.ts";
import { WebhookCache } from "./webhook-cache.ts";
import { createWebhookMetrics, noWebhookMetrics } from "./webhook-metrics.ts";
import { checkWebhookPath } from "./webhook-path.ts";

export interface WebhookRoutesOptions {
  /** Where webhooks that read other kinds find them: `manager.informers`. */
  readonly informers?: Pick<Informers, "for"> | undefined;
  readonly metrics?: Metrics | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
}

export class WebhookRoutes {
  readonly #options: WebhookRoutesOptions;
  readonly #seams: EndpointSeams;
  readonly #endpoints = new Map<string, { current: WebhookEndpoint }>();
  readonly #routes: Routes = createRoutes();
  readonly #cache: WebhookCache;

  constructor(options: WebhookRoutesOptions) {
    this.#options = options;
    const { clock, logger } = options;
    const metrics = options.metrics ? createWebhookMetrics(options.metrics) : noWebhookMetrics;
    this.#cache = new WebhookCache(options.informers);
    this.#seams = { clock, logger, metrics, cache: this.#cache };
  }

  get handle(): HttpHandler {
    return this.#routes.handle;
  }

  add({ endpoints, reads = [] }: Webhook): void {
    this.#cache.add(reads);
    for (const endpoint of endpoints) {
      const slot = this.#endpoints.get(endpoint.path);
      const joined = slot?.current.join?.(endpoint);
      if (slot && joined) slot.current = joined;
      else this.#serve(endpoint);
    }
  }

  register(path: string, handle: HttpHandler): void {
    this.#route(checkWebhookPath(path), handle);
  }

  /** Gives back what was kept for webhooks that read. */
  release(): void {
    this.#cache.release();
  }

  /** The path is looked up once; what answers there may still be joined by others. */
  #serve(endpoint: WebhookEndpoint): void {
    const slot = { current: endpoint };
    const { path, maxBodyBytes, panics } = endpoint;
    const answer: WebhookEndpoint["answer"] = (body, call) => slot.current.answer(body, call);
    this.#route(path, serveEndpoint({ path, maxBodyBytes, panics, answer }, this.#seams));
    this.#endpoints.set(path, slot);
  }

  #route(path: string, handle: HttpHandler): void {
    this.#routes.add(path, {
      method: "POST",
      handle: this.#options.metrics ? countCalls(path, handle, this.#seams) : handle,
    });
    this.#options.logger.info("Registering webhook", { path });
  }
}

/** A webhook's endpoint as a handler of HTTP requests: JSON and nothing else, so large and no larger, counted and timed. */
import type { Clock, Logger } from "@pintle/machinery";
import { HttpError, type HttpHandler } from "../http/http-message.ts";
import type { WebhookEndpoint } from "./webhook.ts";
import type { WebhookCache } from "./webhook-cache.ts";
import { TimedCall } from "./webhook-call.ts";
import type { WebhookMetrics } from "./webhook-metrics.ts";

export interface EndpointSeams {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: WebhookMetrics;
  readonly cache: WebhookCache;
}

/** What the API server waits unless a configuration says otherwise; nobody needs longer to send a review. */
const bodyMs = 10_000;

export function serveEndpoint(endpoint: WebhookEndpoint, options: EndpointSeams): HttpHandler {
  const { clock, logger, metrics, cache } = options;
  const countPanic = () => metrics.countPanic(endpoint.panics);
  const seams = { clock, logger: logger.with({ webhook: endpoint.path }), cache, countPanic };
  const limits = { maxBytes: endpoint.maxBodyBytes, withinMs: bodyMs };
  return (request) => {
    checkContentType(request.headers["content-type"]);
    return request.body(limits).then((body) => {
      if (body.byteLength === 0) throw new HttpError(400, "request body is empty");
      return endpoint.answer(body, new TimedCall(request, seams));
    });
  };
}

/** The handler, with everything counted that goes through it. */
export function countCalls(path: string, handle: HttpHandler, { clock, metrics }: EndpointSeams): HttpHandler {
  const counted = metrics.forPath(path);
  return async (request) => {
    const startMs = clock.monotonic();
    let status = 500;
    counted.begin();
    try {
      const answer = await handle(request);
      status = answer.status;
      return answer;
    } catch (error) {
      if (error instanceof HttpError) status = error.status;
      else metrics.countPanic("admission");
      throw error;
    } finally {
      counted.end(status, (clock.monotonic() - startMs) / 1_000);
    }
  };
}

function checkContentType(contentType = ""): void {
  if (contentType === "application/json" || /^application\/json\s*;/i.test(contentType)) return;
  throw new HttpError(415, `contentType=${contentType}, expected application/json`);
}

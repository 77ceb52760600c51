/**
 * The way to webhooks within a process, for API servers that are in it as well: no port, no certificate, no configuration that outlives them.
 *
 * Bytes cross it as they would a wire, and whatever goes wrong is an answer, as it is with the webhook server.
 */
import { Buffer } from "node:buffer";
import type { Transport, TransportRequest } from "@pintle/machinery";
import { type HttpAnswer, HttpError, type HttpRequest, textAnswer } from "../http/http-message.ts";
import type { Webhook } from "./webhook.ts";
import { WebhookRoutes, type WebhookRoutesOptions } from "./webhook-routes.ts";

export interface WebhookTransport extends Transport, Disposable {}

/** Until it is disposed it keeps copies of what the webhooks read. */
export function transportToWebhooks(webhooks: readonly Webhook[], options: WebhookRoutesOptions): WebhookTransport {
  const { logger } = options;
  const routes = new WebhookRoutes(options);
  for (const webhook of webhooks) routes.add(webhook);

  async function answer(request: TransportRequest): Promise<HttpAnswer> {
    try {
      return await routes.handle(requestOf(request));
    } catch (error) {
      if (error instanceof HttpError) return error.toAnswer();
      logger.error("a webhook failed", { error, path: request.path });
      return textAnswer(500, "internal error\n");
    }
  }

  return {
    async request(request) {
      request.signal?.throwIfAborted();
      const { status, headers = {}, body = "" } = await answer(request);
      request.signal?.throwIfAborted();
      return { status, headers, body: oneChunk(typeof body === "string" ? Buffer.from(body) : body) };
    },
    [Symbol.dispose]: () => routes.release(),
  };
}

function requestOf({ method, path, query = [], headers = {}, body, signal }: TransportRequest): HttpRequest {
  const pairs = Array.from(query, ([name, value]): [string, string] => [name, value]);
  const texts = Object.entries(headers).map(([name, value]) => [
    name,
    typeof value === "string" ? value : value.join(", "),
  ]);
  return {
    ...{ method, path, query: new URLSearchParams(pairs), headers: Object.fromEntries(texts) },
    signal: signal ?? new AbortController().signal,
    body: async ({ maxBytes } = {}) => await readBody(body, maxBytes),
  };
}

async function readBody(body: TransportRequest["body"], maxBytes = 1024 * 1024): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body === undefined || body instanceof Uint8Array ? [body ?? new Uint8Array()] : body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new HttpError(413, `request entity is too large; limit is ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, bytes);
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.byteLength > 0) yield bytes;
}

/**
 * Sends a review to a webhook and reads its answer, within limits: so much time, so many bytes, no redirects.
 *
 * A webhook is somebody else's program. Whatever it does, the request that waits for it goes on, with an `Error` in the words of Go's client.
 */
import { Buffer } from "node:buffer";
import { type Clock, type JsonObject, type TransportResponse, writeJson } from "@pintle/machinery";
import { describeHttpFailure } from "./http-failure.ts";
import type { WebhookConnection } from "./webhook-connection.ts";

export interface ReviewPost {
  readonly connection: WebhookConnection;
  readonly body: JsonObject;
  readonly clock: Clock;
  /** From the first byte sent to the last one read; the webhook is told in whole seconds. */
  readonly timeoutMs: number;
  readonly maxAnswerBytes: number;
  /** Of the request that waits. */
  readonly signal?: AbortSignal;
}

/** The bytes of an answer that is no failure. They are not empty. */
export async function postReview(post: ReviewPost): Promise<Uint8Array> {
  const { connection, clock, timeoutMs, signal } = post;
  const ended = new AbortController();
  const expire = () => ended.abort(new Error("context deadline exceeded"));
  const cancel = () => ended.abort(new Error("context canceled"));
  const label = () => `answer of ${connection.url}`;
  using _timer = clock.setTimer(timeoutMs, expire, { label, kind: "background" });
  signal?.addEventListener("abort", cancel, { once: true });
  if (signal?.aborted) cancel();
  try {
    return await send(post, ended.signal);
  } finally {
    signal?.removeEventListener("abort", cancel);
    // Whatever is left of the answer is given up.
    ended.abort();
  }
}

/** A transport that does not heed the signal holds up nobody. */
async function untilAborted<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  work.catch(() => undefined);
  promise.catch(() => undefined);
  return Promise.race([work, promise]);
}

async function send(post: ReviewPost, signal: AbortSignal): Promise<Uint8Array> {
  const response = await ask(post, signal);
  const bytes = await read(response, post.maxAnswerBytes, signal);
  const { status, headers } = response;
  const type = String(headers["content-type"] ?? "");
  if (status < 200 || status > 206) throw new Error(describeHttpFailure(status, bytes, type));
  if (bytes.length > 0) return bytes;
  throw new Error(`0-length response with status code: ${status} and content type: ${type}`);
}

async function ask({ connection, body, timeoutMs }: ReviewPost, signal: AbortSignal): Promise<TransportResponse> {
  const { transport, url } = connection;
  const timeout = `${Math.ceil(timeoutMs / 1_000)}s`;
  const explain = (error: unknown) =>
    new Error(`Post "${url}?timeout=${timeout}": ${error instanceof Error ? error.message : String(error)}`);
  try {
    const request = transport.request({
      method: "POST",
      path: new URL(url).pathname,
      query: [["timeout", timeout]],
      headers: { "content-type": "application/json", accept: "application/json, */*" },
      body: Buffer.from(writeJson(body)),
      signal,
    });
    return await untilAborted(signal, request);
  } catch (error) {
    throw explain(error);
  }
}

async function read(response: TransportResponse, maxBytes: number, signal: AbortSignal): Promise<Uint8Array> {
  try {
    return await untilAborted(signal, readBytes(response, maxBytes));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`unexpected error when reading response body. Please retry. Original error: ${why}`);
  }
}

async function readBytes({ body }: TransportResponse, maxBytes: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.length;
    if (bytes > maxBytes) throw new Error(`the answer is larger than ${maxBytes} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces, bytes);
}

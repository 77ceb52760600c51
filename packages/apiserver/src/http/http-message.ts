/** Requests and answers of Node's HTTP servers, both versions, as those of the pipeline. */
import type { ServerResponse as Http1Response, IncomingMessage } from "node:http";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";
import type { Writable } from "node:stream";
import type { TLSSocket } from "node:tls";
import type { Clock } from "@pintle/machinery";
import type { Peer, RecyclingBody, ServerRequest, ServerResponse } from "../pipeline/server-request.ts";
import { RequestBytes } from "./request-bytes.ts";
import { cutWhenEnded, cutWhenUnread, StalledClient } from "./stalled-client.ts";

export type HttpRequest = IncomingMessage | Http2ServerRequest;
export type HttpResponse = Http1Response | Http2ServerResponse;

export function toServerRequest(request: HttpRequest, signal: AbortSignal): ServerRequest {
  const [path, search, target] = splitTarget(request.url ?? "/");
  const headers: Record<string, string | undefined> = {};
  let hasLists = false;
  for (const name in request.headers) {
    if (name.startsWith(":")) continue;
    const value = request.headers[name];
    headers[name] = Array.isArray(value) ? value.join(", ") : value;
    hasLists ||= name.startsWith("impersonate-") || name.startsWith("x-remote-");
  }
  return {
    method: request.method ?? "GET",
    path,
    query: new URLSearchParams(search),
    target,
    headers,
    // Only names of people are told apart by it: everything else may be joined.
    ...(hasLists && { repeatedHeaders: repeatedIn(request.rawHeaders) }),
    body: new RequestBytes(request),
    signal,
    peer: peerOf(request),
  };
}

/** A target may carry scheme and host, for proxies; what looks like a fragment is part of the path. */
function splitTarget(target: string): [path: string, search: string, both: string] {
  const start = target.startsWith("/") ? 0 : Math.max(0, target.indexOf("/", target.indexOf("://") + 3));
  const mark = target.indexOf("?", start);
  const both = target.slice(start);
  return mark < 0 ? [both, "", both] : [target.slice(start, mark), target.slice(mark + 1), both];
}

function repeatedIn(raw: readonly string[]): Record<string, readonly string[]> {
  const values = new Map<string, string[]>();
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = (raw[index] ?? "").toLowerCase();
    const list = values.get(name) ?? [];
    list.push(raw[index + 1] ?? "");
    values.set(name, list);
  }
  return Object.fromEntries([...values].filter(([, list]) => list.length > 1));
}

/** A connection shows its certificate once, and all its requests come from the same peer. */
const peers = new WeakMap<object, Peer>();

function peerOf(request: HttpRequest): Peer {
  const connection = ("stream" in request ? request.stream?.session : request.socket) ?? request;
  const known = peers.get(connection);
  if (known !== undefined) return known;
  const socket = request.socket as TLSSocket | undefined;
  const certificate =
    typeof socket?.getPeerX509Certificate === "function" ? socket.getPeerX509Certificate() : undefined;
  const peer: Peer = {
    ...(socket?.remoteAddress !== undefined && { address: `${socket.remoteAddress}:${socket.remotePort}` }),
    ...(certificate !== undefined && { certificate: certificate.raw }),
  };
  peers.set(connection, peer);
  return peer;
}

/** Resolves when everything has been handed over, or nobody takes it any more. */
export async function sendResponse(
  response: HttpResponse,
  { status, headers, body, isLongRunning }: ServerResponse,
  clock: Clock,
): Promise<void> {
  for (const name in headers) response.setHeader(name, headers[name] as string | string[]);
  const out = response as Http1Response;
  out.statusCode = status;
  if (body instanceof Uint8Array) {
    out.setHeader("content-length", body.length);
    sendWhole(out, body, clock);
  } else if (body !== undefined && Symbol.asyncIterator in body) {
    await sendPieces(out, body, clock, isLongRunning === true);
  } else {
    const whole = body === undefined ? new Uint8Array() : Buffer.concat(body);
    if (status !== 204 && status !== 304) out.setHeader("content-length", whole.length);
    sendWhole(out, whole, clock);
  }
}

/** A connection holds as much anyway: who does not read less than that need not be cut off. */
const negligibleBytes = 64 << 10;

function sendWhole(response: Http1Response, body: Uint8Array, clock: Clock): void {
  response.end(body);
  if (body.length > negligibleBytes) cutWhenUnread(response, body.length, clock);
}

type Pieces = AsyncIterable<Uint8Array> & Partial<RecyclingBody>;

async function sendPieces(response: Http1Response, body: Pieces, clock: Clock, isLongRunning: boolean): Promise<void> {
  const client = new StalledClient(response, clock, isLongRunning);
  try {
    const isTaken = await sendStream(response, body, client);
    if (isTaken) return;
    if (isLongRunning) cutWhenEnded(response, clock);
    else cutWhenUnread(response, negligibleBytes, clock);
  } finally {
    client.close();
  }
}

/**
 * Asks for the next piece while the last one is still on its way, so that a body which ends is seen to end even if nobody reads it: a
 * watch that was closed because its client is too slow must not keep the connection. Tells whether the client has taken all but what the
 * connection holds, or has gone.
 */
async function sendStream(response: Http1Response, body: Pieces, client: StalledClient): Promise<boolean> {
  response.flushHeaders();
  const connection = connectionOf(response);
  const iterator = body[Symbol.asyncIterator]();
  try {
    let full: Writable | undefined;
    for (;;) {
      const next = iterator.next();
      if (full) await Promise.race([drained(full), next]);
      const { done, value } = await next;
      if (done) break;
      if (connection.destroyed) return true;
      if (full?.writableNeedDrain) await client.during(drained(full));
      if (connection.destroyed) return true;
      full = writePiece(response, value, body.release && (() => body.release?.(value)));
    }
    // What has ended needs no drain, whatever waits in it.
    const isTaken = full?.writableNeedDrain !== true;
    response.end();
    return isTaken;
  } finally {
    await iterator.return?.();
  }
}

/** Who knows whether the client has gone: answers over HTTP/2 do not say so themselves. */
function connectionOf(response: HttpResponse): { readonly destroyed: boolean } {
  return "stream" in response ? response.stream : response;
}

/** Larger pieces are parts of a list, which nobody else gets. */
const maxSharedBytes = 16 << 10;

/**
 * What has to be waited for where it cannot take more. A small piece goes into the connection itself where it is a chunk of HTTP/1.1: a
 * response would frame an event once more for each of the hundred watchers who get it.
 */
function writePiece(
  response: Http1Response,
  piece: Uint8Array,
  onSent: (() => void) | undefined,
): Writable | undefined {
  const { socket } = response;
  if (piece.length > maxSharedBytes || !response.chunkedEncoding || socket === null) {
    return response.write(piece, onSent) ? undefined : response;
  }
  return socket.write(chunkOf(piece)) ? undefined : socket;
}

const chunks = new WeakMap<Uint8Array, Uint8Array>();
const chunkEnd = Buffer.from("\r\n");

/** The piece as a chunk, framed once for all who get it. */
function chunkOf(piece: Uint8Array): Uint8Array {
  let chunk = chunks.get(piece);
  if (chunk === undefined) {
    chunk = Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, chunkEnd]);
    chunks.set(piece, chunk);
  }
  return chunk;
}

function drained(out: Writable): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const finish = () => {
    out.off("drain", finish);
    out.off("close", finish);
    resolve();
  };
  out.once("drain", finish);
  out.once("close", finish);
  return promise;
}

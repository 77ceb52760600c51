/**
 * The way to another server over HTTPS, within limits: so much silence, so many bytes of headers, no redirects, and a certificate that is
 * checked unless somebody says otherwise. Connections are kept for the next request.
 */
import type { IncomingMessage } from "node:http";
import type { Agent, RequestOptions } from "node:https";
import { type Duplex, Readable } from "node:stream";
import type { Transport, TransportHeaders, TransportRequest, TransportResponse } from "@pintle/machinery";
import { describeConnectionError } from "./connection-error.ts";

export interface HttpsPlace {
  readonly host: string;
  readonly port: number;
  /** The name that the certificate has to have, where that is not the host's. */
  readonly servername?: string;
}

export interface HttpsTransportOptions {
  /** Where the server is. It is asked for with each request, because servers move. */
  readonly place: () => HttpsPlace | Promise<HttpsPlace>;
  /** PEM. The authorities of the system unless said. */
  readonly ca?: string | Uint8Array;
  /** The client's own certificate, PEM. */
  readonly certificate?: { readonly key: string; readonly cert: string };
  /** Whether a certificate of anybody is good enough: it is not. */
  readonly skipsVerification?: boolean;
  /** Sent with each request: a token, which may be another the next time. */
  readonly headers?: () => TransportHeaders;
  /** How long the server may be silent: half a minute unless said, for ever where it is 0. Signals end requests besides. */
  readonly silenceMs?: number;
}

export interface HttpsTransport extends Transport {
  /** Sends a request for another protocol. `socket` is there where the server has switched to it. */
  upgrade(request: TransportRequest): Promise<TransportResponse & { readonly socket?: Duplex }>;
  /** Lets go of connections that nobody uses. */
  close(): void;
}

const maxHeaderBytes = 1024 * 1024;
/** A connection that is not used for so long is closed. */
const idleMs = 90_000;

export function createHttpsTransport(options: HttpsTransportOptions): HttpsTransport {
  const { place, headers: own, silenceMs = 30_000 } = options;
  let agent: Agent | undefined;
  // Whoever imports node:https loads Node's whole fetch with it, which a server that asks nobody need not wait for.
  async function prepare(sent: TransportRequest): Promise<[typeof import("node:https"), RequestOptions]> {
    const [https, to] = await Promise.all([import("node:https"), place()]);
    // A server that may be silent for ever must not be cut off by the agent either.
    agent ??= new https.Agent({ keepAlive: true, ...(silenceMs > 0 && { timeout: idleMs }) });
    const limits = { timeout: silenceMs, maxHeaderSize: maxHeaderBytes };
    return [https, { ...to, agent, ...trustOf(options), ...limits, ...describeRequest(sent, own?.() ?? {}) }];
  }
  return {
    async request(sent) {
      const [https, prepared] = await prepare(sent);
      return exchange(https, prepared, sent);
    },
    async upgrade(sent) {
      const [https, prepared] = await prepare(sent);
      // A connection that becomes something else is none of the agent's.
      return exchange(https, { ...prepared, agent: false }, sent);
    },
    close: () => agent?.destroy(),
  };
}

function trustOf({ ca, certificate, skipsVerification = false }: HttpsTransportOptions): RequestOptions {
  return {
    rejectUnauthorized: !skipsVerification,
    ...(ca !== undefined && { ca: typeof ca === "string" ? ca : Buffer.from(ca) }),
    ...certificate,
  };
}

function describeRequest({ method, path, query = [], headers = {}, signal }: TransportRequest, own: TransportHeaders) {
  const search = new URLSearchParams(Array.from(query, ([name, value]): [string, string] => [name, value])).toString();
  return {
    method,
    path: search === "" ? path : `${path}?${search}`,
    headers: { ...headers, ...own } as Record<string, string | string[]>,
    ...(signal && { signal }),
  };
}

function exchange(
  https: typeof import("node:https"),
  prepared: RequestOptions,
  sent: TransportRequest,
): Promise<TransportResponse & { readonly socket?: Duplex }> {
  const { method, body, signal } = sent;
  return new Promise((resolve, reject) => {
    const outgoing = https.request(prepared, (incoming) => resolve({ ...headOf(incoming), body: incoming }));
    outgoing.on("upgrade", (incoming, socket, head) => {
      if (head.length > 0) socket.unshift(head);
      resolve({ ...headOf(incoming), body: Readable.from([]), socket });
    });
    outgoing.on("timeout", () => outgoing.destroy(new Error("context deadline exceeded")));
    outgoing.on("error", (error: NodeJS.ErrnoException) => {
      // A connection that was kept may be closed by the other side just when it is used again, and nobody has read the request then.
      const isStale = outgoing.reusedSocket && error.code === "ECONNRESET" && method === "GET" && !signal?.aborted;
      if (isStale) {
        resolve(exchange(https, { ...prepared, agent: false }, sent));
        return;
      }
      const address = `${prepared.host}:${prepared.port}`;
      reject(signal?.aborted ? signal.reason : new Error(describeConnectionError(error, address), { cause: error }));
    });
    if (body === undefined || body instanceof Uint8Array) outgoing.end(body);
    else {
      const source = Readable.from(body, { objectMode: false });
      source.on("error", (error) => outgoing.destroy(error));
      outgoing.once("close", () => source.destroy());
      source.pipe(outgoing);
    }
  });
}

/** Names that repeat keep all their values. */
function headOf(incoming: IncomingMessage): Pick<TransportResponse, "status" | "headers"> {
  const headers: Record<string, string | readonly string[]> = {};
  for (const [name, values = []] of Object.entries(incoming.headersDistinct)) {
    headers[name] = values.length === 1 ? (values[0] ?? "") : values;
  }
  return { status: incoming.statusCode ?? 0, headers };
}

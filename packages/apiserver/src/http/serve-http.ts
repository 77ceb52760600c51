/**
 * Carries the pipeline over HTTP/1.1 and HTTP/2 on one port, with TLS; without it over HTTP/1.1 on loopback alone.
 *
 * A server that stops takes no new connections, lets what was begun finish, and tells clients of HTTP/2 to go elsewhere.
 */
import type { Server as HttpServer } from "node:http";
import { createSecureServer, type Http2SecureServer, type ServerHttp2Session } from "node:http2";
import type { AddressInfo, Socket } from "node:net";
import type { Clock, Logger } from "@pintle/machinery";
import type { ServerRequest, ServerResponse } from "../pipeline/server-request.ts";
import { refuseBadClients, refuseHostless } from "./bad-clients.ts";
import { type HttpRequest, type HttpResponse, sendResponse, toServerRequest } from "./http-message.ts";
import { carrySwitches, switchProtocols } from "./switch-protocols.ts";

export interface HttpServerOptions {
  readonly handle: (request: ServerRequest) => Promise<ServerResponse>;
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
  /** PEM. Client certificates are asked for and handed on; whom to believe is decided behind. Plain HTTP without it. */
  readonly tls?: { readonly key: string; readonly certificate: string };
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface RunningHttpServer extends AsyncDisposable {
  readonly host: string;
  readonly port: number;
  /** Resolves when all requests have ended, or the time is over and they were cut off. */
  stop(graceMs: number): Promise<void>;
}

/** As much as Go's server takes, before it answers 431. */
const maxHeaderBytes = 1024 * 1024;

/** Node would refuse requests without a Host itself, without a word. */
const hostIsOurs = { requireHostHeader: false };

/** Rejects with Node's error (`EADDRINUSE`) where the port cannot be had. */
export async function serveHttp(options: HttpServerOptions): Promise<RunningHttpServer> {
  const { host, port, tls } = options;
  const requests = new InFlight();
  const carrier: Carrier = { handle: options.handle, logger: options.logger, requests, clock: options.clock };
  const answer = (request: HttpRequest, response: HttpResponse) => {
    if (!refuseHostless(request)) void carry(carrier, request, response);
  };
  const server = tls
    ? createSecureServer({
        key: tls.key,
        cert: tls.certificate,
        allowHTTP1: true,
        requestCert: true,
        rejectUnauthorized: false,
        // Without it the second of two events waits for the client's acknowledgement of the first, for up to 40 ms.
        noDelay: true,
        ...hostIsOurs,
      })
    : await createPlainServer();
  const connections = trackConnections(server);
  Object.assign(server, { maxHeaderSize: maxHeaderBytes });
  (server as HttpServer).on("request", answer as never);
  // Without TLS clients ask for HTTP/2 in the same way, and must not be taken by the word.
  if (tls) carrySwitches(server, (...request) => void carry(carrier, ...request));
  refuseBadClients(server);
  await listen(server, host, port);
  const address = server.address() as AddressInfo;
  const stop = async (graceMs: number) => {
    const closed = new Promise((resolve) => server.close(resolve));
    connections.release();
    const grace = Promise.withResolvers<void>();
    using _timer = options.clock.setTimer(graceMs, grace.resolve, { label: "grace", kind: "background" });
    await Promise.race([requests.finished(), grace.promise]);
    connections.destroy();
    await closed;
  };
  return { host, port: address.port, stop, [Symbol.asyncDispose]: () => stop(0) };
}

/** Whoever imports node:http loads Node's whole fetch with it, which a server with TLS would wait for in vain when it starts. */
async function createPlainServer(): Promise<HttpServer> {
  const { createServer } = await import("node:http");
  return createServer({ maxHeaderSize: maxHeaderBytes, ...hostIsOurs });
}

function listen(server: HttpServer | Http2SecureServer, host: string, port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen({ host, port }, () => {
    server.off("error", reject);
    resolve();
  });
  return promise;
}

interface Carrier extends Pick<HttpServerOptions, "handle" | "logger"> {
  readonly requests: InFlight;
  readonly clock: Clock;
}

async function carry(
  { handle, logger, requests, clock }: Carrier,
  request: HttpRequest,
  response: HttpResponse,
  /** Of a request that asks for another protocol. */
  switchBody?: AsyncIterable<Uint8Array>,
): Promise<void> {
  using _inFlight = requests.begin();
  const gone = new AbortController();
  // Most answers are complete by then, and nobody is left who would listen.
  response.once("close", () => response.writableEnded || gone.abort());
  try {
    const sent = toServerRequest(request, gone.signal);
    const answer = await handle(switchBody ? { ...sent, body: switchBody, asksToSwitch: true } : sent);
    if (!switchProtocols(response, answer)) await sendResponse(response, answer, clock);
  } catch (error) {
    // The head is out: all that is left is to let the client see that the body is not whole.
    if (!gone.signal.aborted) logger.error("answer cut off", { error, path: request.url ?? "" });
    if ("stream" in response) response.stream.destroy();
    else request.socket.destroy();
  }
}

class InFlight {
  #count = 0;
  #waiting: (() => void)[] = [];

  begin(): Disposable {
    this.#count += 1;
    return {
      [Symbol.dispose]: () => {
        this.#count -= 1;
        if (this.#count === 0) for (const resolve of this.#waiting.splice(0)) resolve();
      },
    };
  }

  finished(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (this.#count === 0) resolve();
    else this.#waiting.push(resolve);
    return promise;
  }
}

/** Idle connections are let go at once, sessions of HTTP/2 are told to end, and what is left can be cut off. */
function trackConnections(server: HttpServer | Http2SecureServer): { release(): void; destroy(): void } {
  const sockets = new Set<Socket>();
  const sessions = new Set<ServerHttp2Session>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  (server as Http2SecureServer).on("session", (session) => {
    sessions.add(session);
    session.once("close", () => sessions.delete(session));
    // A peer that breaks the protocol ends its own session, nothing else.
    session.on("error", () => session.destroy());
  });
  return {
    release() {
      for (const session of sessions) session.close();
      (server as Partial<HttpServer>).closeIdleConnections?.();
    },
    destroy() {
      for (const session of sessions) session.destroy();
      for (const socket of sockets) socket.destroy();
    },
  };
}

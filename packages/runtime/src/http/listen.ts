/**
 * A server on a port for metrics, health checks and webhooks: HTTP/1.1, and HTTP/2 with TLS.
 *
 * ```text
 *   port ─▶ tls ─▶ h2? ─▶ session ─▶ stream ─┐
 *    │             └────▶ http ─▶ request ───┼─▶ handle ─▶ answer
 *    └── without TLS ───▶ http ─▶ request ───┘
 * ```
 *
 * Callers are held to limits, so that those who send nothing, or slowly, or too much, do not keep the others from being served. A server
 * that closes takes no new connections, finishes what it has begun, and then lets go of everything.
 */
import type { AddressInfo, Server, Socket } from "node:net";
import type { TLSSocket, Server as TlsServer } from "node:tls";
import { type Clock, type Logger, UsageError } from "@pintle/machinery";
import { Carrier } from "./carrier.ts";
import { type Connection, Connections } from "./connections.ts";
import { defaultHttpLimits, type HttpLimits } from "./http-limits.ts";
import type { HttpHandler } from "./http-message.ts";
import { formatBindAddress } from "./parse-bind-address.ts";
import { createHttp1Server } from "./serve-http1.ts";
import { createHttp2Opener } from "./serve-http2.ts";

export interface HttpServerOptions {
  /** Empty for all addresses of the machine. */
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
  readonly handle: HttpHandler;
  /** Plain HTTP without it. */
  readonly tls?: TlsFiles;
  readonly limits?: Partial<HttpLimits>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** PEM, all of it. */
export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
  /** Whose certificates callers must have: anybody may connect without it. */
  readonly clientCa?: string | undefined;
}

export interface RunningHttpServer extends AsyncDisposable {
  readonly port: number;
  /** `127.0.0.1:9443`, `[::]:8080`. */
  readonly address: string;
  /** For connections from now on; those that are open go on with what they have. */
  setTls(files: TlsFiles): void;
  /** Resolves when nothing is open any more. Once the signal aborts, what is left is cut off. */
  close(options?: { readonly signal?: AbortSignal | undefined }): Promise<void>;
}

export async function startHttpServer(options: HttpServerOptions): Promise<RunningHttpServer> {
  const { handle, tls, clock, logger } = options;
  const limits = { ...defaultHttpLimits, ...options.limits };
  const connections = new Connections(limits, clock);
  const carrier = new Carrier({ handle, connections, limits, clock, logger });
  const server = tls
    ? await createTlsServer(tls, carrier, connections, limits)
    : await createPlainServer(carrier, connections, limits);
  await listen(server, options);
  // What goes wrong from now on, having no descriptor left for example, concerns one connection.
  server.on("error", (error) => logger.warn("a connection could not be accepted", { error }));
  const { address: host, port } = server.address() as AddressInfo;
  const close: RunningHttpServer["close"] = async ({ signal } = {}) => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    const cut = () => connections.destroy();
    signal?.addEventListener("abort", cut, { once: true });
    const drained = connections.drain();
    if (signal?.aborted) cut();
    await Promise.all([drained, closed]);
    carrier.sharing.deadlines.close();
    signal?.removeEventListener("abort", cut);
  };
  return {
    port,
    address: formatBindAddress({ host, port }),
    setTls: (files) => (server as TlsServer).setSecureContext(secureContext(files)),
    close,
    [Symbol.asyncDispose]: () => close({ signal: AbortSignal.abort() }),
  };
}

async function createPlainServer(carrier: Carrier, connections: Connections, limits: HttpLimits): Promise<Server> {
  const known = new WeakMap<Socket, Connection>();
  const server = await createHttp1Server(carrier, limits.headerBytes, (socket) => known.get(socket));
  server.on("connection", (socket: Socket) => {
    const connection = connections.open(socket);
    if (connection === undefined) return;
    connection.speaksHttp1 = true;
    known.set(socket, connection);
  });
  return server;
}

async function createTlsServer(
  files: TlsFiles,
  carrier: Carrier,
  connections: Connections,
  limits: HttpLimits,
): Promise<TlsServer> {
  const { createServer } = await import("node:tls");
  const known = new WeakMap<Socket, Connection>();
  /** In their handshake, by the port that they come from: Node does not tell which of them a secured one was. */
  const shaking = new Map<string, Connection>();
  const http1 = await createHttp1Server(carrier, limits.headerBytes, (socket) => known.get(socket));
  const openSession = await createHttp2Opener(carrier, limits.headerBytes);
  const authority = files.clientCa === undefined ? {} : { requestCert: true, rejectUnauthorized: true };
  const protocols = { ALPNProtocols: ["h2", "http/1.1"], noDelay: true, handshakeTimeout: limits.headerMs };
  const server = createServer({ ...secureContext(files), ...authority, ...protocols });
  server.on("connection", (socket: Socket) => {
    const connection = connections.open(socket);
    if (connection === undefined) return;
    const place = placeOf(socket);
    shaking.set(place, connection);
    socket.once("close", () => shaking.get(place) === connection && shaking.delete(place));
  });
  server.on("secureConnection", (socket: TLSSocket) => {
    const connection = shaking.get(placeOf(socket));
    socket.on("error", () => socket.destroy());
    if (connection === undefined) {
      socket.destroy();
      return;
    }
    shaking.delete(placeOf(socket));
    connection.socket = socket;
    known.set(socket, connection);
    if (socket.alpnProtocol === "h2") openSession(socket, connection);
    else {
      connection.speaksHttp1 = true;
      http1.emit("connection", socket);
    }
  });
  server.on("tlsClientError", (error: NodeJS.ErrnoException, socket) => {
    // Anybody who can reach the port may fail to speak TLS, so that it is not worth a line; who speaks HTTP instead learns what is wrong.
    const plain = error.code === "ERR_SSL_HTTP_REQUEST" ? shaking.get(placeOf(socket))?.socket : undefined;
    if (plain) plain.end("HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n");
    else socket.destroy();
  });
  return server;
}

function secureContext({ cert, key, clientCa }: TlsFiles) {
  return { cert, key, minVersion: "TLSv1.2", ...(clientCa !== undefined && { ca: clientCa }) } as const;
}

function placeOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

function listen(server: Server, { host, port }: HttpServerOptions): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const fail = (cause: NodeJS.ErrnoException) => {
    const place = formatBindAddress({ host, port });
    reject(
      new UsageError(
        "PINTLE_ADDRESS_UNAVAILABLE",
        `cannot listen on ${place} (${cause.code ?? cause.message}): choose another address, or end what listens there`,
        { cause },
      ),
    );
  };
  server.once("error", fail);
  server.listen({ ...(host !== "" && { host }), port }, () => {
    server.off("error", fail);
    resolve();
  });
  return promise;
}

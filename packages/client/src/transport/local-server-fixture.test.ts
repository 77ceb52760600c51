/** Servers on this machine that count their connections, and a way to them that can be cut or frozen. */
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from "node:http2";
import { createServer as createHttpsServer } from "node:https";
import { type AddressInfo, connect, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { type Certificate, createAuthority } from "@pintle/machinery/certificates";
import type { ClientConfig } from "../config/client-config.ts";

export const authority = createAuthority("test authority", { nowMs: Date.now() });
export const serving = authority.issue({
  ...{ commonName: "server", names: ["localhost", "127.0.0.1", "kubernetes.default.svc"] },
  nowMs: Date.now(),
});

export type Handler = (
  request: IncomingMessage | Http2ServerRequest,
  response: ServerResponse | Http2ServerResponse,
) => void;

export interface LocalServer extends AsyncDisposable {
  readonly port: number;
  /** Connections that were made until now. */
  readonly made: () => number;
  /** Connections that are open now. */
  readonly sockets: ReadonlySet<Socket>;
  readonly config: ClientConfig;
}

export interface LocalServerOptions {
  readonly handler: Handler;
  /** HTTP/2 is offered beside HTTP/1.1. */
  readonly hasHttp2?: boolean;
  /** No TLS at all. */
  readonly isPlain?: boolean;
  readonly certificate?: Certificate;
  /** Clients are asked for a certificate of this authority. */
  readonly clientCa?: string;
  readonly maxStreams?: number;
  /** 127.0.0.1 and a port that is free unless said. */
  readonly at?: { readonly host: string; readonly port: number };
}

export async function startServer(options: LocalServerOptions): Promise<LocalServer> {
  const { handler, hasHttp2 = false, isPlain = false, certificate = serving, clientCa, maxStreams, at } = options;
  const tls = { ...certificate, ...(clientCa && { ca: clientCa, requestCert: true, rejectUnauthorized: false }) };
  const settings = maxStreams === undefined ? {} : { settings: { maxConcurrentStreams: maxStreams } };
  const listener = handler as RequestListener;
  let server: Server;
  if (isPlain) server = createHttpServer(listener);
  else if (hasHttp2) server = createSecureServer({ ...tls, allowHTTP1: true, ...settings }, handler);
  else server = createHttpsServer(tls, listener);
  const running = await listen(server, isPlain ? "connection" : "secureConnection", at);
  const config: ClientConfig = {
    server: `${isPlain ? "http" : "https"}://127.0.0.1:${running.port}`,
    namespace: "default",
    userAgent: "test/1",
    ...(!isPlain && { trust: { read: async () => authority.cert } }),
  };
  return { ...running, config };
}

async function listen(
  server: Server,
  event: string,
  { host, port }: { readonly host: string; readonly port: number } = { host: "127.0.0.1", port: 0 },
): Promise<Omit<LocalServer, "config">> {
  const sockets = new Set<Socket>();
  let made = 0;
  server.on(event, (socket: Socket) => {
    made += 1;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, host, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    made: () => made,
    sockets,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export interface Wire extends Omit<LocalServer, "config"> {
  /** From now on nothing passes in either direction, and nobody is told. */
  freeze(): void;
  cut(): void;
}

/** Bytes to a port and back. */
export async function startWire(port: number): Promise<Wire> {
  const pairs = new Set<readonly [Socket, Socket]>();
  const server = createTcpServer((near) => {
    const far = connect(port, "127.0.0.1");
    pairs.add([near, far]);
    near.pipe(far).pipe(near);
    for (const each of [near, far]) each.on("error", () => {});
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
  });
  const running = await listen(server, "connection");
  return {
    ...running,
    freeze() {
      for (const [near, far] of pairs) {
        near.unpipe(far).pause();
        far.unpipe(near).pause();
      }
    },
    cut() {
      for (const [near] of pairs) near.resetAndDestroy();
    },
  };
}

export async function readAll(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

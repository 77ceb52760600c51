/** A server on loopback with time in the test's hand, and callers who behave as no client would. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from "node:tls";
import { createConsoleLogger, createVirtualClock, type VirtualClock } from "@pintle/machinery";
import { type Authority, createAuthority } from "@pintle/machinery/certificates";
import type { HttpLimits } from "./http-limits.ts";
import type { HttpHandler } from "./http-message.ts";
import { type RunningHttpServer, startHttpServer } from "./listen.ts";

export const authority: Authority = createAuthority("test", { nowMs: Date.now() });
export const leaf = authority.issue({ commonName: "server", names: ["127.0.0.1", "localhost"], nowMs: Date.now() });

export interface ServerUnderTest extends AsyncDisposable {
  readonly server: RunningHttpServer;
  readonly clock: VirtualClock;
  readonly lines: string[];
}

export interface FixtureOptions {
  readonly handle: HttpHandler;
  readonly isSecure?: boolean;
  readonly clientCa?: string;
  readonly limits?: Partial<HttpLimits>;
}

export async function startServer(options: FixtureOptions): Promise<ServerUnderTest> {
  const { handle, isSecure = false, clientCa, limits = {} } = options;
  const clock = createVirtualClock();
  const lines: string[] = [];
  const logger = createConsoleLogger({ write: (line) => lines.push(line), clock });
  const tls = isSecure ? { tls: { ...leaf, clientCa } } : {};
  const server = await startHttpServer({ host: "127.0.0.1", port: 0, handle, ...tls, limits, clock, logger });
  return { server, clock, lines, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

/** A connection over which the test writes what it wants. */
export async function dial(port: number): Promise<RawCaller> {
  const socket = connect({ host: "127.0.0.1", port, noDelay: true });
  await once(socket, "connect");
  return new RawCaller(socket);
}

export async function dialTls(port: number, options: ConnectionOptions = {}): Promise<RawCaller> {
  const socket = connectTls({ host: "127.0.0.1", port, ca: authority.cert, ...options });
  await once(socket, "secureConnect");
  return new RawCaller(socket);
}

export class RawCaller implements Disposable {
  readonly socket: Socket | TLSSocket;
  readonly closed: Promise<string>;
  #received = "";
  #wake: (() => void) | undefined;

  constructor(socket: Socket) {
    this.socket = socket;
    const { promise, resolve } = Promise.withResolvers<string>();
    this.closed = promise;
    socket.on("data", (piece: Buffer) => {
      this.#received += piece.toString("latin1");
      this.#wake?.();
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(this.#received));
  }

  send(text: string): void {
    this.socket.write(text);
  }

  /** Resolves when the text has come. */
  async hears(text: string): Promise<string> {
    while (!this.#received.includes(text)) {
      if (this.socket.destroyed) throw new Error(`closed before ${text}; came: ${this.#received}`);
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        this.socket.once("close", () => resolve());
      });
    }
    return this.#received;
  }

  [Symbol.dispose](): void {
    this.socket.destroy();
  }
}

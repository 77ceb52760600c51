/** An HTTPS server on loopback that a test hands to the API server as a webhook. It answers as the test says. */
import { createServer, type Server } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { text } from "node:stream/consumers";
import { createAuthority } from "../real/certificates.ts";
import type { Json } from "./answer.ts";

export interface WebhookServer extends AsyncDisposable {
  /** Without a slash at its end: `https://127.0.0.1:port`. */
  readonly url: string;
  /** As webhook configurations take it: base64 of the authority's PEM. */
  readonly caBundle: string;
}

/** An answer that is not simply JSON with status 200. */
export class RawAnswer {
  readonly status: number;
  readonly text: string;

  constructor(status: number, text: string) {
    this.status = status;
    this.text = text;
  }
}

/**
 * Given the path with its query and the parsed body, gives what goes out as JSON, or a `RawAnswer`. A promise that never settles
 * leaves the caller waiting until it gives up; an error closes the connection.
 */
export type WebhookHandler = (path: string, body: Json) => Json | RawAnswer | Promise<Json | RawAnswer>;

/** The certificate is for loopback and for the names given: a webhook behind a Service is asked for the Service's name. */
export async function startWebhookServer(
  handle: WebhookHandler,
  names: readonly string[] = [],
): Promise<WebhookServer> {
  const authority = createAuthority("webhooks");
  const { cert, key } = authority.issue({ commonName: "webhook", names: ["127.0.0.1", "localhost", ...names] });
  const server = createServer({ cert, key }, async (incoming, outgoing) => {
    try {
      const sent = await text(incoming);
      const answer = await handle(incoming.url ?? "/", sent === "" ? undefined : JSON.parse(sent));
      const isRaw = answer instanceof RawAnswer;
      outgoing.writeHead(isRaw ? answer.status : 200, { "content-type": isRaw ? "text/plain" : "application/json" });
      outgoing.end(isRaw ? answer.text : JSON.stringify(answer));
    } catch {
      outgoing.destroy();
    }
  });
  const { port, stop } = await listenOnLoopback(server);
  return {
    url: `https://127.0.0.1:${port}`,
    caBundle: Buffer.from(authority.cert).toString("base64"),
    [Symbol.asyncDispose]: stop,
  };
}

/**
 * Starts listening, and says how to stop at once. `closeAllConnections` would not do: it does not know of connections in their TLS
 * handshake nor of upgraded ones, and the API server keeps a connection for 90 s, used or not.
 */
export async function listenOnLoopback(server: Server): Promise<{ port: number; stop: () => Promise<void> }> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return { port, stop };
}

/** Opens an HTTP/2 connection where the server offers it, which it says while TLS is agreed on. */
import type { ClientHttp2Session } from "node:http2";
import type { SecureContext, TLSSocket } from "node:tls";
import { type Clock, createDeadline } from "@pintle/machinery";
import type { ServerAddress } from "./server-address.ts";

export interface OpenHttp2 {
  readonly address: ServerAddress;
  readonly clock: Clock;
  readonly tls: TlsSettings;
}

export interface TlsSettings {
  readonly secureContext: SecureContext;
  readonly servername?: string;
  readonly rejectUnauthorized: boolean;
}

export const connectTimeoutMs = 10_000;
export const keepAliveMs = 30_000;

/** What a watch may have under way before it is read, and all of them together: one that is slow holds up none of the others. */
const streamWindowBytes = 256 * 1024;
const connectionWindowBytes = 64 * 1024 * 1024;

/** Nothing where the server speaks HTTP/1.1 alone. */
export async function openHttp2({ address, clock, tls }: OpenHttp2): Promise<ClientHttp2Session | undefined> {
  const [{ connect: connectTls }, { connect }] = await Promise.all([import("node:tls"), import("node:http2")]);
  using deadline = createDeadline(clock, connectTimeoutMs, { kind: "background", label: "a connection for watches" });
  const socket = connectTls({ host: address.host, port: address.port, ALPNProtocols: ["h2", "http/1.1"], ...tls });
  const giveUp = () => socket.destroy(new ConnectTimeout());
  deadline.signal.addEventListener("abort", giveUp, { once: true });
  await happens(socket, "secureConnect");
  if (socket.alpnProtocol !== "h2") {
    socket.destroy();
    return undefined;
  }
  socket.setKeepAlive(true, keepAliveMs);
  const settings = { enablePush: false, initialWindowSize: streamWindowBytes };
  const session = connect(address.origin, { createConnection: () => socket, settings });
  // Who has a stream learns of it there; a connection without any is just gone.
  session.on("error", () => {});
  await happens(session, "remoteSettings");
  session.setLocalWindowSize(connectionWindowBytes);
  return session;
}

class ConnectTimeout extends Error {
  readonly code = "UND_ERR_CONNECT_TIMEOUT";
}

function happens(emitter: TLSSocket | ClientHttp2Session, event: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  emitter.once(event, () => resolve());
  emitter.once("error", reject);
  emitter.once("close", () => reject(Object.assign(new Error("closed before it was open"), { code: "ECONNRESET" })));
  return promise;
}

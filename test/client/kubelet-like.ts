/**
 * A server over TLS that speaks the WebSocket sub-protocols as an API server with a kubelet behind it does, by hand: each test says what
 * it does, also what no server should.
 */
import { createHash } from "node:crypto";
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import type { ClientConfig } from "@pintle/client";
import { createProcessClock } from "@pintle/machinery";
import { createAuthority } from "@pintle/machinery/certificates";

export interface StreamServer extends AsyncDisposable {
  readonly config: ClientConfig;
}

export interface StreamCall {
  readonly url: URL;
  readonly headers: IncomingMessage["headers"];
  readonly socket: Duplex;
  /** Accepts the WebSocket with this sub-protocol, or with what else the headers say. */
  accept(protocol: string, headers?: Readonly<Record<string, string>>): Peer;
  /** Answers in HTTP and does not switch. */
  refuse(status: number, body: string, type?: string): void;
}

export interface Peer {
  readonly socket: Duplex;
  /** Whole messages in order, until the goodbye or the end of the connection. */
  readonly messages: AsyncIterable<Buffer>;
  /** One message on a channel. */
  send(channel: number, data: string | Uint8Array): void;
  /** Bytes as they are. */
  raw(bytes: Uint8Array): void;
  close(code?: number, why?: string): void;
}

export interface StreamServerHandlers {
  readonly upgrade?: ((call: StreamCall) => unknown) | undefined;
  readonly request?: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
}

export const token = "a-token";

export async function startStreamServer({ upgrade, request }: StreamServerHandlers): Promise<StreamServer> {
  const nowMs = createProcessClock().now();
  const authority = createAuthority("streams", { nowMs });
  const leaf = authority.issue({ commonName: "server", names: ["localhost", "127.0.0.1"], nowMs });
  const server = createServer({ key: leaf.key, cert: leaf.cert }, request);
  server.on("upgrade", (asked: IncomingMessage, socket: Duplex) => {
    socket.on("error", () => {});
    upgrade?.(createCall(asked, socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const sockets = new Set<Duplex>();
  server.on("secureConnection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  return {
    config: {
      server: `https://127.0.0.1:${port}`,
      namespace: "default",
      trust: { read: async () => authority.cert },
      credentials: { get: async () => ({ authorization: `Bearer ${token}` }), refuse: () => {} },
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function createCall({ url = "/", headers }: IncomingMessage, socket: Duplex): StreamCall {
  const accepted = createHash("sha1")
    .update(`${headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
    .digest("base64");
  const head = (status: string, lines: Readonly<Record<string, string>>) =>
    `HTTP/1.1 ${status}\r\n${Object.entries(lines)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join("")}\r\n`;
  return {
    url: new URL(url, "https://server"),
    headers,
    socket,
    accept(protocol, others = {}) {
      const lines = { Upgrade: "websocket", Connection: "Upgrade", "Sec-WebSocket-Accept": accepted, ...others };
      socket.write(head("101 Switching Protocols", { ...lines, "Sec-WebSocket-Protocol": protocol }));
      return createPeer(socket);
    },
    refuse(status, body, type = "application/json") {
      const lines = { "Content-Type": type, "Content-Length": String(Buffer.byteLength(body)) };
      socket.end(head(`${status} No`, lines) + body);
    },
  };
}

function createPeer(socket: Duplex): Peer {
  const raw = (bytes: Uint8Array) => void (socket.writable && socket.write(bytes));
  return {
    socket,
    raw,
    messages: readMessages(socket),
    send: (channel, data) => raw(formatServerFrame(2, Buffer.concat([Buffer.of(channel), Buffer.from(data)]))),
    close(code = 1_000, why = "") {
      const payload = Buffer.concat([Buffer.alloc(2), Buffer.from(why)]);
      payload.writeUInt16BE(code);
      raw(formatServerFrame(8, payload));
      socket.end();
    },
  };
}

/** As servers send them: without a mask. `isFinal` says whether the message ends with it. */
export function formatServerFrame(opcode: number, payload: Uint8Array, isFinal = true): Buffer {
  const length = payload.length;
  const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
  head[0] = (isFinal ? 0x80 : 0) | opcode;
  head[1] = length < 126 ? length : length < 65_536 ? 126 : 127;
  if (head.length === 4) head.writeUInt16BE(length, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, payload]);
}

/** Messages of clients. Pings are left out, a goodbye ends them. */
async function* readMessages(socket: Duplex): AsyncGenerator<Buffer> {
  let waiting = Buffer.alloc(0);
  const chunks = socket.iterator({ destroyOnReturn: false })[Symbol.asyncIterator]();
  for (;;) {
    // A connection that breaks off is an end like any other here.
    const { done, value } = await chunks.next().catch(() => ({ done: true, value: undefined }));
    if (done) return;
    waiting = Buffer.concat([waiting, value]);
    for (let frame = readFrame(waiting); frame; frame = readFrame(waiting)) {
      waiting = waiting.subarray(frame.bytes);
      if (frame.opcode === 2) yield frame.payload;
      if (frame.opcode === 8) return;
    }
  }
}

function readFrame(bytes: Buffer): { opcode: number; payload: Buffer; bytes: number } | undefined {
  if (bytes.length < 2) return undefined;
  const second = bytes.readUInt8(1);
  if ((second & 0x80) === 0) throw new Error("a client has to mask its frames");
  const short = second & 0x7f;
  const at = short === 126 ? 4 : short === 127 ? 10 : 2;
  if (bytes.length < at + 4) return undefined;
  const length = short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short;
  if (bytes.length < at + 4 + length) return undefined;
  const mask = bytes.subarray(at, at + 4);
  const payload = Buffer.from(bytes.subarray(at + 4, at + 4 + length));
  for (const [index, byte] of payload.entries()) payload[index] = byte ^ (mask[index & 3] ?? 0);
  return { opcode: bytes.readUInt8(0) & 0x0f, payload, bytes: at + 4 + length };
}

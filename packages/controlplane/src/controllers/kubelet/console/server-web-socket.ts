/**
 * The server's end of a WebSocket, as far as streams of pods need one: whole messages in binary, pings answered, one goodbye.
 *
 * What a client sends is not believed: frames that are too long, not masked or out of order end the connection.
 */
import { createHash } from "node:crypto";
import type { Duplex } from "node:stream";

export interface ServerWebSocket {
  /** Whole messages in order, until the goodbye or the end of the connection. To be iterated once. */
  readonly messages: AsyncIterable<Buffer>;
  send(message: Uint8Array): void;
  close(): void;
}

const maxMessageBytes = 4 * 1024 * 1024;
const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

/** The headers of the answer that accepts a WebSocket. */
export function acceptHeaders(key: string, protocol: string): Readonly<Record<string, string>> {
  const accept = createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
  return {
    upgrade: "websocket",
    connection: "Upgrade",
    "sec-websocket-accept": accept,
    "sec-websocket-protocol": protocol,
  };
}

export function createServerWebSocket(socket: Duplex): ServerWebSocket {
  socket.on("error", () => socket.destroy());
  const write = (frame: Buffer) => void (socket.writable && socket.write(frame));
  return {
    messages: readMessages(socket, (payload) => write(formatFrame(opcodes.pong, payload))),
    send: (message) => write(formatFrame(opcodes.binary, message)),
    close() {
      // 1000: all is well. Clients take any other end for a failure.
      write(formatFrame(opcodes.close, Buffer.of(0x03, 0xe8)));
      socket.end();
    },
  };
}

function formatFrame(opcode: number, payload: Uint8Array): Buffer {
  const { length } = payload;
  const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
  head[0] = 0x80 | opcode;
  head[1] = length < 126 ? length : length < 65_536 ? 126 : 127;
  if (head.length === 4) head.writeUInt16BE(length, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, payload]);
}

async function* readMessages(socket: Duplex, pong: (payload: Buffer) => void): AsyncGenerator<Buffer> {
  let waiting: Buffer = Buffer.alloc(0);
  let parts: Buffer[] = [];
  try {
    for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
      waiting = Buffer.concat([waiting, chunk]);
      for (let frame = readFrame(waiting); frame; frame = readFrame(waiting)) {
        waiting = waiting.subarray(frame.bytes);
        if (frame.opcode === opcodes.close) return;
        if (frame.opcode === opcodes.ping) pong(frame.payload);
        if (frame.opcode > opcodes.binary) continue;
        parts.push(frame.payload);
        if (parts.reduce((sum, { length }) => sum + length, 0) > maxMessageBytes) throw new Error("too long a message");
        if (!frame.isFinal) continue;
        yield Buffer.concat(parts);
        parts = [];
      }
    }
  } catch {
    // A connection that breaks off is an end like any other, and one that makes no sense is broken off.
    socket.destroy();
  }
}

interface Frame {
  readonly opcode: number;
  readonly isFinal: boolean;
  readonly payload: Buffer;
  readonly bytes: number;
}

/** The first frame, or nothing while it is not whole. */
function readFrame(bytes: Buffer): Frame | undefined {
  if (bytes.length < 2) return undefined;
  const [first = 0, second = 0] = bytes;
  if ((second & 0x80) === 0) throw new Error("a client has to mask its frames");
  const short = second & 0x7f;
  const start = short === 126 ? 4 : short === 127 ? 10 : 2;
  if (bytes.length < start + 4) return undefined;
  const length = short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short;
  if (length > maxMessageBytes) throw new Error("too long a frame");
  if (bytes.length < start + 4 + length) return undefined;
  const mask = bytes.subarray(start, start + 4);
  const payload = Buffer.from(bytes.subarray(start + 4, start + 4 + length));
  for (const [index, byte] of payload.entries()) payload[index] = byte ^ (mask[index & 3] ?? 0);
  return { opcode: first & 0x0f, isFinal: (first & 0x80) !== 0, payload, bytes: start + 4 + length };
}

/**
 * The server's end of SPDY/3.1, as far as kubectls before 1.30 need it: they open a stream for each channel of a command, and each is
 * answered with data. What a client sends is not believed: frames that are too long or make no sense end the connection.
 */
import type { Duplex } from "node:stream";
import { createInflate, constants as zlib } from "node:zlib";
import { spdyDictionary } from "./spdy-dictionary.ts";

export interface SpdyStreams {
  /** What the streams say they are, as they are opened, and what they bring: nothing more at the end of one. To be iterated once. */
  readonly events: AsyncIterable<SpdyEvent>;
  /** `isLast` ends the stream from this side. */
  send(stream: number, data: Uint8Array, isLast?: boolean): void;
  close(): void;
}

export type SpdyEvent =
  | { readonly type: "open"; readonly stream: number; readonly headers: ReadonlyMap<string, string> }
  | { readonly type: "data"; readonly stream: number; readonly data: Buffer }
  | { readonly type: "end"; readonly stream: number };

const types = { open: 1, reply: 2, ping: 6, goAway: 7 } as const;
const lastFlag = 1;
const maxFrameBytes = 1024 * 1024;
const maxHeaderBytes = 64 * 1024;

export function createSpdyStreams(socket: Duplex): SpdyStreams {
  socket.on("error", () => socket.destroy());
  const write = (bytes: Buffer) => void (socket.writable && socket.write(bytes));
  return {
    events: readEvents(socket, write),
    send(stream, data, isLast = false) {
      const head = Buffer.alloc(8);
      head.writeUInt32BE(stream & 0x7fffffff);
      head.writeUInt32BE(data.length, 4);
      head[4] = isLast ? lastFlag : 0;
      write(Buffer.concat([head, data]));
    },
    close: () => socket.end(),
  };
}

function controlFrame(type: number, payload: Uint8Array): Buffer {
  const head = Buffer.from([0x80, 3, 0, type, 0, 0, 0, 0]);
  head.writeUIntBE(payload.length, 5, 3);
  return Buffer.concat([head, payload]);
}

/**
 * No headers, in a block of a zlib stream that is not compressed, and an empty one behind it, which readers take for a flush. Only the first
 * frame has the head of that stream.
 */
function replyFrame(stream: Buffer, isFirst: boolean): Buffer {
  const stored = Buffer.from([0x00, 0x04, 0x00, 0xfb, 0xff, 0, 0, 0, 0, 0x00, 0x00, 0x00, 0xff, 0xff]);
  return controlFrame(types.reply, Buffer.concat([stream, Buffer.from(isFirst ? [0x78, 0x01] : []), stored]));
}

async function* readEvents(socket: Duplex, write: (bytes: Buffer) => void): AsyncGenerator<SpdyEvent> {
  const headers = new HeaderReader();
  let isFirst = true;
  try {
    for await (const { type, flags, stream, payload } of readFrames(socket)) {
      if (type === undefined) {
        if (payload.length > 0) yield { type: "data", stream, data: payload };
      } else if (type === types.open) {
        const id = payload.subarray(0, 4);
        yield {
          type: "open",
          stream: id.readUInt32BE() & 0x7fffffff,
          headers: await headers.read(payload.subarray(10)),
        };
        write(replyFrame(id, isFirst));
        isFirst = false;
      } else if (type === types.ping) write(controlFrame(types.ping, payload));
      else if (type === types.goAway) return;
      const ended = type === types.open ? payload.readUInt32BE() & 0x7fffffff : stream;
      if ((type === undefined || type === types.open) && flags & lastFlag) yield { type: "end", stream: ended };
    }
  } catch {
    // A connection that breaks off is an end like any other, and one that makes no sense is broken off.
    socket.destroy();
  } finally {
    headers.close();
  }
}

interface SpdyFrame {
  /** Of a control frame; all else is data. */
  readonly type: number | undefined;
  readonly flags: number;
  readonly stream: number;
  readonly payload: Buffer;
}

async function* readFrames(socket: Duplex): AsyncGenerator<SpdyFrame> {
  let waiting: Buffer = Buffer.alloc(0);
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    waiting = Buffer.concat([waiting, chunk]);
    while (waiting.length >= 8) {
      const length = waiting.readUIntBE(5, 3);
      if (length > maxFrameBytes) throw new Error("too long a frame");
      if (waiting.length < 8 + length) break;
      const isControl = (waiting.readUInt8(0) & 0x80) !== 0;
      yield {
        type: isControl ? waiting.readUInt16BE(2) : undefined,
        flags: waiting.readUInt8(4),
        stream: isControl ? 0 : waiting.readUInt32BE(),
        payload: waiting.subarray(8, 8 + length),
      };
      waiting = waiting.subarray(8 + length);
    }
  }
}

/** Headers of all streams are one compressed stream, a block for each. */
class HeaderReader {
  readonly #inflate = createInflate({ dictionary: spdyDictionary, finishFlush: zlib.Z_SYNC_FLUSH });
  #pieces: Buffer[] = [];
  #length = 0;
  #fail: (error: Error) => void = () => undefined;

  constructor() {
    this.#inflate.on("data", (piece: Buffer) => {
      this.#length += piece.length;
      if (this.#length > maxHeaderBytes) this.#inflate.destroy(new Error("too many headers"));
      else this.#pieces.push(piece);
    });
    this.#inflate.on("error", (error) => this.#fail(error));
  }

  async read(block: Buffer): Promise<ReadonlyMap<string, string>> {
    this.#pieces = [];
    this.#length = 0;
    await new Promise<void>((resolve, reject) => {
      this.#fail = reject;
      this.#inflate.write(block, () => this.#inflate.flush(zlib.Z_SYNC_FLUSH, resolve));
    });
    return readHeaders(Buffer.concat(this.#pieces));
  }

  close(): void {
    this.#inflate.destroy();
  }
}

function readHeaders(bytes: Buffer): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  let at = 4;
  const text = () => {
    const length = bytes.readUInt32BE(at);
    at += 4 + length;
    return bytes.toString("utf8", at - length, at);
  };
  for (let left = Math.min(bytes.readUInt32BE(), 100); left > 0; left--) headers.set(text().toLowerCase(), text());
  return headers;
}

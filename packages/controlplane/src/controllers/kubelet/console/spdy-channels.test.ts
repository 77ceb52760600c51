import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { Duplex } from "node:stream";
import { describe, test } from "node:test";
import { createDeflate, createInflate, constants as zlib } from "node:zlib";
import type { ServerRequest } from "@pintle/apiserver";
import { socketOf } from "./channel-client.test.ts";
import { type PodChannels, switchToChannels } from "./pod-channels.ts";
import { spdyDictionary } from "./spdy-dictionary.ts";

const request = {
  method: "POST",
  asksToSwitch: true,
  headers: { upgrade: "SPDY/3.1", "x-stream-protocol-version": "v5.channel.k8s.io,v4.channel.k8s.io" },
} as unknown as ServerRequest;

function open(query: string, run: (channels: PodChannels) => Promise<void>): Duplex {
  const socket = socketOf(switchToChannels(request, new URLSearchParams(query), run));
  socket.on("error", () => {});
  return socket;
}

function control(type: number, payload: Uint8Array, flags = 0): Buffer {
  return Buffer.concat([Buffer.of(0x80, 3, 0, type, flags, 0, payload.length >> 8, payload.length & 255), payload]);
}

const word = (number: number) => Buffer.of(number >>> 24, (number >> 16) & 255, (number >> 8) & 255, number & 255);

function data(stream: number, text: string, flags = 0): Buffer {
  return Buffer.concat([word(stream), Buffer.of(flags, 0, text.length >> 8, text.length & 255), Buffer.from(text)]);
}

/** Opens streams as spdystream does: one compression for all of them. */
async function opening(...kinds: readonly string[]): Promise<Buffer[]> {
  const deflate = createDeflate({ dictionary: spdyDictionary });
  const frames: Buffer[] = [];
  for (const [index, kind] of kinds.entries()) {
    const name = Buffer.from("streamtype");
    const block = Buffer.concat([word(1), word(name.length), name, word(kind.length), Buffer.from(kind)]);
    deflate.write(block);
    await new Promise<void>((resolve) => deflate.flush(zlib.Z_SYNC_FLUSH, resolve));
    frames.push(control(1, Buffer.concat([word(index * 2 + 1), word(0), Buffer.of(0, 0), deflate.read() as Buffer])));
  }
  return frames;
}

interface Frame {
  readonly type: number | "data";
  readonly stream: number;
  readonly flags: number;
  readonly payload: Buffer;
}

async function framesOf(socket: Duplex): Promise<Frame[]> {
  const pieces: Buffer[] = [];
  for await (const piece of socket) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  const frames: Frame[] = [];
  for (let at = 0; at < bytes.length; ) {
    const isControl = (bytes.readUInt8(at) & 0x80) !== 0;
    const payload = bytes.subarray(at + 8, at + 8 + bytes.readUIntBE(at + 5, 3));
    const stream = isControl ? payload.readUInt32BE() : bytes.readUInt32BE(at);
    frames.push({
      type: isControl ? bytes.readUInt16BE(at + 2) : "data",
      stream,
      flags: bytes.readUInt8(at + 4),
      payload,
    });
    at += 8 + payload.length;
  }
  return frames;
}

describe("streams over SPDY", () => {
  test("are compressed against the dictionary of the protocol", () => {
    const digest = "51d27341373f923f3cd88e1eb7162aeaa3723d7585ff2399201dc06498407f02";
    assert.equal(createHash("sha256").update(spdyDictionary).digest("hex"), digest);
  });

  test("carry output, errors and the end of a command once all of them are open", async () => {
    const socket = open("stdout=true&stderr=true", async (channels) => {
      channels.write("output", "out");
      channels.write("errors", "err");
      channels.exit(3);
    });
    for (const frame of await opening("error", "stdout", "stderr")) socket.write(frame);
    const sent = (await framesOf(socket)).filter(({ type }) => type === "data");
    const text = (stream: number) =>
      sent
        .filter((each) => each.stream === stream)
        .map(({ payload }) => `${payload}`)
        .join("");
    assert.deepEqual([text(3), text(5)], ["out", "err"]);
    assert.deepEqual(JSON.parse(text(1)).details, { causes: [{ reason: "ExitCode", message: "3" }] });
    const ended = sent.filter(({ flags }) => flags === 1).map(({ stream }) => stream);
    assert.deepEqual(ended, [3, 5, 1]);
  });

  test("are answered in one stream of compressed headers, and pings as they came", async () => {
    const socket = open("stdout=true", async (channels) => channels.exit(0));
    const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = await opening("error", "stdout");
    socket.write(Buffer.concat([control(6, word(7)), first, second]));
    const frames = await framesOf(socket);
    assert.deepEqual(frames[0], { type: 6, stream: 7, flags: 0, payload: word(7) });
    const replies = frames.filter(({ type }) => type === 2);
    assert.deepEqual(
      replies.map(({ stream }) => stream),
      [1, 3],
    );
    const inflate = createInflate({ finishFlush: zlib.Z_SYNC_FLUSH });
    inflate.end(Buffer.concat(replies.map(({ payload }) => payload.subarray(4))));
    const headers: Buffer[] = [];
    for await (const piece of inflate) headers.push(piece);
    assert.deepEqual(Buffer.concat(headers), Buffer.alloc(8));
  });

  test("bring input to its end", async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const socket = open("stdin=true", async (channels) => {
      resolve(await channels.readInput());
      channels.exit(0);
    });
    const frames = await opening("error", "stdin");
    socket.write(Buffer.concat([...frames, data(3, "a"), data(9, "x"), data(3, "b"), data(3, "", 1)]));
    assert.equal(await promise, "ab");
  });

  test("end the command when the client goes", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const socket = open("", async ({ signal }) => signal.addEventListener("abort", () => resolve()));
    for (const frame of await opening("error")) socket.write(frame);
    socket.end();
    await promise;
  });

  test("are broken off where they make no sense", async () => {
    const junk = control(1, Buffer.concat([word(1), word(0), Buffer.of(0, 0), Buffer.from("no zlib at all")]));
    const long = Buffer.of(0, 0, 0, 1, 0, 0xff, 0xff, 0xff);
    for (const bytes of [junk, long, control(1, Buffer.of(0)), control(7, Buffer.alloc(8))]) {
      const socket = open("", async () => assert.fail("nothing was opened"));
      socket.write(bytes);
      assert.deepEqual(await framesOf(socket).catch(() => []), []);
    }
  });
});

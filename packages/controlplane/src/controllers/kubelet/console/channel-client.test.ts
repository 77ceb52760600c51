/** The client's end of a pod's streams for tests, by hand, so that it can also do what no client should. */
import assert from "node:assert/strict";
import type { Duplex } from "node:stream";
import { test } from "node:test";
import type { ServerRequest, ServerResponse } from "@pintle/apiserver";

export function switchRequest(headers: Record<string, string> = {}): ServerRequest {
  const protocol = "v5.channel.k8s.io, v4.channel.k8s.io";
  return {
    method: "GET",
    asksToSwitch: true,
    headers: {
      upgrade: "websocket",
      "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
      "sec-websocket-protocol": protocol,
      ...headers,
    },
    signal: new AbortController().signal,
  } as unknown as ServerRequest;
}

export function socketOf({ status, socket }: ServerResponse): Duplex {
  assert.equal(status, 101);
  assert.ok(socket);
  return socket;
}

/** As clients send them: masked. */
export function clientFrame(opcode: number, payload: Uint8Array, isFinal = true): Buffer {
  const mask = Buffer.from([1, 2, 3, 4]);
  const masked = payload.map((byte, index) => byte ^ (mask[index & 3] ?? 0));
  const head = payload.length < 126 ? [0x80 | payload.length] : [0x80 | 126, payload.length >> 8, payload.length & 255];
  return Buffer.concat([Buffer.of((isFinal ? 0x80 : 0) | opcode, ...head), mask, masked]);
}

export const input = (text: string) => clientFrame(2, Buffer.concat([Buffer.of(0), Buffer.from(text)]));
export const endOfInput = clientFrame(2, Buffer.of(255, 0));

export interface Heard {
  readonly output: string;
  readonly errors: string;
  readonly status: Record<string, unknown>;
  /** Of the goodbye. */
  readonly code: number | undefined;
}

/** All that the server says until the connection ends. */
export async function hear(socket: Duplex): Promise<Heard> {
  const pieces: Buffer[] = [];
  for await (const piece of socket) pieces.push(piece);
  let bytes = Buffer.concat(pieces);
  const texts = ["", "", "", ""];
  let code: number | undefined;
  while (bytes.length >= 2) {
    const opcode = bytes.readUInt8(0) & 15;
    const short = bytes.readUInt8(1);
    const start = short === 126 ? 4 : 2;
    const length = short === 126 ? bytes.readUInt16BE(2) : short;
    const payload = bytes.subarray(start, start + length);
    if (opcode === 2) texts[payload[0] ?? 0] += payload.subarray(1).toString();
    if (opcode === 8) code = payload.readUInt16BE(0);
    bytes = bytes.subarray(start + length);
  }
  const [, output = "", errors = "", status = ""] = texts;
  return { output, errors, status: JSON.parse(status || "{}"), code };
}

test("a client masks what it sends", () => {
  assert.deepEqual([...clientFrame(2, Buffer.of(0, 65))], [0x82, 0x82, 1, 2, 3, 4, 1, 67]);
});

/** Who asks for much and reads nothing holds memory of the server: it is cut off, on the server's clock. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect as connectHttp2 } from "node:http2";
import { request as httpsRequest } from "node:https";
import type { Readable } from "node:stream";
import { test } from "node:test";
import { createProcessClock, createVirtualClock, type Logger } from "@pintle/machinery";
import { createAuthority } from "@pintle/machinery/certificates";
import type { ServerResponse } from "../pipeline/server-request.ts";
import { serveHttp } from "./serve-http.ts";

const process = createProcessClock();
const silent: Logger = { debug() {}, info() {}, warn() {}, error() {}, with: () => silent };
const authority = createAuthority("test", { nowMs: process.now() });
const leaf = authority.issue({ commonName: "server", names: ["127.0.0.1"], nowMs: process.now() });

/** More than all sockets hold. */
const pieces = 1_000;
const pieceBytes = 64 << 10;

const getters: Readonly<Record<string, (port: number) => Promise<Readable>>> = {
  "HTTP/1.1": (port) =>
    new Promise((resolve, reject) => {
      const options = { host: "127.0.0.1", port, ca: authority.cert, agent: false };
      httpsRequest(options, resolve).once("error", reject).end();
    }),
  "HTTP/2": async (port) => {
    const session = connectHttp2(`https://127.0.0.1:${port}`, { ca: authority.cert });
    session.on("error", () => undefined);
    const stream = session.request({ ":path": "/" }).once("close", () => session.destroy());
    await once(stream, "response");
    return stream;
  },
};

class StalledFixture {
  readonly clock = createVirtualClock();
  made = 0;
  isGivenUp = false;

  /** A long answer that comes in pieces. */
  async *body(): AsyncGenerator<Uint8Array> {
    try {
      for (; this.made < pieces; this.made += 1) yield Buffer.alloc(pieceBytes);
    } finally {
      this.isGivenUp = true;
    }
  }

  serve(answer: Pick<ServerResponse, "body" | "isLongRunning">) {
    const tls = { key: leaf.key, certificate: leaf.cert };
    const handle = async () => ({ status: 200, headers: {}, ...answer });
    return serveHttp({ handle, host: "127.0.0.1", port: 0, tls, clock: this.clock, logger: silent });
  }

  /** Waits until nothing moves any more. */
  async stall(): Promise<void> {
    for (let quiet = 0, seen = -1; quiet < 300; quiet += 1) {
      await process.turn();
      if (seen !== this.made) quiet = 0;
      seen = this.made;
    }
  }
}

async function readSome(answer: Readable, bytes: number): Promise<number> {
  let read = 0;
  while (read < bytes) {
    const piece = answer.read() as Uint8Array | null;
    if (piece === null) await once(answer, "readable");
    else read += piece.length;
  }
  return read;
}

/** How many bytes come until the end, or until the answer is cut off. */
async function countBytes(answer: Readable): Promise<number> {
  let bytes = 0;
  answer.on("data", (piece: Uint8Array) => {
    bytes += piece.length;
  });
  answer.on("error", () => undefined);
  answer.resume();
  if (!answer.closed) await once(answer, "close").catch(() => undefined);
  return bytes;
}

for (const [name, get] of Object.entries(getters)) {
  test(`over ${name} an answer that nobody reads for a minute is cut off`, async () => {
    const fixture = new StalledFixture();
    await using server = await fixture.serve({ body: fixture.body() });
    const answer = await get(server.port);
    answer.pause();
    await fixture.stall();
    await fixture.clock.advance(50_000);
    const read = await readSome(answer, 8 << 20);
    await fixture.stall();
    await fixture.clock.advance(50_000);
    await process.turn();
    assert.equal(fixture.isGivenUp, false, "it has read on meanwhile");
    await fixture.clock.advance(10_000);
    assert.ok(read + (await countBytes(answer)) < pieces * pieceBytes);
    assert.equal(fixture.isGivenUp, true);
    assert.ok(fixture.made < pieces, "what nobody takes is not made");
  });

  test(`over ${name} what is meant to last waits hours for its reader`, async () => {
    const fixture = new StalledFixture();
    await using server = await fixture.serve({ body: fixture.body(), isLongRunning: true });
    const answer = await get(server.port);
    answer.pause();
    await fixture.stall();
    await fixture.clock.advance(3 * 3_600_000);
    assert.equal(await countBytes(answer), pieces * pieceBytes);
  });

  test(`over ${name} a large answer in one piece is cut off too, and has time in proportion`, async () => {
    const fixture = new StalledFixture();
    const bytes = 64 << 20;
    await using server = await fixture.serve({ body: Buffer.alloc(bytes) });
    const read = await get(server.port);
    const unread = await get(server.port);
    unread.pause();
    assert.equal(await countBytes(read), bytes);
    await fixture.stall();
    await fixture.clock.advance(60_000 + bytes / 16 - 1);
    await process.turn();
    await fixture.clock.advance(1);
    assert.ok((await countBytes(unread)) < bytes);
  });
}

/** Memory of a body that is used again before it has been sent would show somebody else's bytes. */
import assert from "node:assert/strict";
import { connect as connectHttp2 } from "node:http2";
import { request as httpsRequest } from "node:https";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { test } from "node:test";
import { createProcessClock, type Logger } from "@pintle/machinery";
import { createAuthority } from "@pintle/machinery/certificates";
import type { RecyclingBody } from "../pipeline/server-request.ts";
import { serveHttp } from "./serve-http.ts";

const clock = createProcessClock();
const silent: Logger = { debug() {}, info() {}, warn() {}, error() {}, with: () => silent };
const authority = createAuthority("test", { nowMs: clock.now() });
const leaf = authority.issue({ commonName: "server", names: ["127.0.0.1"], nowMs: clock.now() });

const pieceBytes = 64 << 10;
const pieces = 200;
const whole = Buffer.concat(Array.from({ length: pieces }, (_, index) => Buffer.alloc(pieceBytes, index)));

/** Spoils every piece as soon as it may. */
class SpoilingBody implements RecyclingBody {
  readonly #free: Buffer[] = [];
  made = 0;

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (let index = 0; index < pieces; index += 1) {
      let piece = this.#free.pop();
      if (piece === undefined) {
        piece = Buffer.alloc(pieceBytes);
        this.made += 1;
      }
      yield piece.fill(index);
      await clock.turn();
    }
  }

  release(piece: Uint8Array): void {
    this.#free.push((piece as Buffer).fill(0xff));
  }
}

const getters: Readonly<Record<string, (port: number) => Promise<Readable>>> = {
  "HTTP/1.1": (port) =>
    new Promise((resolve, reject) => {
      const options = { host: "127.0.0.1", port, ca: authority.cert, agent: false };
      httpsRequest(options, resolve).once("error", reject).end();
    }),
  "HTTP/2": async (port) => {
    const session = connectHttp2(`https://127.0.0.1:${port}`, { ca: authority.cert });
    return session.request({ ":path": "/" }).once("close", () => session.close());
  },
};

for (const [name, get] of Object.entries(getters)) {
  test(`over ${name} a piece is given back when it has been sent, and not before, although the client waits`, async () => {
    const body = new SpoilingBody();
    const tls = { key: leaf.key, certificate: leaf.cert };
    const handle = async () => ({ status: 200, headers: {}, body });
    await using server = await serveHttp({ handle, host: "127.0.0.1", port: 0, tls, clock, logger: silent });
    const answer = await get(server.port);
    // What the sockets hold is full by then.
    for (let turn = 0; turn < 500; turn += 1) await clock.turn();
    assert.ok(whole.equals(await buffer(answer)));
    assert.ok(body.made < 10, `${body.made} pieces were made`);
  });
}

import assert from "node:assert/strict";
import { once } from "node:events";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { describe, test } from "node:test";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { createProcessClock, type Logger } from "@pintle/machinery";
import { createAuthority } from "@pintle/machinery/certificates";
import type { ServerRequest, ServerResponse } from "../pipeline/server-request.ts";
import { serveHttp } from "./serve-http.ts";

const clock = createProcessClock();
const silent: Logger = { debug() {}, info() {}, warn() {}, error() {}, with: () => silent };
const authority = createAuthority("test", { nowMs: clock.now() });
const { key, cert: certificate } = authority.issue({ commonName: "s", names: ["127.0.0.1"], nowMs: clock.now() });

function serve(handle: (request: ServerRequest) => Promise<ServerResponse>) {
  return serveHttp({ handle, host: "127.0.0.1", port: 0, tls: { key, certificate }, clock, logger: silent });
}

async function open(port: number, head: string): Promise<TLSSocket> {
  const socket = connectTls({ port, host: "127.0.0.1", ca: authority.cert });
  await once(socket, "secureConnect");
  socket.write(head);
  return socket;
}

const asking = "GET /switch HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n";

describe("a request for another protocol", () => {
  test("that is granted joins both connections until either ends", async () => {
    const other = new PassThrough();
    await using server = await serve(async ({ asksToSwitch }) => {
      assert.equal(asksToSwitch, true);
      return { status: 101, headers: { connection: "Upgrade", upgrade: "echo", "x-many": ["a", "b"] }, socket: other };
    });
    const socket = await open(server.port, `${asking}first `);
    socket.end("second");
    const head =
      "HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: echo\r\nx-many: a\r\nx-many: b\r\n\r\n";
    assert.equal(await text(socket), `${head}first second`);
  });

  test("that is not granted has an answer like any other, and the connection ends", async () => {
    await using server = await serve(async () => ({ status: 403, headers: {}, body: Buffer.from("no") }));
    const answer = await text(await open(server.port, asking));
    assert.match(answer, /^HTTP\/1\.1 403 Forbidden\r\n/);
    assert.match(answer, /connection: close/i);
    assert.match(answer, /\r\n\r\nno$/);
  });

  test("may have a body, which is read as far as it was announced", async () => {
    await using server = await serve(async ({ body }) => ({
      status: 200,
      headers: {},
      body: Buffer.from(await text(body)),
    }));
    const socket = await open(server.port, asking.replace("\r\n\r\n", "\r\nContent-Length: 6\r\n\r\nabc"));
    socket.write("defghi");
    assert.match(await text(socket), /\r\n\r\nabcdef$/);
  });

  test("whose body breaks off is an error to its reader", async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    await using server = await serve(async ({ body }) => {
      resolve(await text(body).catch((error) => error));
      return { status: 200, headers: {} };
    });
    const socket = await open(server.port, asking.replace("\r\n\r\n", "\r\nContent-Length: 6\r\n\r\nabc"));
    socket.destroy();
    assert.ok((await promise) instanceof Error);
  });

  test("whose client leaves ends the other connection", async () => {
    const other = new PassThrough();
    await using server = await serve(async () => ({ status: 101, headers: {}, socket: other }));
    const socket = await open(server.port, asking);
    await once(socket, "data");
    socket.destroy();
    if (!other.destroyed) await once(other, "close");
  });

  test("does not keep a server from stopping", async () => {
    const server = await serve(async () => ({ status: 101, headers: {}, socket: new PassThrough() }));
    const socket = await open(server.port, asking);
    await once(socket, "data");
    await server.stop(60_000);
    if (!socket.destroyed) await once(socket, "close");
  });
});

import assert from "node:assert/strict";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { after, before, describe, test } from "node:test";
import { createProcessClock } from "@pintle/machinery";
import { createAuthority } from "@pintle/machinery/certificates";
import { createHttpsTransport, type HttpsTransportOptions } from "./https-transport.ts";

const nowMs = createProcessClock().now();
const authority = createAuthority("servers", { nowMs });
let server: Server;
let port: number;
let answer: (request: IncomingMessage, response: ServerResponse) => void;

before(async () => {
  const leaf = authority.issue({ commonName: "server", names: ["api.ns.svc"], nowMs });
  const options = { key: leaf.key, cert: leaf.cert, requestCert: true, rejectUnauthorized: false };
  server = createServer(options, (request, response) => answer(request, response));
  server.on("upgrade", (_, socket) => {
    socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\nhello ");
    socket.pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ({ port } = server.address() as AddressInfo);
});
after(() => {
  server.closeAllConnections();
  server.close();
});

function connect(options: Partial<HttpsTransportOptions> = {}) {
  const place = () => ({ host: "127.0.0.1", port, servername: "api.ns.svc" });
  return createHttpsTransport({ place, ca: authority.cert, ...options });
}

describe("over HTTPS", () => {
  test("a request arrives whole, with its own headers and those of the transport", async () => {
    answer = async (request, response) => {
      const { method, url, headers } = request;
      response.setHeader("x-many", ["a", "b"]);
      response.end(JSON.stringify([method, url, headers["x-own"], headers.authorization, await text(request)]));
    };
    async function* pieces() {
      yield Buffer.from("one ");
      yield Buffer.from("two");
    }
    const { status, headers, body } = await connect({ headers: () => ({ authorization: "Bearer t" }) }).request({
      method: "POST",
      path: "/a%2Fb",
      query: [["x", "1 2"]],
      headers: { "x-own": "yes" },
      body: pieces(),
    });
    const seen = JSON.parse(await text(body));
    assert.deepEqual([status, headers["x-many"]], [200, ["a", "b"]]);
    assert.deepEqual(seen, ["POST", "/a%2Fb?x=1+2", "yes", "Bearer t", "one two"]);
  });

  test("a connection is used again", async () => {
    const ports = new Set<unknown>();
    answer = (request, response) => {
      ports.add(request.socket.remotePort);
      response.end();
    };
    const transport = connect();
    for (let time = 0; time < 3; time += 1) await text((await transport.request({ method: "GET", path: "/" })).body);
    assert.equal(ports.size, 1);
    transport.close();
  });

  test("a read on a kept connection that the server closes is sent once more, a write is not", async () => {
    const transport = connect();
    const ask = (method: string) => transport.request({ method, path: "/" });
    const seen = new Set<unknown>();
    answer = (request, response) => {
      // Each connection is good for one request.
      if (seen.has(request.socket)) request.socket.destroy();
      else response.end("fine");
      seen.add(request.socket);
    };
    assert.equal(await text((await ask("GET")).body), "fine");
    assert.equal(await text((await ask("GET")).body), "fine");
    await text((await ask("GET")).body);
    await assert.rejects(ask("POST"), { message: "EOF" });
    transport.close();
  });

  test("a redirect is an answer like any other", async () => {
    answer = (_, response) => response.writeHead(302, { location: "https://elsewhere.test" }).end();
    assert.equal((await connect().request({ method: "GET", path: "/" })).status, 302);
  });

  test("a server of another authority or name is not asked, unless somebody says so", async () => {
    answer = (_, response) => response.end("fine");
    const ask = (options: Partial<HttpsTransportOptions>) => connect(options).request({ method: "GET", path: "/" });
    const stranger = createAuthority("servers", { nowMs }).cert;
    await assert.rejects(ask({ ca: stranger }), { message: /x509: certificate signed by unknown authority$/ });
    const place = () => ({ host: "127.0.0.1", port, servername: "other.ns.svc" });
    await assert.rejects(ask({ place }), { message: /certificate is valid for api\.ns\.svc, not other\.ns\.svc$/ });
    assert.equal((await ask({ ca: stranger, skipsVerification: true })).status, 200);
  });

  test("a server that is silent, gone or says too much is a failure in the words of Go", async () => {
    const ask = (options: Partial<HttpsTransportOptions> = {}) =>
      connect(options).request({ method: "GET", path: "/" });
    answer = () => undefined;
    await assert.rejects(ask({ silenceMs: 20 }), { message: "context deadline exceeded" });
    answer = (request) => request.socket.destroy();
    await assert.rejects(ask(), { message: "EOF" });
    answer = (request) => request.socket.write(`HTTP/1.1 200 OK\r\nx: ${"y".repeat(2_000_000)}\r\n\r\n`);
    await assert.rejects(ask(), /Header overflow/);
    const place = () => ({ host: "127.0.0.1", port: 1 });
    await assert.rejects(ask({ place }), { message: "dial tcp 127.0.0.1:1: connect: connection refused" });
  });

  test("who aborts sees the reason, and so does the server", async () => {
    const seen = Promise.withResolvers<void>();
    const closed = Promise.withResolvers<void>();
    answer = (request) => {
      request.socket.once("close", () => closed.resolve());
      seen.resolve();
    };
    const controller = new AbortController();
    const asked = connect().request({ method: "GET", path: "/", signal: controller.signal });
    await seen.promise;
    controller.abort(new Error("enough"));
    await assert.rejects(asked, { message: "enough" });
    await closed.promise;
  });

  test("a body that cannot be read breaks the request off", async () => {
    answer = async (request, response) => {
      await text(request).catch(() => undefined);
      response.end();
    };
    // biome-ignore lint/correctness/useYield: it fails before it has anything.
    async function* broken(): AsyncGenerator<Uint8Array> {
      throw new Error("the request was aborted");
    }
    await assert.rejects(connect().request({ method: "POST", path: "/", body: broken() }), /the request was aborted/);
  });

  test("a connection may become another, with what came along", async () => {
    const sent = { method: "GET", path: "/", headers: { connection: "Upgrade", upgrade: "echo" } };
    const { status, socket } = await connect().upgrade(sent);
    assert.equal(status, 101);
    socket?.end("world");
    assert.equal(socket && (await text(socket)), "hello world");
  });
});

import assert from "node:assert/strict";
import { once } from "node:events";
import { connect as connectHttp2 } from "node:http2";
import { request as httpsRequest } from "node:https";
import { connect, type Socket } from "node:net";
import { buffer, text } from "node:stream/consumers";
import { describe, test } from "node:test";
import { connect as connectTls } from "node:tls";
import { createProcessClock, type Logger } from "@pintle/machinery";
import { createAuthority } from "@pintle/machinery/certificates";
import type { ServerRequest, ServerResponse } from "../pipeline/server-request.ts";
import { serveHttp } from "./serve-http.ts";

const clock = createProcessClock();
const silent: Logger = { debug() {}, info() {}, warn() {}, error() {}, with: () => silent };
const authority = createAuthority("test", { nowMs: clock.now() });
const leaf = authority.issue({ commonName: "server", names: ["127.0.0.1"], nowMs: clock.now() });

type Handle = (request: ServerRequest) => Promise<ServerResponse>;

function serve(handle: Handle) {
  const tls = { key: leaf.key, certificate: leaf.cert };
  return serveHttp({ handle, host: "127.0.0.1", port: 0, tls, clock, logger: silent });
}

/** Answers with what it was asked. */
const echo: Handle = async (request) => {
  const pieces: Uint8Array[] = [];
  for await (const piece of request.body) pieces.push(piece);
  const { method, path, query, headers, peer } = request;
  const seen = {
    method,
    path,
    query: [...query],
    accept: headers.accept,
    groups: request.repeatedHeaders?.["impersonate-group"],
    body: Buffer.concat(pieces).toString(),
    hasCertificate: peer.certificate !== undefined,
  };
  return { status: 200, headers: { "x-many": ["a", "b"] }, body: Buffer.from(JSON.stringify(seen)) };
};

function ask(
  port: number,
  options: { method?: string; path: string; headers?: Record<string, string | string[]>; body?: string },
) {
  return new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
    const { path, method = "GET", headers = {}, body } = options;
    const sent = httpsRequest(
      { host: "127.0.0.1", port, path, method, headers, ca: authority.cert, agent: false },
      async (answer) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: await text(answer) }),
    );
    sent.once("error", reject);
    sent.end(body);
  });
}

describe("over HTTP/1.1", () => {
  test("a request arrives as it was sent, and lists of names stay lists", async () => {
    await using server = await serve(echo);
    const {
      status,
      headers,
      text: body,
    } = await ask(server.port, {
      method: "POST",
      path: "/a%2fb?x=1&x=2",
      headers: { accept: "*/*", "impersonate-group": ["a,b", "c"] },
      body: "hello",
    });
    assert.equal(status, 200);
    assert.equal(headers["x-many"], "a, b");
    assert.deepEqual(JSON.parse(body), {
      method: "POST",
      path: "/a%2fb",
      query: [
        ["x", "1"],
        ["x", "2"],
      ],
      accept: "*/*",
      groups: ["a,b", "c"],
      body: "hello",
      hasCertificate: false,
    });
  });

  test("a body that breaks off is an error to its reader, not an end", async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    await using server = await serve(async ({ body }) => {
      try {
        for await (const _ of body);
        resolve("it ended");
      } catch (error) {
        resolve(error);
      }
      return { status: 200, headers: {} };
    });
    const socket = connectTls({ port: server.port, host: "127.0.0.1", ca: authority.cert });
    await once(socket, "secureConnect");
    socket.write("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf");
    await clock.turn();
    socket.destroy();
    assert.ok((await promise) instanceof Error);
  });

  test("a stream goes out as it comes, and who leaves it ends it", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await using server = await serve(async ({ signal }) => ({
      status: 200,
      headers: {},
      body: (async function* () {
        try {
          yield Buffer.from("first\n");
          await once(signal, "abort");
        } finally {
          resolve();
        }
      })(),
    }));
    const socket = connectTls({ port: server.port, host: "127.0.0.1", ca: authority.cert });
    socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    while (!String(await once(socket, "data")).includes("first"));
    socket.destroy();
    await promise;
  });
});

test("Over HTTP/2 many requests share a connection", async () => {
  await using server = await serve(echo);
  const session = connectHttp2(`https://127.0.0.1:${server.port}`, { ca: authority.cert });
  const answers = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const stream = session.request({ ":path": `/${index}`, ":method": "PUT" });
      stream.end("body");
      return JSON.parse(String(await buffer(stream)));
    }),
  );
  assert.deepEqual(
    answers.map(({ path, method, body }) => [path, method, body]),
    Array.from({ length: 20 }, (_, index) => [`/${index}`, "PUT", "body"]),
  );
  session.destroy();
});

describe("what is no request", () => {
  const say = async (socket: Socket, words: string) => {
    socket.write(words);
    return text(socket);
  };

  test("is refused in one line, and one that came before it is answered", async () => {
    await using server = await serve(echo);
    const open = () => connectTls({ port: server.port, host: "127.0.0.1", ca: authority.cert });
    assert.match(await say(open(), "hello\r\n\r\n"), /^HTTP\/1\.1 400 Bad Request\r\n/);
    const hostless = await say(open(), "GET / HTTP/1.1\r\nConnection: close\r\n\r\n");
    assert.match(hostless, /^HTTP\/1\.1 400 Bad Request\r\n.*\r\n\r\n400 Bad Request: missing required Host header$/s);
    assert.match(await say(open(), "UNHEARD / HTTP/1.1\r\nHost: a\r\n\r\n"), /^HTTP\/1\.1 405 /);
    const both = await say(open(), "GET /whole HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\nrest\r\n\r\n");
    assert.match(both, /^HTTP\/1\.1 200 OK\r\n.*\/whole/s);
  });

  test("of TLS is told so in plain text", async () => {
    await using server = await serve(echo);
    const answer = await say(connect(server.port, "127.0.0.1"), "GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    assert.match(answer, /Client sent an HTTP request to an HTTPS server\.\n$/);
  });
});

describe("a server that stops", () => {
  test("lets what was begun finish, and takes nothing new", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const server = await serve(async () => {
      begin();
      await promise;
      return { status: 200, headers: {}, body: Buffer.from("done") };
    });
    const answer = ask(server.port, { path: "/" });
    await begun;
    const stopped = server.stop(10_000);
    await assert.rejects(ask(server.port, { path: "/" }), /ECONNREFUSED/);
    resolve();
    assert.equal((await answer).text, "done");
    await stopped;
  });

  test("cuts off what does not end in time", async () => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const server = await serve(() => {
      begin();
      return new Promise(() => {});
    });
    const answer = assert.rejects(ask(server.port, { path: "/" }));
    await begun;
    await server.stop(10);
    await answer;
  });
});

test("A port that is taken rejects with Node's code", async () => {
  await using first = await serve(echo);
  const options = { handle: echo, host: "127.0.0.1", port: first.port, clock, logger: silent };
  await assert.rejects(serveHttp(options), { code: "EADDRINUSE" });
});

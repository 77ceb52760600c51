import assert from "node:assert/strict";
import { createHook } from "node:async_hooks";
import { once } from "node:events";
import { type ClientHttp2Session, connect, constants } from "node:http2";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { defaultHttpLimits } from "./http-limits.ts";
import type { HttpHandler } from "./http-message.ts";
import { authority, dial, dialTls, type RawCaller, startServer } from "./server-fixture.test.ts";

const echo: HttpHandler = async (request) => ({ status: 200, body: await request.body() });

function open(port: number): ClientHttp2Session {
  const session = connect(`https://127.0.0.1:${port}`, { ca: authority.cert });
  session.on("error", () => {});
  return session;
}

async function post(session: ClientHttp2Session, body: string): Promise<[number, string]> {
  const stream = session.request({ ":method": "POST", ":path": "/" });
  stream.end(body);
  const [headers] = await once(stream, "response");
  return [headers[":status"], await text(stream)];
}

test("streams that are opened and reset by the hundred keep nobody else from being served", async () => {
  let handled = 0;
  const handle: HttpHandler = (request) => {
    handled += 1;
    return echo(request);
  };
  await using fixture = await startServer({ handle, isSecure: true });
  const [hostile, good] = [open(fixture.server.port), open(fixture.server.port)];
  for (let round = 0; round < 20 && !hostile.destroyed; round += 1) {
    for (let count = 0; count < 100 && !hostile.destroyed; count += 1) {
      const stream = hostile.request({ ":method": "POST", ":path": "/" });
      stream.on("error", () => {});
      stream.write("half a bo");
      stream.close(constants.NGHTTP2_CANCEL);
    }
    assert.deepEqual(await post(good, "hello"), [200, "hello"]);
  }
  assert.ok(handled >= 20);
  for (const session of [hostile, good]) session.destroy();
});

test("a body that breaks off is no body, over both versions, and leaves no promise behind", async () => {
  const ends: unknown[] = [];
  const told = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const handle: HttpHandler = async (request) => {
    const error = await request.body().then(
      () => undefined,
      (each) => each,
    );
    told[ends.push(error.status) - 1]?.resolve();
    return { status: 200 };
  };
  await using fixture = await startServer({ handle, isSecure: true });
  const session = open(fixture.server.port);
  const stream = session.request({ ":method": "POST", ":path": "/" });
  stream.on("error", () => {});
  await new Promise((resolve) => stream.write("half", resolve));
  session.destroy();
  await told[0]?.promise;
  const caller = await dialTls(fixture.server.port);
  caller.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf");
  caller.socket.end();
  await told[1]?.promise;
  assert.deepEqual(ends, [400, 400]);
});

test("a body that nobody waits for may break off", async () => {
  const begun = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  const handle: HttpHandler = async (request) => {
    void request.body();
    request.signal.addEventListener("abort", () => left.resolve());
    begun.resolve();
    return new Promise<never>(() => {});
  };
  await using fixture = await startServer({ handle });
  using caller = await dial(fixture.server.port);
  caller.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf");
  await begun.promise;
  caller.socket.destroy();
  await left.promise;
});

test("an answer that HTTP cannot carry ends its request alone, and is logged", async () => {
  const handle: HttpHandler = async (request) => {
    await request.body();
    return { status: request.path === "/status" ? 42 : 200, headers: { "no good": "a\nb" } };
  };
  await using fixture = await startServer({ handle, isSecure: true });
  const session = open(fixture.server.port);
  for (const path of ["/status", "/header"]) {
    const stream = session.request({ ":method": "GET", ":path": path });
    stream.on("error", () => {});
    await once(stream, "close");
    using caller = await dialTls(fixture.server.port);
    caller.send(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
    assert.equal(await caller.closed, "");
  }
  assert.equal(fixture.lines.filter((line) => /an answer could not be sent/.test(line)).length, 4);
  session.destroy();
});

test("headers beyond the limit end the request over HTTP/2 too", async () => {
  await using fixture = await startServer({ handle: echo, isSecure: true, limits: { headerBytes: 16_384 } });
  const [hostile, good] = [open(fixture.server.port), open(fixture.server.port)];
  // A limit holds from when the peer has heard of it.
  await post(hostile, "first");
  const large = hostile.request({ ":method": "POST", ":path": "/", "x-large": "x".repeat(40_000) });
  large.on("error", () => {});
  large.end();
  large.resume();
  await new Promise((resolve) => large.once("close", resolve));
  assert.equal(large.rstCode, constants.NGHTTP2_ENHANCE_YOUR_CALM);
  assert.deepEqual(await post(good, "hello"), [200, "hello"]);
  for (const session of [hostile, good]) session.destroy();
});

test("who speaks HTTP with a server of HTTPS is told so", async () => {
  await using fixture = await startServer({ handle: echo, isSecure: true });
  using caller = await dial(fixture.server.port);
  caller.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  assert.match(await caller.closed, /^HTTP\/1\.0 400 [\s\S]*Client sent an HTTP request to an HTTPS server\./);
});

/** How many callbacks Node runs for so many calls: those of everything that happens in the process meanwhile. */
async function callbacksOf(calls: number, session: ClientHttp2Session): Promise<number> {
  let count = 0;
  const hook = createHook({
    before() {
      count += 1;
    },
  }).enable();
  for (let call = 0; call < calls; call += 1) assert.deepEqual(await post(session, "hello"), [200, "hello"]);
  hook.disable();
  return count;
}

test("ten thousand silent connections keep nobody out, and the calls of others take no more than before", async (context) => {
  await using fixture = await startServer({ handle: echo, isSecure: true });
  const { port } = fixture.server;
  const { connectionsPerAddress: limit } = defaultHttpLimits;
  const session = open(port);
  await callbacksOf(100, session);
  const before = await callbacksOf(100, session);
  let crowd: RawCaller[] = [];
  for (let round = 0; round < 100; round += 1) {
    crowd.push(...(await Promise.all(Array.from({ length: 100 }, () => dial(port)))));
    assert.deepEqual(await post(session, "regular"), [200, "regular"]);
    // Those who made room for others have gone.
    const gone = crowd.slice(0, -limit);
    await Promise.all(gone.map(({ closed }) => closed));
    crowd = crowd.slice(-limit);
  }
  const during = await callbacksOf(100, session);
  context.diagnostic(`100 calls took ${before} callbacks without the crowd, and ${during} with it`);
  assert.ok(during < before * 1.5, `${during} callbacks, ${before} before`);
  const newcomers = Array.from({ length: 5 }, () => open(port));
  for (const newcomer of newcomers) assert.deepEqual(await post(newcomer, "newcomer"), [200, "newcomer"]);
  for (const { socket } of crowd) socket.destroy();
  for (const each of [session, ...newcomers]) each.destroy();
});

import assert from "node:assert/strict";
import { test } from "node:test";
import type { HttpHandler, HttpRequest } from "./http-message.ts";
import { dial, dialTls, type RawCaller, startServer } from "./server-fixture.test.ts";

const hello: HttpHandler = () => ({ status: 200, body: "hello" });
const echo: HttpHandler = async (request: HttpRequest) => ({
  status: 200,
  body: await request.body({ maxBytes: 100 }),
});
const good = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

/** Asks once, so that whatever connected before is known to the server. */
async function askOnce(port: number): Promise<RawCaller> {
  const caller = await dial(port);
  caller.send(good);
  await caller.hears("hello");
  return caller;
}

test("headers that come byte by byte are cut off after five seconds, and meanwhile others are served", async () => {
  await using fixture = await startServer({ handle: hello });
  const { server, clock } = fixture;
  using slow = await dial(server.port);
  slow.send("GET / HTTP/1.1\r\nHo");
  using other = await askOnce(server.port);
  await clock.advance(3_000);
  slow.send("st:");
  other.send(good);
  await clock.advance(3_000);
  assert.match(await slow.closed, /^HTTP\/1\.1 408 /);
  assert.equal(other.socket.destroyed, false);
});

test("a second request that is sent slowly is cut off like a first one", async () => {
  await using fixture = await startServer({ handle: hello });
  const { server, clock } = fixture;
  using slow = await askOnce(server.port);
  await clock.advance(60_000);
  assert.equal(slow.socket.destroyed, false, "idle connections are kept for longer");
  slow.send("GET / HT");
  using _other = await askOnce(server.port);
  await clock.advance(7_000);
  assert.match(await slow.closed, /408/);
});

test("who connects and says nothing goes after five seconds; who has asked may be idle for ninety", async () => {
  await using fixture = await startServer({ handle: hello });
  const { server, clock } = fixture;
  using silent = await dial(server.port);
  using regular = await askOnce(server.port);
  await clock.advance(6_000);
  assert.equal(await silent.closed, "");
  await clock.advance(80_000);
  assert.equal(regular.socket.destroyed, false);
  await clock.advance(5_000);
  await regular.closed;
});

test("who connects to the secure port and shakes no hands goes after five seconds", async () => {
  await using fixture = await startServer({ handle: hello, isSecure: true });
  const { server, clock } = fixture;
  using silent = await dial(server.port);
  using regular = await dialTls(server.port);
  regular.send(good);
  await regular.hears("hello");
  await clock.advance(6_000);
  assert.equal(await silent.closed, "");
  assert.equal(regular.socket.destroyed, false);
});

test("a body that does not come is answered 408 after its time", async () => {
  await using fixture = await startServer({ handle: echo });
  const { server, clock } = fixture;
  using slow = await dial(server.port);
  slow.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n1234");
  using other = await dial(server.port);
  other.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nok");
  await other.hears("ok");
  await clock.advance(11_000);
  assert.match(await slow.hears("408"), /did not come within 10000 ms/);
});

test("a body that is too large is 413, whether it says so or not", async () => {
  await using fixture = await startServer({ handle: echo });
  const { server } = fixture;
  using honest = await dial(server.port);
  honest.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 101\r\n\r\n");
  assert.match(await honest.hears("limit is 100 bytes"), / 413 /);
  using chunked = await dial(server.port);
  chunked.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");
  for (let count = 0; count < 3; count += 1) chunked.send(`32\r\n${"x".repeat(50)}\r\n`);
  assert.match(await chunked.hears("limit is 100 bytes"), / 413 /);
});

test("headers beyond the limit are 431, and what is no HTTP is 400", async () => {
  await using fixture = await startServer({ handle: hello, limits: { headerBytes: 4_096 } });
  const { server } = fixture;
  using large = await dial(server.port);
  large.send(`GET / HTTP/1.1\r\nHost: a\r\nA: ${"x".repeat(5_000)}\r\n\r\n`);
  assert.match(await large.closed, /^HTTP\/1\.1 431 /);
  using strange = await dial(server.port);
  strange.send("NONSENSE\r\n\r\n");
  assert.match(await strange.closed, /^HTTP\/1\.1 400 /);
});

test("a crowd of silent connections keeps nobody out: the oldest of them makes room", async () => {
  await using fixture = await startServer({ handle: hello, limits: { connections: 10 } });
  const { server } = fixture;
  const crowd = [];
  for (let count = 0; count < 30; count += 1) crowd.push(await dial(server.port));
  using caller = await askOnce(server.port);
  await Promise.all(crowd.slice(0, 21).map((each) => each.closed));
  assert.equal(crowd.at(-1)?.socket.destroyed, false);
  for (const each of crowd) each.socket.destroy();
  caller.send(good);
});

test("one address gets no more than its share of connections", async () => {
  await using fixture = await startServer({ handle: hello, limits: { connectionsPerAddress: 2 } });
  using first = await dial(fixture.server.port);
  using _second = await dial(fixture.server.port);
  using _third = await askOnce(fixture.server.port);
  await first.closed;
});

test("more requests at a time than the limit are answered 503", async () => {
  const held = Promise.withResolvers<void>();
  const handle: HttpHandler = async () => {
    await held.promise;
    return { status: 200, body: "hello" };
  };
  await using fixture = await startServer({ handle, limits: { requests: 1 } });
  using first = await dial(fixture.server.port);
  first.send(good);
  using second = await dial(fixture.server.port);
  second.send(good);
  const refused = await Promise.race([first.hears("too many"), second.hears("too many")]);
  assert.match(refused, /^HTTP\/1\.1 503 [\s\S]*retry-after: 1/);
  held.resolve();
  await Promise.race([first.hears("hello"), second.hears("hello")]);
});

test("bodies that are too much together are answered 503, until the others have been answered", async () => {
  const held = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const handle: HttpHandler = async (request) => {
    const body = await request.body();
    if (request.path === "/held") {
      begun.resolve();
      await held.promise;
    }
    return { status: 200, body };
  };
  await using fixture = await startServer({ handle, limits: { bodyBytes: 10 } });
  const post = async (path: string) => {
    const caller = await dial(fixture.server.port);
    caller.send(`POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 8\r\n\r\n12345678`);
    return caller;
  };
  using first = await post("/held");
  await begun.promise;
  using second = await post("/now");
  assert.match(await second.closed, /^HTTP\/1\.1 503 [\s\S]*too many large requests at the same time/);
  held.resolve();
  assert.match(await first.closed, /12345678$/);
  using third = await post("/now");
  assert.match(await third.closed, /12345678$/);
});

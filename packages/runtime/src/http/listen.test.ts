import assert from "node:assert/strict";
import { once } from "node:events";
import { type ClientHttp2Session, connect } from "node:http2";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import type { TLSSocket } from "node:tls";
import { createConsoleLogger, createVirtualClock } from "@pintle/machinery";
import { createAuthority } from "@pintle/machinery/certificates";
import type { HttpHandler } from "./http-message.ts";
import { startHttpServer } from "./listen.ts";
import { authority, dial, dialTls, startServer } from "./server-fixture.test.ts";

const tell: HttpHandler = async (request) => {
  const { method, path, query } = request;
  const body = Buffer.from(await request.body()).toString();
  return { status: 201, headers: { "x-a": "b" }, body: JSON.stringify({ method, path, query: query.get("q"), body }) };
};

async function post(session: ClientHttp2Session, path: string, body: string): Promise<[number, string]> {
  const stream = session.request({ ":method": "POST", ":path": path });
  stream.end(body);
  const [headers] = await once(stream, "response");
  return [headers[":status"], await text(stream)];
}

test("requests come as plain values, over HTTP/2 and over HTTP/1.1", async () => {
  await using fixture = await startServer({ handle: tell, isSecure: true });
  const session = connect(`https://127.0.0.1:${fixture.server.port}`, { ca: authority.cert });
  const stream = session.request({ ":path": "/" });
  const [{ date }] = await once(stream, "response");
  assert.equal(date, "Thu, 01 Jan 2026 00:00:00 GMT");
  const [status, body] = await post(session, "/a/b?q=1%2F2", "hi");
  assert.equal(status, 201);
  assert.deepEqual(JSON.parse(body), { method: "POST", path: "/a/b", query: "1/2", body: "hi" });
  session.close();
  using caller = await dialTls(fixture.server.port, { ALPNProtocols: ["http/1.1"] });
  caller.send("POST /a/b?q=1%2F2 HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi");
  const answer = await caller.hears('"body":"hi"}');
  assert.match(answer, /^HTTP\/1\.1 201 [\s\S]*x-a: b[\s\S]*content-length: \d+/i);
});

test("HEAD has the headers of GET and no body", async () => {
  await using fixture = await startServer({ handle: () => ({ status: 200, body: "hello" }) });
  using caller = await dial(fixture.server.port);
  caller.send("HEAD / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  assert.match(await caller.closed, /content-length: 5\r\n[\s\S]*\r\n\r\n$/i);
});

test("a handler that fails is a 500 that tells nothing; the log tells what", async () => {
  const handle: HttpHandler = () => {
    throw new Error("the password is swordfish");
  };
  await using fixture = await startServer({ handle, isSecure: true });
  const session = connect(`https://127.0.0.1:${fixture.server.port}`, { ca: authority.cert });
  assert.deepEqual(await post(session, "/x", "{}"), [500, "internal error\n"]);
  assert.match(fixture.lines.join(""), /swordfish/);
  session.close();
});

test("an answer over HTTP/2 does not wait for a body that nobody wants", async () => {
  await using fixture = await startServer({ handle: () => ({ status: 404, body: "no" }), isSecure: true });
  const session = connect(`https://127.0.0.1:${fixture.server.port}`, { ca: authority.cert });
  const stream = session.request({ ":method": "POST", ":path": "/" });
  stream.write("x".repeat(100_000));
  const [headers] = await once(stream, "response");
  assert.equal(headers[":status"], 404);
  assert.equal(await text(stream), "no");
  await once(stream, "close");
  session.close();
});

test("who goes away aborts the signal of the request", async () => {
  const aborted = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const handle: HttpHandler = ({ signal }) => {
    signal.addEventListener("abort", () => aborted.resolve());
    begun.resolve();
    return new Promise<never>(() => {});
  };
  await using fixture = await startServer({ handle });
  using caller = await dial(fixture.server.port);
  caller.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  await begun.promise;
  caller.socket.destroy();
  await aborted.promise;
});

test("a certificate is changed for new connections while old ones go on", async () => {
  await using fixture = await startServer({ handle: tell, isSecure: true });
  const { server } = fixture;
  const session = connect(`https://127.0.0.1:${server.port}`, { ca: authority.cert });
  await post(session, "/", "before");
  const next = createAuthority("next", { nowMs: Date.now() });
  server.setTls(next.issue({ commonName: "next", names: ["127.0.0.1"], nowMs: Date.now() }));
  using fresh = await dialTls(server.port, { ca: next.cert });
  assert.equal((fresh.socket as TLSSocket).getPeerCertificate().subject.CN, "next");
  assert.equal((await post(session, "/", "after"))[0], 201);
  session.close();
});

test("with a client authority only its certificates get in, also after the server's own was changed", async () => {
  const clients = createAuthority("clients", { nowMs: Date.now() });
  const { cert, key } = clients.issue({ commonName: "apiserver", nowMs: Date.now() });
  await using fixture = await startServer({ handle: tell, isSecure: true, clientCa: clients.cert });
  const { server } = fixture;
  const anybody = async () => {
    using caller = await dialTls(server.port);
    caller.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    return await caller.closed;
  };
  assert.equal(await anybody(), "");
  using known = await dialTls(server.port, { cert, key });
  known.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  await known.hears("201");
  server.setTls({
    ...authority.issue({ commonName: "again", names: ["127.0.0.1"], nowMs: Date.now() }),
    clientCa: clients.cert,
  });
  assert.equal(await anybody(), "");
});

test("TLS older than 1.2 is refused", async () => {
  await using fixture = await startServer({ handle: tell, isSecure: true });
  const old = { minVersion: "TLSv1.1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" } as const;
  await assert.rejects(dialTls(fixture.server.port, old));
});

test("closing finishes what was begun, over both versions, and leaves nothing behind", async () => {
  const held = Promise.withResolvers<void>();
  let begun = 0;
  const both = Promise.withResolvers<void>();
  const handle: HttpHandler = async () => {
    begun += 1;
    if (begun === 2) both.resolve();
    await held.promise;
    return { status: 200, body: "late" };
  };
  const fixture = await startServer({ handle, isSecure: true });
  const { server, clock } = fixture;
  const session = connect(`https://127.0.0.1:${server.port}`, { ca: authority.cert });
  const second = post(session, "/", "");
  using first = await dialTls(server.port, { ALPNProtocols: ["http/1.1"] });
  first.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  await both.promise;
  using idle = await dialTls(server.port);
  const closing = server.close();
  await idle.closed;
  held.resolve();
  assert.deepEqual(await second, [200, "late"]);
  assert.match(await first.closed, /connection: close[\s\S]*late$/i);
  await closing;
  await assert.rejects(dial(server.port), { code: "ECONNREFUSED" });
  assert.deepEqual(clock.alive().timers, []);
});

test("closing cuts off what does not end, as soon as patience is over", async () => {
  const begun = Promise.withResolvers<void>();
  const handle: HttpHandler = () => {
    begun.resolve();
    return new Promise<never>(() => {});
  };
  const { server } = await startServer({ handle });
  using caller = await dial(server.port);
  caller.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  await begun.promise;
  const patience = new AbortController();
  const closing = server.close({ signal: patience.signal });
  patience.abort();
  await closing;
  assert.equal(await caller.closed, "");
});

test("a port that is taken is told with a remedy", async () => {
  await using fixture = await startServer({ handle: tell });
  const clock = createVirtualClock();
  const logger = createConsoleLogger({ write: () => {}, clock });
  const again = startHttpServer({ host: "127.0.0.1", port: fixture.server.port, handle: tell, clock, logger });
  await assert.rejects(again, { code: "PINTLE_ADDRESS_UNAVAILABLE", message: /EADDRINUSE.*choose another address/ });
});

import assert from "node:assert/strict";
import type { Http2ServerResponse } from "node:http2";
import { type AddressInfo, createServer } from "node:net";
import { test } from "node:test";
import { createSecureContext } from "node:tls";
import { createProcessClock, createVirtualClock, type TransportResponse } from "@pintle/machinery";
import { isLostConnection } from "../request/lost-connection.ts";
import { createHttpTransport, type HttpTransport } from "./create-http-transport.ts";
import {
  type Handler,
  type LocalServer,
  type LocalServerOptions,
  startServer,
  startWire,
} from "./local-server-fixture.test.ts";
import { parseServerAddress } from "./server-address.ts";
import { createWatchConnection } from "./watch-connection.ts";

const real = createProcessClock();

interface WatchServer extends LocalServer {
  /** The watches that are open, in the order in which they came. */
  readonly watches: { readonly version: string; readonly response: Http2ServerResponse }[];
}

async function startWatchServer(options: Partial<LocalServerOptions> = {}): Promise<WatchServer> {
  const watches: WatchServer["watches"] = [];
  const handler: Handler = (request, response) => {
    watches.push({ version: request.httpVersion, response: response as Http2ServerResponse });
    response.setHeader("content-type", "application/json");
    (response.write as (text: string) => void)("first\n");
  };
  return { ...(await startServer({ handler, hasHttp2: true, ...options })), watches };
}

function connectTo({ config }: Pick<LocalServer, "config">, clock = real): HttpTransport & AsyncDisposable {
  const transport = createHttpTransport(config, { clock });
  return { ...transport, [Symbol.asyncDispose]: () => transport.close() };
}

interface Watch {
  next(): Promise<string | undefined>;
  leave(): Promise<unknown>;
}

async function watch(transport: HttpTransport, signal?: AbortSignal, hasBookmarks = false): Promise<Watch> {
  const query = [["watch", "true"] as const, ["allowWatchBookmarks", String(hasBookmarks)] as const];
  const response: TransportResponse = await transport.request({ method: "GET", path: "/pods", query, signal });
  assert.equal(response.status, 200);
  assert.equal(response.headers["content-type"], "application/json");
  const iterator = response.body[Symbol.asyncIterator]();
  return {
    async next() {
      const { done, value } = await iterator.next();
      return done ? undefined : Buffer.from(value).toString();
    },
    leave: async () => iterator.return?.(),
  };
}

test("watches share one HTTP/2 connection where the server offers it", async () => {
  await using server = await startWatchServer();
  await using transport = connectTo(server);
  const open = await Promise.all(Array.from({ length: 20 }, () => watch(transport)));
  for (const each of open) assert.equal(await each.next(), "first\n");
  assert.equal(server.made(), 1);
  assert.deepEqual(new Set(server.watches.map(({ version }) => version)), new Set(["2.0"]));
  for (const { response } of server.watches) response.end("last\n");
  for (const each of open) assert.deepEqual([await each.next(), await each.next()], ["last\n", undefined]);
});

test("where the server offers none, each watch has a connection of its own", async () => {
  await using server = await startWatchServer({ hasHttp2: false });
  await using transport = connectTo(server);
  const open = [await watch(transport), await watch(transport)];
  for (const each of open) assert.equal(await each.next(), "first\n");
  assert.deepEqual(
    server.watches.map(({ version }) => version),
    ["1.1", "1.1"],
  );
});

test("watches beyond what the connection takes go elsewhere instead of waiting for ever", async () => {
  await using server = await startWatchServer({ maxStreams: 2 });
  await using transport = connectTo(server);
  for (let count = 0; count < 4; count += 1) assert.equal(await (await watch(transport)).next(), "first\n");
  assert.deepEqual(
    server.watches.map(({ version }) => version),
    ["2.0", "2.0", "1.1", "1.1"],
  );
});

test("a slow watch does not hold up the others on the connection", async () => {
  await using server = await startWatchServer();
  await using transport = connectTo(server);
  await watch(transport);
  const other = await watch(transport);
  server.watches[0]?.response.write("x".repeat(8 * 1024 * 1024));
  assert.equal(await other.next(), "first\n");
  server.watches[1]?.response.write("second\n");
  assert.equal(await other.next(), "second\n");
});

test("an abort ends a watch with its reason and the server sees it, while the others go on", async () => {
  await using server = await startWatchServer();
  await using transport = connectTo(server);
  const gone = new AbortController();
  const aborted = await watch(transport, gone.signal);
  const left = await watch(transport);
  const stays = await watch(transport);
  for (const each of [aborted, left, stays]) await each.next();
  const closed = server.watches
    .slice(0, 2)
    .map(({ response }) => new Promise((resolve) => response.on("close", resolve)));
  const reason = new Error("enough");
  const ended = assert.rejects(aborted.next(), (error) => error === reason);
  gone.abort(reason);
  await ended;
  await left.leave();
  await Promise.all(closed);
  server.watches[2]?.response.write("more\n");
  assert.equal(await stays.next(), "more\n");
});

test("a stream that the server breaks off is a lost connection, not an end", async () => {
  for (const code of [2, 8]) {
    await using server = await startWatchServer();
    await using transport = connectTo(server);
    const broken = await watch(transport);
    assert.equal(await broken.next(), "first\n");
    server.watches[0]?.response.stream.close(code);
    await assert.rejects(broken.next(), (error) => isLostConnection(error));
  }
});

test("a connection that is reset rejects its watches, and the next one opens another", async () => {
  await using server = await startWatchServer();
  await using wire = await startWire(server.port);
  const config = { ...server.config, server: `https://127.0.0.1:${wire.port}` };
  await using transport = connectTo({ config });
  const broken = [await watch(transport), await watch(transport)];
  for (const each of broken) await each.next();
  wire.cut();
  for (const each of broken) {
    await assert.rejects(each.next(), (error) => {
      assert.ok(error instanceof Error && error.name === "ConnectionError" && isLostConnection(error));
      assert.match(error.message, /^https:\/\/127\.0\.0\.1:\d+ lost the connection/);
      return true;
    });
  }
  assert.equal(await (await watch(transport)).next(), "first\n");
  assert.equal(server.made(), 2);
});

test("after GOAWAY open watches go on, and a new one gets another connection", async () => {
  await using server = await startWatchServer();
  await using transport = connectTo(server);
  const old = await watch(transport);
  await old.next();
  const { response } = server.watches[0] ?? assert.fail();
  response.stream.session?.goaway(0, response.stream.id);
  response.write("still here\n");
  assert.equal(await old.next(), "still here\n");
  assert.equal(await (await watch(transport)).next(), "first\n");
  assert.equal(server.made(), 2);
  response.end();
  assert.equal(await old.next(), undefined);
});

test("a connection that is going already is gone for who closes it when its last watch has ended", async () => {
  await using server = await startWatchServer();
  const ca = await server.config.trust?.read();
  const tls = { secureContext: createSecureContext({ ca }), rejectUnauthorized: true };
  const address = parseServerAddress(server.config);
  const connection = createWatchConnection({ address, tls, clock: real, explain: (error) => error });
  const open = await connection.request({ path: "/pods", headers: {} });
  const reader = open?.body[Symbol.asyncIterator]() ?? assert.fail("no HTTP/2");
  await reader.next();
  const { response } = server.watches[0] ?? assert.fail();
  response.stream.session?.goaway(0, response.stream.id);
  response.write("going\n");
  await reader.next();
  let isGone = false;
  const closing = connection.close().then(() => {
    isGone = true;
  });
  await real.turn();
  assert.equal(isGone, false, "its watch goes on");
  response.end();
  assert.equal((await reader.next()).done, true);
  await closing;
  await connection.close();
});

test("a half-open connection is found by its pings: its watches reject and the next one connects anew", async () => {
  const clock = createVirtualClock();
  await using server = await startWatchServer();
  await using wire = await startWire(server.port);
  const config = { ...server.config, server: `https://127.0.0.1:${wire.port}` };
  await using transport = connectTo({ config }, clock);
  const silenced = [await watch(transport), await watch(transport)];
  for (const each of silenced) await each.next();
  wire.freeze();
  const rejected = silenced.map((each) =>
    assert.rejects(each.next(), (error) => {
      assert.ok(error instanceof Error && isLostConnection(error));
      assert.match(error.message, /no answer to a ping within 15 s/);
      return true;
    }),
  );
  await clock.advance(30_000);
  await clock.advance(15_000);
  await Promise.all(rejected);
  assert.equal(await (await watch(transport)).next(), "first\n");
  assert.equal(wire.made(), 2);
});

test("a quiet watch whose pings are answered goes on longer than any timer", async () => {
  const clock = createVirtualClock();
  await using server = await startWatchServer();
  await using transport = connectTo(server, clock);
  const quiet = await watch(transport);
  const other = await watch(transport);
  for (const each of [quiet, other]) await each.next();
  const [first, second] = server.watches;
  // The answer to a ping goes out before what is written when it has come.
  first?.response.stream.session?.on("ping", () => second?.response.write("ping\n"));
  for (let beats = 0; beats < 100; beats += 1) {
    await clock.advance(30_000);
    assert.equal(await other.next(), "ping\n");
  }
  first?.response.write("after an hour\n");
  assert.equal(await quiet.next(), "after an hour\n");
  assert.equal(server.made(), 1);
});

test("a connection without watches is closed at the next beat", async () => {
  const clock = createVirtualClock();
  await using server = await startWatchServer();
  await using transport = connectTo(server, clock);
  const only = await watch(transport);
  const [left] = Array.from(server.watches, ({ response }) => new Promise((resolve) => response.on("close", resolve)));
  const [closed] = Array.from(server.sockets, (socket) => new Promise((resolve) => socket.on("close", resolve)));
  await only.leave();
  await left;
  assert.equal(server.sockets.size, 1);
  await clock.advance(30_000);
  await closed;
});

test("closing the transport rejects the watches", async () => {
  await using server = await startWatchServer();
  const transport = connectTo(server);
  const open = await watch(transport);
  await open.next();
  const rejected = assert.rejects(open.next(), /the client was closed/);
  await transport.close();
  await rejected;
});

test("a server that takes connections and says nothing is given up after ten seconds", async () => {
  const clock = createVirtualClock();
  const silent = createServer();
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const { port } = silent.address() as AddressInfo;
  const arrived = new Promise((resolve) => silent.once("connection", resolve));
  const config = { server: `https://127.0.0.1:${port}`, namespace: "default" };
  await using transport = connectTo({ config }, clock);
  const rejected = assert.rejects(watch(transport), { name: "ConnectionError", message: /cannot be reached/ });
  await arrived;
  await clock.advance(10_000);
  await rejected;
  silent.close();
});

test("a half-open watch over HTTP/1.1 is found by the bookmark that does not come", async () => {
  const clock = createVirtualClock();
  await using server = await startWatchServer({ hasHttp2: false });
  await using wire = await startWire(server.port);
  const config = { ...server.config, server: `https://127.0.0.1:${wire.port}` };
  await using transport = connectTo({ config }, clock);
  const silenced = await watch(transport, undefined, true);
  assert.equal(await silenced.next(), "first\n");
  // As long as something comes within 90 seconds it goes on.
  for (let minutes = 0; minutes < 5; minutes += 1) {
    await clock.advance(60_000);
    server.watches[0]?.response.write("bookmark\n");
    assert.equal(await silenced.next(), "bookmark\n");
  }
  wire.freeze();
  const rejected = assert.rejects(silenced.next(), {
    name: "ConnectionError",
    message: /^https:\/\/127\.0\.0\.1:\d+ was silent for too long$/,
  });
  await clock.advance(89_999);
  await clock.advance(1);
  await rejected;
  assert.equal(await (await watch(transport, undefined, true)).next(), "first\n");
});

test("a watch over HTTP/1.1 that asks for no bookmarks may be silent for ever", async () => {
  const clock = createVirtualClock();
  await using server = await startWatchServer({ hasHttp2: false });
  await using transport = connectTo(server, clock);
  const quiet = await watch(transport);
  await quiet.next();
  await clock.advance(3_600_000);
  server.watches[0]?.response.write("after an hour\n");
  assert.equal(await quiet.next(), "after an hour\n");
});

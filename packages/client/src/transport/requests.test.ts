import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "node:test";
import { createProcessClock, type TransportResponse } from "@pintle/machinery";
import { createHttpTransport, type HttpTransport } from "./create-http-transport.ts";
import { type Handler, type LocalServer, readAll, startServer } from "./local-server-fixture.test.ts";

const clock = createProcessClock();

function connectTo({ config }: LocalServer, more: object = {}): HttpTransport & AsyncDisposable {
  const transport = createHttpTransport({ ...config, ...more }, { clock });
  return { ...transport, [Symbol.asyncDispose]: () => transport.close() };
}

const echo: Handler = async (request, response) => {
  const { method, url, headers } = request;
  const body = await readAll(request);
  response.setHeader("content-type", "application/json");
  (response.end as (text: string) => void)(JSON.stringify({ method, url, headers, body }));
};

test("200 requests one after the other take one connection", async () => {
  await using server = await startServer({ handler: echo });
  await using transport = connectTo(server);
  for (let count = 0; count < 200; count += 1) {
    const { status, body } = await transport.request({ method: "GET", path: "/x" });
    assert.equal(status, 200);
    await readAll(body);
  }
  assert.equal(server.made(), 1);
});

test("many requests at once share a bounded number of connections, HTTP/1.1 even where HTTP/2 is offered", async () => {
  const versions = new Set<string>();
  const handler: Handler = (request, response) => {
    versions.add(request.httpVersion);
    echo(request, response);
  };
  await using server = await startServer({ handler, hasHttp2: true });
  await using transport = connectTo(server);
  const ask = async () => readAll((await transport.request({ method: "GET", path: "/x" })).body);
  await Promise.all(Array.from({ length: 300 }, ask));
  assert.ok(server.made() > 1 && server.made() <= 32, String(server.made()));
  assert.deepEqual([...versions], ["1.1"]);
});

test("path, query, headers and body arrive as they were meant", async () => {
  await using server = await startServer({ handler: echo });
  const impersonate = { user: "jane", uid: "7", groups: ["a", "b"], extra: { "example.com/Scope": ["x"] } };
  const credentials = { get: async () => ({ authorization: "Bearer t" }), refuse: () => {} };
  const behind = { ...server.config, server: `${server.config.server}/clusters/one/` };
  await using transport = connectTo({ ...server, config: behind }, { impersonate, credentials });
  async function* chunks() {
    yield Buffer.from("in ");
    yield Buffer.from("chunks");
  }
  for (const [body, text] of [
    [Buffer.from("whole"), "whole"],
    [chunks(), "in chunks"],
  ] as const) {
    const response = await transport.request({
      ...{ method: "POST", path: "/api/v1/a%2Fb", body },
      query: [
        ["labelSelector", "a=b, c!=d"],
        ["x", "1"],
        ["x", "2"],
      ],
      headers: { "content-type": "text/plain" },
    });
    const seen = JSON.parse(await readAll(response.body));
    assert.equal(seen.method, "POST");
    assert.equal(seen.url, "/clusters/one/api/v1/a%2Fb?labelSelector=a%3Db%2C+c%21%3Dd&x=1&x=2");
    assert.equal(seen.body, text);
    assert.equal(seen.headers.authorization, "Bearer t");
    assert.equal(seen.headers["user-agent"], "test/1");
    assert.equal(seen.headers["impersonate-user"], "jane");
    assert.equal(seen.headers["impersonate-uid"], "7");
    assert.equal(seen.headers["impersonate-group"], "a, b");
    assert.equal(seen.headers["impersonate-extra-example.com%2fscope"], "x");
  }
});

test("answers of every status resolve, redirects are not followed, and names that repeat keep their values", async () => {
  const handler: Handler = (_, response) => {
    response.setHeader("location", "https://elsewhere.example/");
    response.setHeader("warning", ['299 - "a"', '299 - "b"']);
    response.statusCode = 307;
    response.end();
  };
  await using server = await startServer({ handler });
  await using transport = connectTo(server);
  const { status, headers, body } = await transport.request({ method: "GET", path: "/x" });
  assert.equal(status, 307);
  assert.deepEqual(headers.warning, ['299 - "a"', '299 - "b"']);
  assert.equal(await readAll(body), "");
});

test("a body that is cut short rejects, with and without an announced length", async () => {
  for (const headers of [{ "content-length": "100" }, {}]) {
    const handler: Handler = (request, response) => {
      (response as import("node:http").ServerResponse).writeHead(200, headers);
      (response.write as (text: string, done: () => void) => void)("half", () => request.socket.destroy());
    };
    await using server = await startServer({ handler });
    await using transport = connectTo(server);
    const { body } = await transport.request({ method: "GET", path: "/x" });
    const seen: string[] = [];
    const reading = (async () => {
      for await (const chunk of body) seen.push(Buffer.from(chunk).toString());
    })();
    await assert.rejects(reading, {
      name: "ConnectionError",
      message: /https:\/\/127\.0\.0\.1:\d+ lost the connection/,
    });
    assert.deepEqual(seen, ["half"]);
  }
});

/** Begins to answer and goes on for ever, until the other side is gone. */
function endless(): { handler: Handler; gone: Promise<void>; written: () => number } {
  const { promise, resolve } = Promise.withResolvers<void>();
  let written = 0;
  const chunk = "x".repeat(64 * 1024);
  const handler: Handler = (_, response) => {
    const target = response as import("node:http").ServerResponse;
    target.on("close", resolve);
    target.writeHead(200, {});
    const write = () => {
      written += chunk.length;
      if (target.write(chunk)) clock.setTimer(0, write, { kind: "work", label: "write" });
      else target.once("drain", write);
    };
    write();
  };
  return { handler, gone: promise, written: () => written };
}

test("an abort before the answer rejects with its reason, and the server sees the request cancelled", async () => {
  const arrived = Promise.withResolvers<void>();
  const cancelled = Promise.withResolvers<void>();
  const handler: Handler = (_, response) => {
    response.on("close", () => cancelled.resolve());
    arrived.resolve();
  };
  await using server = await startServer({ handler });
  await using transport = connectTo(server);
  const gone = new AbortController();
  const asking = transport.request({ method: "GET", path: "/x", signal: gone.signal });
  await arrived.promise;
  const reason = { not: "even an Error" };
  gone.abort(reason);
  await assert.rejects(asking, (error) => error === reason);
  await cancelled.promise;
});

test("an abort afterwards ends the body with its reason, and leaving the loop ends it too", async () => {
  for (const isAborted of [true, false]) {
    const { handler, gone } = endless();
    await using server = await startServer({ handler });
    await using transport = connectTo(server);
    const controller = new AbortController();
    const reason = new Error("enough");
    const { body } = await transport.request({ method: "GET", path: "/x", signal: controller.signal });
    const reading = (async () => {
      for await (const _ of body) {
        if (!isAborted) break;
        controller.abort(reason);
      }
    })();
    if (isAborted) await assert.rejects(reading, (error) => error === reason);
    else await reading;
    await gone;
  }
});

test("a signal that outlives its requests remembers none of them", async () => {
  await using server = await startServer({ handler: echo, hasHttp2: true });
  await using transport = connectTo(server);
  const { signal } = new AbortController();
  for (const query of [[], [["watch", "true"] as const]]) {
    for (let count = 0; count < 10; count += 1) {
      await readAll((await transport.request({ method: "GET", path: "/x", query, signal })).body);
      const { body } = await transport.request({ method: "GET", path: "/x", query, signal });
      for await (const _ of body) break;
    }
  }
  assert.deepEqual(getEventListeners(signal, "abort"), []);
});

test("who does not read holds up the sender", async () => {
  const { handler, written } = endless();
  await using server = await startServer({
    handler: (request, response) => (request.url === "/endless" ? handler : echo)(request, response),
  });
  await using transport = connectTo(server);
  const { body } = await transport.request({ method: "GET", path: "/endless" });
  let before = -1;
  while (written() !== before) {
    before = written();
    // Meanwhile everything else goes on as ever.
    for (let count = 0; count < 100; count += 1) {
      await readAll((await transport.request({ method: "GET", path: "/x" })).body);
    }
  }
  assert.ok(before < 32 * 1024 * 1024, String(before));
  let read = 0;
  for await (const chunk of body) {
    read += chunk.length;
    if (read > before) break;
  }
  assert.ok(written() > before);
});

test("a request that was aborted while it waited for a connection is never sent", async () => {
  const held: TransportResponse[] = [];
  let asked = 0;
  const handler: Handler = (request, response) => {
    asked += 1;
    if (request.url === "/held") (response.write as (text: string) => void)("x");
    else response.end();
  };
  await using server = await startServer({ handler });
  await using transport = connectTo(server);
  for (let count = 0; count < 32; count += 1) held.push(await transport.request({ method: "GET", path: "/held" }));
  const gone = new AbortController();
  const waiting = transport.request({ method: "POST", path: "/late", signal: gone.signal });
  await clock.turn();
  gone.abort(new Error("too late"));
  await assert.rejects(waiting, /too late/);
  for (const { body } of held) await body[Symbol.asyncIterator]().return?.();
  await readAll((await transport.request({ method: "GET", path: "/after" })).body);
  assert.equal(asked, 33);
});

test("streams that stay open take no connection from requests", async () => {
  const handler: Handler = (request, response) => {
    if (request.url?.includes("=true")) (response.write as (text: string) => void)("{}\n");
    else response.end();
  };
  await using server = await startServer({ handler });
  await using transport = connectTo(server);
  for (const name of ["watch", "follow"]) {
    for (let count = 0; count < 20; count += 1) {
      await transport.request({ method: "GET", path: "/x", query: [[name, "true"]] });
    }
  }
  await readAll((await transport.request({ method: "GET", path: "/x" })).body);
});

test("closing ends what is open, and nothing is asked afterwards", async () => {
  const { handler } = endless();
  await using server = await startServer({ handler });
  const transport = connectTo(server);
  const { body } = await transport.request({ method: "GET", path: "/x" });
  const reading = assert.rejects(readAll(body), { name: "ConnectionError" });
  const closed = Promise.all(
    Array.from(server.sockets, (socket) => new Promise((resolve) => socket.on("close", resolve))),
  );
  await transport.close();
  await reading;
  await closed;
  await assert.rejects(transport.request({ method: "GET", path: "/x" }), { code: "PINTLE_CLIENT_CLOSED" });
});

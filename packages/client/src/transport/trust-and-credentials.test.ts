import assert from "node:assert/strict";
import { test } from "node:test";
import type { TLSSocket } from "node:tls";
import { createVirtualClock } from "@pintle/machinery";
import { createAuthority } from "@pintle/machinery/certificates";
import type { ClientConfig, Credentials } from "../config/client-config.ts";
import { createHttpTransport, type HttpTransport } from "./create-http-transport.ts";
import { authority, type Handler, readAll, serving, startServer } from "./local-server-fixture.test.ts";

const clock = createVirtualClock();

function connectTo(config: ClientConfig): HttpTransport & AsyncDisposable {
  const transport = createHttpTransport(config, { clock });
  return { ...transport, [Symbol.asyncDispose]: () => transport.close() };
}

async function get(transport: HttpTransport): Promise<[number, string]> {
  const { status, body } = await transport.request({ method: "GET", path: "/x" });
  return [status, await readAll(body)];
}

/** Believes one token, which may change, and says who asked. */
function guarded(): { handler: Handler; believed: { token: string }; seen: string[] } {
  const believed = { token: "one" };
  const seen: string[] = [];
  const handler: Handler = async (request, response) => {
    const said = request.headers.authorization ?? "";
    seen.push(`${said} ${await readAll(request)}`.trim());
    response.statusCode = said === `Bearer ${believed.token}` ? 200 : 401;
    (response.end as (text: string) => void)("body");
  };
  return { handler, believed, seen };
}

function tokens(...all: readonly string[]) {
  const left = [...all];
  const refused: (string | undefined)[] = [];
  return {
    refused,
    get: async (): Promise<Credentials> => ({ authorization: `Bearer ${left[0]}` }),
    refuse({ authorization }: Credentials) {
      refused.push(authorization);
      if (left.length > 1 && authorization === `Bearer ${left[0]}`) left.shift();
    },
  };
}

test("a refused token is replaced and the request sent once more, with its body, on the same connection", async () => {
  const { handler, seen } = guarded();
  await using server = await startServer({ handler });
  const credentials = tokens("old", "one");
  await using transport = connectTo({ ...server.config, credentials });
  const { status, body } = await transport.request({ method: "POST", path: "/x", body: Buffer.from("data") });
  assert.deepEqual([status, await readAll(body)], [200, "body"]);
  assert.deepEqual(seen, ["Bearer old data", "Bearer one data"]);
  assert.deepEqual(credentials.refused, ["Bearer old"]);
  assert.equal(server.made(), 1);
});

test("401 is the answer when there are no others, when they are refused too, and when the body is gone", async () => {
  const { handler, seen } = guarded();
  await using server = await startServer({ handler });
  await using same = connectTo({ ...server.config, credentials: tokens("old") });
  assert.deepEqual(await get(same), [401, "body"]);
  assert.equal(seen.length, 1);
  await using twice = connectTo({ ...server.config, credentials: tokens("old", "older", "one") });
  assert.deepEqual(await get(twice), [401, "body"]);
  assert.equal(seen.length, 3);
  assert.deepEqual(await get(twice), [200, "body"]);
  async function* chunks() {
    yield Buffer.from("once");
  }
  await using chunked = connectTo({ ...server.config, credentials: tokens("old", "one") });
  const { status } = await chunked.request({ method: "POST", path: "/x", body: chunks() });
  assert.equal(status, 401);
  assert.equal(seen.at(-1), "Bearer old once");
});

test("a token that a request brings itself is neither replaced nor refused", async () => {
  const { handler, seen } = guarded();
  await using server = await startServer({ handler });
  const credentials = tokens("one");
  await using transport = connectTo({ ...server.config, credentials });
  const { status } = await transport.request({ method: "GET", path: "/x", headers: { authorization: "Bearer own" } });
  assert.deepEqual([status, seen, credentials.refused], [401, ["Bearer own"], []]);
});

test("tokens that change under load cost nobody a request", async () => {
  const { handler, believed } = guarded();
  await using server = await startServer({ handler });
  await using transport = connectTo({ ...server.config, credentials: tokens("one", "two", "three") });
  for (const token of ["one", "two", "three"]) {
    believed.token = token;
    const answers = await Promise.all(Array.from({ length: 50 }, () => get(transport)));
    assert.ok(answers.every(([status]) => status === 200));
  }
});

test("what goes wrong with credentials rejects the request, and an abort does not wait for them", async () => {
  const { handler } = guarded();
  await using server = await startServer({ handler });
  const failing = { get: () => Promise.reject(new Error("/var/token: no such file")), refuse: () => {} };
  await assert.rejects(get(connectTo({ ...server.config, credentials: failing })), /no such file/);
  const hanging = { get: () => new Promise<Credentials>(() => {}), refuse: () => {} };
  const transport = connectTo({ ...server.config, credentials: hanging });
  const gone = new AbortController();
  const asking = transport.request({ method: "GET", path: "/x", signal: gone.signal });
  gone.abort(new Error("no time"));
  await assert.rejects(asking, /no time/);
  assert.equal(server.made(), 0);
});

test("a new client certificate means new connections, and the idle old ones are closed", async () => {
  const handler: Handler = (request, response) => {
    const { subject } = (request.socket as TLSSocket).getPeerCertificate();
    (response.end as (text: string) => void)(String(subject?.CN));
  };
  await using server = await startServer({ handler, clientCa: authority.cert });
  const issue = (commonName: string) => authority.issue({ commonName, nowMs: Date.now() });
  let certificate = issue("jane");
  const credentials = { get: async () => ({ certificate }), refuse: () => {} };
  await using transport = connectTo({ ...server.config, credentials });
  assert.deepEqual(
    [await get(transport), await get(transport)],
    [
      [200, "jane"],
      [200, "jane"],
    ],
  );
  assert.equal(server.made(), 1);
  const closed = Promise.all(
    Array.from(server.sockets, (socket) => new Promise((resolve) => socket.on("close", resolve))),
  );
  certificate = issue("joe");
  assert.deepEqual(await get(transport), [200, "joe"]);
  await closed;
  assert.deepEqual([server.made(), server.sockets.size], [2, 1]);
});

test("authorities that change are read again: at once after a certificate that was not believed, else soon", async () => {
  const { handler } = guarded();
  await using server = await startServer({ handler });
  const other = createAuthority("another authority", { nowMs: Date.now() }).cert;
  let ca = other;
  let reads = 0;
  const trust = {
    async read() {
      reads += 1;
      return ca;
    },
  };
  await using transport = connectTo({ ...server.config, trust });
  await assert.rejects(get(transport), {
    name: "ConnectionError",
    message: /none of the authorities.*certificate-authority/,
  });
  ca = authority.cert;
  assert.equal((await get(transport))[0], 401);
  assert.equal((await get(transport))[0], 401);
  assert.deepEqual([reads, server.made()], [2, 1]);
  ca = authority.cert + other;
  await clock.advance(10_000);
  assert.equal((await get(transport))[0], 401);
  assert.deepEqual([reads, server.made()], [3, 2]);
});

test("authorities that cannot be read again stay those from before", async () => {
  const { handler } = guarded();
  await using server = await startServer({ handler });
  let isThere = false;
  const trust = {
    async read() {
      if (!isThere) throw new Error("/ca.crt: no such file");
      return authority.cert;
    },
  };
  await using transport = connectTo({ ...server.config, trust });
  await assert.rejects(get(transport), /no such file/);
  isThere = true;
  await get(transport);
  isThere = false;
  await clock.advance(20_000);
  assert.equal((await get(transport))[0], 401);
});

test("the server's certificate is checked for the name that is said, or not at all", async () => {
  const { handler } = guarded();
  const nowMs = Date.now();
  const certificate = authority.issue({ commonName: "server", names: ["kubernetes.default.svc"], nowMs });
  await using server = await startServer({ handler, certificate });
  await assert.rejects(get(connectTo(server.config)), {
    name: "ConnectionError",
    message: /other names.*tls-server-name/,
  });
  await using named = connectTo({ ...server.config, tlsServerName: "kubernetes.default.svc" });
  assert.equal((await get(named))[0], 401);
  const { trust: _, ...untrusting } = server.config;
  await using careless = connectTo({ ...untrusting, skipsVerification: true });
  assert.equal((await get(careless))[0], 401);
});

test("an expired certificate is told apart from one of another authority", async () => {
  const { handler } = guarded();
  const expired = authority.issue({
    ...{ commonName: "server", names: ["127.0.0.1"] },
    ...{ nowMs: Date.now() - 10 * 86_400_000, lifetimeMs: 86_400_000 },
  });
  await using server = await startServer({ handler, certificate: expired, hasHttp2: true });
  await using transport = connectTo(server.config);
  await assert.rejects(get(transport), { code: "CERT_HAS_EXPIRED", message: /has expired/ });
  const watching = transport.request({ method: "GET", path: "/x", query: [["watch", "true"]] });
  await assert.rejects(watching, { code: "CERT_HAS_EXPIRED", message: /has expired/ });
});

test("certificates that cannot be used are told before anything is sent, without the key", async () => {
  await using server = await startServer({ handler: guarded().handler });
  const key = createAuthority("x", { nowMs: Date.now() }).key;
  for (const certificate of [
    { cert: serving.cert, key },
    { cert: "no pem", key },
  ]) {
    const credentials = { get: async () => ({ certificate }), refuse: () => {} };
    await assert.rejects(get(connectTo({ ...server.config, credentials })), (error) => {
      assert.ok(error instanceof Error && /certificate and key.*cannot be used/.test(error.message));
      assert.ok(!JSON.stringify([error.message, error.stack, error.cause]).includes(key.slice(40, 80)));
      return true;
    });
  }
});

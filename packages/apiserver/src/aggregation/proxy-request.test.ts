import assert from "node:assert/strict";
import { once } from "node:events";
import { PassThrough } from "node:stream";
import { describe, test } from "node:test";
import { AggregatorFixture, answerDiscovery, type BackendHandler } from "./aggregator-fixture.test.ts";

const path = "/apis/art.test/v1/namespaces/a/paintings";

/** Everything below the version's own path is answered so. */
async function serve(handle: BackendHandler): Promise<AggregatorFixture> {
  const fixture = new AggregatorFixture();
  fixture.handle = (request) => (request.path.startsWith(`${path}`) ? handle(request) : answerDiscovery(request));
  await fixture.register();
  fixture.asked.length = 0;
  return fixture;
}

describe("what the server behind sees", () => {
  test("is who asks, as the aggregator knows it and not as the client says", async () => {
    const fixture = await serve(async () => ({}));
    const headers = {
      authorization: "Bearer secret",
      "x-remote-user": "root",
      "x-remote-extra-scopes": "all",
      "impersonate-group": "system:masters",
      connection: "keep-alive, x-hop",
      "x-hop": "1",
      "x-forwarded-for": "192.0.2.1",
      accept: "*/*",
    };
    const repeatedHeaders = { "x-remote-group": ["system:masters", "b"] };
    await fixture.ask(path, { headers: { ...headers, "impersonate-group": undefined }, repeatedHeaders });
    const { "audit-id": auditId, ...seen } = fixture.asked[0]?.headers ?? {};
    assert.match(String(auditId), /^[0-9a-f-]{36}$/);
    assert.deepEqual(seen, {
      accept: "*/*",
      host: "api.test:443",
      "x-remote-user": "jane",
      "x-remote-uid": "7",
      "x-remote-group": ["cooks", "system:authenticated"],
      "x-remote-extra-a%2Fb": ["c"],
      "x-forwarded-for": "192.0.2.1, 10.1.2.3",
      "x-forwarded-host": "api.test:443",
      "x-forwarded-proto": "https",
      "x-forwarded-uri": path,
    });
  });

  test("is the path decoded and encoded again, and the query sorted", async () => {
    const fixture = await serve(async () => ({}));
    await fixture.ask(`${path}/a%2Fb%20c%3F?b=2&a=1&b=1`);
    const [{ path: seen, query } = { path: "", query: [] }] = fixture.asked;
    assert.equal(seen, `${path}/a/b%20c%3F`);
    assert.deepEqual(
      [...(query ?? [])],
      [
        ["a", "1"],
        ["b", "2"],
        ["b", "1"],
      ],
    );
  });
});

describe("an answer", () => {
  test("loses what was about its connection and who may read it across origins, and nothing else", async () => {
    const fixture = await serve(async () => ({
      status: 418,
      headers: {
        "x-own": ["a", "b"],
        connection: "close",
        "keep-alive": "timeout=5",
        "transfer-encoding": "chunked",
        "access-control-allow-origin": "*",
      },
      body: "short",
    }));
    const { status, headers, text } = await fixture.ask(path);
    const { "audit-id": _, "cache-control": __, ...rest } = headers;
    assert.deepEqual([status, text, rest], [418, "short", { "x-own": ["a", "b"] }]);
  });

  test("that is long is not compressed once more", async () => {
    const body = "x".repeat(300_000);
    const fixture = await serve(async () => ({ headers: { "content-encoding": "own" }, body }));
    const { headers, text } = await fixture.ask(path, { headers: { "accept-encoding": "gzip" } });
    assert.deepEqual([headers["content-encoding"], text.length], ["own", 300_000]);
  });

  test("that never comes is a failure after a minute", async () => {
    const fixture = await serve(({ signal }) => hang(signal));
    const answer = fixture.ask(path);
    await fixture.clock.advance(60_000);
    assert.equal((await answer).status, 504);
  });

  test("whose body never ends is cut off after a minute", async () => {
    const fixture = await serve(async ({ signal }) => ({ body: dripping(signal) }));
    const answer = fixture.ask(path);
    const cut = assert.rejects(answer, /context deadline exceeded/);
    await fixture.clock.advance(60_000);
    await cut;
  });

  test("that is a watch lasts as long as the client stays", async () => {
    let isGone = false;
    const fixture = await serve(async ({ signal }) => {
      signal?.addEventListener("abort", () => {
        isGone = true;
      });
      return { body: dripping(signal) };
    });
    const client = new AbortController();
    const answer = fixture.ask(`${path}?watch=1`, { signal: client.signal });
    const ended = assert.rejects(answer);
    await fixture.clock.advance(3_600_000);
    assert.equal(isGone, false);
    client.abort(new Error("gone"));
    await ended;
    assert.equal(isGone, true);
  });

  test("of a server whose connection fails says what failed", async () => {
    const fixture = await serve(async () => {
      throw new Error("EOF");
    });
    const { status, text } = await fixture.ask(path);
    assert.deepEqual([status, text], [503, "error trying to reach service: EOF\n"]);
  });
});

describe("a switch of protocols", () => {
  test("hands the server's connection on", async () => {
    const socket = new PassThrough();
    const fixture = await serve(async () => ({ status: 101, headers: { upgrade: "echo", "x-own": "yes" }, socket }));
    const response = await fixture.ask(path, {
      asksToSwitch: true,
      headers: { upgrade: "echo", connection: "Upgrade" },
    });
    assert.equal(response.socket, socket);
    assert.deepEqual([response.status, response.headers.upgrade, response.headers["x-own"]], [101, "echo", "yes"]);
    assert.equal(fixture.asked[0]?.headers?.upgrade, "echo");
  });

  test("that the server does not make is a failure, or the server's own refusal", async () => {
    const fixture = await serve(async () => ({ status: 200 }));
    const request = { asksToSwitch: true, headers: { upgrade: "echo" } };
    assert.equal((await fixture.ask(path, request)).text, "invalid upgrade response: status code 200\n");
    fixture.handle = async () => ({ status: 403, body: "no" });
    assert.equal((await fixture.ask(path, request)).text, "no");
  });
});

function hang(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
}

async function* dripping(signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  yield Buffer.from("a");
  if (signal && !signal.aborted) await once(signal, "abort");
  throw signal?.reason;
}

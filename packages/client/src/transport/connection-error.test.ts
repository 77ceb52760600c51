import assert from "node:assert/strict";
import { createServer } from "node:net";
import { test } from "node:test";
import { createProcessClock } from "@pintle/machinery";
import type { ClientConfig } from "../config/client-config.ts";
import { createHttpTransport } from "./create-http-transport.ts";
import { authority, type Handler, startServer } from "./local-server-fixture.test.ts";

const clock = createProcessClock();
const secret = "c2VjcmV0LXRva2Vu";
const credentials = { get: async () => ({ authorization: `Bearer ${secret}` }), refuse: () => {} };

async function failureOf(
  config: Partial<ClientConfig> & { server: string },
): Promise<{ code: string; message: string }[]> {
  const transport = createHttpTransport({ namespace: "default", credentials, ...config }, { clock });
  const failures: { code: string; message: string }[] = [];
  for (const query of [[], [["watch", "true"] as const]]) {
    await assert.rejects(transport.request({ method: "GET", path: "/api", query }), (error) => {
      assert.ok(error instanceof Error && error.name === "ConnectionError" && "code" in error, String(error));
      for (let next: unknown = error; next instanceof Error; next = next.cause) {
        assert.ok(!`${next.stack} ${JSON.stringify(next)}`.includes(secret));
      }
      failures.push({ code: String(error.code), message: error.message });
      return true;
    });
  }
  await transport.close();
  return failures;
}

/** A port that nobody listens on any more. */
async function deadPort(): Promise<number> {
  const server = await startServer({ handler: () => {} });
  await server[Symbol.asyncDispose]();
  return server.port;
}

test("a server that is not there is named, and what to look at, for requests and watches alike", async () => {
  const server = `https://127.0.0.1:${await deadPort()}`;
  for (const { code, message } of await failureOf({ server })) {
    assert.equal(code, "ECONNREFUSED");
    assert.ok(message.startsWith(`${server} refused the connection: check the address of the cluster`), message);
  }
});

test("a name that nobody knows is told as that", async () => {
  for (const { message } of await failureOf({ server: "https://nowhere.invalid:6443" })) {
    assert.match(message, /^https:\/\/nowhere\.invalid:6443 has a name that (nobody knows|could not be looked up)/);
  }
});

test("TLS to a server without it, and none to a server with it, are told", async () => {
  const handler: Handler = (_, response) => void response.end();
  await using plain = await startServer({ handler, isPlain: true });
  for (const { message } of await failureOf({ server: `https://127.0.0.1:${plain.port}` })) {
    assert.match(message, /does not speak TLS: check whether the address has to begin with http:\/\//);
  }
  await using secure = await startServer({ handler });
  for (const { message } of await failureOf({ server: `http://127.0.0.1:${secure.port}` })) {
    assert.match(message, /127\.0\.0\.1:\d+ (does not speak HTTP|lost the connection)/);
  }
});

test("a server that hangs up at once is a lost connection", async () => {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  for (const { message } of await failureOf({
    server: `https://127.0.0.1:${port}`,
    trust: { read: async () => authority.cert },
  })) {
    assert.match(message, /lost the connection before the answer was whole/);
  }
  server.close();
});

test("the password of a proxy is not in the error that names it", async () => {
  const proxyUrl = `http://jane:${secret}@127.0.0.1:${await deadPort()}`;
  for (const { message } of await failureOf({ server: "https://127.0.0.1:1", proxyUrl })) {
    assert.match(
      message,
      /^https:\/\/127\.0\.0\.1:1 \(through the proxy http:\/\/127\.0\.0\.1:\d+\) refused the connection/,
    );
  }
});

test("addresses that are none are wrong use, and what may be a secret in them is not repeated", () => {
  for (const [config, code] of [
    [{ server: "10.0.0.1:6443" }, "PINTLE_SERVER_INVALID"],
    [{ server: "ftp://x" }, "PINTLE_SERVER_INVALID"],
    [{ server: `://jane:${secret}@x` }, "PINTLE_SERVER_INVALID"],
    [{ server: "https://x", proxyUrl: `jane:${secret}@proxy` }, "PINTLE_PROXY_INVALID"],
    [{ server: "https://x", proxyUrl: "ftp://proxy" }, "PINTLE_PROXY_INVALID"],
  ] as const) {
    assert.throws(
      () => createHttpTransport({ namespace: "default", ...config }, { clock }),
      (error) => {
        assert.ok(error instanceof Error && "code" in error && error.code === code);
        assert.ok(!error.message.includes(secret));
        return true;
      },
    );
  }
});

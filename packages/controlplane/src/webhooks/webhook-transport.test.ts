import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import type { Transport } from "@pintle/machinery";
import { createAuthority } from "@pintle/machinery/certificates";
import { createWebhookConnections } from "./webhook-transport.ts";

const nowMs = Date.parse("2026-01-01T00:00:00Z");
const validity = { nowMs, lifetimeMs: 100 * 365 * 86_400_000 };
const authority = createAuthority("webhooks", validity);
const caBundle = Buffer.from(authority.cert).toString("base64");
let server: Server;
let port: number;

before(async () => {
  const leaf = authority.issue({ commonName: "webhook", names: ["127.0.0.1", "hook.ns.svc"], ...validity });
  server = createServer({ key: leaf.key, cert: leaf.cert }, async (incoming, outgoing) => {
    if (incoming.url?.startsWith("/close")) {
      outgoing.destroy();
      return;
    }
    let sent = "";
    for await (const piece of incoming) sent += piece;
    outgoing.end(`${incoming.method} ${incoming.url} ${sent}`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ({ port } = server.address() as AddressInfo);
});
after(() => {
  server.closeAllConnections();
  server.close();
});

const connect = createWebhookConnections({
  findService: async (_, name) => {
    if (name === "hook") return { host: "127.0.0.1" };
    throw new Error(`service "${name}" not found`);
  },
});

async function post(config: Parameters<typeof connect>[0], path = "/convert", by = connect): Promise<string> {
  const { transport } = by(config);
  const query = [["timeout", "30s"]] as const;
  const { body } = await transport.request({ method: "POST", path, query, body: Buffer.from("{}") });
  let text = "";
  for await (const piece of body) text += Buffer.from(piece).toString();
  return text;
}

test("a webhook is asked at its URL, trusted by its caBundle", async () => {
  assert.equal(await post({ url: `https://127.0.0.1:${port}/convert`, caBundle }), "POST /convert?timeout=30s {}");
});

test("a webhook is asked at its Service, whose name its certificate has", async () => {
  const service = { name: "hook", namespace: "ns", port, path: "/convert" };
  assert.equal(connect({ service, caBundle }).url, `https://hook.ns.svc:${port}/convert`);
  assert.equal(await post({ service, caBundle }), "POST /convert?timeout=30s {}");
  await assert.rejects(post({ service: { ...service, name: "nobody" } }), { message: 'service "nobody" not found' });
});

test("what goes wrong on the way is told in the words of Go", async () => {
  const url = `https://127.0.0.1:${port}`;
  await assert.rejects(post({ url }), {
    message: "tls: failed to verify certificate: x509: certificate signed by unknown authority",
  });
  await assert.rejects(post({ url, caBundle }, "/close"), { message: "EOF" });
  await assert.rejects(post({ url: "https://127.0.0.1:1" }), {
    message: "dial tcp 127.0.0.1:1: connect: connection refused",
  });
});

test("a webhook of this process is reached by the way that was given, and the others over HTTPS", async () => {
  const asked: string[] = [];
  const own = createWebhookConnections({
    findService: async () => assert.fail("no Service is looked for"),
    connectWebhook: ({ url = "" }) => {
      if (!url.startsWith("https://in-process.invalid/")) return undefined;
      const request: Transport["request"] = async ({ path }) => {
        asked.push(path);
        return { status: 200, headers: {}, body: answer() };
      };
      return { url, transport: { request } };
    },
  });
  async function* answer() {
    yield Buffer.from("here");
  }
  assert.equal(await post({ url: "https://in-process.invalid/convert" }, "/convert", own), "here");
  assert.equal(
    await post({ url: `https://127.0.0.1:${port}/convert`, caBundle }, "/convert", own),
    "POST /convert?timeout=30s {}",
  );
  assert.deepEqual(asked, ["/convert"]);
});

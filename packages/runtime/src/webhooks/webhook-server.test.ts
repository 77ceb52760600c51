import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:http2";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { createConsoleLogger, createProcessClock } from "@pintle/machinery";
import { authority, leaf } from "../http/server-fixture.test.ts";
import { Gate } from "../manager/fence.ts";
import type { RunningPart } from "../manager/part.ts";
import { admissionWebhook } from "./admission/admission-webhook.ts";
import type { CertificateSource, ServingCertificate } from "./certificates/certificate-source.ts";
import { Box, type Json, review, toBytes } from "./webhook-fixture.test.ts";
import { createWebhookServer, type WebhookServer } from "./webhook-server.ts";

class Certificates implements CertificateSource {
  readonly name = "test";
  readonly problem = undefined;
  readonly listeners = new Set<(certificate: ServingCertificate) => void>();
  isRunning = false;
  held: ServingCertificate = leaf;

  async start(): Promise<void> {
    this.isRunning = true;
  }

  current(): ServingCertificate {
    return this.held;
  }

  onChange(listener: (certificate: ServingCertificate) => void): Disposable {
    this.listeners.add(listener);
    return { [Symbol.dispose]: () => void this.listeners.delete(listener) };
  }

  change(certificate: ServingCertificate): void {
    this.held = certificate;
    for (const listener of this.listeners) listener(certificate);
  }

  async stop(): Promise<void> {
    this.isRunning = false;
  }
}

const signal = new AbortController().signal;

interface Fixture extends AsyncDisposable {
  readonly server: WebhookServer;
  readonly certificates: Certificates;
  readonly running: RunningPart;
  readonly lines: string[];
}

async function start(prepare: (server: WebhookServer) => void): Promise<Fixture> {
  const certificates = new Certificates();
  const clock = createProcessClock();
  const lines: string[] = [];
  const logger = createConsoleLogger({ write: (line) => lines.push(line), clock });
  const server = createWebhookServer({ host: "127.0.0.1", port: 0, certificates, clock, logger });
  await assert.rejects(server.check(), /has not been started yet/);
  prepare(server);
  const running = await server.start({ signal, fence: new Gate() });
  const stop = () => running.stop({ signal: AbortSignal.abort() });
  return { server, certificates, running, lines, [Symbol.asyncDispose]: stop };
}

async function post(
  server: WebhookServer,
  path: string,
  body: Uint8Array,
  ca = authority.cert,
): Promise<[number, string]> {
  const session = connect(`https://127.0.0.1:${server.port}`, { ca });
  try {
    const stream = session.request({ ":method": "POST", ":path": path, "content-type": "application/json" });
    stream.end(body);
    const [headers] = await once(stream, "response");
    return [headers[":status"], await text(stream)];
  } finally {
    session.close();
  }
}

test("a server with nothing but a certificate answers, and says when it does", async () => {
  await using fixture = await start((server) => server.add(admissionWebhook(Box, { validate: () => {} })));
  const { server, lines } = fixture;
  await server.check();
  const [status, answer] = await post(server, "/validate-example-com-v1-box?timeout=5s", toBytes(review()));
  assert.equal(status, 200);
  assert.equal((JSON.parse(answer) as Json).response.allowed, true);
  assert.equal(server.address, `127.0.0.1:${server.port}`);
  assert.match(lines.join(""), /Registering webhook[\s\S]*Starting webhook server[\s\S]*Serving webhook server/);
});

test("webhooks on one path are joined, handlers of one's own are not", async () => {
  const webhook = (name: string) => admissionWebhook(Box, { validate: (_, { warn }) => warn("", name) });
  await using fixture = await start((server) => {
    server.add(webhook("one"));
    server.add(webhook("two"));
    server.register("/own", () => ({ status: 200, body: "mine" }));
    assert.throws(() => server.register("/own", () => ({ status: 200 })), { code: "PINTLE_PATH_TAKEN" });
    assert.throws(() => server.register("/no good", () => ({ status: 200 })), { code: "PINTLE_WEBHOOK_PATH_INVALID" });
  });
  const [, answer] = await post(fixture.server, "/validate-example-com-v1-box", toBytes(review()));
  assert.deepEqual((JSON.parse(answer) as Json).response.warnings, ["one", "two"]);
  assert.deepEqual(await post(fixture.server, "/own", Buffer.from("{}")), [200, "mine"]);
  assert.equal((await post(fixture.server, "/other", Buffer.from("{}")))[0], 404);
});

test("an object of three megabytes passes, beyond seven it is 413", async () => {
  await using fixture = await start((server) => server.add(admissionWebhook(Box, { validate: () => {} })));
  const large = (bytes: number) => toBytes(review({ options: { filler: "x".repeat(bytes) } }));
  const path = "/validate-example-com-v1-box";
  assert.equal((await post(fixture.server, path, large(3 << 20)))[0], 200);
  assert.deepEqual(await post(fixture.server, path, large(7 << 20)), [
    413,
    "request entity is too large; limit is 7340032 bytes\n",
  ]);
});

test("a new certificate is shown as soon as its source has it", async () => {
  await using fixture = await start((server) => server.add(admissionWebhook(Box, { validate: () => {} })));
  const other = (await import("@pintle/machinery/certificates")).createAuthority("other", { nowMs: Date.now() });
  fixture.certificates.change(other.issue({ commonName: "o", names: ["127.0.0.1"], nowMs: Date.now() }));
  const path = "/validate-example-com-v1-box";
  assert.equal((await post(fixture.server, path, toBytes(review()), other.cert))[0], 200);
});

test("what was started is stopped: port, listener and certificates", async () => {
  const { server, running, certificates } = await start((each) =>
    each.add(admissionWebhook(Box, { validate: () => {} })),
  );
  assert.equal(certificates.isRunning, true);
  await running.stop({ signal });
  assert.deepEqual([certificates.isRunning, certificates.listeners.size, server.port], [false, 0, undefined]);
  await assert.rejects(server.check(), /has not been started yet/);
});

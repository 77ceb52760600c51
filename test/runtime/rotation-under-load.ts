/**
 * Renews certificates again and again while objects are created that two webhooks are asked about, one of which is called by a connection of
 * its own each time, and others that a third converts. What fails is told.
 */
import { constants } from "node:crypto";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import type { Client } from "@pintle/client";
import { ConfigMap, CustomResourceDefinition, ValidatingWebhookConfiguration } from "@pintle/kinds";
import { createConsoleLogger, createProcessClock, type Logger } from "@pintle/machinery";
import { type CertificateSource, createWebhookServer, Gate, managedCertificates } from "@pintle/runtime";
import { boxDefinition, checkConfiguration, configurationName, definitionName } from "./called-objects.ts";

export interface RotationLoad {
  readonly client: Client;
  /** A second replica, which has no server of its own and takes part in everything else. */
  readonly other: Client;
  readonly creates: number;
  readonly rotations: number;
  readonly spreadMs: number;
}

export interface RotationReport {
  readonly creates: number;
  readonly conversions: number;
  readonly rotations: number;
  readonly handshakes: number;
  readonly failures: readonly string[];
  readonly elapsedMs: number;
}

const clock = createProcessClock();
const host = "127.0.0.1";
const secret = { namespace: "default", name: "rotated-certificates" };
const longestMs = 90_000;
const workers = 4;

export async function rotateUnderLoad(load: RotationLoad): Promise<RotationReport> {
  const logger = createConsoleLogger({ write: (text) => process.stderr.write(text), clock, level: "warn" });
  const inject = { validating: [configurationName], definitions: [definitionName] };
  // Renewed a second or two after they were made.
  const times = { lifetimeMs: 10_000, renewBeforeMs: 8_500, spreadMs: load.spreadMs };
  const manage = (client: Client) =>
    managedCertificates({ client, secret, dnsNames: [host], inject, ...times, logger });
  const [source, other] = [manage(load.client), manage(load.other)];
  await Promise.all([source.start(), other.start()]);
  const kept = await startKeptServer(source, logger);
  const brief = await startBriefServer(source);
  try {
    await createObjects(load.client, kept.port, brief.port);
    await untilCalled(load.client, source);
    const report = await createAll(load, source);
    return { ...report, handshakes: brief.handshakes() };
  } finally {
    await Promise.all([kept.stop(), brief.stop()]);
    await Promise.all([source.stop(), other.stop()]);
  }
}

async function createAll(load: RotationLoad, source: CertificateSource): Promise<Omit<RotationReport, "handshakes">> {
  const { client } = load;
  const configMaps = client.resource(ConfigMap, { namespace: "default" });
  const boxes = client.resource({ apiVersion: "test.pintle.dev/v1", kind: "Box" }, { namespace: "default" });
  const failures: string[] = [];
  const startMs = clock.monotonic();
  const shown = new Set([source.current().cert]);
  using _listening = source.onChange(({ cert }) => void shown.add(cert));
  let [creates, conversions] = [0, 0];
  const isOver = () =>
    (creates >= load.creates && shown.size > load.rotations) || clock.monotonic() - startMs > longestMs;
  const attempt = (work: Promise<unknown>) => work.catch((error: unknown) => void failures.push(String(error)));
  async function work(): Promise<void> {
    while (!isOver()) {
      creates += 1;
      const number = creates;
      const metadata = { generateName: "load-", labels: { checked: "yes" } };
      await attempt(configMaps.create({ metadata }));
      if (number % 5 !== 0) continue;
      conversions += 1;
      await attempt(boxes.create({ metadata: { generateName: "load-" }, spec: { number } }));
    }
  }
  await Promise.all(Array.from({ length: workers }, work));
  const elapsedMs = Math.round(clock.monotonic() - startMs);
  return { creates, conversions, rotations: shown.size - 1, failures, elapsedMs };
}

async function createObjects(client: Client, keptPort: number, briefPort: number): Promise<void> {
  const url = (port: number, path: string) => ({ url: `https://${host}:${port}${path}` });
  const first = checkConfiguration(url(keptPort, "/check"));
  const second = checkConfiguration(url(briefPort, "/check"));
  const [webhook] = second.webhooks ?? [];
  const webhooks = [...(first.webhooks ?? []), ...(webhook ? [{ ...webhook, name: "brief.pintle.dev" }] : [])];
  await client.resource(ValidatingWebhookConfiguration).create({ ...first, webhooks });
  await client.resource(CustomResourceDefinition).create(boxDefinition(url(keptPort, "/convert")));
}

/** Configurations and definitions take effect a moment after they are written; only then the counting begins. */
async function untilCalled(client: Client, source: CertificateSource): Promise<void> {
  const boxes = client.resource({ apiVersion: "test.pintle.dev/v1", kind: "Box" }, { namespace: "default" });
  const configMaps = client.resource(ConfigMap, { namespace: "default" });
  const untilMs = clock.monotonic() + 20_000;
  for (;;) {
    try {
      if (source.problem !== undefined) throw new Error(source.problem);
      await boxes.create({ metadata: { generateName: "first-" } });
      await configMaps.create({ metadata: { generateName: "first-", labels: { checked: "yes" } } });
      return;
    } catch (error) {
      if (clock.monotonic() > untilMs) throw error;
    }
    await clock.sleep(50, { label: "until webhooks are called", kind: "work" });
  }
}

interface StartedServer {
  readonly port: number;
  stop(): Promise<void>;
}

/** The server of webhooks as people use it: connections are kept. */
async function startKeptServer(certificates: CertificateSource, logger: Logger): Promise<StartedServer> {
  const server = createWebhookServer({ host, port: 0, certificates, clock, logger });
  const parse = (bytes: Uint8Array) => JSON.parse(Buffer.from(bytes).toString("utf8"));
  const answer = (body: object) => ({
    ...{ status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(body) },
  });
  server.register("/check", async (request) => answer(allow(parse(await request.body()))));
  server.register("/convert", async (request) => answer(convert(parse(await request.body()))));
  const running = await server.start({ signal: new AbortController().signal, fence: new Gate() });
  const stop = () => running.stop({ signal: AbortSignal.abort() });
  return { port: server.port ?? 0, stop };
}

/** Every call is a handshake, with the certificate of that moment. */
async function startBriefServer(source: CertificateSource): Promise<StartedServer & { handshakes(): number }> {
  let handshakes = 0;
  const secureOptions = constants.SSL_OP_NO_TICKET;
  const server: Server = createServer(
    { ...source.current(), ca: undefined, secureOptions },
    async (request, response) => {
      const body = JSON.stringify(allow((await json(request)) as Review));
      response.writeHead(200, { "content-type": "application/json", connection: "close" }).end(body);
    },
  );
  server.on("secureConnection", (socket) => {
    if (!socket.isSessionReused()) handshakes += 1;
  });
  const changes = source.onChange(({ cert, key }) => server.setSecureContext({ cert, key, secureOptions }));
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const stop = () => {
    changes[Symbol.dispose]();
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { port: (server.address() as AddressInfo).port, stop, handshakes: () => handshakes };
}

interface Review {
  readonly apiVersion: string;
  readonly kind: string;
  readonly request: { readonly uid: string; readonly desiredAPIVersion?: string; readonly objects?: readonly object[] };
}

function allow({ apiVersion, kind, request: { uid } }: Review): object {
  return { apiVersion, kind, response: { uid, allowed: true } };
}

function convert({ apiVersion, kind, request }: Review): object {
  const { uid, desiredAPIVersion, objects = [] } = request;
  const convertedObjects = objects.map((object) => ({ ...object, apiVersion: desiredAPIVersion }));
  return { apiVersion, kind, response: { uid, convertedObjects, result: { status: "Success" } } };
}

/**
 * The servers that the client is tried on: the embedded plane in process, the same over TLS, and, in `make test-real`, the real
 * kube-apiserver.
 *
 * A test is written once and runs on each: `onEachServer("titles are sentences", async ({ client, namespace }) => …)`. Each server is
 * started once for a file, when its first test begins, and every test gets a namespace of its own.
 */
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import { type Client, type ClientConfig, createClient } from "@pintle/client";
import { type ListeningControlPlane, startControlPlane } from "@pintle/controlplane";
import { createConsoleLogger, createProcessClock, type Transport } from "@pintle/machinery";
import { startRealControlPlane } from "../real/control-plane.ts";
import { missing } from "../tools.ts";

export interface ServerUnderTest {
  readonly name: ServerName;
  /** A client of `admin`, whose namespace is `default`. */
  readonly client: Client;
  /** A namespace for this test alone. */
  readonly namespace: string;
  /** Ways to the same server for clients of the test's own: `config` where it is on a port, `transport` where it is in process. */
  readonly access: ServerAccess;
}

export interface ServerAccess {
  readonly config?: ClientConfig;
  readonly transport?: Transport;
  /** Bearer tokens by user: `admin` may do everything, `nobody` nothing. */
  readonly tokens: Readonly<Record<string, string>>;
  /** Whoever the token belongs to. */
  connect(token: string): Client;
}

export const serverNames = ["in process", "over TLS", "real"] as const;
export type ServerName = (typeof serverNames)[number];

const users = [{ name: "nobody", groups: [] }];
const clock = createProcessClock();
/** With the start of the server: a test that waits for what never comes fails instead. */
const testMs = 120_000;

/** Those that need nothing but Node, or the one that `PINTLE_PLANE` names: client.real-test.ts asks the real one. */
export const judgedServers: readonly ServerName[] = serverNames.filter((name) =>
  process.env.PINTLE_PLANE === undefined ? name !== "real" : name === process.env.PINTLE_PLANE,
);

/** Declares the test once for each server; the real one is left out with a word on what is missing. */
export function onEachServer(title: string, run: (server: ServerUnderTest) => Promise<void>): void {
  declareOn(judgedServers, title, run);
}

/** The same for what is about connections: those servers alone that have any. */
export function onEachListeningServer(title: string, run: (server: ServerUnderTest) => Promise<void>): void {
  declareOn(
    judgedServers.filter((name) => name !== "in process"),
    title,
    run,
  );
}

function declareOn(names: readonly ServerName[], title: string, run: (server: ServerUnderTest) => Promise<void>): void {
  for (const name of names) {
    const skip = name === "real" && missing("real");
    test(`${title} (${name})`, { skip, timeout: testMs }, async () => {
      const { client, access } = await started(name);
      const namespace = `test-${randomUUID().slice(0, 8)}`;
      const body = { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } };
      await client.resource({ apiVersion: "v1", kind: "Namespace" }).create(body);
      await run({ name, client, namespace, access });
    });
  }
}

interface Running {
  readonly client: Client;
  readonly access: ServerAccess;
}

const running = new Map<ServerName, Promise<Running>>();
/** Said here, because a hook that is set inside a test belongs to that test. What was started last goes first. */
const endings: (() => Promise<void>)[] = [];
after(async () => {
  for (const end of endings.toReversed()) await end();
});

let plane: Promise<ListeningControlPlane> | undefined;

function started(name: ServerName): Promise<Running> {
  const found = running.get(name) ?? starters[name]();
  running.set(name, found);
  return found;
}

const starters: Record<ServerName, () => Promise<Running>> = {
  "in process": async () => {
    const { transport, tokens } = await embeddedPlane();
    const connect = (token: string) => createClient({ transport: withToken(transport, token) });
    return announce({ tokens, connect, transport });
  },
  "over TLS": async () => {
    const { url, ca, tokens } = await embeddedPlane();
    return announce(accessOverTls(url, ca, tokens));
  },
  real: async () => {
    const real = await startRealControlPlane({ users });
    endings.push(() => real.stop());
    return announce(accessOverTls(real.url, real.ca, real.tokens));
  },
};

/** One plane serves both ways in. */
function embeddedPlane(): Promise<ListeningControlPlane> {
  plane ??= startControlPlane({
    users,
    listen: {},
    logger: createConsoleLogger({ write: (text) => process.stderr.write(text), clock, level: "error" }),
  }).then((ready) => {
    endings.push(() => ready.stop());
    return ready;
  });
  return plane;
}

function accessOverTls(url: string, ca: string, tokens: Readonly<Record<string, string>>): ServerAccess {
  const configOf = (token: string): ClientConfig => ({
    server: url,
    namespace: "default",
    trust: { read: async () => ca },
    credentials: { get: async () => ({ authorization: `Bearer ${token}` }), refuse: () => {} },
  });
  return { tokens, connect: (token) => createClient(configOf(token)), config: configOf(tokens.admin ?? "") };
}

function announce(access: ServerAccess): Running {
  const connect = (token: string) => {
    const client = access.connect(token);
    endings.push(() => client.close());
    return client;
  };
  return { client: connect(access.tokens.admin ?? ""), access: { ...access, connect } };
}

/** The same transport for whom the token belongs to: in process nobody else adds it. */
export function withToken(transport: Transport, token: string): Transport {
  return {
    request: (request) =>
      transport.request({ ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } }),
  };
}

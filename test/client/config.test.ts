/** Clients of configurations that change under them: tokens, plugins and authorities, on servers that stand on a port. */
import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { type Client, type ClientConfig, createClient, loadConfig } from "@pintle/client";
import { startControlPlane } from "@pintle/controlplane";
import { ApiError, createConsoleLogger, createProcessClock } from "@pintle/machinery";
import { type Certificate, createAuthority, openAuthority } from "@pintle/machinery/certificates";
import { startRealControlPlane } from "../real/control-plane.ts";
import { missing } from "../tools.ts";
import { judgedServers, type ServerName } from "./servers.ts";

const folder = mkdtempSync(join(tmpdir(), "pintle-config-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const requestsAtOnce = 50;

/** A server on a port: in process nobody asks for credentials, so these tests have no meaning there. */
interface Place {
  readonly server: string;
  readonly ca: string;
  readonly token: string;
  /** Signs certificates of clients that the server believes. */
  readonly clients: Certificate;
}

interface Running {
  readonly url: string;
  readonly ca: string;
  readonly clientCa: Certificate;
  readonly tokens: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

const clock = createProcessClock();
const starters: Readonly<Partial<Record<ServerName, () => Promise<Running>>>> = {
  "over TLS": () =>
    startControlPlane({
      listen: {},
      logger: createConsoleLogger({ write: (text) => process.stderr.write(text), clock, level: "error" }),
    }),
  real: () => startRealControlPlane(),
};
const running = new Map<string, Promise<Running>>();
after(async () => {
  for (const plane of running.values()) await (await plane).stop();
});

const namespace = "kube-system";

function onEachPort(title: string, run: (place: Place) => Promise<void>): void {
  for (const name of judgedServers) {
    const start = starters[name];
    if (!start) continue;
    test(`${title} (${name})`, { skip: name === "real" && missing("real") }, async () => {
      const plane = running.get(name) ?? start();
      running.set(name, plane);
      const { url, ca, tokens, clientCa } = await plane;
      await run({ server: url, ca, token: tokens.admin ?? assert.fail(), clients: clientCa });
    });
  }
}

let written = 0;

function write(text: string): string {
  written += 1;
  const path = join(folder, `file-${written}`);
  writeFileSync(path, text, { mode: 0o600 });
  return path;
}

async function load(cluster: object, user: object): Promise<ClientConfig> {
  const kubeconfig = {
    "current-context": "x",
    clusters: [{ name: "c", cluster }],
    users: [{ name: "u", user }],
    contexts: [{ name: "x", context: { cluster: "c", user: "u", namespace: "kube-system" } }],
  };
  return await loadConfig({ file: write(JSON.stringify(kubeconfig)) });
}

const clusterOf = ({ server, ca }: Place) => ({
  server,
  "certificate-authority-data": Buffer.from(ca).toString("base64"),
});

async function nameOf(client: Client): Promise<unknown> {
  const object = await client.resource({ apiVersion: "v1", kind: "Namespace" }).get(namespace);
  return object.metadata.name;
}

onEachPort("a kubeconfig is enough for a client", async (place) => {
  const config = await load(clusterOf(place), { token: place.token });
  await using client = createClient(config);
  assert.equal(client.namespace, "kube-system");
  assert.equal(await nameOf(client), namespace);
});

onEachPort("a token that is rotated under load is read again, and no request fails", async (place) => {
  const tokenFile = write("expired-a-minute-ago");
  const config = await load(clusterOf(place), { tokenFile });
  await using client = createClient(config);
  writeFileSync(tokenFile, place.token);
  const names = await Promise.all(Array.from({ length: requestsAtOnce }, () => nameOf(client)));
  assert.deepEqual(new Set(names), new Set([namespace]));
});

onEachPort("a plugin whose token is refused runs once more for all requests", async (place) => {
  const runs = write("");
  const answer = '{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1","status":{"token":"%s"}}';
  const command = write(`#!/bin/sh
if [ -s ${runs} ]; then token=${place.token}; else token=expired; fi
echo run >> ${runs}
printf '${answer}' $token
`);
  chmodSync(command, 0o700);
  const exec = { apiVersion: "client.authentication.k8s.io/v1", command, interactiveMode: "Never" };
  const config = await load(clusterOf(place), { exec });
  await using client = createClient(config);
  const names = await Promise.all(Array.from({ length: requestsAtOnce }, () => nameOf(client)));
  assert.deepEqual(new Set(names), new Set([namespace]));
  assert.equal(readFileSync(runs, "utf8"), "run\nrun\n");
});

onEachPort("a plugin that fails is named in the error of the request", async (place) => {
  const exec = { apiVersion: "client.authentication.k8s.io/v1", command: "false", interactiveMode: "Never" };
  const config = await load(clusterOf(place), { exec });
  await using client = createClient(config);
  await assert.rejects(nameOf(client), (error: Error) => {
    assert.match(`${error.message} ${error.cause}`, /user "u", exec false: the command failed with exit code 1/);
    return true;
  });
});

onEachPort("a token that nobody knows is Unauthorized, and is not sent for ever", async (place) => {
  const config = await load(clusterOf(place), { token: "nobody-knows-this" });
  await using client = createClient(config);
  await assert.rejects(nameOf(client), (error: Error) => {
    assert.ok(ApiError.is(error, "Unauthorized"));
    assert.doesNotMatch(error.message, /nobody-knows-this/);
    return true;
  });
});

onEachPort("who acts as another may do what the other may", async (place) => {
  const config = await load(clusterOf(place), { token: place.token, as: "nobody", "as-groups": ["some"] });
  await using client = createClient(config);
  await assert.rejects(nameOf(client), (error: Error) => {
    assert.ok(ApiError.is(error, "Forbidden"));
    assert.match(error.message, /User "nobody" cannot get/);
    return true;
  });
});

onEachPort("an authority that is rotated is read again when the server is not believed", async (place) => {
  const file = write(createAuthority("another", { nowMs: Date.now() }).cert);
  const config = await load({ server: place.server, "certificate-authority": file }, { token: place.token });
  await using client = createClient(config);
  await assert.rejects(nameOf(client), (error: Error) => {
    assert.match(`${error.message} ${error.cause}`, /certificate-authority/);
    return true;
  });
  writeFileSync(file, place.ca);
  assert.equal(await nameOf(client), namespace);
});

onEachPort("a certificate that is rotated is used with the next connection", async (place) => {
  const issue = (commonName: string, organizations: readonly string[]) =>
    openAuthority(place.clients).issue({ commonName, organizations, nowMs: Date.now() });
  const [jane, admin] = [issue("jane", []), issue("root", ["system:masters"])];
  const files = { "client-certificate": write(jane.cert), "client-key": write(jane.key) };
  const { credentials, ...config } = await load(clusterOf(place), files);
  await using client = createClient({ ...config, ...(credentials && { credentials }) });
  await assert.rejects(nameOf(client), { message: /User "jane" cannot get/ });
  writeFileSync(files["client-certificate"], admin.cert);
  writeFileSync(files["client-key"], admin.key);
  credentials?.refuse(await credentials.get());
  assert.equal(await nameOf(client), namespace);
});

onEachPort(
  "a certificate that the server refuses as expired is read again, and the request sent with the new one",
  async (place) => {
    const issue = (lifetimeMs: number) =>
      openAuthority(place.clients).issue({
        ...{ commonName: "root", organizations: ["system:masters"] },
        ...{ nowMs: Date.now(), lifetimeMs },
      });
    const [expired, renewed] = [issue(-60_000), issue(3_600_000)];
    const files = { "client-certificate": write(expired.cert), "client-key": write(expired.key) };
    const config = await load(clusterOf(place), files);
    await using client = createClient(config);
    await assert.rejects(nameOf(client), (error: Error) => ApiError.is(error, "Unauthorized"));
    // What was read stays good for a minute: it is the refusal alone that makes the client look again.
    assert.equal((await config.credentials?.get())?.certificate?.cert, expired.cert);
    writeFileSync(files["client-certificate"], renewed.cert);
    writeFileSync(files["client-key"], renewed.key);
    assert.equal((await config.credentials?.get())?.certificate?.cert, expired.cert);
    const names = await Promise.all(Array.from({ length: requestsAtOnce }, () => nameOf(client)));
    assert.deepEqual(new Set(names), new Set([namespace]));
    assert.equal((await config.credentials?.get())?.certificate?.cert, renewed.cert);
  },
);

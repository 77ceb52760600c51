import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { test } from "node:test";
import { MutatingWebhookConfiguration } from "@pintle/kinds";
import { APIService } from "@pintle/kinds/apiregistration/v1";
import { certificatesIn, checkConfiguration, configurationName, trustedBundles } from "./called-objects.ts";
import {
  assertBelieved,
  createCallers,
  manage,
  secretPlace,
  secretsOf,
  service,
  startManaged,
  startReplicas,
} from "./kept-certificates.ts";
import { startRuntimePlane } from "./plane.ts";

const hourMs = 3_600_000;

test("a certificate is made, kept in a Secret, and trusted by what calls us, also by what appears later", async () => {
  await using plane = await startRuntimePlane();
  const source = await startManaged(plane);
  const { type, data } = await secretsOf(plane).get(secretPlace.name);
  assert.equal(type, "kubernetes.io/tls");
  assert.equal(Buffer.from(data?.["tls.crt"] ?? "", "base64").toString(), source.current().cert);
  assert.equal(new X509Certificate(source.current().cert).checkHost("web.default.svc"), "web.default.svc");
  await createCallers(plane);
  await plane.clock.settle();
  await assertBelieved(plane, source);
  assert.equal(source.problem, undefined);
  await source.stop();
});

test("three replicas that start at once share one certificate", async () => {
  await using plane = await startRuntimePlane();
  await createCallers(plane);
  const clients = [0, 1, 2].map(() => plane.connect().client);
  const sources = await startReplicas(plane, clients);
  assert.equal(new Set(sources.map((source) => source.current().key)).size, 1);
  await assertBelieved(plane, ...sources);
  await Promise.all(sources.map((source) => source.stop()));
});

test("through many renewals of three replicas no caller ever meets a certificate that it does not believe", async () => {
  await using plane = await startRuntimePlane();
  await createCallers(plane);
  const connections = [0, 1, 2].map(() => plane.connect());
  const clients = connections.map(({ client }) => client);
  const sources = await startReplicas(plane, clients, { lifetimeMs: 3 * hourMs });
  const shown = new Set<string>();
  const checks: Promise<void>[] = [];
  let longestBundle = 0;
  const check = async () => {
    const [bundle] = await trustedBundles(plane.client);
    longestBundle = Math.max(longestBundle, certificatesIn(bundle).length);
    await assertBelieved(plane, ...sources);
  };
  // There is nothing else that could make a difference: what is written, and what is shown.
  for (const { faults } of connections) {
    faults.request = async ({ method }, send) => {
      const answer = await send();
      if (method !== "GET") await check();
      return answer;
    };
  }
  for (const source of sources) {
    source.onChange(({ cert }) => {
      shown.add(cert);
      checks.push(check());
    });
  }
  await plane.clock.advance(12 * hourMs);
  await Promise.all(checks);
  assert.ok(shown.size >= 5 && shown.size <= 6, `renewed every two hours and a little, not ${shown.size} times`);
  assert.ok(checks.length >= 3 * shown.size);
  assert.ok(longestBundle <= 3, `earlier authorities leave, ${longestBundle} were there`);
  await Promise.all(sources.map((source) => source.stop()));
});

test("a Secret that is deleted comes back with a renewal, and nothing that is shown stops being believed", async () => {
  await using plane = await startRuntimePlane();
  await createCallers(plane);
  const clients = [0, 1, 2].map(() => plane.connect().client);
  const sources = await startReplicas(plane, clients);
  const before = sources[0]?.current().cert;
  await secretsOf(plane).delete(secretPlace.name);
  for (let second = 0; second < 60; second += 1) {
    await plane.clock.advance(1_000);
    await assertBelieved(plane, ...sources);
  }
  for (const source of sources) assert.notEqual(source.current().cert, before);
  assert.equal(new Set(sources.map((source) => source.current().cert)).size, 1);
  await Promise.all(sources.map((source) => source.stop()));
});

test("a new name is added without another authority, and replicas before and after an upgrade do not fight", async () => {
  await using plane = await startRuntimePlane();
  await createCallers(plane);
  const old = await startManaged(plane, { dnsNames: ["old.example.com"] });
  const upgraded = await startManaged(plane, { dnsNames: ["new.example.com"] });
  const leaf = new X509Certificate(upgraded.current().cert);
  for (const name of ["old.example.com", "new.example.com"]) assert.equal(leaf.checkHost(name), name);
  assert.equal(old.current().cert, upgraded.current().cert);
  assert.equal(certificatesIn(upgraded.current().ca ?? "").length, 1);
  const { resourceVersion } = (await secretsOf(plane).get(secretPlace.name)).metadata;
  await plane.clock.advance(hourMs);
  assert.equal((await secretsOf(plane).get(secretPlace.name)).metadata.resourceVersion, resourceVersion);
  await Promise.all([old.stop(), upgraded.stop()]);
});

test("certificates that expired while nobody ran are replaced before anything is shown", async () => {
  await using plane = await startRuntimePlane();
  await createCallers(plane);
  const first = await startManaged(plane, { lifetimeMs: hourMs });
  await first.stop();
  plane.clock.jump(24 * hourMs);
  const second = await startManaged(plane, { lifetimeMs: hourMs });
  assert.notEqual(second.current().cert, first.current().cert);
  await assertBelieved(plane, second);
  assert.equal(certificatesIn(second.current().ca ?? "").length, 1);
  await second.stop();
});

test("mutating configurations and API services trust it too, and webhooks of others are left alone", async () => {
  await using plane = await startRuntimePlane();
  const { client } = plane;
  const [webhook] = checkConfiguration({ service }).webhooks ?? [];
  assert.ok(webhook);
  const theirs = { ...webhook, name: "theirs.pintle.dev", clientConfig: { url: "https://elsewhere.example.com/x" } };
  const metadata = { name: configurationName };
  await client.resource(MutatingWebhookConfiguration).create({ metadata, webhooks: [theirs, webhook] });
  const spec = { group: "extra.pintle.dev", version: "v1", groupPriorityMinimum: 100, versionPriority: 10, service };
  await client.resource(APIService).create({ metadata: { name: "v1.extra.pintle.dev" }, spec });
  const source = manage(client, { inject: { mutating: [configurationName], apiServices: ["v1.extra.pintle.dev"] } });
  const starting = source.start();
  await plane.clock.advance(1_000);
  await starting;
  const bundle = Buffer.from(source.current().ca ?? "").toString("base64");
  const { webhooks } = await client.resource(MutatingWebhookConfiguration).get(configurationName);
  assert.deepEqual(
    webhooks?.map(({ clientConfig }) => clientConfig.caBundle),
    [undefined, bundle],
  );
  assert.equal((await client.resource(APIService).get("v1.extra.pintle.dev")).spec?.caBundle, bundle);
  await source.stop();
});

test("nothing is left when it is stopped, whether it had a certificate or not", async () => {
  await using plane = await startRuntimePlane();
  await createCallers(plane);
  await plane.clock.settle();
  const before = plane.clock.alive();
  const source = await startManaged(plane);
  await source.stop();
  await plane.clock.settle();
  assert.deepEqual(plane.clock.alive().inFlight, before.inFlight);
  assert.equal(plane.clock.alive().timers.length, before.timers.length);
  plane.faults.request = async () => {
    throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  };
  const giveUp = new AbortController();
  const waiting = assert.rejects(manage(plane.client).start({ signal: giveUp.signal }), /patience/);
  await plane.clock.advance(20_000);
  giveUp.abort(new Error("no more patience"));
  await waiting;
  await plane.clock.settle();
  assert.equal(plane.clock.alive().timers.length, before.timers.length);
});

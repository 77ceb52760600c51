import assert from "node:assert/strict";
import { test } from "node:test";
import { CustomResourceDefinition, ValidatingWebhookConfiguration } from "@pintle/kinds";
import type { EventToRecord } from "@pintle/runtime";
import { boxDefinition, checkConfiguration, configurationName, trustedBundles } from "./called-objects.ts";
import {
  assertBelieved,
  collectLines,
  createCallers,
  encodeBase64,
  manage,
  secretPlace,
  secretsOf,
  service,
  startManaged,
} from "./kept-certificates.ts";
import { startRuntimePlane } from "./plane.ts";

const versionAnnotation = "pintle.dev/certificates-version";

test("a Secret of ours with useless content is repaired at the start, and told about", async () => {
  const contents: Readonly<Record<string, Record<string, string>>> = {
    garbage: {
      "tls.crt": encodeBase64("garbage"),
      "tls.key": encodeBase64("garbage"),
      "ca.crt": encodeBase64("garbage"),
    },
    empty: { "tls.crt": "", "tls.key": "" },
  };
  for (const [title, data] of Object.entries(contents)) {
    await using plane = await startRuntimePlane();
    await createCallers(plane);
    const metadata = { ...secretPlace, annotations: { [versionAnnotation]: "1" } };
    await secretsOf(plane).create({ metadata, type: "kubernetes.io/tls", data });
    const events: EventToRecord[] = [];
    const { lines, logger } = collectLines();
    const source = await startManaged(plane, { logger, recorder: { record: (event) => void events.push(event) } });
    await assertBelieved(plane, source);
    assert.deepEqual(
      events.map(({ reason, type }) => [reason, type]),
      [["CertificatesRepaired", "Warning"]],
      title,
    );
    assert.match(lines.join("\n"), /was damaged and has been repaired/, title);
    await source.stop();
  }
});

test("a Secret that is damaged while we run gets back what is shown, so that nothing changes for anybody", async () => {
  await using plane = await startRuntimePlane();
  await createCallers(plane);
  const { lines, logger } = collectLines();
  const source = await startManaged(plane, { logger });
  const { cert, key } = source.current();
  const bundles = await trustedBundles(plane.client);
  for (const damage of [{ "tls.key": encodeBase64("x") }, { "ca.crt": "" }, { "tls.crt": "" }]) {
    await secretsOf(plane).patch(secretPlace.name, { merge: { data: damage } });
    await plane.clock.settle();
    const { data } = await secretsOf(plane).get(secretPlace.name);
    assert.equal(data?.["tls.crt"], encodeBase64(cert));
    assert.equal(data?.["tls.key"], encodeBase64(key));
  }
  assert.equal(source.current().cert, cert);
  assert.deepEqual(await trustedBundles(plane.client), bundles);
  assert.equal(lines.join("\n").includes("PRIVATE"), false);
  await source.stop();
});

test("a Secret in a newer format, or of somebody else, is left alone and keeps the server from being ready", async () => {
  const cases = [
    {
      annotations: { [versionAnnotation]: "2" },
      why: /default\/web-certificates has the format "2", and this program knows 1/,
    },
    { annotations: {}, why: /default\/web-certificates holds certificates of somebody else/ },
  ];
  for (const { annotations, why } of cases) {
    await using plane = await startRuntimePlane();
    const data = { "tls.crt": encodeBase64("theirs"), "tls.key": encodeBase64("theirs") };
    const made = await secretsOf(plane).create({
      metadata: { ...secretPlace, annotations },
      type: "kubernetes.io/tls",
      data,
    });
    const source = manage(plane.client);
    const starting = source.start();
    await plane.clock.advance(10 * 60_000);
    assert.match(source.problem ?? "", why);
    const { metadata } = await secretsOf(plane).get(secretPlace.name);
    assert.equal(metadata.resourceVersion, made.metadata.resourceVersion);
    await secretsOf(plane).delete(secretPlace.name);
    await plane.clock.settle();
    await starting;
    assert.equal(source.problem, undefined);
    await source.stop();
  }
});

test("whoever applies the configuration meets no conflict and leaves the bundle; whoever replaces it gets it back", async () => {
  await using plane = await startRuntimePlane();
  const configurations = plane.client.resource(ValidatingWebhookConfiguration);
  await configurations.apply(checkConfiguration({ service }), { fieldManager: "kubectl" });
  await plane.client.resource(CustomResourceDefinition).create(boxDefinition({ service }));
  const source = await startManaged(plane);
  const before = await configurations.get(configurationName);
  const owned = before.metadata.managedFields?.find(({ manager }) => manager === "pintle-certificates");
  assert.deepEqual(owned?.fieldsV1, {
    "f:webhooks": { 'k:{"name":"checks.pintle.dev"}': { "f:clientConfig": { "f:caBundle": {} } } },
  });
  plane.requests.length = 0;
  await configurations.apply(checkConfiguration({ service }), { fieldManager: "kubectl" });
  await plane.clock.settle();
  await assertBelieved(plane, source);
  const patches = () =>
    plane.requests.filter(({ method, query }) => method === "PATCH" && query.get("fieldManager") !== "kubectl");
  assert.equal(patches().length, 0, "apply has not taken it away");

  const theirs = { op: "replace", path: "/webhooks/0/clientConfig/caBundle", value: encodeBase64("theirs") } as const;
  await configurations.patch(configurationName, { json: [theirs] });
  await plane.clock.settle();
  await assertBelieved(plane, source);
  await configurations.delete(configurationName);
  await configurations.create(checkConfiguration({ service }));
  await plane.clock.settle();
  await assertBelieved(plane, source);
  const replaced = checkConfiguration({ service });
  const { resourceVersion } = (await configurations.get(configurationName)).metadata;
  await configurations.update({ ...replaced, metadata: { name: configurationName, resourceVersion } });
  await plane.clock.settle();
  await assertBelieved(plane, source);
  await source.stop();
});

test("somebody who takes the bundle away for ever is not fought for ever", async () => {
  await using plane = await startRuntimePlane();
  await createCallers(plane);
  const { lines, logger } = collectLines();
  const source = await startManaged(plane, { logger });
  const configurations = plane.client.resource(ValidatingWebhookConfiguration);
  const remove = { json: [{ op: "remove", path: "/webhooks/0/clientConfig/caBundle" }] } as const;
  const other = new AbortController();
  const fight = async () => {
    while (!other.signal.aborted) {
      for await (const event of configurations.watch({ signal: other.signal })) {
        if (event.type === "BOOKMARK" || event.type === "DELETED") continue;
        const isOurs = event.object.webhooks?.[0]?.clientConfig.caBundle !== undefined;
        if (isOurs) await configurations.patch(configurationName, remove, { fieldManager: "other" });
      }
    }
  };
  const fighting = fight();
  plane.requests.length = 0;
  await plane.clock.advance(60 * 60_000);
  const ours = plane.requests.filter(({ query }) => query.get("fieldManager") === "pintle-certificates");
  assert.ok(ours.length > 4 && ours.length < 30, `${ours.length} writes in an hour`);
  const told = /somebody else writes another caBundle into the ValidatingWebhookConfiguration checks/;
  assert.match(lines.join("\n"), told);
  assert.equal(source.problem, undefined, "those who trust us shall not lose the server over it");
  assert.match(lines.join("\n"), /let nobody else manage this field/);
  other.abort();
  await fighting;
  await plane.clock.advance(10 * 60_000);
  await assertBelieved(plane, source);
  assert.equal(source.problem, undefined);
  await source.stop();
});

test("a server that is not there, or whose answer is lost, is waited for", async () => {
  await using plane = await startRuntimePlane();
  await createCallers(plane);
  await plane.crash();
  const source = manage(plane.client);
  const starting = source.start();
  await plane.clock.advance(30_000);
  assert.match(source.problem ?? "", /cannot get secrets default\/web-certificates/);
  await plane.restart();
  let lost = 0;
  plane.faults.request = async ({ method }, send) => {
    const answer = await send();
    if (method === "GET" || lost > 1) return answer;
    lost += 1;
    throw Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
  };
  await plane.clock.advance(5 * 60_000);
  await starting;
  assert.equal(lost, 2);
  await assertBelieved(plane, source);
  assert.equal(source.problem, undefined);
  await source.stop();
});

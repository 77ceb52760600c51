import assert from "node:assert/strict";
import { test } from "node:test";
import { createMemoryStorage, decodeStored, encodeStored } from "@pintle/apiserver";
import { createSeededRandom, createVirtualClock, type JsonObject, type Transport } from "@pintle/machinery";
import { createAuthority } from "@pintle/machinery/certificates";
import { keepTrustPublished, publishTrust } from "./publish-trust.ts";

const key = "/registry/configmaps/kube-system/extension-apiserver-authentication";

function start() {
  const clock = createVirtualClock({ start: Date.UTC(2026, 0, 1) });
  const storage = createMemoryStorage({ clock });
  const random = createSeededRandom(1);
  const create = (lifetimeMs?: number) =>
    createAuthority("any", { nowMs: clock.now(), ...(lifetimeMs !== undefined && { lifetimeMs }) }).cert;
  const read = async () => {
    const { entry } = await storage.get(key);
    if (entry === undefined) throw new Error("nothing was published");
    return decodeStored(entry);
  };
  /** As much of the plane as is asked: it gives what is stored, and stores what it is given. */
  const transport: Transport = {
    async request({ method, body }) {
      const found = await storage.get(key);
      if (method === "PUT") {
        const object = JSON.parse(Buffer.from(body as Uint8Array).toString()) as JsonObject;
        await storage.swap(key, found.entry?.revision ?? 0, encodeStored(object, "declared"));
      }
      return { status: 200, headers: {}, body: bytesOf(await read()) };
    },
  };
  const publish = (clientAuthorities: string, proxyAuthorities: string, proxyNames?: readonly string[]) =>
    publishTrust(transport, {
      ...{ clientAuthorities, proxyAuthorities, storage, clock, random },
      ...(proxyNames && { proxyNames }),
    });
  return { storage, clock, random, transport, create, read, publish };
}

async function* bytesOf(object: JsonObject): AsyncGenerator<Uint8Array> {
  yield Buffer.from(JSON.stringify(object));
}

test("The first start puts down whom to believe and in which headers, owned by the server", async () => {
  const { create, read, publish } = start();
  const [clients, proxies] = [create(), create()];
  await publish(clients, `${proxies}\n`, ["edge"]);
  const { data, metadata } = await read();
  assert.deepEqual(data, {
    "client-ca-file": clients,
    "requestheader-allowed-names": '["aggregator","edge"]',
    "requestheader-client-ca-file": proxies,
    "requestheader-extra-headers-prefix": '["X-Remote-Extra-"]',
    "requestheader-group-headers": '["X-Remote-Group"]',
    "requestheader-uid-headers": '["X-Remote-Uid"]',
    "requestheader-username-headers": '["X-Remote-User"]',
  });
  const [entry] = (metadata as { managedFields: { manager: string; fieldsV1: JsonObject }[] }).managedFields;
  assert.equal(entry?.manager, "kube-apiserver");
  assert.deepEqual(Object.keys(entry?.fieldsV1["f:data"] as JsonObject), [
    ".",
    ...Object.keys(data as JsonObject).map((name) => `f:${name}`),
  ]);
});

test("A later start adds its own, keeps what is valid and drops what has expired or cannot be read", async () => {
  const { clock, create, read, publish } = start();
  const [short, long, next] = [create(1_000), create(), create()];
  const garbage = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----";
  await publish(`${short}${garbage}\n${long}`, long);
  await clock.advance(2_000);
  await publish(next, long);
  const { data } = await read();
  assert.equal((data as JsonObject)["client-ca-file"], long + next);
  assert.equal((data as JsonObject)["requestheader-client-ca-file"], long);
  assert.equal((data as JsonObject)["requestheader-allowed-names"], '["aggregator"]');
});

test("What somebody deleted comes back, as long as the plane runs", async () => {
  const { storage, clock, random, transport, create, read } = start();
  const [own, warnings]: [string, unknown[]] = [create(), []];
  const logger = { debug() {}, info() {}, warn: (text: string) => warnings.push(text), error() {}, with: () => logger };
  const trusted = { clientAuthorities: own, proxyAuthorities: own, storage, clock, random, logger };
  const watch = await keepTrustPublished(transport, trusted);
  const remove = async () => {
    const { entry } = await storage.get(key);
    await storage.swap(key, entry?.revision ?? 0, undefined);
    await clock.settle();
  };
  await remove();
  assert.equal(((await read()).data as JsonObject)["client-ca-file"], own);
  watch.close();
  await remove();
  await assert.rejects(read(), /nothing was published/);
  assert.deepEqual(warnings, []);
});

test("What somebody broke is set right", async () => {
  const { storage, create, read, publish } = start();
  const data = { "requestheader-allowed-names": "broken", "client-ca-file": "broken" };
  await storage.swap(key, 0, encodeStored({ metadata: { name: "x" }, data }, "declared"));
  const own = create();
  await publish(own, own);
  const { data: now } = await read();
  assert.deepEqual(
    [(now as JsonObject)["requestheader-allowed-names"], (now as JsonObject)["client-ca-file"]],
    ['["aggregator"]', own],
  );
});

/**
 * Informers on the real kube-apiserver: etcd is compacted and the server killed and started again while objects are written, three times
 * during 1,000 writes, and with `PINTLE_SOAK=1` twenty times during 10,000.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createClient, createHttpTransport } from "@pintle/client";
import { ConfigMap, Secret } from "@pintle/kinds";
import { createProcessClock, createSeededRandom, type Random, randomBelow, type Transport } from "@pintle/machinery";
import { createInformers, type Informer } from "@pintle/runtime";
import { request } from "undici";
import { startRealControlPlane } from "../real/control-plane.ts";
import { missing } from "../tools.ts";
import { recordViolations } from "./cached-objects.ts";
import { isSoak, tellProgress } from "./soak-progress.ts";
import { isWatch, queryOf } from "./wire-faults.ts";

const restarts = isSoak ? 20 : 3;
const writesEach = isSoak ? 500 : 334;
const clock = createProcessClock();
const scope = { namespace: "default", labelSelector: "mine" };

/** Counts what asks for everything, by path: those that the server began to answer. */
function countLists(transport: Transport, lists: Map<string, number>): Transport {
  return {
    async request(asked) {
      const response = await transport.request(asked);
      const query = queryOf(asked);
      const isAll = isWatch(asked) ? query.get("sendInitialEvents") === "true" : query.has("limit");
      if (isAll && response.status === 200) lists.set(asked.path, (lists.get(asked.path) ?? 0) + 1);
      return response;
    },
  };
}

async function compact(etcdUrl: string): Promise<void> {
  const ask = async (path: string, body: object) => {
    const answer = await request(`${etcdUrl}/v3/kv/${path}`, { method: "POST", body: JSON.stringify(body) });
    return (await answer.body.json()) as { readonly header?: { readonly revision: string } };
  };
  const { header } = await ask("range", { key: "AA==" });
  await ask("compaction", { revision: header?.revision, physical: true });
}

test("killed and compacted under load, the server is what the copy shows in the end, with one list a kind and restart", {
  skip: missing("real"),
  timeout: isSoak ? 3_600_000 : 600_000,
}, async () => {
  await using plane = await startRealControlPlane();
  const config = {
    server: plane.url,
    namespace: "default",
    trust: { read: async () => plane.ca },
    credentials: { get: async () => ({ authorization: `Bearer ${plane.tokens.admin}` }), refuse: () => {} },
  };
  const lists = new Map<string, number>();
  const wire = createHttpTransport(config, { clock });
  await using _wire = { [Symbol.asyncDispose]: () => wire.close() };
  await using writer = createClient(config);
  const client = createClient({ transport: countLists(wire, lists) });
  const errors: unknown[] = [];
  const informers = createInformers(client, { onError: (error) => errors.push(error) });
  const configMaps = informers.for(ConfigMap, scope);
  const secrets = informers.for(Secret, scope);
  const violations = [recordViolations(configMaps), recordViolations(secrets as object as typeof configMaps)];
  await using _running = informers.start();
  await informers.synced();

  const random = createSeededRandom(42);
  for (let round = 0; round < restarts; round += 1) {
    const killAt = randomBelow(random, writesEach);
    for (let count = 0; count < writesEach; count += 1) {
      const written = writeSomething(writer, random, `${round}-${count}`);
      // The write is under way while the server ends.
      if (count === killAt) {
        await plane.restart("kube-apiserver");
        await compact(plane.etcdUrl);
      }
      await written;
    }
    tellProgress("restart of the server", round + 1, restarts);
  }

  for (const [informer, kind] of [
    [configMaps, ConfigMap],
    [secrets as object as typeof configMaps, Secret as object as typeof ConfigMap],
  ] as const) {
    const resource = writer.resource(kind, { namespace: "default" });
    await resource.create({ metadata: { name: "last", labels: { mine: "yes" } } });
    await comes(informer, "default/last");
    const { items } = await resource.list({ labelSelector: "mine" });
    assert.deepEqual(versionsOf(informer.lister.list()), versionsOf(items));
    assert.ok(items.length > 20);
  }
  assert.deepEqual(violations, [[], []]);
  assert.deepEqual(errors, []);
  assert.equal(lists.size, 2);
  for (const [path, count] of lists) assert.ok(count <= 1 + restarts, `${path} was listed ${count} times`);
});

interface Named {
  readonly metadata: { readonly name?: string; readonly uid?: string; readonly resourceVersion?: string };
}

function versionsOf(objects: readonly Named[]): Record<string, string> {
  const entries = objects.map(({ metadata }): [string, string] => [
    metadata.name ?? "",
    `${metadata.uid} ${metadata.resourceVersion}`,
  ]);
  return Object.fromEntries(entries.sort(([left], [right]) => (left < right ? -1 : 1)));
}

/** Resolves when the object is there. Events of a kind come in their order, so that all before it have come, too. */
function comes(informer: Informer<ConfigMap>, wanted: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const registration = informer.observe(({ key }) => {
    if (key !== wanted) return;
    registration.remove();
    resolve();
  });
  return promise;
}

async function writeSomething(client: ReturnType<typeof createClient>, random: Random, value: string): Promise<void> {
  const kind = (randomBelow(random, 2) === 0 ? ConfigMap : Secret) as typeof ConfigMap;
  const resource = client.resource(kind, { namespace: "default" });
  const name = `c${randomBelow(random, 60)}`;
  const isDeleted = randomBelow(random, 5) === 0;
  for (let tries = 0; tries < 200; tries += 1) {
    try {
      if (isDeleted) await resource.delete(name);
      else
        await resource.apply(
          { metadata: { name, labels: { mine: "yes" }, annotations: { value } } },
          { fieldManager: "test", force: true },
        );
      return;
    } catch (error) {
      if (isDeleted && String(error).includes("not found")) return;
      // The server is away; whether the write took effect does not matter here.
      await clock.sleep(100, { kind: "work", label: "another write" });
    }
  }
}

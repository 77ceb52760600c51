/** A cache that lags behind the server, and what who writes through it sees: never less than what was written. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Client } from "@pintle/client";
import { ConfigMap, Secret } from "@pintle/kinds";
import { ApiError, type ObjectOf } from "@pintle/machinery";
import { createInformers, type Informer, type Informers } from "@pintle/runtime";
import { LaggingWatch } from "./lagging-watch.ts";
import { type RuntimePlane, startRuntimePlane } from "./plane.ts";
import { connectionReset } from "./wire-faults.ts";

interface Lagging extends AsyncDisposable {
  readonly plane: RuntimePlane;
  readonly lag: LaggingWatch;
  readonly informers: Informers;
  readonly secrets: Informer<ObjectOf<typeof Secret>>;
  /** Its writes are seen by the cache. */
  readonly client: Client;
}

async function startLagging(): Promise<Lagging> {
  const plane = await startRuntimePlane();
  const lag = new LaggingWatch();
  plane.faults.request = lag.fault;
  const informers = createInformers(plane.client);
  const secrets = informers.for(Secret, { namespace: "default" });
  secrets.addIndex("owner", (secret) => [secret.metadata.labels?.owner ?? ""]);
  const running = informers.start();
  await plane.clock.settle();
  assert.ok(secrets.isSynced);
  return {
    ...{ plane, lag, informers, secrets, client: plane.client.intercept({ afterWrite: informers.wrote }) },
    async [Symbol.asyncDispose]() {
      lag.release();
      await running[Symbol.asyncDispose]();
      await plane.stop();
      assert.deepEqual(plane.clock.alive(), { ...plane.clock.alive(), timers: [], inFlight: [] });
    },
  };
}

const owners = Array.from({ length: 20 }, (_, number) => `owner-${number}`);

/** As a controller does it that names its children at random: nothing but the cache keeps it from making a second one. */
async function ensureChild({ secrets }: Lagging, client: Client, owner: string): Promise<void> {
  if (secrets.lister.byIndex("owner", owner).length > 0) return;
  await client.resource(Secret).create({ metadata: { generateName: `${owner}-`, labels: { owner } } });
}

async function childrenOf(plane: RuntimePlane): Promise<readonly string[]> {
  const { items } = await plane.client.resource(Secret, { namespace: "default" }).list({ labelSelector: "owner" });
  return items.map(({ metadata }) => metadata.labels?.owner ?? "").toSorted();
}

test("who makes one child for each owner makes no second one, however late the watch is", async () => {
  await using lagging = await startLagging();
  const { plane, lag, secrets, client } = lagging;
  const told: string[] = [];
  secrets.addHandler({ add: ({ metadata }) => told.push(metadata.labels?.owner ?? "") });

  lag.hold();
  for (let round = 0; round < 5; round += 1) {
    for (const owner of owners) {
      await ensureChild(lagging, client, owner);
      assert.equal(secrets.lister.byIndex("owner", owner).length, 1, "its own child is there at once");
      assert.equal(secrets.lister.list({ labelSelector: `owner=${owner}` }).length, 1);
    }
    if (round === 2) lag.release();
    await plane.clock.settle();
  }
  assert.deepEqual(await childrenOf(plane), owners.toSorted());
  assert.deepEqual(told.toSorted(), owners.toSorted(), "handlers are told by the watch, once");
});

test("without one's own writes in the cache there are two of each: the test before this one can fail", async () => {
  await using lagging = await startLagging();
  lagging.lag.hold();
  for (const owner of [...owners, ...owners]) await ensureChild(lagging, lagging.plane.client, owner);
  assert.equal((await childrenOf(lagging.plane)).length, 2 * owners.length);
});

test("what is read, changed and written from the cache meets no conflict with one's own writes", async () => {
  await using lagging = await startLagging();
  const { plane, lag, secrets, client } = lagging;
  const resource = client.resource(Secret);
  await resource.create({ metadata: { name: "count" }, data: { count: "MA==" } });
  await plane.clock.settle();
  lag.hold();
  for (let step = 1; step <= 10; step += 1) {
    const now = required(secrets.lister.get({ namespace: "default", name: "count" }));
    const count = Number(Buffer.from(now.data?.count ?? "", "base64").toString()) + 1;
    await resource.update({ ...now, data: { count: Buffer.from(String(count)).toString("base64") } });
  }
  const { data } = await resource.get("count");
  assert.equal(Buffer.from(data?.count ?? "", "base64").toString(), "10");
  lag.release();
  await plane.clock.settle();
  assert.deepEqual(secrets.lister.get({ namespace: "default", name: "count" })?.data, data);
});

test("an object that was deleted and created again is shown in its new life only, while the watch tells of the old one", async () => {
  await using lagging = await startLagging();
  const { plane, lag, secrets, client } = lagging;
  const resource = client.resource(Secret);
  const key = { namespace: "default", name: "child" };
  const first = await resource.create({ metadata: { name: "child" } });
  await plane.clock.settle();
  lag.hold();
  await resource.patch("child", { merge: { metadata: { labels: { a: "b" } } } });
  await resource.delete("child");
  assert.equal(secrets.lister.get(key), undefined);
  assert.equal(secrets.lister.size, secrets.lister.list().length);
  const second = await resource.create({ metadata: { name: "child" } });
  assert.notEqual(second.metadata.uid, first.metadata.uid);
  const seen = new Set<string | undefined>();
  secrets.observe(() => seen.add(secrets.lister.get(key)?.metadata.uid));
  seen.clear();
  assert.equal(secrets.lister.get(key)?.metadata.uid, second.metadata.uid);
  lag.release();
  await plane.clock.settle();
  assert.deepEqual([...seen], [second.metadata.uid]);
  await resource.delete("child", { preconditions: { uid: second.metadata.uid ?? "" } });
  assert.equal(secrets.lister.get(key), undefined);
});

test("a handler that is told of an end does not read what it was told the end of", async () => {
  await using lagging = await startLagging();
  const { plane, lag, secrets, client } = lagging;
  const read: (string | undefined)[] = [];
  secrets.addHandler({
    delete: ({ metadata }) =>
      read.push(secrets.lister.get({ namespace: "default", name: metadata.name ?? "" })?.metadata.uid),
  });
  await plane.client.resource(Secret).create({ metadata: { name: "a" } });
  await plane.clock.settle();
  lag.hold();
  await client.resource(Secret).patch("a", { merge: { metadata: { labels: { a: "b" } } } });
  await plane.client.resource(Secret).delete("a");
  assert.ok(
    secrets.lister.get({ namespace: "default", name: "a" }),
    "somebody else has deleted it, which nobody here knows",
  );
  lag.release();
  await plane.clock.settle();
  assert.deepEqual(read, [undefined]);
});

test("an object that waits for its finalizers is shown as it waits, and gone with the last of them", async () => {
  await using lagging = await startLagging();
  const { lag, secrets, client } = lagging;
  const resource = client.resource(Secret);
  const key = { namespace: "default", name: "child" };
  lag.hold();
  await resource.create({ metadata: { name: "child", finalizers: ["example.com/a"] } });
  await resource.delete("child");
  assert.ok(secrets.lister.get(key)?.metadata.deletionTimestamp);
  await resource.patch("child", { merge: { metadata: { finalizers: null } } });
  assert.equal(secrets.lister.get(key), undefined);
});

test("a create whose answer is lost is found by its owner, and made once", async () => {
  await using lagging = await startLagging();
  const { plane, lag, secrets, client } = lagging;
  const owner = await plane.client.resource(ConfigMap).create({ metadata: { name: "owner" } });
  lag.hold();
  plane.faults.request = async (request, send) => {
    const response = await lag.fault(request, send);
    if (request.method !== "POST") return response;
    plane.faults.request = lag.fault;
    throw connectionReset();
  };
  await assert.rejects(ensureOwned(lagging, owner), { message: /ECONNRESET/ });
  assert.equal(secrets.lister.get({ namespace: "default", name: "owner" }), undefined, "nobody knows of it yet");
  await ensureOwned(lagging, owner);
  await ensureOwned(lagging, owner);
  assert.equal((await client.resource(Secret).get("owner")).metadata.ownerReferences?.[0]?.uid, owner.metadata.uid);
  lag.release();
  await plane.clock.settle();
  assert.ok(secrets.lister.get({ namespace: "default", name: "owner" }));

  const stranger = await plane.client.resource(ConfigMap).create({ metadata: { name: "stranger" } });
  await plane.client.resource(Secret).create({ metadata: { name: "stranger" } });
  lag.hold();
  await assert.rejects(ensureOwned(lagging, stranger), { message: /belongs to somebody else/ });
});

/** Creates the child of a fixed name; one that is there already counts if it is the owner's, by its uid. */
async function ensureOwned({ secrets, client }: Lagging, owner: ObjectOf<typeof ConfigMap>): Promise<void> {
  const { name = "", uid = "" } = owner.metadata;
  if (secrets.lister.get({ namespace: "default", name }) !== undefined) return;
  const ownerReferences = [{ apiVersion: "v1", kind: "ConfigMap", name, uid, controller: true }];
  try {
    await client.resource(Secret).create({ metadata: { name, ownerReferences } });
  } catch (error) {
    if (!ApiError.is(error, "AlreadyExists")) throw error;
    const found = await client.resource(Secret).get(name);
    if (found.metadata.ownerReferences?.[0]?.uid !== uid) throw new Error(`${name} belongs to somebody else`);
  }
}

test("an update whose answer is lost meets a conflict when it is repeated, and is decided anew", async () => {
  await using lagging = await startLagging();
  const { plane, lag, secrets, client } = lagging;
  const resource = client.resource(Secret);
  await resource.create({ metadata: { name: "a", labels: { version: "1" } } });
  await plane.clock.settle();
  lag.hold();
  plane.faults.request = async (request, send) => {
    const response = await lag.fault(request, send);
    if (request.method !== "PUT") return response;
    plane.faults.request = lag.fault;
    throw connectionReset();
  };
  const stale = required(secrets.lister.get({ namespace: "default", name: "a" }));
  const wanted = { ...stale, metadata: { ...stale.metadata, labels: { version: "2" } } };
  await assert.rejects(resource.update(wanted), { message: /ECONNRESET/ });
  await assert.rejects(resource.update(wanted), { reason: "Conflict" });
  assert.equal((await resource.get("a")).metadata.labels?.version, "2");
});

test("a cache that has to be listed again still shows one's own writes", async () => {
  await using lagging = await startLagging();
  const { plane, lag, secrets, client } = lagging;
  const resource = client.resource(Secret);
  lag.hold();
  for (const owner of owners) await ensureChild(lagging, client, owner);
  await plane.restart();
  for (const owner of owners) {
    await ensureChild(lagging, client, owner);
    assert.equal(secrets.lister.byIndex("owner", owner).length, 1);
  }
  await resource.create({ metadata: { name: "later" } });
  lag.release();
  await plane.clock.settle();
  await plane.clock.advance(120_000);
  assert.deepEqual(await childrenOf(plane), owners.toSorted());
  const { items } = await resource.list();
  assert.deepEqual(
    versionsOf(secrets.lister.list()),
    versionsOf(items.filter(({ metadata }) => metadata.namespace === "default")),
  );
});

function required<Value>(value: Value | undefined): Value {
  assert.ok(value !== undefined);
  return value;
}

function versionsOf(
  objects: readonly { readonly metadata: { readonly name?: string; readonly resourceVersion?: string } }[],
) {
  return objects.map(({ metadata }) => `${metadata.name}@${metadata.resourceVersion}`).toSorted();
}

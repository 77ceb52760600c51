/** What lies over a cache of one's own writes, in every form that they and the cache have. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Namespace, Secret } from "@pintle/kinds";
import type { DeepReadonly, JsonObject } from "@pintle/machinery";
import { createInformers } from "@pintle/runtime";
import { LaggingWatch } from "./lagging-watch.ts";
import { OwnWrites } from "./own-writes.ts";
import { startRuntimePlane } from "./plane.ts";

test("what is shown of a write is what would be kept of it: no managedFields, transformed, selected, frozen", async () => {
  await using plane = await startRuntimePlane();
  const lag = new LaggingWatch();
  plane.faults.request = lag.fault;
  const informers = createInformers(plane.client, { freezes: true });
  const transform = ({ metadata }: object & { metadata?: unknown }) => ({ metadata, seen: "yes" }) as never;
  const web = informers.for(Secret, { labelSelector: "app=web", transform });
  const metadata = informers.metadata(Secret, { namespace: "default" });
  await using _running = informers.start();
  await plane.clock.settle();
  const resource = plane.client.intercept({ afterWrite: informers.wrote }).resource(Secret);
  lag.hold();
  const created = await resource.create({ metadata: { name: "a", labels: { app: "web" } }, data: { a: "YQ==" } });
  assert.ok(created.metadata.managedFields);
  const key = { namespace: "default", name: "a" };
  const shown = required(web.lister.get(key)) as DeepReadonly<{ metadata: object; seen?: string }>;
  assert.equal(shown.seen, "yes");
  assert.ok(Object.isFrozen(shown.metadata) && !Object.isFrozen(created.metadata));
  assert.ok(!("managedFields" in shown.metadata) && !("data" in shown));
  assert.deepEqual(Object.keys(required(metadata.lister.get(key))).toSorted(), ["apiVersion", "kind", "metadata"]);
  assert.equal(metadata.lister.get(key)?.kind, "PartialObjectMetadata");

  await resource.patch("a", { merge: { metadata: { labels: { app: null } } } });
  assert.equal(web.lister.get(key), undefined, "it is not selected any more");
  assert.deepEqual(metadata.lister.get(key)?.metadata.labels ?? {}, {});
  lag.release();
});

test("what a write was answered with is decoded once: the watch that brings it later costs nothing more", async () => {
  await using plane = await startRuntimePlane();
  const lag = new LaggingWatch();
  plane.faults.request = lag.fault;
  const informers = createInformers(plane.client);
  const decoded: (string | undefined)[] = [];
  const transform = (object: JsonObject) => {
    decoded.push((object as { metadata?: { name?: string } }).metadata?.name);
    return object;
  };
  const secrets = informers.for(Secret, { labelSelector: "app=web", transform });
  secrets.addIndex("app", ({ metadata }) => [metadata.labels?.app ?? ""]);
  await using _running = informers.start();
  await plane.clock.settle();
  lag.hold();
  const labels = { app: "web" };
  await plane.client
    .intercept({ afterWrite: informers.wrote })
    .resource(Secret)
    .create({ metadata: { name: "own", labels } });
  const shown = secrets.lister.get({ namespace: "default", name: "own" });
  await plane.client.resource(Secret).create({ metadata: { name: "others", labels } });
  lag.release();
  await plane.clock.settle();
  assert.deepEqual(decoded, ["own", "others"]);
  assert.equal(secrets.lister.byIndex("app", "web").length, 2);
  assert.equal(secrets.lister.get({ namespace: "default", name: "own" }), shown);
});

test("after each sort of write the cache shows what the server says, though the watch has brought nothing", async () => {
  await using plane = await startRuntimePlane();
  const lag = new LaggingWatch();
  plane.faults.request = lag.fault;
  const informers = createInformers(plane.client);
  const writes = new OwnWrites(plane.client.intercept({ afterWrite: informers.wrote }), informers);
  await using _running = informers.start();
  await plane.clock.settle();
  lag.hold();
  await writes.make();
  lag.release();
});

test("each namespace of several has a watch of its own, and what it brings ends what lies over it there alone", async () => {
  await using plane = await startRuntimePlane();
  const lag = new LaggingWatch();
  plane.faults.request = lag.fault;
  for (const name of ["near", "far"]) await plane.client.resource(Namespace).create({ metadata: { name } });
  const informers = createInformers(plane.client);
  const secrets = informers.for(Secret, { namespace: ["near", "far"] });
  await using _running = informers.start();
  await plane.clock.settle();
  const client = plane.client.intercept({ afterWrite: informers.wrote });
  lag.hold("/namespaces/far/secrets");
  for (const namespace of ["near", "far", "default"]) {
    await client.resource(Secret, { namespace }).create({ metadata: { name: "a" } });
  }
  await plane.client.resource(Secret, { namespace: "near" }).delete("a");
  await plane.clock.settle();
  assert.deepEqual(
    secrets.lister.list().map(({ metadata }) => metadata.namespace),
    ["far"],
  );
  lag.release();
  await plane.clock.settle();
  assert.deepEqual(
    secrets.lister.list().map(({ metadata }) => metadata.namespace),
    ["far"],
  );
});

function required<Value>(value: Value | undefined): Value {
  assert.ok(value !== undefined);
  return value;
}

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Client, DynamicObject } from "@pintle/client";
import { CustomResourceDefinition } from "@pintle/kinds";
import type { LogFields, Logger } from "@pintle/machinery";
import { createInformers, type Informer } from "@pintle/runtime";
import { startRuntimePlane } from "./plane.ts";
import { answerWithStatus, answerWithText, changeLines, isWatch } from "./wire-faults.ts";

const thing = { apiVersion: "example.com/v1", kind: "Thing" };
const things = "/apis/example.com/v1/things";

/** With a field of that name. */
async function define(client: Client, field: string): Promise<void> {
  const properties = { spec: { type: "object" as const, properties: { [field]: { type: "string" as const } } } };
  await client.resource(CustomResourceDefinition).create({
    metadata: { name: "things.example.com" },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { plural: "things", kind: "Thing" },
      versions: [
        { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object", properties } } },
      ],
    },
  });
}

function recordChanges(informer: Informer<DynamicObject>): string[] {
  const seen: string[] = [];
  informer.observe(({ type, object }) => seen.push(`${type} ${object.metadata.name} ${JSON.stringify(object.spec)}`));
  return seen;
}

function collectLines(lines: string[]): Logger {
  const add = (message: string, { error }: LogFields = {}) => void lines.push(`${message}: ${error}`);
  const logger: Logger = { debug() {}, info: add, warn: add, error: add, with: () => logger };
  return logger;
}

test("a kind that is not there yet is waited for quietly, and found when it comes", async () => {
  await using plane = await startRuntimePlane();
  const { client, clock, requests } = plane;
  const lines: string[] = [];
  const informers = createInformers(client, { logger: collectLines(lines) });
  const informer = informers.for(thing);
  const seen = recordChanges(informer);
  await using _running = informers.start();
  await clock.settle();
  assert.deepEqual([informer.isSynced, informer.progress.isKindMissing], [false, true]);
  requests.length = 0;
  await clock.advance(60 * 60_000);
  assert.ok(requests.length < 4 * 240, `${requests.length} requests in an hour`);
  assert.equal(lines.length, 1, lines.join("\n"));
  assert.match(lines[0] ?? "", /does not have the kind/);

  await define(plane.connect().client, "color");
  await clock.advance(30_000);
  assert.deepEqual([informer.isSynced, informer.progress.isKindMissing], [true, false]);
  await client.resource(thing).create({ metadata: { name: "a" }, spec: { color: "red" } });
  await clock.settle();
  assert.deepEqual(seen, ['add a {"color":"red"}']);
});

test("a kind that goes takes its objects with it, and comes back with another schema", async () => {
  await using plane = await startRuntimePlane();
  const { client, clock, requests } = plane;
  const admin = plane.connect().client;
  await define(admin, "color");
  await clock.settle();
  const lines: string[] = [];
  const informers = createInformers(client, { logger: collectLines(lines) });
  const informer = informers.for(thing);
  const seen = recordChanges(informer);
  await using _running = informers.start();
  await clock.settle();
  await admin.resource(thing).create({ metadata: { name: "a" }, spec: { color: "red" } });
  await clock.settle();
  await admin.resource(CustomResourceDefinition).delete("things.example.com");
  await clock.settle();
  await clock.advance(30_000);
  assert.deepEqual(seen.splice(0), ['add a {"color":"red"}', 'delete a {"color":"red"}']);
  assert.deepEqual([informer.lister.size, informer.progress.isKindMissing], [0, true]);
  requests.length = 0;
  await clock.advance(10 * 60_000);
  assert.ok(requests.length < 4 * 40, `${requests.length} requests in ten minutes`);
  assert.ok(lines.length <= 2, lines.join("\n"));

  await define(admin, "size");
  await clock.settle();
  await admin.resource(thing).create({ metadata: { name: "a" }, spec: { size: "large" } });
  await clock.advance(30_000);
  assert.deepEqual(seen, ['add a {"size":"large"}']);
  assert.equal(informer.progress.isKindMissing, false);
});

test("objects whose deletion nobody told of are gone with their kind", async () => {
  await using plane = await startRuntimePlane();
  const { client, clock, faults } = plane;
  const admin = plane.connect().client;
  await define(admin, "color");
  await clock.settle();
  await admin.resource(thing).create({ metadata: { name: "a" }, spec: { color: "red" } });
  const informers = createInformers(client);
  const informer = informers.for(thing);
  const unknown: boolean[] = [];
  informer.addHandler({ delete: (_, { isFinalStateUnknown }) => unknown.push(isFinalStateUnknown) });
  const hideDeletions = (line: string) => (line.startsWith('{"type":"DELETED"') ? [] : [line]);
  faults.request = async (request, send) =>
    isWatch(request) ? changeLines(await send(), hideDeletions) : await send();
  await using _running = informers.start();
  await clock.settle();
  await admin.resource(CustomResourceDefinition).delete("things.example.com");
  await clock.advance(15 * 60_000);
  assert.equal(informer.lister.size, 0);
  assert.deepEqual(unknown, [true]);
});

test("what one has written oneself is gone with its kind, too", async () => {
  await using plane = await startRuntimePlane();
  const { client, clock, faults } = plane;
  const admin = plane.connect().client;
  await define(admin, "color");
  await clock.settle();
  let isMute = false;
  faults.request = async (request, send) =>
    isWatch(request) ? changeLines(await send(), (line) => (isMute ? [] : [line])) : await send();
  const informers = createInformers(client);
  const informer = informers.for(thing);
  await using _running = informers.start();
  await clock.settle();
  await admin.resource(thing).create({ metadata: { name: "changed" }, spec: { color: "red" } });
  await clock.settle();
  isMute = true;
  const own = admin.intercept({ afterWrite: informers.wrote });
  await own.resource(thing).patch("changed", { merge: { spec: { color: "blue" } } });
  await own.resource(thing).create({ metadata: { name: "new" }, spec: { color: "red" } });
  assert.equal(informer.lister.size, 2);
  await admin.resource(CustomResourceDefinition).delete("things.example.com");
  await clock.advance(30_000);
  assert.equal(informer.progress.isKindMissing, true);
  assert.deepEqual(informer.lister.list(), []);
});

test("a proxy that answers 404 to everything does not empty the copy", async () => {
  await using plane = await startRuntimePlane();
  const { client, clock, faults } = plane;
  const admin = plane.connect().client;
  await define(admin, "color");
  await clock.settle();
  await admin.resource(thing).create({ metadata: { name: "a" }, spec: { color: "red" } });
  const informers = createInformers(client);
  const informer = informers.for(thing);
  const seen = recordChanges(informer);
  await using _running = informers.start();
  await clock.settle();
  faults.request = async () => answerWithText(404, "<html>no such page</html>");
  await clock.advance(15 * 60_000);
  assert.deepEqual([informer.lister.size, informer.progress.isKindMissing, seen.length], [1, false, 1]);
  faults.request = undefined;
  await admin.resource(thing).patch("a", { merge: { spec: { color: "blue" } } });
  await clock.advance(30_000);
  assert.equal(seen.at(-1), 'update a {"color":"blue"}');
});

test("a kind whose conversion fails does not concern the others", async () => {
  await using plane = await startRuntimePlane();
  const { client, clock, faults } = plane;
  await define(client, "color");
  await clock.settle();
  faults.request = async (request, send) =>
    request.path === things
      ? answerWithStatus(
          500,
          "InternalError",
          "conversion webhook for example.com/v1, Kind=Thing failed: connection refused",
        )
      : await send();
  const informers = createInformers(client);
  const broken = informers.for(thing);
  const well = informers.for(CustomResourceDefinition);
  await using _running = informers.start();
  await clock.settle();
  assert.deepEqual([broken.isSynced, well.isSynced], [false, true]);
  assert.match(String(broken.progress.lastError), /conversion webhook/);
  await client
    .resource(CustomResourceDefinition)
    .patch("things.example.com", { merge: { metadata: { labels: { a: "b" } } } });
  await clock.settle();
  assert.equal(well.lister.list()[0]?.metadata.labels?.a, "b");
  faults.request = undefined;
  await clock.advance(30_000);
  assert.ok(broken.isSynced);
});

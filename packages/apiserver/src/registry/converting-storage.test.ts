import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError, createVirtualClock, type JsonObject } from "@pintle/machinery";
import { createMemoryStorage } from "../storage/memory-storage.ts";
import type { Storage, StorageWatcher } from "../storage/storage.ts";
import { createConvertingStorage } from "./converting-storage.ts";
import { createResourceEndpoint } from "./resource-endpoint.ts";
import type { ConvertObjects, ServedResource, ServedVersion } from "./served-resource.ts";
import { encodeStored } from "./stored-object.ts";

const prefix = "/registry/example.com/widgets/";
const v1: ServedVersion = { version: "v1", shape: { type: "any" } as never };

/** Widgets that are kept in v1, seen in v2. */
class Fixture {
  readonly clock = createVirtualClock();
  readonly kept: Storage = createMemoryStorage({ clock: this.clock });
  readonly asked: JsonObject[] = [];
  /** What a conversion waits for. */
  answered: Promise<void> = Promise.resolve();
  readonly told: string[] = [];
  ended: Error | undefined;

  readonly #convert: ConvertObjects = async (objects, apiVersion) => {
    this.asked.push(...objects);
    await this.answered;
    return objects.map((object) => ({ ...object, apiVersion }));
  };

  readonly #resource: ServedResource = {
    ...{ group: "example.com", plural: "widgets", singular: "widget", kind: "Widget", scope: "Cluster" },
    ...{ versions: [v1], strategy: { nameRule: "dns1123Subdomain", generation: "none" }, isCustom: true },
    ...{ storageVersion: "v1", convert: this.#convert },
  } as ServedResource;

  readonly seen = createConvertingStorage({
    storage: this.kept,
    convert: this.#convert,
    apiVersion: "example.com/v2",
    kept: createResourceEndpoint(this.#resource, v1),
  });

  readonly watcher: StorageWatcher = {
    onChanges: (changes) => this.told.push(...changes.map(({ key }) => key)),
    onProgress: (revision) => this.told.push(`${revision}`),
    onEnd: (reason) => {
      this.ended = reason;
    },
  };

  async put(key: string, spec: JsonObject = {}): Promise<void> {
    const { entry } = await this.kept.get(key);
    const object = { apiVersion: "example.com/v1", kind: "Widget", metadata: { name: "a" }, spec };
    await this.kept.swap(key, entry?.revision ?? 0, encodeStored(object, "sorted"));
  }

  async watch(watched = prefix): Promise<Disposable> {
    const watch = await this.seen.watch({ prefix: watched, after: await this.kept.revision() }, this.watcher);
    return { [Symbol.dispose]: () => watch.close() };
  }
}

test("objects of other resources are nobody's to convert, however they are asked for", async () => {
  const fixture = new Fixture();
  const secret = "/registry/secrets/ns/password";
  using _watch = await fixture.watch("/");
  await fixture.put(secret);
  await fixture.put("/registry/example.com/widgetsets/a");
  await fixture.put(secret);
  await fixture.clock.turn();
  await fixture.seen.list({ prefix: "/" });
  const { entry } = await fixture.seen.get(secret);
  await fixture.seen.swap(secret, 1, entry?.value);
  await fixture.seen.swap(secret, entry?.revision ?? 0, entry?.value);
  assert.deepEqual(fixture.asked, []);
  assert.ok(fixture.told.includes(secret));
  await fixture.put(`${prefix}a`);
  await fixture.clock.turn();
  assert.equal(fixture.asked.length, 1);
});

test("a watcher that the conversion cannot keep up with is ended at once, and has to list anew", async () => {
  const fixture = new Fixture();
  const answer = Promise.withResolvers<void>();
  fixture.answered = answer.promise;
  using _watch = await fixture.watch();
  for (let count = 0; count < 5_000 && !fixture.ended; count += 1) await fixture.put(`${prefix}a`);
  assert.ok(ApiError.is(fixture.ended, "Expired"), String(fixture.ended));
  const toldBefore = fixture.told.length;
  answer.resolve();
  await fixture.clock.turn();
  assert.equal(fixture.told.length, toldBefore, "nothing is told after the end");
  assert.equal(fixture.asked.length, 1, "what waited is not converted");
});

test("few large changes are too many as well", async () => {
  const fixture = new Fixture();
  fixture.answered = new Promise(() => {});
  using _watch = await fixture.watch();
  const large = { text: "x".repeat(1 << 20) };
  for (let count = 0; count < 40 && !fixture.ended; count += 1) await fixture.put(`${prefix}a`, large);
  assert.ok(ApiError.is(fixture.ended, "Expired"), String(fixture.ended));
});

test("what is replayed at once is told whole, however much it is", async () => {
  const fixture = new Fixture();
  const after = await fixture.kept.revision();
  for (let count = 0; count < 5_000; count += 1) await fixture.put(`${prefix}a`);
  const watch = await fixture.seen.watch({ prefix, after }, fixture.watcher);
  for (let turns = 0; turns < 100 && fixture.told.length < 5_001; turns += 1) await fixture.clock.turn();
  assert.deepEqual([fixture.told.length, fixture.ended], [5_001, undefined]);
  watch.close();
});

test("news of other resources that wait behind a conversion are told as one", async () => {
  const fixture = new Fixture();
  const answer = Promise.withResolvers<void>();
  fixture.answered = answer.promise;
  using _watch = await fixture.watch();
  await fixture.clock.turn();
  fixture.told.length = 0;
  await fixture.put(`${prefix}a`);
  for (let count = 0; count < 10_000; count += 1) await fixture.put("/registry/secrets/ns/password");
  answer.resolve();
  await fixture.clock.turn();
  assert.deepEqual(fixture.told, [`${prefix}a`, `${await fixture.kept.revision()}`]);
});

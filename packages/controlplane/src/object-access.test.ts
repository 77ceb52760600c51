import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createMemoryStorage,
  createResourceRegistry,
  decodeStored,
  encodeStored,
  type Storage,
} from "@pintle/apiserver";
import { ApiError, createJsonLogger, createSeededRandom, createVirtualClock, type JsonObject } from "@pintle/machinery";
import { createObjectAccess } from "./object-access.ts";

const place = { group: "", plural: "pods", namespace: "n", name: "a" };
const key = "/registry/pods/n/a";
const pod = { kind: "Pod", apiVersion: "v1", metadata: { name: "a" } };

const clock = createVirtualClock();
const accessTo = (storage: Storage) =>
  createObjectAccess(
    { storage, clock, random: createSeededRandom(1), logger: createJsonLogger({ write: () => {}, clock }) },
    () => ({ registry: createResourceRegistry(), loopback: { request: () => assert.fail("nothing is asked for") } }),
    () => "v1",
  );

async function storageWithPod(): Promise<Storage> {
  const storage = createMemoryStorage({ clock: createVirtualClock() });
  await storage.swap(key, 0, encodeStored(pod, "declared"));
  return storage;
}

async function stored(storage: Storage): Promise<JsonObject> {
  const { entry } = await storage.get(key);
  assert.ok(entry);
  return decodeStored(entry);
}

test("a rewrite is stored as it is", async () => {
  const storage = await storageWithPod();
  await accessTo(storage).rewrite(place, (object) => ({ ...object, spec: { nodeName: "x" } }), false);
  assert.deepEqual((await stored(storage)).spec, { nodeName: "x" });
});

test("a rewrite that was overtaken is made again on top of the other", async () => {
  const storage = await storageWithPod();
  let isFirst = true;
  const racing: Storage = {
    ...storage,
    get: (...asked) => storage.get(...asked),
    swap: async (...swap) => {
      if (isFirst) {
        isFirst = false;
        await accessTo(storage).rewrite(place, (object) => ({ ...object, first: true }), false);
      }
      return storage.swap(...swap);
    },
  };
  await accessTo(racing).rewrite(place, (object) => ({ ...object, second: true }), false);
  const { first, second } = await stored(storage);
  assert.deepEqual([first, second], [true, true]);
});

test("a dry run of a rewrite stores nothing", async () => {
  const storage = await storageWithPod();
  await accessTo(storage).rewrite(place, (object) => ({ ...object, spec: {} }), true);
  assert.equal((await stored(storage)).spec, undefined);
});

test("what is not there cannot be rewritten", async () => {
  const storage = createMemoryStorage({ clock: createVirtualClock() });
  const work = accessTo(storage).rewrite(place, (object) => object, false);
  await assert.rejects(work, (error) => ApiError.is(error, "NotFound"));
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { createMemoryStorage, encodeStored, type Storage } from "@pintle/apiserver";
import { createVirtualClock, type JsonObject } from "@pintle/machinery";
import { followStoredObjects } from "./stored-objects.ts";

/** A storage that counts what it is asked, and whose watches can be ended. */
function countingStorage(): { storage: Storage; asked: string[]; end: () => void } {
  const storage = createMemoryStorage({ clock: createVirtualClock() });
  const asked: string[] = [];
  const ends: (() => void)[] = [];
  const counting: Storage = {
    ...bound(storage),
    get: (key) => {
      asked.push(`get ${key}`);
      return storage.get(key);
    },
    list: (request) => {
      asked.push(`list ${request.prefix}`);
      return storage.list(request);
    },
    watch: async (request, watcher) => {
      const watch = await storage.watch(request, watcher);
      ends.push(() => {
        watch.close();
        watcher.onEnd(new Error("the watch is over"));
      });
      return watch;
    },
  };
  const end = () => {
    for (const endOne of ends.splice(0)) endOne();
  };
  return { storage: counting, asked, end };
}

function bound(storage: Storage): Storage {
  return {
    revision: () => storage.revision(),
    get: (key, options) => storage.get(key, options),
    list: (request) => storage.list(request),
    swap: (key, expected, value, options) => storage.swap(key, expected, value, options),
    watch: (request, watcher) => storage.watch(request, watcher),
    compact: (revision) => storage.compact(revision),
    close: () => storage.close(),
  };
}

async function write(storage: Storage, path: string, object: JsonObject | undefined): Promise<void> {
  const key = `/registry/${path}`;
  const { entries } = await storage.list({ prefix: key });
  await storage.swap(key, entries[0]?.revision ?? 0, object && encodeStored(object, "declared"));
}

const named = (name: string, more: JsonObject = {}): JsonObject => ({ metadata: { name }, ...more });
const namesOf = (objects: readonly JsonObject[]) => objects.map(({ metadata }) => (metadata as JsonObject).name);

test("a kind is listed once, however often it is asked for, and every write is seen by the next question", async () => {
  const { storage, asked } = countingStorage();
  const objects = followStoredObjects(storage);
  assert.deepEqual(await objects.list("limitranges", "n"), []);
  await write(storage, "limitranges/n/b", named("b"));
  await write(storage, "limitranges/n/a", named("a"));
  await write(storage, "limitranges/m/c", named("c"));
  asked.length = 0;
  assert.deepEqual(namesOf(await objects.list("limitranges", "n")), ["a", "b"]);
  assert.deepEqual(namesOf(await objects.list("limitranges", "m")), ["c"]);
  await storage.swap("/registry/limitranges/n/a", 3, undefined);
  assert.deepEqual(namesOf(await objects.list("limitranges", "n")), ["b"]);
  assert.deepEqual(asked, []);
});

test("an object is parsed once for each of its versions, and carries the version", async () => {
  const { storage } = countingStorage();
  const objects = followStoredObjects(storage);
  await write(storage, "namespaces/n", named("n"));
  const first = await objects.get("namespaces", "", "n");
  assert.equal(await objects.get("namespaces", "", "n"), first);
  assert.ok(first);
  assert.equal((first.metadata as JsonObject).resourceVersion, "2");
  await write(storage, "namespaces/n", named("n", { spec: {} }));
  assert.deepEqual((await objects.get("namespaces", "", "n"))?.spec, {});
});

test("what the watch has not told of yet is found in the storage", async () => {
  const { storage, asked } = countingStorage();
  const objects = followStoredObjects({ ...storage, watch: async () => ({ close: () => undefined }) });
  assert.equal(await objects.get("serviceaccounts", "n", "default"), undefined);
  await write(storage, "serviceaccounts/n/default", named("default"));
  asked.length = 0;
  assert.ok(await objects.get("serviceaccounts", "n", "default"));
  assert.deepEqual(asked, ["get /registry/serviceaccounts/n/default"]);
});

test("when the watch has ended, everything is read anew, and a storage that is closed is an error", async () => {
  const { storage, end } = countingStorage();
  const objects = followStoredObjects(storage);
  await write(storage, "limitranges/n/a", named("a"));
  assert.deepEqual(namesOf(await objects.list("limitranges", "n")), ["a"]);
  end();
  await write(storage, "limitranges/n/b", named("b"));
  assert.deepEqual(namesOf(await objects.list("limitranges", "n")), ["a", "b"]);
  end();
  await storage.close();
  await assert.rejects(objects.list("limitranges", "n"), /closed/);
  await assert.rejects(objects.list("limitranges", "n"), /closed/);
});

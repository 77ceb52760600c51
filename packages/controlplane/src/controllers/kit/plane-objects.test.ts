import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createMemoryStorage,
  createResourceRegistry,
  encodeStored,
  type Storage,
  type StorageWatcher,
} from "@pintle/apiserver";
import { createJsonLogger, createVirtualClock, type KubernetesObject } from "@pintle/machinery";
import { createPlaneObjects } from "./plane-objects.ts";
import { createServedPlaces } from "./served-places.ts";

const resource = {
  ...{ group: "example.com", plural: "things", singular: "thing", kind: "Thing", scope: "Namespaced" as const },
  versions: [{ version: "v1", shape: { type: "object" } as never }],
  strategy: {} as never,
};

/** Things in a storage whose watches can be ended. */
function createThings({ isServed = true } = {}) {
  const clock = createVirtualClock();
  const memory = createMemoryStorage({ clock });
  const watchers = new Set<StorageWatcher>();
  const storage = Object.create(memory, {
    list: { value: memory.list.bind(memory) },
    watch: {
      value: async (request: Parameters<Storage["watch"]>[0], watcher: StorageWatcher) => {
        const watch = await memory.watch(request, watcher);
        watchers.add(watcher);
        return watch;
      },
    },
  }) as Storage;
  const registry = createResourceRegistry(isServed ? [resource] : []);
  const logger = createJsonLogger({ write: () => undefined, clock });
  const objects = createPlaneObjects({ storage, registry, places: createServedPlaces(registry), clock, logger });
  const put = async (name: string, uid: string | undefined) => {
    const key = `/registry/example.com/things/n/${name}`;
    const { entry } = await memory.get(key);
    const metadata = { name, namespace: "n", uid: uid ?? "" };
    const value = uid === undefined ? undefined : encodeStored({ kind: "Thing", apiVersion: "v1", metadata }, "sorted");
    await memory.swap(key, entry?.revision ?? 0, value);
  };
  /** What is written meanwhile is not told. */
  const breakWatch = async (meanwhile: () => Promise<void>) => {
    const broken = [...watchers];
    watchers.clear();
    for (const watcher of broken) watcher.onChanges = () => undefined;
    await meanwhile();
    for (const watcher of broken) watcher.onEnd(new Error("fell behind"));
  };
  return { clock, registry, objects, put, breakWatch };
}

const uids = (objects: readonly KubernetesObject[]) => objects.map(({ metadata }) => metadata.uid);

test("where a watch ends all is looked at again, and those who listen learn what they missed", async () => {
  const { clock, objects, put, breakWatch } = createThings();
  for (const name of ["a", "b", "c"]) await put(name, name);
  const things = await objects.follow("example.com", "things");
  const told: string[] = [];
  things.onChange(({ type, object }) => told.push(`${type} ${object.metadata.uid}`));
  told.length = 0;
  await breakWatch(async () => {
    await put("a", undefined);
    await put("b", "another");
    await put("d", "d");
  });
  assert.deepEqual(told, []);
  await clock.advance(1_000);
  assert.deepEqual(told, ["delete a", "delete b", "add another", "add d"]);
  assert.deepEqual(uids(things.list("n")).toSorted(), ["another", "c", "d"]);
  await put("e", "e");
  assert.equal(told.at(-1), "add e");
});

test("a resource that comes later is seen then, and no longer when it goes", async () => {
  const { clock, registry, objects, put } = createThings({ isServed: false });
  await put("a", "a");
  const things = await objects.follow("example.com", "things");
  const told: string[] = [];
  things.onChange(({ type, object }) => told.push(`${type} ${object.metadata.uid}`));
  assert.deepEqual(things.list(), []);
  registry.add(resource);
  await clock.settle();
  assert.deepEqual(uids(things.list()), ["a"]);
  registry.add({ ...resource, shortNames: ["th"] });
  registry.remove("example.com", "things");
  await clock.settle();
  assert.deepEqual([things.list(), told], [[], ["add a"]]);
});

test("a listener that fails disturbs no other", async () => {
  const { objects, put } = createThings();
  const things = await objects.follow("example.com", "things");
  const told: string[] = [];
  things.onChange(() => assert.fail("mine"));
  things.onChange(({ key }) => told.push(key));
  await put("a", "a");
  assert.deepEqual(told, ["n/a"]);
});

test("two who follow a resource see the same objects", async () => {
  const { objects, put } = createThings();
  await put("a", "a");
  const [one, other] = await Promise.all([
    objects.follow("example.com", "things"),
    objects.follow("example.com", "things"),
  ]);
  assert.ok(one.get("n", "a"));
  assert.equal(one.get("n", "a"), other.get("n", "a"));
});

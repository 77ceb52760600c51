import assert from "node:assert/strict";
import { test } from "node:test";
import { createVirtualClock, type JsonObject } from "@pintle/machinery";
import { encodeStored } from "../registry/stored-object.ts";
import { createMemoryStorage } from "../storage/memory-storage.ts";
import type { Storage, StorageWatcher } from "../storage/storage.ts";
import { followObjects } from "./followed-objects.ts";

const prefix = "/registry/things/";

class FollowedFixture {
  readonly storage: Storage = createMemoryStorage({ clock: createVirtualClock() });
  readonly compiled: string[] = [];
  lists = 0;
  watcher: StorageWatcher | undefined;
  isBroken = false;

  readonly objects = followObjects(
    {
      ...this.storage,
      list: async (request) => {
        this.lists += 1;
        if (this.isBroken) throw new Error("the disk is on fire");
        return this.storage.list(request);
      },
      watch: (request, watcher) => {
        this.watcher = watcher;
        return this.storage.watch(request, watcher);
      },
    },
    prefix,
    (object) => {
      const name = String((object.metadata as JsonObject).name);
      this.compiled.push(name);
      return name;
    },
  );

  async set(name: string, isThere = true): Promise<void> {
    const { entry } = await this.storage.get(prefix + name);
    const value = isThere ? encodeStored({ metadata: { name } }, "declared") : undefined;
    await this.storage.swap(prefix + name, entry?.revision ?? 0, value);
  }
}

test("objects are listed once and followed from then on, by name", async () => {
  const fixture = new FollowedFixture();
  await fixture.set("b");
  assert.deepEqual(await fixture.objects.list(), ["b"]);
  await fixture.set("a");
  assert.deepEqual(await fixture.objects.list(), ["a", "b"]);
  await fixture.set("b", false);
  assert.deepEqual(await fixture.objects.list(), ["a"]);
  assert.equal(fixture.lists, 1);
});

test("an object is worked out once for each of its versions, and the same list is the same array", async () => {
  const fixture = new FollowedFixture();
  await fixture.set("a");
  assert.equal(await fixture.objects.list(), await fixture.objects.list());
  await fixture.set("b");
  await fixture.objects.list();
  await fixture.set("a");
  await fixture.objects.list();
  assert.deepEqual(fixture.compiled, ["a", "b", "a"]);
});

test("nothing is listed before somebody asks", async () => {
  assert.equal(new FollowedFixture().lists, 0);
});

test("where the watch ends, everything is found out anew, and what cannot be is an error", async () => {
  const fixture = new FollowedFixture();
  await fixture.set("a");
  await fixture.objects.list();
  fixture.watcher?.onEnd(new Error("too far behind"));
  fixture.isBroken = true;
  await assert.rejects(fixture.objects.list(), /the disk is on fire/);
  fixture.isBroken = false;
  assert.deepEqual(await fixture.objects.list(), ["a"]);
});

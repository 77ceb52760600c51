import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { createVirtualClock, type VirtualClock } from "@pintle/machinery";
import { boundStorage } from "../storage/bound-storage-fixture.test.ts";
import { createMemoryStorage } from "../storage/memory-storage.ts";
import { slow } from "../storage/slow-storage-fixture.test.ts";
import type { Storage } from "../storage/storage.ts";
import type { ResourceEvent, ResourceListener } from "./resource-events.ts";
import { createWatchCache, type Joined, type WatchCache } from "./watch-cache.ts";

const prefix = "/registry/things/";

class Listener implements ResourceListener {
  readonly revisions: number[] = [];
  hasEnded = false;
  joined: Joined | undefined;

  onEvent({ revision }: ResourceEvent): void {
    this.revisions.push(revision);
  }

  onEnd(): void {
    this.hasEnded = true;
  }

  async join(cache: WatchCache, after: number, scope = prefix): Promise<this> {
    this.joined = await cache.join({ scope, after }, this);
    this.revisions.unshift(...this.joined.backlog.map(({ revision }) => revision));
    return this;
  }
}

function setUp(storageOf: (storage: Storage, clock: VirtualClock) => Storage = (storage) => storage) {
  const clock = createVirtualClock();
  const storage = storageOf(createMemoryStorage({ clock }), clock);
  const cache = createWatchCache({ storage, clock, prefix });
  const put = async (key: string) => {
    const { entry } = await storage.get(key);
    const result = await storage.swap(key, entry?.revision ?? 0, Buffer.from('{"metadata":{"resourceVersion":0}}'));
    assert.ok(result.isDone);
    return result.revision;
  };
  return { clock, storage, cache, put };
}

test("a listener that throws is ended; the others and the writer do not notice", async () => {
  const { cache, put, storage } = setUp();
  const begin = await storage.revision();
  class Thrower extends Listener {
    override onEvent(): void {
      throw new Error("oh");
    }
  }
  const [before, thrower, after] = [new Listener(), new Thrower(), new Listener()];
  for (const listener of [before, thrower, after]) await listener.join(cache, begin);
  const revisions = [await put(`${prefix}a`), await put(`${prefix}a`)];
  assert.deepEqual([before.revisions, after.revisions], [revisions, revisions]);
  assert.equal(thrower.hasEnded, true);
});

test("what the ring no longer has comes from the storage", async () => {
  const { cache, put, storage } = setUp();
  const begin = await storage.revision();
  await new Listener().join(cache, begin);
  const revisions: number[] = [];
  for (let step = 0; step < 3_000; step += 1) revisions.push(await put(`${prefix}one/${step % 50}`));
  for (const from of [0, 1, 1_500, 1_975, 1_976, 2_999]) {
    const listener = await new Listener().join(cache, revisions[from] ?? 0);
    assert.deepEqual(listener.revisions, revisions.slice(from + 1));
  }
});

test("one storage watch feeds all, and a listener that leaves hears no more", async () => {
  let watches = 0;
  const { cache, put, storage } = setUp((inner) => ({
    ...boundStorage(inner),
    watch: (request, watcher) => {
      watches += 1;
      return inner.watch(request, watcher);
    },
  }));
  const begin = await storage.revision();
  const listeners = await Promise.all(Array.from({ length: 20 }, () => new Listener().join(cache, begin)));
  const first = await put(`${prefix}a`);
  for (const { joined } of listeners.slice(1)) joined?.leave();
  const second = await put(`${prefix}a`);
  assert.deepEqual(listeners[0]?.revisions, [first, second]);
  assert.deepEqual(listeners[1]?.revisions, [first]);
  assert.equal(watches, 1);
});

test("the revision goes on with writes to other resources", async () => {
  const { cache, put, storage } = setUp();
  await new Listener().join(cache, await storage.revision());
  assert.equal(cache.revision, await storage.revision());
  const other = await put("/registry/others/a");
  assert.equal(cache.revision, other);
});

test("when the storage loses its place the listeners end, and who joins again is served", async () => {
  let lose = (_reason: Error) => {};
  const { cache, put, storage } = setUp((inner) => ({
    ...boundStorage(inner),
    watch: async (request, watcher) => {
      const watch = await inner.watch(request, watcher);
      lose = (reason) => {
        watch.close();
        watcher.onEnd(reason);
      };
      return watch;
    },
  }));
  const first = await new Listener().join(cache, await storage.revision());
  const seen = await put(`${prefix}a`);
  lose(new Error("too far behind"));
  assert.equal(first.hasEnded, true);
  const missed = await put(`${prefix}a`);
  const second = await new Listener().join(cache, seen);
  const next = await put(`${prefix}a`);
  assert.deepEqual([first.revisions, second.revisions], [[seen], [missed, next]]);
});

test("who joins while the storage loses its place misses nothing that happens until somebody else joins", async () => {
  const losses: (() => void)[] = [];
  const replay = Promise.withResolvers<void>();
  const { cache, put, storage } = setUp((inner) => ({
    ...boundStorage(inner),
    watch: async (request, watcher) => {
      const watch = await inner.watch(request, watcher);
      losses.push(() => {
        watch.close();
        watcher.onEnd(new Error("too far behind"));
      });
      if (losses.length === 2) await replay.promise;
      return watch;
    },
  }));
  const begin = await storage.revision();
  const old = await put(`${prefix}a`);
  await new Listener().join(cache, old);
  const joining = new Listener().join(cache, begin);
  for (let turn = 0; turn < 5; turn += 1) await storage.revision();
  losses[0]?.();
  replay.resolve();
  const listener = await joining;
  const missed = await put(`${prefix}a`);
  await new Listener().join(cache, missed);
  const next = await put(`${prefix}a`);
  assert.deepEqual([listener.revisions, listener.hasEnded], [[old, missed, next], false]);
});

test("a storage that ends every watch at once cannot be joined, and says so", async () => {
  const { cache, storage } = setUp((inner) => ({
    ...boundStorage(inner),
    watch: async (_request, watcher) => {
      watcher.onEnd(new Error("not today"));
      return { close: () => undefined };
    },
  }));
  await assert.rejects(new Listener().join(cache, await storage.revision()), /cannot be followed/);
});

test("a cache that could not start tries again for the next who joins", async () => {
  let isBroken = true;
  const { cache, put, storage } = setUp((inner) => ({
    ...boundStorage(inner),
    watch: (request, watcher) =>
      isBroken ? Promise.reject(new Error("no connection")) : inner.watch(request, watcher),
  }));
  const begin = await storage.revision();
  await assert.rejects(new Listener().join(cache, begin), /no connection/);
  isBroken = false;
  const listener = await new Listener().join(cache, begin);
  assert.deepEqual([await put(`${prefix}a`)], listener.revisions);
});

test("with a slow storage, too, those who join while others write miss nothing and hear nothing twice", async () => {
  const { clock, cache, put, storage } = setUp(slow);
  const begin = await storage.revision();
  const written: number[] = [];
  const joining: Promise<{ listener: Listener; after: number }>[] = [];
  const join = async (after: number) => ({ listener: await new Listener().join(cache, after), after });
  const writing = Array.from({ length: 5 }, async (_, writer) => {
    for (let step = 0; step < 60; step += 1) {
      const revision = await put(`${prefix}${writer}/a`);
      written.push(revision);
      if (step % 4 === 0) joining.push(join(step % 8 === 0 ? revision : begin));
    }
  });
  await Promise.all(writing);
  const joined = await Promise.all(joining);
  await clock.settle();
  written.sort((left, right) => left - right);
  assert.equal(joined.length, 75);
  for (const { listener, after } of joined) {
    assert.deepEqual(
      listener.revisions,
      written.filter((revision) => revision > after),
    );
  }
});

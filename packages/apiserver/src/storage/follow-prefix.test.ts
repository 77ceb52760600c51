import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { createVirtualClock } from "@pintle/machinery";
import { type FollowedPrefix, followPrefix } from "./follow-prefix.ts";
import { createMemoryStorage } from "./memory-storage.ts";
import { type Storage, StorageClosedError } from "./storage.ts";

const prefix = "/registry/things/";

class FollowFixture {
  readonly clock = createVirtualClock();
  readonly storage: Storage = createMemoryStorage({ clock: this.clock });
  readonly told: string[] = [];
  readonly lost: string[] = [];
  #end = () => {};
  failure: Error | undefined;

  follow(): Promise<FollowedPrefix> {
    return followPrefix({
      storage: {
        ...this.storage,
        list: async (request) => {
          if (this.failure) throw this.failure;
          return this.storage.list(request);
        },
        watch: async (request, watcher) => {
          const watch = await this.storage.watch(request, watcher);
          this.#end = () => {
            watch.close();
            watcher.onEnd(new Error("too far behind"));
          };
          return watch;
        },
      },
      clock: this.clock,
      prefix,
      label: "follow things",
      onKey: ({ key, value }) => this.told.push(`${value ? "+" : "-"}${key.slice(prefix.length)}`),
      onLost: (error, keys) => this.lost.push(`${(error as Error).message}: ${[...keys].join()}`),
    });
  }

  async put(name: string, isThere = true): Promise<void> {
    const { entry } = await this.storage.get(prefix + name);
    await this.storage.swap(prefix + name, entry?.revision ?? 0, isThere ? Buffer.from("{}") : undefined);
  }

  /** The watch ends, as that of a storage that fell behind does. */
  async end(): Promise<void> {
    this.#end();
    await this.clock.settle();
  }

  retries(): readonly string[] {
    return this.clock.alive().timers.filter((timer) => timer.includes("follow things"));
  }
}

test("what there is is told, then what changes", async () => {
  const fixture = new FollowFixture();
  await fixture.put("a");
  const followed = await fixture.follow();
  await fixture.put("b");
  await fixture.put("a", false);
  assert.deepEqual(fixture.told, ["+a", "+b", "-a"]);
  followed.close();
  await fixture.put("c");
  assert.equal(fixture.told.length, 3);
});

test("a storage that cannot be listed at the start is an error, and is not tried again", async () => {
  const fixture = new FollowFixture();
  fixture.failure = new Error("on fire");
  await assert.rejects(fixture.follow(), /on fire/);
  assert.deepEqual(fixture.retries(), []);
});

test("where the watch ends and cannot be begun anew it is tried each second", async () => {
  const fixture = new FollowFixture();
  await fixture.put("a");
  const followed = await fixture.follow();
  fixture.failure = new Error("on fire");
  await fixture.end();
  await fixture.clock.advance(1_000);
  assert.deepEqual(fixture.lost, [`on fire: ${prefix}a`, `on fire: ${prefix}a`]);
  assert.equal(fixture.retries().length, 1);
  fixture.failure = undefined;
  await fixture.clock.advance(1_000);
  await fixture.put("b");
  assert.deepEqual(fixture.told, ["+a", "+a", "+b"]);
  fixture.failure = new Error("on fire");
  await fixture.end();
  followed.close();
  assert.deepEqual(fixture.retries(), []);
});

test("what went while nobody could be told is told as gone", async () => {
  const fixture = new FollowFixture();
  for (const name of ["a", "b"]) await fixture.put(name);
  const followed = await fixture.follow();
  fixture.failure = new Error("on fire");
  await fixture.end();
  await fixture.put("b", false);
  fixture.failure = undefined;
  await fixture.clock.advance(1_000);
  assert.deepEqual(fixture.told, ["+a", "+b", "-b", "+a"]);
  followed.close();
});

test("a storage that is closed stays closed", async () => {
  const fixture = new FollowFixture();
  await fixture.put("a");
  await fixture.follow();
  fixture.failure = new StorageClosedError();
  await fixture.end();
  assert.equal(fixture.lost.length, 1);
  assert.deepEqual(fixture.retries(), []);
});

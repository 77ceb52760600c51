import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { compareUtf8, createVirtualClock } from "@pintle/machinery";
import fc from "fast-check";
import { createMemoryStorage } from "./memory-storage.ts";
import { slow } from "./slow-storage-fixture.test.ts";
import { CompactedError, type Storage } from "./storage.ts";
import { describeStorage } from "./storage-kit.ts";

describeStorage("memory storage", createMemoryStorage);
describeStorage("memory storage that answers late", ({ clock }) => slow(createMemoryStorage({ clock }), clock));

async function put(storage: Storage, key: string, value: Uint8Array = Buffer.from("x")): Promise<number> {
  const { entry } = await storage.get(key);
  const result = await storage.swap(key, entry?.revision ?? 0, value);
  assert.ok(result.isDone);
  return result.revision;
}

test("a storage that starts again goes on from the revision it is given", async () => {
  const storage = createMemoryStorage({ clock: createVirtualClock(), startRevision: 1_000 });
  assert.equal(await storage.revision(), 1_000);
  assert.equal(await put(storage, "/a"), 1_001);
  await assert.rejects(storage.get("/a", { revision: 999 }), CompactedError);
});

test("the past can be read for five minutes at least and ten at most, and an idle storage has no timer", async () => {
  const clock = createVirtualClock();
  const storage = createMemoryStorage({ clock });
  assert.deepEqual(clock.alive().timers, []);
  await put(storage, "/a");
  await clock.advance(1_000);
  const revision = await put(storage, "/a");
  await put(storage, "/a");
  await clock.advance(300_000);
  assert.ok((await storage.get("/a", { revision })).entry);
  await clock.advance(300_000);
  await assert.rejects(storage.get("/a", { revision }), CompactedError);
  assert.ok((await storage.get("/a")).entry);
  await clock.advance(600_000);
  assert.deepEqual(clock.alive().timers, []);
});

test("no more than the given number of changes is remembered", async () => {
  const storage = createMemoryStorage({ clock: createVirtualClock(), keepRevisions: 3 });
  const revisions: number[] = [];
  for (let step = 0; step < 10; step += 1) revisions.push(await put(storage, "/a"));
  for (const [index, revision] of revisions.entries()) {
    if (index < 6) await assert.rejects(storage.get("/a", { revision }), CompactedError);
    else assert.equal((await storage.get("/a", { revision })).entry?.revision, revision);
  }
});

test("values that were overwritten are forgotten when they are too many bytes, those that are held never", async () => {
  const storage = createMemoryStorage({ clock: createVirtualClock(), keepBytes: 1_000 });
  for (let index = 0; index < 100; index += 1) await put(storage, `/held/${index}`, new Uint8Array(100));
  const first = await put(storage, "/a", new Uint8Array(400));
  const second = await put(storage, "/a", new Uint8Array(400));
  await put(storage, "/a", new Uint8Array(400));
  assert.ok((await storage.get("/a", { revision: first })).entry);
  await put(storage, "/a", new Uint8Array(400));
  await assert.rejects(storage.get("/a", { revision: first }), CompactedError);
  assert.ok((await storage.get("/a", { revision: second })).entry);
  assert.equal((await storage.list({ prefix: "/held/" })).entries.length, 100);
});

test("what was read stays as it was, whatever is written and forgotten later", async () => {
  const storage = createMemoryStorage({ clock: createVirtualClock(), keepBytes: 10_000 });
  const given = Buffer.alloc(3_000, "a");
  await put(storage, "/a", given);
  given.fill("z");
  const { entry } = await storage.get("/a");
  const large = Buffer.alloc(40_000, "l");
  await put(storage, "/large", large);
  for (let step = 0; step < 1_000; step += 1) {
    await put(storage, `/other/${step % 7}`, Buffer.alloc(3_000 + step, String(step % 10)));
    if (step === 500) await put(storage, "/a", Buffer.alloc(3_000, "b"));
  }
  assert.deepEqual(Buffer.from(entry?.value ?? []), Buffer.alloc(3_000, "a"));
  for (const [key, expected] of [
    ["/a", Buffer.alloc(3_000, "b")],
    ["/large", large],
  ] as const) {
    assert.deepEqual(Buffer.from((await storage.get(key)).entry?.value ?? []), expected);
  }
  for (let name = 0; name < 7; name += 1) {
    const last = 999 - ((999 - name) % 7);
    const { entry } = await storage.get(`/other/${name}`);
    assert.deepEqual(Buffer.from(entry?.value ?? []), Buffer.alloc(3_000 + last, String(last % 10)));
  }
});

test("what is forgotten makes room: a value that stays moves away from those that have gone", async () => {
  const storage = createMemoryStorage({ clock: createVirtualClock(), keepBytes: 10_000 });
  await put(storage, "/stays", Buffer.alloc(3_000, "s"));
  const before = (await storage.get("/stays")).entry;
  for (let step = 0; step < 200; step += 1) await put(storage, "/changes", Buffer.alloc(3_000, "c"));
  const after = (await storage.get("/stays")).entry;
  assert.notEqual(before?.value.buffer, after?.value.buffer);
  assert.deepEqual(before, after);
});

test("any sequence of writes, deletions and compactions leaves what a Map would hold, in order", async () => {
  const key = fc.string({
    unit: fc.constantFrom("/", "a", "b", "ä", "\uffee", "\u{1d11e}"),
    minLength: 1,
    maxLength: 4,
  });
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ type: fc.constant("put" as const), key }) },
    { weight: 2, arbitrary: fc.record({ type: fc.constant("delete" as const), key }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant("compact" as const), key }) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), key, fc.nat(5), async (steps, prefix, limit) => {
      const storage = createMemoryStorage({ clock: createVirtualClock() });
      const model = new Map<string, number>();
      for (const { type, key } of steps) {
        if (type === "put") model.set(key, await put(storage, key));
        if (type === "compact") await storage.compact(await storage.revision());
        if (type !== "delete") continue;
        assert.ok((await storage.swap(key, model.get(key) ?? 0, undefined)).isDone);
        model.delete(key);
      }
      const expected = [...model].filter(([key]) => key.startsWith(prefix)).sort(([a], [b]) => compareUtf8(a, b));
      const page = await storage.list({ prefix, limit });
      assert.deepEqual(
        page.entries.map(({ key, revision }) => [key, revision]),
        expected.slice(0, limit),
      );
      assert.equal(page.remaining, Math.max(0, expected.length - limit));
    }),
    { numRuns: 300 },
  );
});

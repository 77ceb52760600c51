/** Keys that delete themselves, and the end of the storage itself. */
import assert from "node:assert/strict";
import { StorageClosedError } from "../storage.ts";
import { bytes, type CreateStorage, storageTest } from "./subject.ts";

export function lifetimeTests(create: CreateStorage): void {
  storageTest("a key with a time to live deletes itself after it, and not before", create, async (subject) => {
    const { storage, clock, watch, text } = subject;
    const recorder = await watch("/", await storage.revision());
    for (const [key, ttlMs] of Object.entries({ "/long": 3_000, "/short": 1_000, "/middle": 2_000 })) {
      assert.ok((await storage.swap(key, 0, bytes("x"), { ttlMs })).isDone);
    }
    await clock.advance(999);
    assert.equal(await text("/short"), "x");
    for (const [count, key] of ["/short", "/middle", "/long"].entries()) {
      await clock.advance(1_000);
      const told = await recorder.take(4 + count);
      assert.equal(told.at(-1), `${key} gone@${recorder.changes.at(-1)?.revision}`);
      assert.equal(await text(key), undefined);
    }
    assert.equal(await storage.revision(), recorder.changes.at(-1)?.revision);
  });

  storageTest(
    "each write sets the time to live anew, or takes it away",
    create,
    async ({ storage, clock, text, put }) => {
      const begin = { ttlMs: 1_000 };
      const revisions: number[] = [];
      for (const key of ["/renewed", "/kept", "/lost"]) {
        const result = await storage.swap(key, 0, bytes("x"), begin);
        assert.ok(result.isDone);
        revisions.push(result.revision);
      }
      await clock.advance(500);
      assert.ok((await storage.swap("/renewed", revisions[0] ?? 0, bytes("y"), begin)).isDone);
      await put("/kept", "y");
      await clock.advance(600);
      assert.deepEqual([await text("/renewed"), await text("/kept"), await text("/lost")], ["y", "y", undefined]);
      await clock.advance(10_000);
      assert.deepEqual([await text("/renewed"), await text("/kept")], [undefined, "y"]);
    },
  );

  storageTest("a key that was deleted and created again lives its own time", create, async (subject) => {
    const { storage, clock, remove, text, put } = subject;
    assert.ok((await storage.swap("/a", 0, bytes("x"), { ttlMs: 1_000 })).isDone);
    await remove("/a");
    await put("/a", "y");
    await clock.advance(5_000);
    assert.equal(await text("/a"), "y");
  });

  storageTest(
    "closing ends the watches, and says so to whoever comes later",
    create,
    async ({ storage, put, watch }) => {
      await put("/a", "x");
      const [open, closed] = [await watch("/", await storage.revision()), await watch("/", await storage.revision())];
      closed.watch?.close();
      await storage.close();
      await open.until(() => open.ended !== undefined);
      assert.equal(closed.ended, undefined);
      await storage.close();
      await assert.rejects(storage.revision(), StorageClosedError);
      await assert.rejects(storage.get("/a"), StorageClosedError);
      await assert.rejects(storage.list({ prefix: "/" }), StorageClosedError);
      await assert.rejects(storage.swap("/b", 0, bytes("x")), StorageClosedError);
      await assert.rejects(watch("/", 1), StorageClosedError);
    },
  );
}

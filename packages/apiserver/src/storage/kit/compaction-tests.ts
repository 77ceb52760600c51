/** What is forgotten, and what never is. */
import assert from "node:assert/strict";
import { CompactedError, FutureRevisionError } from "../storage.ts";
import { type CreateStorage, storageTest } from "./subject.ts";

export function compactionTests(create: CreateStorage): void {
  storageTest("what was before the compaction cannot be read or watched", create, async ({ storage, put, watch }) => {
    const first = await put("/a", "one");
    const second = await put("/a", "two");
    await put("/a", "three");
    await storage.compact(second);
    const isCompacted = (error: unknown) => error instanceof CompactedError && error.oldest === second;
    await assert.rejects(storage.get("/a", { revision: first }), isCompacted);
    await assert.rejects(storage.list({ prefix: "/", revision: first }), isCompacted);
    await assert.rejects(watch("/", first), isCompacted);
  });

  storageTest(
    "the revision itself and everything after it stays",
    create,
    async ({ storage, put, remove, lines, watch }) => {
      await put("/gone", "x");
      const kept = await put("/kept", "x");
      await put("/a", "one");
      await remove("/gone");
      const second = await put("/a", "two");
      const third = await put("/a", "three");
      await storage.compact(second);
      assert.deepEqual(await lines("/", second), [`/a=two@${second}`, `/kept=x@${kept}`]);
      assert.deepEqual(await lines("/"), [`/a=three@${third}`, `/kept=x@${kept}`]);
      const recorder = await watch("/", second);
      assert.deepEqual(await recorder.take(1), [`/a=three@${third}`]);
      assert.equal(recorder.changes[0]?.previous?.revision, second);
    },
  );

  storageTest(
    "a compaction of the future is refused, one of the past does nothing",
    create,
    async ({ storage, put }) => {
      const first = await put("/a", "one");
      const second = await put("/a", "two");
      await assert.rejects(storage.compact(second + 1), FutureRevisionError);
      await storage.compact(second);
      await storage.compact(first);
      await assert.rejects(storage.get("/a", { revision: first }), CompactedError);
    },
  );

  storageTest("a deleted key can be created again after its history is gone", create, async (subject) => {
    const { storage, put, remove, text } = subject;
    await put("/a", "one");
    const gone = await remove("/a");
    await storage.compact(gone);
    assert.equal(await text("/a", gone), undefined);
    const again = await put("/a", "two");
    assert.ok(again > gone);
    await storage.compact(again);
    assert.equal(await text("/a"), "two");
    assert.equal((await storage.list({ prefix: "/", limit: 0 })).remaining, 1);
  });

  storageTest("a watch that is up to date goes on through a compaction", create, async ({ storage, put, watch }) => {
    const recorder = await watch("/", await storage.revision());
    const expected: string[] = [];
    for (let step = 0; step < 20; step += 1) {
      const revision = await put("/a", String(step));
      expected.push(`/a=${step}@${revision}`);
      await recorder.take(expected.length);
      await storage.compact(revision);
    }
    assert.deepEqual(await recorder.take(20), expected);
    assert.equal(recorder.changes.at(-1)?.previous?.revision, recorder.changes.at(-2)?.revision);
  });

  storageTest(
    "pages end with an error, not with a wrong page, when their revision is forgotten",
    create,
    async (subject) => {
      const { storage, put } = subject;
      for (const name of ["1", "2", "3"]) await put(`/a/${name}`, "x");
      const { revision } = await storage.list({ prefix: "/a/", limit: 1 });
      await storage.compact(await put("/a/2", "changed"));
      const rest = storage.list({ prefix: "/a/", start: "/a/1\u0000", limit: 1, revision });
      await assert.rejects(rest, CompactedError);
    },
  );
}

/** One key: what is read, and under which condition it changes. */
import assert from "node:assert/strict";
import { FutureRevisionError } from "../storage.ts";
import { bytes, type CreateStorage, lineOf, storageTest } from "./subject.ts";

export function swapTests(create: CreateStorage): void {
  storageTest("an empty storage has a revision that is not 0, and no keys", create, async ({ storage, lines }) => {
    const revision = await storage.revision();
    assert.ok(Number.isSafeInteger(revision) && revision > 0);
    assert.deepEqual(await storage.get("/a"), { entry: undefined, revision });
    assert.deepEqual(await lines(""), []);
  });

  storageTest("every change has a greater revision, deletions too", create, async ({ storage, put, remove }) => {
    const revisions = [await storage.revision()];
    for (const key of ["/a", "/b", "/a"]) revisions.push(await put(key, "x"));
    revisions.push(await remove("/a"), await put("/a", "again"));
    for (const [index, revision] of revisions.entries()) {
      if (index > 0) assert.ok(revision > (revisions[index - 1] ?? 0));
    }
    assert.equal(await storage.revision(), revisions.at(-1));
  });

  storageTest("a key changes where its revision is the expected one", create, async ({ storage, text }) => {
    const created = await storage.swap("/a", 0, bytes("one"));
    assert.ok(created.isDone);
    const changed = await storage.swap("/a", created.revision, bytes("two"));
    assert.ok(changed.isDone);
    assert.equal(await text("/a"), "two");
    const deleted = await storage.swap("/a", changed.revision, undefined);
    assert.ok(deleted.isDone);
    assert.equal(await text("/a"), undefined);
  });

  storageTest("otherwise nothing changes and what there is is told", create, async ({ storage, put, remove }) => {
    const first = await put("/a", "one");
    const second = await put("/a", "two");
    for (const expected of [0, first, second + 1]) {
      for (const value of [bytes("three"), undefined]) {
        const result = await storage.swap("/a", expected, value);
        assert.ok(!result.isDone && result.current);
        assert.equal(lineOf(result.current), `/a=two@${second}`);
      }
    }
    await remove("/a");
    assert.deepEqual(await storage.swap("/a", second, bytes("x")), { isDone: false, current: undefined });
    assert.equal(await storage.revision(), second + 1);
  });

  storageTest("to delete what is not there is no change", create, async ({ storage, watch, put }) => {
    const revision = await storage.revision();
    const recorder = await watch("/", revision);
    assert.deepEqual(await storage.swap("/a", 0, undefined), { isDone: true, revision });
    const next = await put("/b", "x");
    assert.deepEqual(await recorder.take(1), [`/b=x@${next}`]);
  });

  storageTest("a key can be read as it was at any revision", create, async ({ storage, put, remove, text }) => {
    const before = await storage.revision();
    const first = await put("/a", "one");
    const other = await put("/b", "x");
    const second = await put("/a", "two");
    const gone = await remove("/a");
    const third = await put("/a", "three");
    const seen = await Promise.all([before, first, other, second, gone, third].map((revision) => text("/a", revision)));
    assert.deepEqual(seen, [undefined, "one", "one", "two", undefined, "three"]);
    const reading = await storage.get("/a", { revision: other });
    assert.deepEqual([reading.revision, reading.entry?.revision], [other, first]);
    await assert.rejects(storage.get("/a", { revision: third + 1 }), FutureRevisionError);
  });

  storageTest("values are bytes: empty, large, and none that is text", create, async ({ storage }) => {
    const values = [
      new Uint8Array(),
      new Uint8Array(1_500_000).fill(7),
      Uint8Array.from({ length: 256 }, (_, at) => at),
    ];
    for (const [index, value] of values.entries()) {
      assert.ok((await storage.swap(`/${index}`, 0, value)).isDone);
      const { entry } = await storage.get(`/${index}`);
      assert.ok(entry && Uint8Array.from(entry.value).every((byte, at) => byte === value[at]));
      assert.equal(entry.value.byteLength, value.byteLength);
    }
  });
}

/** Many keys: their order, prefixes, pages, and the past. */
import assert from "node:assert/strict";
import { FutureRevisionError } from "../storage.ts";
import { type CreateStorage, storageTest } from "./subject.ts";

export function listTests(create: CreateStorage): void {
  orderTests(create);
  pageTests(create);
}

function orderTests(create: CreateStorage): void {
  storageTest("keys are listed in the order of their UTF-8 bytes", create, async ({ storage, put }) => {
    // The last two stand the other way round in UTF-16.
    const ordered = ["/", "/A", "/a", "/a\u0000", "/a-", "/a/b", "/aa", "/b", "/ä", "/\uffee", "/\u{1d11e}"];
    for (const key of ordered.toReversed()) await put(key, "x");
    const { entries, remaining } = await storage.list({ prefix: "/" });
    assert.deepEqual(
      entries.map(({ key }) => key),
      ordered,
    );
    assert.equal(remaining, 0);
  });

  storageTest(
    "a prefix is one of characters, not of folders, and shuts out what begins alike",
    create,
    async (subject) => {
      for (const key of ["/a", "/a/1", "/a/2", "/ab/1", "/b/1"]) await subject.put(key, "x");
      const keys = async (prefix: string) => (await subject.storage.list({ prefix })).entries.map(({ key }) => key);
      assert.deepEqual(await keys("/a/"), ["/a/1", "/a/2"]);
      assert.deepEqual(await keys("/ab/"), ["/ab/1"]);
      assert.deepEqual(await keys("/a"), ["/a", "/a/1", "/a/2", "/ab/1"]);
      assert.deepEqual(await keys("/c"), []);
      assert.equal((await keys("")).length, 5);
    },
  );

  storageTest("a list begins at its start, if that is behind the prefix", create, async ({ storage, put }) => {
    for (const key of ["/a/1", "/a/2", "/a/3", "/b/1"]) await put(key, "x");
    const keys = async (start: string) => (await storage.list({ prefix: "/a/", start })).entries.map(({ key }) => key);
    assert.deepEqual(await keys("/a/2"), ["/a/2", "/a/3"]);
    assert.deepEqual(await keys("/a/2\u0000"), ["/a/3"]);
    assert.deepEqual(await keys("/"), ["/a/1", "/a/2", "/a/3"]);
    assert.deepEqual(await keys("/b"), []);
  });

  storageTest("many keys in any order are found again, and so are those that stay", create, async (subject) => {
    const { storage, put, remove } = subject;
    const names = Array.from({ length: 2_000 }, (_, index) => `/many/${(index * 7919) % 2_000}`);
    for (const name of names) await put(name, name);
    const revision = await storage.revision();
    for (const name of names.slice(0, 1_500)) await remove(name);
    const left = names.slice(1_500).sort();
    const { entries } = await storage.list({ prefix: "/many/" });
    assert.deepEqual(
      entries.map(({ key }) => key),
      left,
    );
    const page = await storage.list({ prefix: "/many/", limit: 100 });
    assert.equal(page.remaining, 400);
    const past = await storage.list({ prefix: "/many/", limit: 100, revision });
    assert.equal(past.remaining, 1_900);
  });
}

function pageTests(create: CreateStorage): void {
  storageTest(
    "a page has at most so many keys, and tells how many are left",
    create,
    async ({ storage, put, remove }) => {
      for (const name of ["1", "2", "3", "4", "5"]) await put(`/a/${name}`, "x");
      await put("/b/1", "x");
      await remove("/a/4");
      const page = async (limit: number) => {
        const { entries, remaining } = await storage.list({ prefix: "/a/", limit });
        return [entries.length, remaining];
      };
      assert.deepEqual(await page(1), [1, 3]);
      assert.deepEqual(await page(4), [4, 0]);
      assert.deepEqual(await page(9), [4, 0]);
      assert.deepEqual(await page(0), [0, 4]);
    },
  );

  storageTest("a list shows one revision, and says which", create, async ({ storage, put, remove, lines }) => {
    const first = await put("/a/1", "one");
    const second = await put("/a/2", "one");
    const third = await put("/a/1", "two");
    const fourth = await remove("/a/2");
    assert.deepEqual(await lines("/a/", first), [`/a/1=one@${first}`]);
    assert.deepEqual(await lines("/a/", second), [`/a/1=one@${first}`, `/a/2=one@${second}`]);
    assert.deepEqual(await lines("/a/", third), [`/a/1=two@${third}`, `/a/2=one@${second}`]);
    assert.deepEqual(await lines("/a/"), [`/a/1=two@${third}`]);
    assert.equal((await storage.list({ prefix: "/a/" })).revision, fourth);
    assert.equal((await storage.list({ prefix: "/a/", revision: first })).revision, first);
    await assert.rejects(storage.list({ prefix: "/a/", revision: fourth + 1 }), FutureRevisionError);
  });

  storageTest(
    "pages of one revision are parts of one list, whatever is written between them",
    create,
    async (subject) => {
      const { storage, put, remove, lines } = subject;
      for (let index = 10; index < 40; index += 1) await put(`/a/${index}`, "x");
      const whole = await lines("/a/");
      const { revision } = await storage.list({ prefix: "/a/", limit: 1 });
      const pages: string[] = [];
      for (let start = "/a/"; ; ) {
        const page = await storage.list({ prefix: "/a/", start, limit: 7, revision });
        for (const entry of page.entries) pages.push(`${entry.key}=x@${entry.revision}`);
        assert.equal(page.remaining, whole.length - pages.length);
        const last = page.entries.at(-1);
        if (last === undefined || page.remaining === 0) break;
        start = `${last.key}\u0000`;
        await remove(`/a/${39 - pages.length}`);
        await put(`/a/${10 + pages.length}`, "changed");
        await put(`/a/new-${pages.length}`, "new");
      }
      assert.deepEqual(pages, whole);
    },
  );
}

/** Watches: everything in order, nothing twice, and nobody suffers from another. */
import assert from "node:assert/strict";
import { bytes, type CreateStorage, lineOf, Recorder, storageTest, textOf } from "./subject.ts";

export function watchTests(create: CreateStorage): void {
  toldTests(create);
  isolationTests(create);
}

function toldTests(create: CreateStorage): void {
  storageTest("changes after a revision are told, those of the past and those to come", create, async (subject) => {
    const { put, remove, watch } = subject;
    const first = await put("/a/1", "one");
    const second = await put("/a/1", "two");
    const third = await put("/a/2", "one");
    const recorder = await watch("/a/", first);
    const fourth = await remove("/a/1");
    const expected = [`/a/1=two@${second}`, `/a/2=one@${third}`, `/a/1 gone@${fourth}`];
    assert.deepEqual(await recorder.take(3), expected);
  });

  storageTest("a change tells what the key held before", create, async ({ storage, put, remove, watch }) => {
    const begin = await storage.revision();
    await put("/a", "one");
    await put("/a", "two");
    await remove("/a");
    await put("/a", "three");
    for (const recorder of [await watch("/a", begin)]) {
      await recorder.take(4);
      const held = recorder.changes.map(({ previous }) => previous && textOf(previous.value));
      assert.deepEqual(held, [undefined, "one", "two", undefined]);
      const [first, second] = recorder.changes;
      assert.equal(second?.previous?.revision, first?.revision);
    }
  });

  storageTest("a watch is told of its prefix alone", create, async ({ storage, put, watch }) => {
    const begin = await storage.revision();
    const [live, late] = [await watch("/a/", begin), async () => await watch("/a/", begin)];
    await put("/ab/1", "x");
    await put("/a", "x");
    const revision = await put("/a/1", "x");
    for (const recorder of [live, await late()]) assert.deepEqual(await recorder.take(1), [`/a/1=x@${revision}`]);
  });

  storageTest("progress is told though nothing of the prefix changes", create, async ({ put, watch }) => {
    const first = await put("/other", "x");
    const recorder = await watch("/a/", first);
    await recorder.until(() => recorder.progress >= first);
    const second = await put("/other", "y");
    const third = await put("/a/1", "x");
    await recorder.take(1);
    assert.ok(recorder.progress >= third && third > second);
  });

  storageTest("a watch of the future is told what comes after it", create, async ({ storage, put, watch }) => {
    const revision = await storage.revision();
    const recorder = await watch("/", revision + 2);
    await put("/a", "x");
    await put("/b", "x");
    await put("/c", "x");
    assert.deepEqual(await recorder.take(1), [`/c=x@${revision + 3}`]);
  });

  storageTest("a watch that is closed is told nothing more", create, async ({ storage, put, watch }) => {
    const begin = await storage.revision();
    const [closed, open] = [await watch("/", begin), await watch("/", begin)];
    await put("/a", "x");
    await closed.take(1);
    closed.watch?.close();
    closed.watch?.close();
    await put("/b", "x");
    await open.take(2);
    assert.equal(closed.changes.length, 1);
    assert.equal(closed.ended, undefined);
  });
}

function isolationTests(create: CreateStorage): void {
  storageTest("a watcher that throws is ended; writers and other watchers do not notice", create, async (subject) => {
    const { storage, put, watch } = subject;
    const begin = await storage.revision();
    class Thrower extends Recorder {
      override onChanges(): void {
        throw new Error("oh");
      }
    }
    const [live, late] = [new Thrower(), new Thrower()];
    await storage.watch({ prefix: "/", after: begin }, live);
    const recorder = await watch("/", begin);
    await put("/a", "x");
    await storage.watch({ prefix: "/", after: begin }, late);
    await put("/b", "x");
    await recorder.take(2);
    for (const thrower of [live, late]) {
      await thrower.until(() => thrower.ended !== undefined);
      assert.match(String(thrower.ended), /oh/);
    }
  });

  storageTest("a watcher may write: all hear of it in the same order", create, async ({ storage, put, watch }) => {
    const begin = await storage.revision();
    class Writer extends Recorder {
      override onChanges(changes: Parameters<Recorder["onChanges"]>[0]): void {
        super.onChanges(changes);
        for (const { key } of changes) if (key.length < 5) void storage.swap(`${key}+`, 0, bytes("x"));
      }
    }
    const writer = new Writer();
    const before = await watch("/", begin);
    await storage.watch({ prefix: "/", after: begin }, writer);
    const after = await watch("/", begin);
    await put("/a", "x");
    const told = await writer.take(4);
    assert.deepEqual(await before.take(4), told);
    assert.deepEqual(await after.take(4), told);
    assert.deepEqual(
      writer.changes.map(({ key }) => key),
      ["/a", "/a+", "/a++", "/a+++"],
    );
  });

  storageTest("watches that begin while others write miss nothing and hear nothing twice", create, async (subject) => {
    const { storage, put, watch } = subject;
    const begin = await storage.revision();
    const whole = await watch("/a/", begin);
    const joining: Promise<[Recorder, number]>[] = [];
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let step = 0; step < 25; step += 1) {
        const revision = await put(`/a/${writer}`, String(step));
        await put(`/other/${writer}`, "x");
        if (step % 5 === 0) joining.push(watch("/a/", revision).then((recorder) => [recorder, revision]));
      }
    });
    await Promise.all(writers);
    const all = await whole.take(200);
    assert.equal(new Set(all).size, 200);
    const revisions = whole.changes.map(({ revision }) => revision);
    assert.deepEqual(
      revisions,
      revisions.toSorted((left, right) => left - right),
    );
    for (const [recorder, after] of await Promise.all(joining)) {
      const expected = whole.changes.filter(({ revision }) => revision > after);
      assert.deepEqual(
        await recorder.take(expected.length),
        expected.map(({ key, value, revision }) => lineOf({ key, value: value ?? bytes(""), revision })),
      );
    }
  });
}

/** Many writers at once, compared with a model that is a plain Map: what was acknowledged is there, and nothing else is. */
import assert from "node:assert/strict";
import { createSeededRandom, randomBelow } from "@pintle/machinery";
import type { Storage } from "../storage.ts";
import { bytes, type CreateStorage, lineOf, storageTest, textOf } from "./subject.ts";

export function raceTests(create: CreateStorage): void {
  storageTest("of writers that expect the same revision one wins", create, async ({ storage, put }) => {
    const revision = await put("/a", "x");
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, writer) => storage.swap("/a", revision, bytes(String(writer)))),
    );
    const winners = results.flatMap((result, writer) => (result.isDone ? [{ writer, revision: result.revision }] : []));
    assert.equal(winners.length, 1);
    const { entry } = await storage.get("/a");
    assert.ok(entry && winners[0]);
    assert.deepEqual([textOf(entry.value), entry.revision], [String(winners[0].writer), winners[0].revision]);
    for (const result of results) if (!result.isDone) assert.equal(result.current?.revision, entry.revision);
  });

  storageTest(
    "a thousand swaps of twenty keys side by side: all that were acknowledged count",
    create,
    async (subject) => {
      const { storage, watch } = subject;
      const recorder = await watch("/counters/", await storage.revision());
      await Promise.all(Array.from({ length: 1_000 }, (_, swap) => increment(storage, `/counters/${swap % 20}`)));
      const { entries } = await storage.list({ prefix: "/counters/" });
      assert.deepEqual(
        entries.map(({ value }) => textOf(value)),
        Array.from({ length: 20 }, () => "50"),
      );
      await recorder.take(1_000);
      for (const { value, previous } of recorder.changes) {
        assert.equal(Number(value && textOf(value)), Number(previous ? textOf(previous.value) : "0") + 1);
      }
    },
  );

  storageTest("the storage is what a model of it is, now and at every revision", create, async (subject) => {
    const { storage, watch, lines } = subject;
    const random = createSeededRandom(42);
    const recorder = await watch("", await storage.revision());
    const model = new Map<string, string>();
    const past = new Map<number, string[]>();
    for (let step = 0; step < 400; step += 1) {
      const key = `/${"ab".charAt(randomBelow(random, 2))}/${randomBelow(random, 8)}`;
      const { entry } = await storage.get(key);
      assert.equal(entry && lineOf(entry), model.get(key));
      const isRemoval = entry !== undefined && randomBelow(random, 3) === 0;
      const result = await storage.swap(key, entry?.revision ?? 0, isRemoval ? undefined : bytes(`${step}`));
      assert.ok(result.isDone);
      if (isRemoval) model.delete(key);
      else model.set(key, `${key}=${step}@${result.revision}`);
      past.set(result.revision, [...model.values()].sort());
    }
    for (const [revision, expected] of past) assert.deepEqual((await lines("", revision)).sort(), expected);
    assert.equal((await recorder.take(400)).length, 400);
    const replayed = new Map<string, string>();
    for (const { key, value, revision } of recorder.changes) {
      if (value === undefined) replayed.delete(key);
      else replayed.set(key, lineOf({ key, value, revision }));
      assert.deepEqual([...replayed.values()].sort(), past.get(revision));
    }
  });
}

async function increment(storage: Storage, key: string): Promise<void> {
  for (let { entry: current } = await storage.get(key); ; ) {
    const next = current === undefined ? 1 : Number(textOf(current.value)) + 1;
    const result = await storage.swap(key, current?.revision ?? 0, bytes(String(next)));
    if (result.isDone) return;
    current = result.current;
  }
}

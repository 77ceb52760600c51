import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { Fixture, type Reader, within } from "./watch-fixture.test.ts";

test("a watch ends when timeoutSeconds are over, after what was told, and leaves no timer", async () => {
  const fixture = new Fixture();
  const watch = await fixture.watch({ query: { timeoutSeconds: "5" } });
  const a = await fixture.put("one/a");
  await fixture.clock.advance(5_000);
  assert.deepEqual(await watch.briefs(1), [`ADDED a@${a}`]);
  await watch.assertEnds();
  assert.deepEqual(watchTimers(fixture), []);
});

test("a watch that is not told how long lasts between half an hour and an hour", async () => {
  const fixture = new Fixture();
  for (const query of [{}, { timeoutSeconds: "0" }]) {
    const watch = await fixture.watch({ query });
    let isOver = false;
    void watch.next().then(() => {
      isOver = true;
    });
    await fixture.clock.advance(30 * 60_000 - 1);
    assert.equal(isOver, false);
    await fixture.clock.advance(30 * 60_000);
    assert.equal(isOver, true);
  }
});

test("bookmarks come each minute and two seconds before the end, with the newest revision of anything", async () => {
  const fixture = new Fixture();
  const resourceVersion = await fixture.put("one/a");
  const query = { resourceVersion, allowWatchBookmarks: "true", timeoutSeconds: "90" };
  const watch = await fixture.watch({ namespace: "one", query });
  const silent = await fixture.watch({ namespace: "one", query: { resourceVersion, timeoutSeconds: "90" } });
  const other = await fixture.put("two/a");
  await fixture.clock.advance(60_000);
  const object = { kind: "ConfigMap", apiVersion: "v1", metadata: { resourceVersion: other } };
  assert.deepEqual(await watch.next(), { type: "BOOKMARK", object });
  const b = await fixture.put("one/b");
  await fixture.clock.advance(28_000);
  assert.deepEqual(await watch.briefs(2), [`ADDED b@${b}`, `BOOKMARK @${b}`]);
  await fixture.clock.advance(2_000);
  await watch.assertEnds();
  assert.deepEqual(await silent.briefs(1), [`ADDED b@${b}`]);
  await silent.assertEnds();
});

test("a watch does not keep the clock from settling", async () => {
  const fixture = new Fixture();
  await fixture.watch({ query: { allowWatchBookmarks: "true" } });
  const begin = fixture.clock.monotonic();
  await fixture.clock.settle();
  assert.equal(fixture.clock.monotonic(), begin);
});

test("a reader that returns, and one whose client has gone, free everything at once", async () => {
  const fixture = new Fixture();
  const query = { resourceVersion: "1", allowWatchBookmarks: "true" };
  const returned = await fixture.watch({ query });
  const pending = returned.next();
  await returned.chunks.return?.();
  assert.equal(await pending, undefined);
  assert.deepEqual(watchTimers(fixture), []);
  const aborted = await fixture.watch({ query });
  const waiting = aborted.next();
  fixture.gone.abort();
  assert.equal(await waiting, undefined);
  assert.deepEqual(watchTimers(fixture), []);
});

test("whichever way a watch ends, it listens no more", async () => {
  const fixture = new Fixture();
  const listening = countListeners(fixture);
  const [slow, returned] = [await fixture.watch(), await fixture.watch()];
  await fixture.watch({ query: { timeoutSeconds: "1" } });
  assert.equal(listening(), 3);
  await returned.chunks.return?.();
  assert.equal(listening(), 2);
  await fixture.clock.advance(1_000);
  assert.equal(listening(), 1);
  const padding = { data: { padding: "x".repeat(1_400_000) } };
  for (let step = 0; step < 5; step += 1) await fixture.put("one/a", {}, { ...padding, step });
  assert.equal(listening(), 0);
  await slow.assertEnds();
  await fixture.watch();
  fixture.gone.abort();
  assert.equal(listening(), 0);
});

test("closing the caches ends watches after what was told; later ones are refused", async () => {
  const fixture = new Fixture();
  const watch = await fixture.watch();
  const waiting = await fixture.watch();
  const end = waiting.next().then(() => waiting.assertEnds());
  const a = await fixture.put("one/a");
  fixture.caches.close();
  assert.deepEqual(await watch.briefs(1), [`ADDED a@${a}`]);
  await watch.assertEnds();
  await end;
  const [event] = await (await fixture.watch()).take(1);
  assert.equal(within(event, "object").code, 503);
});

test("the end of the storage is the end of the watches", async () => {
  const fixture = new Fixture();
  const watch = await fixture.watch();
  const end = watch.assertEnds();
  await fixture.storage.close();
  await end;
});

test("what waits for a reader is one chunk", async () => {
  const fixture = new Fixture();
  const watch = await fixture.watch();
  for (let step = 0; step < 10; step += 1) await fixture.put("one/a", { step: String(step) });
  const { value } = await watch.chunks.next();
  assert.equal(Buffer.from(value).toString().match(/\n/g)?.length, 10);
});

test("a client that never reads is let go and holds up nobody", async () => {
  const fixture = new Fixture();
  const idle = await fixture.watch();
  const busy = await fixture.watch();
  const padding = { data: { padding: "x".repeat(400_000) } };
  for (let step = 0; step < 40; step += 1) {
    await fixture.put("one/a", {}, { ...padding, step });
    assert.equal((await busy.take(1)).length, 1);
  }
  await idle.assertEnds();
  assert.equal(watchTimers(fixture).length, 1);
});

test("ten thousand events while a watcher sleeps end its watch, and it goes on from what it has seen", async () => {
  const fixture = new Fixture();
  const sleeper = await fixture.watch();
  const first = await fixture.put("one/a");
  assert.deepEqual(await sleeper.briefs(1), [`ADDED a@${first}`]);
  for (let step = 0; step < 10_000; step += 1) await fixture.put("one/a", { step: String(step) });
  await sleeper.assertEnds();
  const next = await fixture.watch({ query: { resourceVersion: first } });
  const events = await next.take(10_000);
  const steps = events.map((event) => within(event, "object", "metadata", "labels").step);
  assert.ok(steps.every((step, index) => step === String(index)));
});

test("a thousand watchers of one resource are told the same bytes, made once", async () => {
  const fixture = new Fixture();
  const watches: Reader[] = [];
  for (let count = 0; count < 1_000; count += 1) watches.push(await fixture.watch());
  await fixture.put("one/a");
  const chunks = await Promise.all(watches.map(({ chunks }) => chunks.next()));
  assert.equal(new Set(chunks.map(({ value }) => value)).size, 1);
  for (const { chunks } of watches) await chunks.return?.();
  assert.deepEqual(watchTimers(fixture), []);
});

test("an object that cannot be read ends the watches that must look into it, with an error, and no other", async () => {
  const fixture = new Fixture();
  const selecting = await fixture.watch({ query: { labelSelector: "a=b" } });
  const other = await fixture.watch({ namespace: "two" });
  await fixture.storage.swap(`${fixture.maps.prefix}one/broken`, 0, Buffer.from("{"));
  const a = await fixture.put("two/a", { a: "b" });
  const [event] = await selecting.take(1);
  assert.equal(event?.type, "ERROR");
  await selecting.assertEnds();
  assert.deepEqual(await other.briefs(1), [`ADDED a@${a}`]);
});

function watchTimers({ clock }: Fixture): string[] {
  return clock.alive().timers.filter((timer) => !timer.includes("compaction"));
}

/** How many have joined the cache and not left it. */
function countListeners({ caches, maps }: Fixture): () => number {
  const cache = caches.of(maps.prefix);
  const join = cache.join.bind(cache);
  let count = 0;
  cache.join = async (...request) => {
    const { backlog, leave } = await join(...request);
    count += 1;
    const leaveOnce = () => {
      count -= 1;
      leave();
    };
    return { backlog, leave: leaveOnce };
  };
  return () => count;
}

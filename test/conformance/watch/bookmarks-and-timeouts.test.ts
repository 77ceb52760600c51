/** How a watch tells its progress, and how it ends. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { assertContains } from "../answer.ts";
import { connect } from "../client.ts";
import { configMaps } from "../lists/config-maps.ts";
import type { WatchEvent } from "../watch.ts";
import { assertEvents, brief, versionOf } from "./observed.ts";

const client = connect();
after(() => client.close());

describe("bookmarks and timeouts", { concurrency: true }, () => {
  test("a watch ends, without an event, when timeoutSeconds are over", async () => {
    const maps = await configMaps(client);
    await maps.fill("a");
    const begin = performance.now();
    await using watch = await client.watch(maps.path, { timeoutSeconds: 1 });
    await assertEvents(watch, ["ADDED a"]);
    assert.equal(await watch.next(), undefined);
    const seconds = (performance.now() - begin) / 1000;
    assert.ok(seconds >= 0.9, `it ended after ${seconds} s`);
  });

  test("a watch that is not told how long lasts", async () => {
    const maps = await configMaps(client);
    await using unlimited = await client.watch(maps.path);
    await using zero = await client.watch(maps.path, { timeoutSeconds: 0 });
    await using short = await client.watch(maps.path, { timeoutSeconds: 2 });
    assert.equal(await short.next(), undefined);
    await maps.create("a");
    for (const watch of [unlimited, zero]) await assertEvents(watch, ["ADDED a"]);
  });

  test("the request timeout does not end a watch", async () => {
    const maps = await configMaps(client);
    await using watch = await client.watch(maps.path, { timeout: "1s" });
    await using short = await client.watch(maps.path, { timeoutSeconds: 2 });
    assert.equal(await short.next(), undefined);
    await maps.create("a");
    await assertEvents(watch, ["ADDED a"]);
  });

  test("a bookmark comes before the end, so that the next watch need not begin where this one did", async () => {
    const [maps, others] = await Promise.all([configMaps(client), configMaps(client)]);
    const [begin] = await maps.fill("a");
    const query = { resourceVersion: begin as string, allowWatchBookmarks: true, timeoutSeconds: 6 };
    await using watch = await client.watch(maps.path, query);
    const [last] = await others.fill("b");
    const [bookmark] = await assertEvents(watch, ["BOOKMARK"]);
    assert.ok(bookmark);
    // Nothing happened in this namespace, but the version went on.
    assert.ok(versionOf(bookmark) >= BigInt(last as string));
    const { resourceVersion } = bookmark.object.metadata;
    assert.deepEqual(bookmark.object, { kind: "ConfigMap", apiVersion: "v1", metadata: { resourceVersion } });
    await maps.create("c");
    await using next = await client.watch(maps.path, { resourceVersion });
    await assertEvents(next, ["ADDED c"]);
  });

  test("a bookmark is not older than any event before it, and older than any after it", async () => {
    const maps = await configMaps(client);
    const [begin] = await maps.fill("a");
    const query = { resourceVersion: begin as string, allowWatchBookmarks: true, timeoutSeconds: 5 };
    await using watch = await client.watch(maps.path, query);
    const events: WatchEvent[] = [];
    let writing = true;
    const writer = (async () => {
      for (let step = 0; writing; step += 1) await maps.label("a", { step: String(step) });
    })();
    try {
      for (let event = await watch.next(); event !== undefined; event = await watch.next()) events.push(event);
    } finally {
      writing = false;
      await writer;
    }
    assert.ok(events.some(({ type }) => type === "BOOKMARK"));
    for (const [index, event] of events.entries()) {
      const next = events[index + 1];
      if (next === undefined) continue;
      assert.ok(versionOf(event) <= versionOf(next), `${brief(event)}, then ${brief(next)}`);
      if (event.type === "BOOKMARK" && next.type !== "BOOKMARK") assert.ok(versionOf(event) < versionOf(next));
    }
  });

  test("without allowWatchBookmarks there is none", async () => {
    const maps = await configMaps(client);
    const [begin] = await maps.fill("a");
    for (const query of [{}, { allowWatchBookmarks: false }]) {
      await using watch = await client.watch(maps.path, {
        resourceVersion: begin as string,
        timeoutSeconds: 3,
        ...query,
      });
      assert.equal(await watch.next(), undefined);
    }
  });

  test("a watch with a selector has bookmarks, though nothing matches", async () => {
    const maps = await configMaps(client);
    const [begin] = await maps.fill("a");
    await using watch = await client.watch(maps.path, {
      resourceVersion: begin as string,
      labelSelector: "no=body",
      allowWatchBookmarks: true,
      timeoutSeconds: 4,
    });
    const { metadata } = await maps.create("b");
    const [bookmark] = await assertEvents(watch, ["BOOKMARK"]);
    assert.ok(bookmark && versionOf(bookmark) >= BigInt(metadata.resourceVersion));
  });

  test("a client that closes its watch disturbs no other", async () => {
    const maps = await configMaps(client);
    await using closed = await client.watch(maps.path);
    await using watch = await client.watch(maps.path);
    await maps.create("a");
    await assertEvents(closed, ["ADDED a"]);
    await closed.close();
    await maps.create("b");
    await assertEvents(watch, ["ADDED a", "ADDED b"]);
  });

  test("a watch that never had an event has its headers at once", async () => {
    const { path } = await configMaps(client);
    await using watch = await client.watch(path, { sendInitialEvents: false, resourceVersionMatch: "NotOlderThan" });
    assert.equal(watch.status, 200);
    assertContains(watch.headers, { "content-type": "application/json", "content-length": undefined });
  });
});

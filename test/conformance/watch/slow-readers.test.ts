/** Clients that read late, much, or not at all. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { assertAnswer } from "../answer.ts";
import { connect } from "../client.ts";
import { configMaps } from "../lists/config-maps.ts";
import type { WatchEvent } from "../watch.ts";
import { assertEvents, versionOf } from "./observed.ts";

const client = connect();
after(() => client.close());

describe("slow readers", { concurrency: true }, () => {
  test("who reads only when everything has happened misses nothing", async () => {
    const maps = await configMaps(client);
    await using watch = await client.watch(maps.path);
    await maps.create("a");
    for (let step = 0; step < 200; step += 1) await maps.label("a", { step: String(step) });
    const events = await watch.take(201);
    assert.deepEqual(
      events.map(({ object }) => object.metadata.labels?.step),
      [undefined, ...Array.from({ length: 200 }, (_, step) => String(step))],
    );
  });

  test("large objects come whole", async () => {
    const maps = await configMaps(client);
    await using watch = await client.watch(maps.path);
    const text = "ä€𝄞".repeat(50_000);
    for (const name of ["a", "b"])
      assertAnswer(await client.create(maps.path, { metadata: { name }, data: { text } }), 201);
    for (const { object } of await assertEvents(watch, ["ADDED a", "ADDED b"])) assert.equal(object.data.text, text);
  });

  test("many watches of one collection are all served", async () => {
    const maps = await configMaps(client);
    const watches = await Promise.all(Array.from({ length: 50 }, () => client.watch(maps.path)));
    try {
      await maps.fill("a", "b");
      await Promise.all(watches.map((watch) => assertEvents(watch, ["ADDED a", "ADDED b"])));
    } finally {
      await Promise.all(watches.map((watch) => watch.close()));
    }
  });

  test("who does not read at all holds up nobody, and what it reads at last has no gap", async () => {
    const maps = await configMaps(client);
    const { metadata } = await maps.create("a");
    const query = { resourceVersion: metadata.resourceVersion };
    await using idle = await client.watch(maps.path, query);
    await using busy = await client.watch(maps.path, query);
    // More than the server and the connection hold for a reader: the server ends the watch of one who does not read.
    const padding = "x".repeat(500_000);
    const told: bigint[] = [];
    for (let step = 0; step < 40; step += 1) {
      assertAnswer(await client.patch("merge", maps.at("a"), { data: { padding, step: String(step) } }), 200);
      const [event] = await busy.take(1);
      told.push(versionOf(event as WatchEvent));
    }
    const read: bigint[] = [];
    while (read.length < told.length) {
      const event = await idle.next();
      if (event === undefined) break;
      read.push(versionOf(event));
    }
    assert.ok(read.length > 0);
    assert.deepEqual(read, told.slice(0, read.length));

    const last = String(read.at(-1));
    if (read.length === told.length) return;
    await using next = await client.watch(maps.path, { resourceVersion: last });
    assert.deepEqual((await next.take(told.length - read.length)).map(versionOf), told.slice(read.length));
  });
});

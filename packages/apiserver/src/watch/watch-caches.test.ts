import assert from "node:assert/strict";
import { test } from "node:test";
import { createVirtualClock } from "@pintle/machinery";
import { createMemoryStorage } from "../storage/memory-storage.ts";
import { createWatchCaches } from "./watch-caches.ts";

const prefix = "/registry/things/";
const silent = { onEvent() {}, onEnd() {} };

function start() {
  const clock = createVirtualClock();
  return createWatchCaches({ clock, storage: createMemoryStorage({ clock }) });
}

test("a folder has one cache, until its resource changes: then the past is gone", async () => {
  const caches = start();
  const before = caches.of(prefix);
  assert.equal(caches.of(prefix), before);
  caches.renew(prefix, 7);
  assert.notEqual(caches.of(prefix), before);
  await assert.rejects(before.join({ scope: prefix, after: 1 }, silent), /shutting down/);
  await assert.rejects(
    caches.of(prefix).join({ scope: prefix, after: 1 }, silent),
    /too old resource version: 1 \(7\)/,
  );
});

test("of a resource that has gone nothing is kept", async () => {
  const caches = start();
  const before = caches.of(prefix);
  caches.renew(prefix, 7);
  let ended = 0;
  await caches.of(prefix).join({ scope: prefix, after: 7 }, { onEvent() {}, onEnd: () => (ended += 1) });
  caches.forget(prefix);
  assert.equal(ended, 1);
  assert.notEqual(caches.of(prefix), before);
  await caches.of(prefix).join({ scope: prefix, after: 1 }, silent);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { StartedParts } from "./started-parts.ts";

function createParts(ended: string[]) {
  return {
    sync: { [Symbol.dispose]: () => void ended.push("sync") },
    async: { [Symbol.asyncDispose]: async () => void ended.push("async") },
    broken: { [Symbol.dispose]: () => assert.fail("broken") },
  };
}

test("parts end in the opposite order, once", async () => {
  const ended: string[] = [];
  const parts = createParts(ended);
  const started = new StartedParts();
  assert.equal(started.use(parts.sync), parts.sync);
  started.use(parts.async);
  await started[Symbol.asyncDispose]();
  await started[Symbol.asyncDispose]();
  assert.deepEqual(ended, ["async", "sync"]);
});

test("parts that were handed over end with whom they were handed to", async () => {
  const ended: string[] = [];
  const started = new StartedParts();
  started.use(createParts(ended).sync);
  const moved = started.move();
  await started[Symbol.asyncDispose]();
  assert.deepEqual(ended, []);
  await moved[Symbol.asyncDispose]();
  assert.deepEqual(ended, ["sync"]);
});

test("a part that fails to end keeps no other from it, and is told", async () => {
  const ended: string[] = [];
  const { sync, broken } = createParts(ended);
  const started = new StartedParts();
  for (const part of [sync, broken]) started.use(part);
  await assert.rejects(started[Symbol.asyncDispose](), /broken/);
  assert.deepEqual(ended, ["sync"]);
  for (const part of [broken, broken]) started.use(part);
  await assert.rejects(started[Symbol.asyncDispose](), AggregateError);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { createChunkQueue } from "./chunk-queue.ts";

function tracked() {
  const calls: string[] = [];
  const note = (what: string) => () => void calls.push(what);
  const queue = createChunkQueue({ resume: note("resume"), cancel: note("cancel"), finished: note("finished") });
  return { queue, calls, reader: queue[Symbol.asyncIterator]() };
}

const chunk = (bytes: number) => new Uint8Array(bytes);

test("chunks are read in order, those that wait and those that are waited for", async () => {
  const { queue, reader, calls } = tracked();
  queue.push(chunk(1));
  assert.equal((await reader.next()).value?.length, 1);
  const next = reader.next();
  queue.push(chunk(2));
  assert.equal((await next).value?.length, 2);
  queue.push(chunk(3));
  queue.end();
  assert.equal((await reader.next()).value?.length, 3);
  assert.deepEqual([(await reader.next()).done, (await reader.next()).done], [true, true]);
  assert.equal(calls.includes("cancel"), false);
  assert.ok(calls.includes("finished"));
});

test("the sender waits when the window is full, and goes on when half of it is read", async () => {
  const { queue, reader, calls } = tracked();
  const sizes = Array.from({ length: 5 }, () => 64 * 1024);
  assert.deepEqual(
    sizes.map((size) => queue.push(chunk(size))),
    [true, true, true, true, false],
  );
  await reader.next();
  await reader.next();
  assert.deepEqual(calls, []);
  await reader.next();
  assert.deepEqual(calls, ["resume"]);
});

test("what arrived before an error is read first, and the error is told once", async () => {
  const { queue, reader } = tracked();
  queue.push(chunk(1));
  queue.fail(new Error("lost"));
  assert.equal((await reader.next()).done, false);
  await assert.rejects(reader.next(), /lost/);
  assert.equal((await reader.next()).done, true);
});

test("an abort is seen at once, also after the end was received and before it was read", async () => {
  for (const isEnded of [false, true]) {
    const { queue, reader } = tracked();
    queue.push(chunk(1));
    if (isEnded) queue.end();
    queue.abort(new Error("enough"));
    await assert.rejects(reader.next(), /enough/);
  }
});

test("to leave cancels what is not over, and nothing that comes later matters", async () => {
  const { queue, reader, calls } = tracked();
  await reader.return?.();
  assert.deepEqual(new Set(calls), new Set(["cancel", "finished"]));
  queue.push(chunk(1));
  queue.fail(new Error("later"));
  assert.equal((await reader.next()).done, true);
  const over = tracked();
  over.queue.end();
  await over.reader.return?.();
  assert.deepEqual(over.calls, ["finished"]);
});

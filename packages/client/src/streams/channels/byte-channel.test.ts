import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { describe, test } from "node:test";
import { ByteChannel } from "./byte-channel.ts";

const kilobyte = 1_024;

/** Whether the promise is still open after everything else that is ready had its turn. */
async function isPending(promise: Promise<unknown>): Promise<boolean> {
  let isOpen = true;
  promise.then(
    () => (isOpen = false),
    () => (isOpen = false),
  );
  for (let count = 0; count < 20; count += 1) await Promise.resolve();
  return isOpen;
}

describe("a channel of bytes", () => {
  test("gives what was written, in order, and then ends", async () => {
    const channel = new ByteChannel();
    await channel.write(Buffer.from("a"));
    await channel.write(Buffer.from("b"));
    channel.end();
    assert.equal(Buffer.concat(await Readable.from(channel).toArray()).toString(), "ab");
  });

  test("lets a writer wait once enough is there, until somebody reads", async () => {
    const channel = new ByteChannel();
    assert.equal(await isPending(channel.write(new Uint8Array(100 * kilobyte))), false);
    const waiting = channel.write(new Uint8Array(200 * kilobyte));
    assert.equal(await isPending(waiting), true);
    const reader = channel[Symbol.asyncIterator]();
    await reader.next();
    assert.equal(await isPending(waiting), false);
  });

  test("gives a reason only after what came before it", async () => {
    const channel = new ByteChannel();
    await channel.write(Buffer.from("a"));
    channel.end({ reason: new Error("broke off") });
    const reader = channel[Symbol.asyncIterator]();
    assert.equal((await reader.next()).value?.toString(), "a");
    await assert.rejects(reader.next(), /broke off/);
  });

  test("holds up nobody once its reader has left or it has ended", async () => {
    const left = new ByteChannel();
    await left.write(Buffer.from("a"));
    for await (const _ of left) break;
    assert.equal(await isPending(left.write(new Uint8Array(1_000 * kilobyte))), false);

    const ended = new ByteChannel();
    const waiting = ended.write(new Uint8Array(1_000 * kilobyte));
    assert.equal(await isPending(waiting), true);
    ended.end({ reason: new Error("aborted") });
    assert.equal(await isPending(waiting), false);
  });
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { createVirtualClock, type Logger } from "@pintle/machinery";
import { createProcessMemory, oldHeapBytes } from "./memory-gauge.ts";
import { createMemoryGuard } from "./memory-guard.ts";

const megabyte = 1 << 20;

/** A process with so much in use, some of it garbage and some of it past. */
function serve({ live = 0.5, garbage = 0, past = 0 } = {}) {
  const memory = { live, garbage, past, reads: 0, collections: 0, forgotten: 0 };
  const lines: string[] = [];
  const clock = createVirtualClock();
  const logger: Logger = {
    debug() {},
    info: (message) => void lines.push(message),
    warn: (message, fields) => void lines.push(`${message}: ${fields?.shortage}`),
    error: (message) => void lines.push(message),
    with: () => logger,
  };
  const guard = createMemoryGuard({
    clock,
    logger,
    gauge: {
      heapBytes: 320 * megabyte,
      read() {
        memory.reads += 1;
        return memory.live + memory.garbage + memory.past;
      },
      collect() {
        memory.collections += 1;
        memory.garbage = 0;
      },
    },
    forget: async () => {
      memory.forgotten += 1;
      memory.garbage += memory.past;
      memory.past = 0;
    },
  });
  return { guard, memory, clock, lines };
}

test("it looks once for so many bytes, and not with each request", async () => {
  const { guard, memory } = serve();
  for (let count = 0; count < 100; count += 1) {
    assert.ok(guard.admit(0));
    guard.release(0);
  }
  assert.equal(memory.reads, 0);
  for (let count = 0; count < 900; count += 1) guard.admit(0);
  assert.ok(memory.reads > 2 && memory.reads < 10, `${memory.reads}`);
  guard.admit(megabyte);
  assert.equal(guard.shortage, "none");
});

test("garbage is collected before anybody is refused, and the past is kept", async () => {
  const { guard, memory, clock } = serve({ garbage: 0.4 });
  guard.look();
  await clock.settle();
  assert.deepEqual([guard.shortage, memory.collections, memory.forgotten], ["none", 1, 0]);
});

test("where that is not enough, the past goes", async () => {
  const { guard, memory, clock } = serve({ past: 0.4 });
  guard.look();
  await clock.settle();
  assert.deepEqual([guard.shortage, memory.collections, memory.forgotten], ["none", 2, 1]);
});

test("memory that is in use is short, then exhausted, and comes back", async () => {
  const { guard, memory, clock, lines } = serve({ live: 0.86 });
  guard.look();
  await clock.settle();
  assert.equal(guard.shortage, "short");
  memory.live = 0.96;
  guard.admit(0);
  assert.equal(guard.shortage, "exhausted");
  memory.live = 0.5;
  guard.admit(0);
  assert.equal(guard.shortage, "none");
  assert.deepEqual(lines, [
    "the server is short of memory: short",
    "the server is short of memory: exhausted",
    "there is enough memory again",
  ]);
});

test("what was freed and not yet collected is found out while requests come, and not by each of them", async () => {
  const { guard, memory, clock } = serve({ live: 0.9 });
  guard.look();
  await clock.settle();
  memory.live = 0.2;
  memory.garbage = 0.7;
  for (let count = 0; count < 1_000; count += 1) guard.admit(0);
  await clock.settle();
  assert.deepEqual([guard.shortage, memory.collections], ["short", 2]);
  await clock.advance(1_000);
  guard.admit(0);
  await clock.settle();
  assert.deepEqual([guard.shortage, memory.collections], ["none", 3]);
});

test("a storage that cannot forget is told of, and the guard goes on", async () => {
  const { clock, logger } = { clock: createVirtualClock(), logger: quiet() };
  const guard = createMemoryGuard({
    ...{ clock, logger },
    gauge: { heapBytes: megabyte, read: () => 0.9, collect: () => {} },
    forget: () => Promise.reject(new Error("the disk is gone")),
  });
  guard.look();
  await clock.settle();
  assert.equal(guard.shortage, "short");
});

test("bodies in flight are bounded by their bytes together", () => {
  const { guard } = serve();
  const sizes = [3, 3, 3].map((size) => size * megabyte);
  for (const size of sizes) assert.ok(guard.admit(size));
  assert.equal(guard.admit(2 * megabyte), false);
  assert.ok(guard.admit(megabyte), "there is room for this one");
  guard.release(3 * megabyte);
  assert.ok(guard.admit(2 * megabyte));
});

test("the gauge of a process tells its share, and can collect", () => {
  const gauge = createProcessMemory();
  gauge.collect();
  const before = gauge.read();
  let held: unknown[] | undefined = Array.from({ length: 1_000_000 }, (_, index) => ({ index }));
  assert.ok(held.length > 0 && gauge.read() > before);
  held = undefined;
  gauge.collect();
  assert.ok(gauge.read() < before + 0.01);
  assert.ok(before > 0 && before < 1 && gauge.heapBytes > megabyte);
});

test("the limit is that of old objects: as it was said, or as far as it can be told", () => {
  const limit = 4_288 * megabyte;
  assert.equal(oldHeapBytes(limit, [undefined]), 4_096 * megabyte);
  assert.equal(oldHeapBytes(limit, ["--max-old-space-size=512", "--inspect"]), 512 * megabyte);
  // The command line comes after the environment and is heard last.
  assert.equal(oldHeapBytes(limit, ["--max_old_space_size=512", "--max-old-space-size=256"]), 256 * megabyte);
  assert.equal(oldHeapBytes(200 * megabyte, []), 180 * megabyte);
});

function quiet(): Logger {
  const logger: Logger = { debug() {}, info() {}, warn() {}, error() {}, with: () => logger };
  return logger;
}

/**
 * CPU for each key that passes the work queue, against a bare Set and array with the same workers.
 *
 * The peer does what nobody can do without: it drops duplicates and keeps the order.
 */
import { createWorkQueue, type QueueItem } from "@pintle/machinery";
import { type BenchRow, compare } from "../measure.ts";

interface Queue {
  add(key: string): void;
  get(): Promise<unknown>;
  keyOf(item: unknown): string;
  done(key: string): void;
}

const keys = Array.from({ length: 100_000 }, (_, index) => `default/object-${index}`);
const workers = 10;
/** The price of priorities, delays, causes, metrics and exclusive keys. */
const bar = 3;

export async function benchWorkQueue(): Promise<BenchRow[]> {
  const row = (name: string, run: (queue: Queue) => Promise<void>) =>
    compare(
      `queue: ${name}`,
      () => measure(run, createOurs()),
      () => measure(run, createBare()),
      bar,
    );
  return [
    await row("100,000 keys added, then drained", burst),
    await row("one key at a time", trickle),
    await row("each key added ten times", duplicates),
  ];
}

async function measure(run: (queue: Queue) => Promise<void>, queue: Queue): Promise<number> {
  const before = process.cpuUsage();
  await run(queue);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / keys.length;
}

async function burst(queue: Queue): Promise<void> {
  for (const key of keys) queue.add(key);
  await drain(queue);
}

async function duplicates(queue: Queue): Promise<void> {
  for (let start = 0; start < keys.length; start += 100) {
    const some = keys.slice(start, start + 100);
    for (let time = 0; time < 10; time += 1) for (const key of some) queue.add(key);
  }
  await drain(queue);
}

async function trickle(queue: Queue): Promise<void> {
  for (const key of keys) {
    queue.add(key);
    await work(queue, 1);
  }
}

async function drain(queue: Queue): Promise<void> {
  await Promise.all(Array.from({ length: workers }, () => work(queue, keys.length / workers)));
}

async function work(queue: Queue, count: number): Promise<void> {
  for (let taken = 0; taken < count; taken += 1) {
    const key = queue.keyOf(await queue.get());
    await handle(key);
    queue.done(key);
  }
}

async function handle(_key: string): Promise<void> {}

function createOurs(): Queue {
  const queue = createWorkQueue({ name: "bench" });
  return {
    add: (key) => queue.add(key),
    get: () => queue.get(),
    keyOf: (item) => (item as QueueItem<string, string>).key,
    done: (key) => queue.done(key),
  };
}

function createBare(): Queue {
  const waiting = new Set<string>();
  const line: string[] = [];
  let next = 0;
  return {
    add(key) {
      if (waiting.has(key)) return;
      waiting.add(key);
      line.push(key);
    },
    async get() {
      const key = line[next++];
      if (key !== undefined) waiting.delete(key);
      return key;
    },
    keyOf: (item) => item as string,
    done() {},
  };
}

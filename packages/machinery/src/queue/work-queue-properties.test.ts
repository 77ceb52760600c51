import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createVirtualClock } from "../seams/virtual-clock.ts";
import { createWorkQueue } from "./work-queue.ts";

/** What a naive queue would remember of a key: everything, in the order in which it happened. */
interface Expected {
  priority: number;
  readyMs: number;
  causes: number[];
  /** When it came into line, as a running number; none while it is delayed or parked. */
  joined: number | undefined;
}

const key = fc.integer({ min: 0, max: 5 });
const priority = fc.constantFrom(-100, 0, 0, 0, 7);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("add" as const), key, priority }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("addAfter" as const),
      key,
      priority,
      delayMs: fc.integer({ min: -5, max: 60 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("addRateLimited" as const), key, priority }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("get" as const) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("done" as const), at: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("forget" as const), key }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("advance" as const), ms: fc.nat(40) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("jump" as const), ms: fc.integer({ min: -1e6, max: 1e6 }) }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Runs a queue beside the naive one and compares them after each step. */
class Comparison {
  readonly clock = createVirtualClock();
  readonly depth = new Map<number, number>();
  readonly queue = createWorkQueue<number, number>({
    name: "compared",
    clock: this.clock,
    metrics: {
      added: () => {},
      depthChanged: (level, change) => this.depth.set(level, (this.depth.get(level) ?? 0) + change),
      taken: (seconds) => assert.ok(seconds >= 0),
      finished: (seconds) => assert.ok(seconds >= 0),
      retried: () => {},
    },
  });
  readonly expected = new Map<number, Expected>();
  readonly held: number[] = [];
  readonly failures = new Map<number, number>();
  causes = 0;
  joins = 0;
  takesSinceOldest = 0;

  async run(next: Step): Promise<void> {
    if (next.do === "add") this.add(next.key, next.priority, 0, (options) => this.queue.add(next.key, options));
    else if (next.do === "addAfter") {
      this.add(next.key, next.priority, next.delayMs, (options) =>
        this.queue.addAfter(next.key, next.delayMs, options),
      );
    } else if (next.do === "addRateLimited") {
      const failures = this.failures.get(next.key) ?? 0;
      this.failures.set(next.key, failures + 1);
      this.add(next.key, next.priority, 5 * 2 ** failures, (options) => this.queue.addRateLimited(next.key, options));
      assert.equal(this.queue.retries(next.key), failures + 1);
    } else if (next.do === "get") await this.get();
    else if (next.do === "done") this.done(next.at);
    else if (next.do === "forget") {
      this.failures.delete(next.key);
      this.queue.forget(next.key);
    } else if (next.do === "advance") await this.advance(next.ms);
    else this.clock.jump(next.ms);
    this.check();
  }

  add(
    key: number,
    priority: number,
    delayMs: number,
    call: (options: { priority: number; cause: number }) => void,
  ): void {
    const cause = this.causes++;
    const readyMs = this.clock.monotonic() + Math.max(0, delayMs);
    const known = this.expected.get(key);
    if (known === undefined) this.expected.set(key, { priority, readyMs, causes: [cause], joined: undefined });
    else {
      known.causes.push(cause);
      known.readyMs = Math.min(known.readyMs, readyMs);
      if (priority > known.priority) {
        known.priority = priority;
        if (known.joined !== undefined) known.joined = this.joins++;
      }
    }
    call({ priority, cause });
    this.join();
  }

  /** Lets keys into line whose time has come and that nobody holds, in the order of their times. */
  join(): void {
    const ready = [...this.expected].filter(([key, { joined }]) => joined === undefined && !this.held.includes(key));
    const due = ready.filter(([, { readyMs }]) => readyMs <= this.clock.monotonic());
    for (const [, expected] of due.toSorted(([, a], [, b]) => a.readyMs - b.readyMs)) expected.joined = this.joins++;
  }

  async advance(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += 1) {
      await this.clock.advance(1);
      this.join();
    }
  }

  async get(): Promise<void> {
    const line = [...this.expected].filter(([, { joined }]) => joined !== undefined);
    assert.equal(this.queue.length, line.length);
    if (line.length === 0) return;
    const item = await this.queue.get();
    assert.ok(item);
    const expected = this.expected.get(item.key);
    assert.ok(expected?.joined !== undefined, `${item.key} was not in line`);
    assert.ok(!this.held.includes(item.key), `${item.key} is held by two workers`);
    assert.deepEqual(item.causes, expected.causes.slice(0, 8));
    assert.equal(item.furtherCauses, Math.max(0, expected.causes.length - 8));
    assert.equal(item.priority, expected.priority);
    for (const [key, other] of line) {
      const isBefore = other.priority === item.priority && (other.joined ?? 0) < expected.joined;
      assert.ok(!isBefore, `${item.key} passed ${key} in its own level`);
    }
    const isOldest = line.every(([, other]) => (other.joined ?? 0) >= (expected.joined ?? 0));
    assert.ok(isOldest || line.every(([, other]) => other.priority <= item.priority), "only the oldest may pass");
    this.takesSinceOldest = isOldest ? 0 : this.takesSinceOldest + 1;
    assert.ok(this.takesSinceOldest < 10, "the oldest has its turn");
    this.expected.delete(item.key);
    this.held.push(item.key);
  }

  done(at: number): void {
    const [key] = this.held.splice(at % Math.max(1, this.held.length), 1);
    if (key === undefined) return;
    this.queue.done(key);
    this.join();
  }

  check(): void {
    const depths = new Map<number, number>();
    for (const [key, { priority, readyMs, joined }] of this.expected) {
      const isParked = joined === undefined && this.held.includes(key) && readyMs <= this.clock.monotonic();
      if (joined !== undefined || isParked) depths.set(priority, (depths.get(priority) ?? 0) + 1);
    }
    for (const [level, count] of this.depth) assert.equal(count, depths.get(level) ?? 0, `depth of priority ${level}`);
  }

  /** Gives everything back and takes everything out: nothing that was asked for may be missing. */
  async finish(): Promise<void> {
    while (this.held.length > 0) this.done(0);
    await this.clock.settle();
    this.join();
    while (this.expected.size > 0) {
      await this.get();
      this.done(0);
    }
    this.check();
    assert.deepEqual(this.clock.alive(), { ...this.clock.alive(), inFlight: [], timers: [] });
  }
}

test("in any interleaving the queue does what a naive one would, and nothing that was asked for is lost", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 80, size: "max" }), async (steps) => {
      const comparison = new Comparison();
      for (const next of steps) await comparison.run(next);
      await comparison.finish();
    }),
    { numRuns: 200 },
  );
});

test("in any interleaving a queue that is shut down hands out what it should, and resolves with the last done", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40, size: "max" }), fc.boolean(), async (steps, drain) => {
      const comparison = new Comparison();
      for (const next of steps) await comparison.run(next);
      const { queue, held, expected, clock } = comparison;
      const owed = [...expected]
        .filter(([, { readyMs }]) => drain && readyMs <= clock.monotonic())
        .map(([name]) => name);
      let ended = false;
      const ending = queue.shutDown({ drain }).then(() => (ended = true));
      queue.add(99);
      queue.addAfter(99, 5);
      await clock.advance(100);
      const taken: number[] = [];
      while (held.length > 0 || queue.length > 0) {
        assert.ok(!ended);
        const item = queue.length > 0 ? await queue.get() : undefined;
        if (item) taken.push(item.key);
        queue.done(item?.key ?? held.pop() ?? assert.fail());
      }
      await ending;
      assert.deepEqual(taken.toSorted(), owed.toSorted());
      assert.equal(await queue.get(), undefined);
      for (const [level, count] of comparison.depth) assert.equal(count, 0, `depth of priority ${level}`);
      assert.deepEqual(clock.alive().timers, []);
    }),
    { numRuns: 200 },
  );
});

test("workers on a virtual clock process every key after its last add, each by one worker at a time", async () => {
  const add = fc.record({ key, atMs: fc.nat(500), delayMs: fc.nat(100), workMs: fc.nat(50) });
  await fc.assert(
    fc.asyncProperty(
      fc.array(add, { maxLength: 40, size: "max" }),
      fc.integer({ min: 1, max: 4 }),
      async (adds, workers) => {
        const clock = createVirtualClock();
        const queue = createWorkQueue<number>({ name: "workers", clock });
        const lastAdd = new Map<number, number>();
        const lastRun = new Map<number, number>();
        const running = new Set<number>();
        const work = async () => {
          for (let item = await queue.get(); item; item = await queue.get()) {
            assert.ok(!running.has(item.key));
            running.add(item.key);
            lastRun.set(item.key, clock.monotonic());
            await clock.sleep(adds[item.key]?.workMs ?? 0, { label: "handler", kind: "work" });
            running.delete(item.key);
            queue.done(item.key);
          }
        };
        const ended = Promise.all(Array.from({ length: workers }, work));
        for (const { key: added, atMs, delayMs } of adds) {
          const request = () => {
            lastAdd.set(added, clock.monotonic());
            queue.addAfter(added, delayMs);
          };
          clock.setTimer(atMs, request, { label: "event", kind: "work" });
        }
        await clock.settle();
        for (const [added, atMs] of lastAdd)
          assert.ok((lastRun.get(added) ?? -1) >= atMs, `${added} was not run again`);
        await queue.shutDown();
        await ended;
      },
    ),
    { numRuns: 100 },
  );
});

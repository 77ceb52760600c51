/** Whatever runs do and whenever leadership comes and goes: no key is lost, none is worked on twice at once, and nothing is left behind. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { bucket, exponential, maxOf } from "@pintle/machinery";
import fc from "fast-check";
import { TerminalError } from "./reconcile.ts";
import { ConfigMap, startTestWorkers } from "./workers-fixture.test.ts";

const behaviours = [
  "succeed",
  "fail",
  "fail for good",
  "come again",
  "be slow",
  "take no notice",
  "never end",
] as const;
type Behaviour = (typeof behaviours)[number];

const timeoutMs = 1_000;
const keys = ["a", "b", "c"] as const;

type Step =
  | { readonly type: "add"; readonly key: string; readonly behaviour: Behaviour }
  | { readonly type: "wait"; readonly delayMs: number }
  | { readonly type: "change leaders" };

const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant("add" as const),
      key: fc.constantFrom(...keys),
      behaviour: fc.constantFrom(...behaviours),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant("wait" as const),
      delayMs: fc.constantFrom(1, 10, 400, 999, 1_000, 1_500, 2_500),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ type: "change leaders" as const }) },
);

test("no key is lost and none is worked on twice at once, whatever runs do and whoever leads", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stepArbitrary, { maxLength: 40 }), (steps) => play(steps)),
    { numRuns: 150, seed: 42 },
  );
});

async function play(steps: readonly Step[]): Promise<void> {
  const next = new Map<string, Behaviour[]>();
  /** How often each key was asked for, and up to which of these its last good run came after. */
  const asked = new Map<string, number>();
  const answered = new Map<string, number>();
  /** The runs that have not ended, by key, and when they were aborted. */
  const running = new Map<string, { abortedMs: number }>();
  const meetings: string[] = [];
  const { clock, queue, requests, metric, ...first } = startTestWorkers(
    async ({ name }, ctx) => {
      // A run that does not end when it is aborted has its key for as long again as it may take, and then no more.
      if (clock.monotonic() - (running.get(name)?.abortedMs ?? Number.NEGATIVE_INFINITY) < timeoutMs)
        meetings.push(name);
      const run = { abortedMs: Number.POSITIVE_INFINITY };
      running.set(name, run);
      ctx.signal.addEventListener("abort", () => {
        run.abortedMs = clock.monotonic();
      });
      const seen = asked.get(name) ?? 0;
      try {
        await behave(next.get(name)?.shift() ?? "succeed", name, ctx.signal, ctx.requeueAfter);
        await ctx.client.resource(ConfigMap).create({ metadata: { name } });
        answered.set(name, seen);
      } catch (error) {
        if (error instanceof TerminalError) answered.set(name, seen);
        throw error;
      } finally {
        if (running.get(name) === run) running.delete(name);
      }
    },
    { count: 2, reconcileTimeoutMs: timeoutMs, limiter: maxOf(exponential(), bucket()), isQuiet: true },
  );

  async function behave(
    behaviour: Behaviour,
    name: string,
    signal: AbortSignal,
    requeueAfter: (delayMs: number) => void,
  ): Promise<void> {
    const sleep = (delayMs: number, heeded?: AbortSignal) =>
      clock.sleep(delayMs, { kind: "work", label: name, signal: heeded });
    if (behaviour === "fail") throw new Error("no");
    if (behaviour === "fail for good") throw new TerminalError("never");
    if (behaviour === "come again") requeueAfter(300);
    if (behaviour === "be slow") await sleep(600, signal);
    if (behaviour === "take no notice") await sleep(1_400);
    if (behaviour === "never end") await new Promise(() => {});
  }

  let current: Pick<ReturnType<typeof startTestWorkers>, "workers" | "fence" | "startMore"> = { ...first };
  for (const step of steps) {
    if (step.type === "wait") await clock.advance(step.delayMs);
    else if (step.type === "add") {
      next.set(step.key, [...(next.get(step.key) ?? []), step.behaviour]);
      asked.set(step.key, (asked.get(step.key) ?? 0) + 1);
      queue.add(step.key);
    } else {
      current.fence.close("leadership is lost");
      const sent = requests.length;
      await clock.advance(100);
      assert.equal(requests.length, sent, "a write after leadership was lost");
      await current.workers.stop({ signal: AbortSignal.abort() });
      current = { ...current, ...first.startMore() };
    }
  }
  await clock.settle();
  assert.deepEqual(meetings, [], "two runs of one key at once");
  assert.deepEqual(Object.fromEntries(answered), Object.fromEntries(asked));
  assert.equal(metric("controller_runtime_active_workers"), 0);
  await current.workers.stop({ signal: AbortSignal.abort() });
  await queue.shutDown({ drain: false });
  assert.deepEqual(clock.alive().timers, []);
  assert.deepEqual(clock.alive().inFlight, []);
}

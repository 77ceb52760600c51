import assert from "node:assert/strict";
import { test } from "node:test";
import { Life } from "./life.ts";
import type { Transport, TransportRequest } from "./transport.ts";
import { createVirtualClock } from "./virtual-clock.ts";

/** A server that answers with a number that grows, a while later, and remembers what it was asked. */
function createServer(
  clock: ReturnType<typeof createVirtualClock>,
): Transport & { readonly asked: TransportRequest[] } {
  const asked: TransportRequest[] = [];
  return {
    asked,
    async request(request) {
      asked.push(request);
      await clock.sleep(1_000, { kind: "work", label: "the server thinks" });
      async function* body() {
        yield Buffer.from(String(asked.length));
      }
      return { status: 200, headers: {}, body: body() };
    },
  };
}

test("time passes and requests are answered while it lasts", async () => {
  const clock = createVirtualClock();
  const life = new Life(clock);
  const answer = life.carry(createServer(clock)).request({ method: "GET", path: "/" });
  const slept = life.clock.sleep(500, { kind: "work", label: "sleep" });
  await clock.settle();
  await slept;
  const chunks: string[] = [];
  for await (const chunk of (await answer).body) chunks.push(Buffer.from(chunk).toString());
  assert.deepEqual(chunks, ["1"]);
  assert.equal(life.clock.now(), clock.now());
});

test("after its end nothing goes on, nothing is sent, and nothing keeps time from coming to rest", async () => {
  const clock = createVirtualClock();
  const life = new Life(clock);
  const server = createServer(clock);
  const transport = life.carry(server);
  const steps: string[] = [];
  const run = async (name: string, wait: () => Promise<unknown>) => {
    try {
      await wait();
      steps.push(`${name} goes on`);
    } catch {
      steps.push(`${name} fails`);
    } finally {
      steps.push(`${name} cleans up`);
    }
  };
  void run("a timer", () => life.clock.sleep(500, { kind: "work", label: "sleep" }));
  void run("a request", () => transport.request({ method: "POST", path: "/" }));
  const busy = life.clock.busy("in flight for ever");
  await clock.advance(100);
  life.end();
  void run("a late request", () => transport.request({ method: "POST", path: "/late" }));
  void run("a late timer", () => life.clock.sleep(1, { kind: "work", label: "sleep" }));
  void run("a turn", () => life.clock.turn());
  await clock.settle();
  busy[Symbol.dispose]();
  assert.deepEqual(steps, []);
  assert.deepEqual(
    server.asked.map(({ path }) => path),
    ["/"],
  );
  assert.equal(server.asked[0]?.signal?.aborted, true);
  const { timers, inFlight } = clock.alive();
  assert.deepEqual({ timers, inFlight }, { timers: [], inFlight: [] });
});

test("a signal ends a sleep, and its timer", async () => {
  const clock = createVirtualClock();
  const life = new Life(clock);
  const stop = new AbortController();
  const sleeping = life.clock.sleep(500, { kind: "work", label: "sleep", signal: stop.signal });
  stop.abort(new Error("enough"));
  await assert.rejects(sleeping, /enough/);
  assert.deepEqual(clock.alive().timers, []);
});

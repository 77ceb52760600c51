import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigMap } from "@pintle/kinds/core/v1";
import { createLogList, type VirtualClock } from "@pintle/machinery";
import { createManager, fenceClient, type ManagerOptions, type Part, type PartGroup } from "@pintle/runtime";
import { type RuntimePlane, startRuntimePlane } from "./plane.ts";

function createTestManager({ client }: RuntimePlane, options: Partial<ManagerOptions> = {}) {
  const { logger, lines } = createLogList();
  const manager = createManager({ client, logger, ...options });
  const events: string[] = [];
  const part = (name: string, group?: PartGroup, given: Partial<Part> = {}): Part => ({
    ...{ name, ...(group && { group }) },
    async start() {
      events.push(`${name} starts`);
      return { stop: async () => void events.push(`${name} stops`) };
    },
    ...given,
  });
  const controller = new AbortController();
  return { manager, lines, events, part, signal: controller.signal, stop: () => controller.abort() };
}

/** Runs whatever needs no time, and what needs up to a second. */
async function soon(clock: VirtualClock, until: Promise<unknown>): Promise<void> {
  const done = until.catch(() => {});
  await clock.advance(1_000);
  await done;
}

test("groups start one after the other, whatever the order in which parts were added, and stop in the opposite order", async () => {
  await using plane = await startRuntimePlane();
  const { manager, events, part, signal, stop, lines } = createTestManager(plane);
  for (const group of ["leader", "others", "caches", "webhooks", "servers"] as const) manager.add(part(group, group));
  manager.add(part("says nothing"));
  const running = manager.start({ signal });
  await plane.clock.advance(0);
  await manager.elected;
  assert.equal(manager.isLeader, true);
  const order = ["servers", "webhooks", "caches", "others", "leader", "says nothing"];
  assert.deepEqual(
    events,
    order.map((name) => `${name} starts`),
  );
  stop();
  await soon(plane.clock, running);
  await running;
  assert.deepEqual(events.slice(order.length), [
    ...["leader stops", "says nothing stops"],
    ...["others stops", "caches stops", "webhooks stops", "servers stops"],
  ]);
  const stopping = lines.filter(({ message }) => message.startsWith("Stopping and waiting for "));
  assert.deepEqual(
    stopping.map(({ message }) => message.slice("Stopping and waiting for ".length)),
    ["leader election runnables", "non leader election runnables", "caches", "webhooks", "HTTP servers"],
  );
  assert.equal(lines.at(-1)?.message, "Wait completed, proceeding to shutdown the manager");
});

test("a part that is added while the manager runs starts at once; after the stop it is refused", async () => {
  await using plane = await startRuntimePlane();
  const { manager, events, part, signal, stop } = createTestManager(plane);
  const running = manager.start({ signal });
  await plane.clock.advance(0);
  manager.add(part("leads"));
  manager.add(part("serves", "servers"));
  await plane.clock.advance(0);
  assert.deepEqual(events.toSorted(), ["leads starts", "serves starts"]);
  await assert.rejects(manager.start({ signal }), { code: "PINTLE_MANAGER_STARTED" });
  stop();
  await soon(plane.clock, running);
  assert.deepEqual(events.slice(2), ["leads stops", "serves stops"]);
  assert.throws(() => manager.add(part("late")), { code: "PINTLE_MANAGER_STOPPED" });
});

test("a part that cannot start ends the manager with its error, and what has started is stopped", async () => {
  await using plane = await startRuntimePlane();
  const { manager, events, part, signal } = createTestManager(plane);
  manager.add(part("serves", "servers"));
  manager.add(part("broken", "caches", { start: () => Promise.reject(new Error("no port is free")) }));
  manager.add(part("never", "others"));
  const running = manager.start({ signal });
  await soon(plane.clock, running);
  await assert.rejects(running, /no port is free/);
  assert.deepEqual(events, ["serves starts", "serves stops"]);
});

test("a part that throws at once, instead of rejecting, is no different", async () => {
  await using plane = await startRuntimePlane();
  const { manager, part, signal } = createTestManager(plane);
  const start = () => {
    throw new Error("thrown");
  };
  manager.add(part("broken", "leader", { start }));
  const running = manager.start({ signal });
  await soon(plane.clock, running);
  await assert.rejects(running, /thrown/);
});

test("a part that fails while it runs ends the manager; one that has nothing more to do does not", async () => {
  await using plane = await startRuntimePlane();
  const { manager, events, part, signal, lines } = createTestManager(plane);
  const failed = Promise.withResolvers<void>();
  manager.add(part("serves", "servers"));
  manager.add(part("done", "others", { start: async () => ({ ended: Promise.resolve(), stop: async () => {} }) }));
  manager.add(part("fails", "leader", { start: async () => ({ ended: failed.promise, stop: async () => {} }) }));
  const running = manager.start({ signal });
  await plane.clock.advance(60_000);
  assert.deepEqual(events, ["serves starts"]);
  failed.reject(new Error("the disk is gone"));
  await soon(plane.clock, running);
  await assert.rejects(running, /the disk is gone/);
  assert.deepEqual(events, ["serves starts", "serves stops"]);
  assert.ok(lines.some(({ level, fields }) => level === "error" && fields.part === "fails"));
});

test("whoever is asked to stop while it starts gives the start up, and starts nothing more", async () => {
  await using plane = await startRuntimePlane();
  const { manager, events, part, signal, stop } = createTestManager(plane);
  manager.add(
    part("waits", "webhooks", {
      start: ({ signal: given }) =>
        new Promise((_, reject) => given.addEventListener("abort", () => reject(given.reason), { once: true })),
    }),
  );
  manager.add(part("never", "others"));
  manager.add(part("leads"));
  const running = manager.start({ signal });
  await plane.clock.advance(5_000);
  stop();
  await soon(plane.clock, running);
  await running;
  assert.deepEqual(events, []);
});

test("a start whose signal is aborted before does nothing but end", async () => {
  await using plane = await startRuntimePlane();
  const { manager, events, part } = createTestManager(plane, { leaderElection: "work" });
  manager.add(part("leads"));
  const running = manager.start({ signal: AbortSignal.abort() });
  await soon(plane.clock, running);
  await running;
  assert.deepEqual(events, []);
});

test("what does not stop within the time that there is for it is named, and everything else is stopped", async () => {
  await using plane = await startRuntimePlane();
  const { manager, events, part, signal, stop } = createTestManager(plane, { gracefulShutdownMs: 10_000 });
  const patience: boolean[] = [];
  manager.add(part("serves", "servers"));
  manager.add(
    part("stubborn", "leader", {
      start: async () => ({
        stop: ({ signal: given }) =>
          new Promise(() => given.addEventListener("abort", () => void patience.push(true), { once: true })),
      }),
    }),
  );
  const running = manager.start({ signal });
  await plane.clock.advance(0);
  stop();
  const ended = assert.rejects(
    running,
    /^Error: failed waiting for all runnables to end within grace period of 10s: stubborn$/,
  );
  await plane.clock.advance(9_999);
  assert.deepEqual(patience, []);
  await plane.clock.advance(10_000);
  await ended;
  assert.deepEqual(patience, [true]);
  assert.deepEqual(events, ["serves starts", "serves stops"]);
});

test("what a part writes after the manager has stopped is refused", async () => {
  await using plane = await startRuntimePlane();
  const { manager, part, signal, stop } = createTestManager(plane);
  const late = Promise.withResolvers<() => Promise<unknown>>();
  manager.add(
    part("zombie", "others", {
      async start({ fence }) {
        const configMaps = fenceClient(manager.client, fence).resource(ConfigMap, { namespace: "default" });
        late.resolve(() => configMaps.create(ConfigMap({ metadata: { name: "late" } })));
        return { stop: async () => {} };
      },
    }),
  );
  const running = manager.start({ signal });
  await plane.clock.advance(0);
  const write = await late.promise;
  await write();
  await plane.client.resource(ConfigMap, { namespace: "default" }).delete("late");
  stop();
  await soon(plane.clock, running);
  await assert.rejects(write, { name: "FencedError", message: "the manager has stopped" });
  await assert.rejects(plane.client.resource(ConfigMap, { namespace: "default" }).get("late"), /not found/);
});

test("other clusters have clients and informers of their own, and one that was not given is named", async () => {
  await using plane = await startRuntimePlane();
  await using other = await startRuntimePlane();
  const { manager } = createTestManager(plane, { clusters: { east: other.client } });
  assert.equal(manager.cluster("east").client, other.client);
  assert.notEqual(manager.cluster("east").informers, manager.informers);
  assert.throws(() => manager.cluster("west"), { code: "PINTLE_CLUSTER_UNKNOWN", message: /"west".*there are: east/ });
  assert.throws(() => manager.cluster("constructor"), { code: "PINTLE_CLUSTER_UNKNOWN" });
});

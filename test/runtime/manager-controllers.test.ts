import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigMap, Event as CoreEvent, Secret } from "@pintle/kinds/core/v1";
import { Event } from "@pintle/kinds/events/v1";
import { createLogList } from "@pintle/machinery";
import { controller, createEventList, createManager, type ManagerOptions } from "@pintle/runtime";
import { type Connection, connectionRefused, startRuntimePlane } from "./plane.ts";

const leaderElection = { name: "work" };

function startManager({ client }: Connection, options: Partial<ManagerOptions> = {}) {
  const { logger, lines } = createLogList();
  const manager = createManager({ client, logger, ...options });
  const abort = new AbortController();
  const start = () => manager.start({ signal: abort.signal });
  return { manager, lines, start, stop: () => abort.abort(), messages: () => lines.map(({ message }) => message) };
}

test("start-up is told in the words that people know, in their order", async () => {
  await using plane = await startRuntimePlane();
  const { manager, lines, start, stop, messages } = startManager(plane, { leaderElection });
  manager.add(
    controller(ConfigMap)
      .owns(Secret)
      .withOptions({ workers: 3 })
      .reconcile(() => {}),
  );
  const running = start();
  await plane.clock.settle();
  await plane.clock.advance(1_000);
  const said = messages().filter((message) => /^(Starting|Attempting|Successfully)/.test(message));
  assert.deepEqual(said, [
    "Starting EventSource",
    "Starting EventSource",
    "Attempting to acquire leader lease...",
    "Successfully acquired lease",
    "Starting Controller",
    "Starting workers",
  ]);
  const workers = lines.find(({ message }) => message === "Starting workers");
  assert.equal(workers?.fields["worker count"], 3);
  stop();
  await plane.clock.advance(2_000);
  await running;
});

test("who stands by has caches and queue ready, and works through everything as soon as it leads", async () => {
  await using plane = await startRuntimePlane();
  const other = plane.connect();
  const seen: string[] = [];
  const definition = (name: string) =>
    controller(ConfigMap, { namespace: "default" }).reconcile((request) => void seen.push(`${name} ${request.name}`));
  const leader = startManager(plane, { leaderElection: { ...leaderElection, identity: "leader" } });
  leader.manager.add(definition("leader"));
  const leading = leader.start();
  await plane.clock.advance(1_000);
  const standby = startManager(other, { leaderElection: { ...leaderElection, identity: "standby" } });
  standby.manager.add(definition("standby"));
  const standing = standby.start();
  await plane.clock.advance(5_000);
  await plane.client.resource(ConfigMap, { namespace: "default" }).create(ConfigMap({ metadata: { name: "a" } }));
  await plane.clock.advance(5_000);
  assert.deepEqual(
    seen.filter((each) => each.startsWith("standby")),
    [],
  );
  assert.ok(seen.includes("leader a"));
  const before = other.requests.filter(({ path }) => path.includes("configmaps")).length;
  leader.stop();
  await plane.clock.advance(6_000);
  await leading;
  assert.ok(seen.includes("standby a"));
  const after = other.requests.filter(({ path }) => path.includes("configmaps")).length;
  assert.equal(after, before, "nothing had to be listed or watched anew");
  standby.stop();
  await plane.clock.advance(2_000);
  await standing;
});

test("a leader that is not one for a while runs nothing meanwhile, and then what has come up, with the caches that it had", async () => {
  await using plane = await startRuntimePlane();
  const people = plane.connect().client.resource(ConfigMap, { namespace: "default" });
  const { manager, start, stop, messages } = startManager(plane, { leaderElection });
  const seen: string[] = [];
  manager.add(
    controller(ConfigMap, { namespace: "default" }).reconcile(async ({ name }, ctx) => {
      seen.push(name);
      await ctx.client
        .resource(Secret, { namespace: "default" })
        .create(Secret({ metadata: { generateName: `${name}-` } }));
    }),
  );
  const running = start();
  await plane.clock.advance(1_000);
  await people.create(ConfigMap({ metadata: { name: "before" } }));
  await plane.clock.advance(1_000);
  assert.ok(seen.includes("before"));

  plane.faults.request = async ({ path }, send) => {
    if (path.includes("/leases")) throw connectionRefused();
    return await send();
  };
  await plane.clock.advance(11_000);
  assert.equal(manager.isLeader, false);
  plane.requests.splice(0);
  await people.create(ConfigMap({ metadata: { name: "meanwhile" } }));
  await plane.clock.advance(20_000);
  assert.ok(!seen.includes("meanwhile"));
  const asked = () => plane.requests.filter(({ path }) => !path.includes("/leases") && !path.includes("/events"));
  assert.deepEqual(asked(), [], "nothing is written, and nothing has to be read");

  plane.faults.request = undefined;
  await plane.clock.advance(6_000);
  assert.equal(manager.isLeader, true);
  assert.deepEqual(
    seen.filter((name) => name === "meanwhile"),
    ["meanwhile"],
  );
  assert.ok(
    asked().every(({ method }) => method === "POST"),
    "nothing was listed or watched anew",
  );
  assert.equal(messages().filter((message) => message === "Starting workers").length, 2);
  stop();
  await plane.clock.advance(2_000);
  await running;
});

test("who stands by cold asks the server for nothing but the Lease", async () => {
  await using plane = await startRuntimePlane();
  const other = plane.connect();
  const leader = startManager(plane, { leaderElection });
  const leading = leader.start();
  await plane.clock.advance(1_000);
  const maps = plane.client.resource(ConfigMap, { namespace: "default" });
  await maps.create(ConfigMap({ metadata: { name: "a" } }));
  const cold = startManager(other, { leaderElection, warmStandby: false });
  const seen: string[] = [];
  cold.manager.add(controller(ConfigMap, { namespace: "default" }).reconcile(({ name }) => void seen.push(name)));
  const standing = cold.start();
  await plane.clock.advance(10_000);
  assert.ok(other.requests.length > 0);
  assert.ok(other.requests.every(({ path }) => path.includes("/leases")));
  leader.stop();
  await plane.clock.advance(10_000);
  await leading;
  assert.ok(other.requests.some(({ path }) => path.includes("configmaps")));
  assert.deepEqual(seen, ["a"]);
  const isListed = other.requests.length;
  await maps.create(ConfigMap({ metadata: { name: "b" } }));
  await plane.clock.advance(1_000);
  assert.deepEqual(seen, ["a", "b"]);
  assert.ok(
    other.requests.slice(isListed).every(({ path }) => path.includes("/leases")),
    "the watch brings it",
  );
  cold.stop();
  await plane.clock.advance(2_000);
  await standing;
});

test("a controller that is added to a manager that leads already runs", async () => {
  await using plane = await startRuntimePlane();
  const { manager, start, stop } = startManager(plane, { leaderElection });
  const running = start();
  await plane.clock.advance(1_000);
  await manager.elected;
  const seen: string[] = [];
  manager.add(controller(ConfigMap, { namespace: "default" }).reconcile(({ name }) => void seen.push(name)));
  await plane.client.resource(ConfigMap, { namespace: "default" }).create(ConfigMap({ metadata: { name: "late" } }));
  await plane.clock.advance(1_000);
  assert.ok(seen.includes("late"));
  stop();
  await plane.clock.advance(2_000);
  await running;
});

test("two controllers of one name are refused, and one that needs no leader runs without leading", async () => {
  await using plane = await startRuntimePlane();
  const other = plane.connect();
  const leader = startManager(plane, { leaderElection });
  const leading = leader.start();
  await plane.clock.advance(1_000);
  const { manager, start, stop } = startManager(other, { leaderElection });
  const seen: string[] = [];
  const everywhere = controller(ConfigMap, { namespace: "default" }).withOptions({ needsLeader: false });
  manager.add(everywhere.reconcile(({ name }) => void seen.push(name)));
  assert.throws(() => manager.add(everywhere.reconcile(() => {})), { code: "PINTLE_CONTROLLER_NAME_TAKEN" });
  const running = start();
  await plane.client.resource(ConfigMap, { namespace: "default" }).create(ConfigMap({ metadata: { name: "a" } }));
  await plane.clock.advance(1_000);
  assert.equal(manager.isLeader, false);
  assert.ok(seen.includes("a"));
  stop();
  leader.stop();
  await plane.clock.advance(2_000);
  await Promise.all([running, leading]);
});

test("what the manager says for all controllers counts where one says nothing else", async () => {
  await using plane = await startRuntimePlane();
  const { manager, lines, start, stop } = startManager(plane, { controllers: { workers: 4 } });
  const maps = controller(ConfigMap, { namespace: "default" });
  manager.add(maps.named("usual").reconcile(() => {}));
  manager.add(
    maps
      .named("careful")
      .withOptions({ workers: 1 })
      .reconcile(() => {}),
  );
  const running = start();
  await plane.clock.advance(1_000);
  const counts = lines
    .filter(({ message }) => message === "Starting workers")
    .map(({ fields }) => `${fields.controller} ${fields["worker count"]}`);
  assert.deepEqual(counts.toSorted(), ["careful 1", "usual 4"]);
  assert.throws(() => startManager(plane, { controllers: { workers: 0 } }), { code: "PINTLE_CONTROLLER_INVALID" });
  stop();
  await plane.clock.advance(2_000);
  await running;
});

test("a controller hears of objects in another cluster", async () => {
  await using plane = await startRuntimePlane();
  await using east = await startRuntimePlane();
  const client = east.connect({ clock: plane.clock }).client;
  const { manager, start, stop } = startManager(plane, { clusters: { east: client } });
  const seen: string[] = [];
  manager.add(
    controller(ConfigMap, { namespace: "default" })
      .watches(Secret, (secret) => [{ namespace: "default", name: `from-${secret.metadata.name}` }], {
        cluster: "east",
        namespace: "default",
      })
      .reconcile(({ name }) => void seen.push(name)),
  );
  const running = start();
  await plane.clock.advance(1_000);
  await client.resource(Secret, { namespace: "default" }).create(Secret({ metadata: { name: "key" } }));
  for (let turn = 0; turn < 5; turn += 1) {
    await east.clock.advance(100);
    await plane.clock.advance(100);
  }
  assert.ok(seen.includes("from-key"));
  stop();
  await plane.clock.advance(2_000);
  await running;
});

test("a controller for another cluster reads, writes and tells there, and leads by the Lease at home", async () => {
  await using plane = await startRuntimePlane();
  await using away = await startRuntimePlane();
  const east = away.connect({ clock: plane.clock });
  const { manager, lines, start, stop } = startManager(plane, { leaderElection, clusters: { east: east.client } });
  const seen: string[] = [];
  const maps = controller(ConfigMap, { namespace: "default" });
  manager.add(maps.named("home").reconcile(({ name, cluster }) => void seen.push(`home ${name} ${cluster}`)));
  manager.add(
    maps.named("away").reconcile(async ({ name, cluster }, { object: regarding, client, cache, recorder, logger }) => {
      if (regarding === undefined) return;
      seen.push(`away ${name} ${cluster} ${cache.list(ConfigMap, { namespace: "default" }).length}`);
      await client.resource(Secret, { namespace: "default" }).create(Secret({ metadata: { name: `of-${name}` } }));
      recorder.record({ regarding, reason: "Kept", note: "its secret is there" });
      logger.info("done");
    }),
    { cluster: "east" },
  );
  assert.throws(
    () =>
      manager.add(
        maps.named("lost").reconcile(() => {}),
        { cluster: "west" },
      ),
    {
      code: "PINTLE_CLUSTER_UNKNOWN",
    },
  );
  const pass = async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      await away.clock.advance(50);
      await plane.clock.advance(50);
    }
  };
  const running = start();
  await pass();
  await east.client.resource(ConfigMap, { namespace: "default" }).create(ConfigMap({ metadata: { name: "there" } }));
  await plane.client.resource(ConfigMap, { namespace: "default" }).create(ConfigMap({ metadata: { name: "here" } }));
  await pass();
  assert.deepEqual(seen.toSorted(), ["away there east 1", "home here undefined"]);
  assert.equal(lines.find(({ message }) => message === "done")?.fields.cluster, "east");
  const secret = "of-there";
  assert.equal((await away.client.resource(Secret, { namespace: "default" }).get(secret)).metadata.name, secret);
  await assert.rejects(plane.client.resource(Secret, { namespace: "default" }).get(secret), { code: 404 });
  const told = async ({ client }: Connection) =>
    (await client.resource(Event, { namespace: "default" }).list()).items.map(({ reason }) => reason);
  assert.deepEqual(await told(away), ["Kept"]);
  assert.deepEqual(await told(plane), ["LeaderElection"]);
  assert.ok(!east.requests.some(({ path }) => path.includes("/leases")), "there is one Lease, at home");
  stop();
  await pass();
  await pass();
  await running;
});

test("a manager writes events as the API that it is told, and hands them to sinks instead", async () => {
  await using plane = await startRuntimePlane();
  const list = createEventList();
  for (const [name, events] of [
    ["core", { api: "core" }],
    ["list", { sinks: [list] }],
  ] as const) {
    const { manager, start, stop } = startManager(plane, { events });
    manager.add(
      controller(ConfigMap, { namespace: "default" }).reconcile((_request, { object: regarding, recorder }) => {
        if (regarding) recorder.record({ regarding, reason: `Seen-${name}`, note: "seen" });
      }),
    );
    const running = start();
    await plane.client.resource(ConfigMap, { namespace: "default" }).create(ConfigMap({ metadata: { name } }));
    await plane.clock.advance(1_000);
    stop();
    await plane.clock.advance(2_000);
    await running;
  }
  const { items } = await plane.client.resource(CoreEvent, { namespace: "default" }).list();
  assert.deepEqual(
    items.map(({ reason, count, reportingComponent }) => [reason, count, reportingComponent]),
    [["Seen-core", 1, "configmap"]],
    "the newer API counts elsewhere",
  );
  assert.deepEqual(list.events.map(({ reason, regarding }) => `${reason} ${regarding.name}`).toSorted(), [
    "Seen-list core",
    "Seen-list list",
  ]);
});

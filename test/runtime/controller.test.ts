/** A controller on a real API: it brings the world into the state that objects ask for, and keeps it there. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Client, ignoreNotFound } from "@pintle/client";
import { ConfigMap } from "@pintle/kinds";
import { type AnyKind, createLogList, type ObjectOf, UsageError } from "@pintle/machinery";
import {
  type ControllerDefinition,
  controller,
  createController,
  createInformers,
  createMetrics,
  Gate,
  startController,
} from "@pintle/runtime";
import { copyName, FooBar, foobarController, installFooBars } from "./foobars.ts";
import { type RuntimePlane, startRuntimePlane } from "./plane.ts";

interface RunningOperator extends AsyncDisposable {
  readonly plane: RuntimePlane;
  readonly client: Client;
  readonly metrics: () => string;
}

/** Asserts at the end that nothing of the controller goes on any more. */
async function startOperator<K extends AnyKind>(definition: ControllerDefinition<K>): Promise<RunningOperator> {
  const plane = await startRuntimePlane();
  await installFooBars(plane);
  const starting = startController(definition, { client: plane.connect().client });
  await plane.clock.settle();
  const running = await starting;
  return {
    ...{ plane, client: plane.client, metrics: () => running.metrics.write() },
    async [Symbol.asyncDispose]() {
      await running[Symbol.asyncDispose]();
      await plane.stop();
      const { timers, inFlight } = plane.clock.alive();
      assert.deepEqual({ timers, inFlight }, { timers: [], inFlight: [] });
    },
  };
}

const foobar = (name: string, copies = 2, text = "hello") =>
  FooBar({ metadata: { name, namespace: "default" }, spec: { copies, text } });

async function textsOf(client: Client): Promise<Readonly<Record<string, string | undefined>>> {
  const { items } = await client
    .resource(ConfigMap, { namespace: "default" })
    .list({ labelSelector: "samples.dev/foobar" });
  return Object.fromEntries(items.map(({ metadata, data }) => [metadata.name, data?.text]));
}

test("what objects ask for is made, changed and taken back, and their status says so", async () => {
  await using operator = await startOperator(foobarController(4));
  const { plane, client } = operator;
  const foobars = client.resource(FooBar, { namespace: "default" });
  await foobars.create(foobar("a"));
  await foobars.create(foobar("b", 1));
  await plane.clock.settle();
  assert.deepEqual(await textsOf(client), { "a-0": "hello", "a-1": "hello", "b-0": "hello" });
  assert.deepEqual((await foobars.get("a")).status, { ready: 2, observedGeneration: 1 });

  await foobars.patch("a", { merge: { spec: { copies: 1, text: "bye" } } });
  await plane.clock.settle();
  assert.deepEqual(await textsOf(client), { "a-0": "bye", "b-0": "hello" });
  assert.deepEqual((await foobars.get("a")).status, { ready: 1, observedGeneration: 2 });

  await foobars.delete("a");
  await plane.clock.settle();
  assert.deepEqual(await textsOf(client), { "b-0": "hello" });
  assert.equal(await ignoreNotFound(foobars.get("a")), undefined);
  assert.match(operator.metrics(), /controller_runtime_reconcile_errors_total\{controller="foobar"\} 0\n/);
});

test("a child that somebody deletes or changes is repaired", async () => {
  await using operator = await startOperator(foobarController());
  const { plane, client } = operator;
  await client.resource(FooBar).create(foobar("a"));
  await plane.clock.settle();
  const maps = client.resource(ConfigMap, { namespace: "default" });
  await maps.delete(copyName("a", 0));
  await maps.patch(copyName("a", 1), { merge: { data: { text: "not this" } } });
  await plane.clock.settle();
  assert.deepEqual(await textsOf(client), { "a-0": "hello", "a-1": "hello" });
});

test("when all is as it should be, nothing is written, however long one waits", async () => {
  await using operator = await startOperator(foobarController());
  const { plane, client } = operator;
  await client.resource(FooBar).create(foobar("a"));
  await plane.clock.settle();
  const before = (await client.resource(FooBar).list()).metadata.resourceVersion;
  await plane.clock.advance(12 * 3_600_000);
  assert.equal((await client.resource(FooBar).list()).metadata.resourceVersion, before);
});

test("what was there before the start is worked on, and comes after what is new", async () => {
  const plane = await startRuntimePlane();
  await installFooBars(plane);
  for (let index = 0; index < 20; index += 1) await plane.client.resource(FooBar).create(foobar(`old-${index}`));
  const order: string[] = [];
  const definition = controller(FooBar).reconcile(async ({ name }, { client }) => {
    order.push(name);
    if (order.length === 1) await plane.client.resource(FooBar).create(foobar("new"));
    await client.resource(FooBar).get(name);
    await plane.clock.sleep(10, { kind: "work", label: "work" });
  });
  const starting = startController(definition, { client: plane.client });
  await plane.clock.settle();
  await using _running = await starting;
  assert.equal(order.length, 21);
  assert.equal(order.indexOf("new"), 1);
  await plane.stop();
});

test("a function that names requests can read the cache, also for what was there before the start", async () => {
  const plane = await startRuntimePlane();
  await installFooBars(plane);
  await plane.client.resource(FooBar).create(foobar("a", 2, "wanted"));
  await plane.client.resource(ConfigMap).create({ metadata: { name: "wanted" } });
  const runs: string[] = [];
  const byText = (object: { readonly spec: { readonly text: string } }) => [object.spec.text];
  const definition = controller(FooBar, { indexes: { text: byText } })
    .watches(ConfigMap, (map, _change, cache) =>
      cache
        .byIndex(FooBar, "text", map.metadata.name ?? "")
        .map(({ metadata: { name = "", namespace = "" } }) => ({ namespace, name })),
    )
    .reconcile(({ name }, { causes }) => void runs.push(`${name}: ${causes.join(", ")}`));
  const log = createLogList();
  const starting = startController(definition, { client: plane.client, logger: log.logger });
  await plane.clock.settle();
  const running = await starting;
  assert.deepEqual(runs, ["a: add of FooBar default/a, add of ConfigMap default/wanted"]);
  assert.ok(!log.lines.some(({ message }) => message.includes("no requests could be made")));
  await running[Symbol.asyncDispose]();
  await plane.stop();
});

test("the kind's definition may come after the start, and a start that waits too long says what is missing", async () => {
  const plane = await startRuntimePlane();
  const definition = foobarController();
  const late = startController(definition, { client: plane.client });
  await plane.clock.advance(30_000);
  await installFooBars(plane);
  await plane.clock.advance(31_000);
  await (await late)[Symbol.asyncDispose]();
  await plane.stop();

  const empty = await startRuntimePlane();
  const failing = startController(definition, { client: empty.client });
  failing.catch(() => {});
  await empty.clock.advance(121_000);
  const error: unknown = await failing.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof Error);
  assert.match(
    error.message,
    /the controller foobar cannot be started: .*the server does not know FooBar.samples.dev: install its definition/,
  );
  await empty.stop();
  assert.deepEqual(empty.clock.alive().timers, []);
});

test("what the controller does not watch cannot be read from its cache", async () => {
  let error: unknown;
  const definition = controller(FooBar).reconcile((_request, { cache }) => {
    try {
      cache.get(ConfigMap, { namespace: "default", name: "a" });
    } catch (caught) {
      error = caught;
    }
  });
  await using operator = await startOperator(definition);
  await operator.client.resource(FooBar).create(foobar("a"));
  await operator.plane.clock.settle();
  assert.ok(error instanceof UsageError);
  assert.match(error.message, /\.reads\(ConfigMap\)/);
});

test("a run sees its own writes at once, and knows which fields led to it", async () => {
  const seen: unknown[] = [];
  const definition = controller(FooBar)
    .reads(ConfigMap)
    .reconcile(async ({ name }, { client, cache, causes, object }) => {
      const changed = causes.flatMap(({ changedPaths = [] }) => changedPaths);
      if (changed.length > 0) seen.push(changed);
      const key = { namespace: "default", name };
      const found: unknown = cache.get(ConfigMap, key);
      if (object === undefined || found !== undefined) return;
      await client.resource(ConfigMap).create({ metadata: key });
      seen.push((cache.get(ConfigMap, key) as ObjectOf<typeof ConfigMap> | undefined)?.metadata.name);
    });
  await using operator = await startOperator(definition);
  const { client, plane } = operator;
  await client.resource(FooBar).create(foobar("a"));
  await plane.clock.settle();
  await client.resource(FooBar).patch("a", { merge: { spec: { text: "other" } } });
  await plane.clock.settle();
  assert.deepEqual(seen, ["a", ["metadata.generation", "spec.text"]]);
});

test("workers come and go with leadership while sources go on, and what happened meanwhile is caught up with", async () => {
  const plane = await startRuntimePlane();
  await installFooBars(plane);
  const { client, clock, random } = plane;
  const informers = createInformers(client);
  const caches = informers.start();
  const { logger } = createLogList();
  const environment = { client, clock, random, informers, logger, metrics: createMetrics() };
  const running = createController(foobarController(), { ...environment, recorder: () => ({ record: () => {} }) });
  assert.throws(() => running.startWorkers(new Gate()), { code: "PINTLE_CONTROLLER_NOT_STARTED" });
  const { signal } = new AbortController();
  const starting = running.startSources({ signal });
  await clock.settle();
  const sources = await starting;
  await assert.rejects(running.startSources({ signal }), { code: "PINTLE_CONTROLLER_STARTED" });

  await client.resource(FooBar).create(foobar("before", 1));
  await clock.settle();
  assert.deepEqual(await textsOf(client), {});
  for (const name of ["first", "second"]) {
    const leadership = new Gate();
    const workers = running.startWorkers(leadership);
    await clock.settle();
    leadership.close("leadership is lost");
    await workers.stop({ signal });
    await client.resource(FooBar).create(foobar(`after-${name}`, 1));
    await clock.settle();
  }
  assert.deepEqual(await textsOf(client), { "before-0": "hello", "after-first-0": "hello" });
  await sources.stop({ signal });

  // The whole once more, as a process that stands by cold does it.
  const restarting = running.startSources({ signal });
  await clock.settle();
  const again = await restarting;
  const workers = running.startWorkers(new Gate());
  await clock.settle();
  assert.deepEqual(await textsOf(client), { "before-0": "hello", "after-first-0": "hello", "after-second-0": "hello" });
  await workers.stop({ signal });
  await again.stop({ signal });
  await caches[Symbol.asyncDispose]();
  await plane.stop();
  assert.deepEqual(clock.alive().timers, []);
});

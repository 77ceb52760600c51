/** What a controller can listen to besides the objects of its own kind and their children. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigMap, Namespace } from "@pintle/kinds";
import { type AnyKind, UsageError } from "@pintle/machinery";
import {
  type ControllerDefinition,
  controller,
  createPushSource,
  resourceVersionChanged,
  startController,
} from "@pintle/runtime";
import { FooBar, installFooBars } from "./foobars.ts";
import { type RuntimePlane, startRuntimePlane } from "./plane.ts";

interface Started extends AsyncDisposable {
  readonly plane: RuntimePlane;
}

async function start<K extends AnyKind>(definition: ControllerDefinition<K>): Promise<Started> {
  const plane = await startRuntimePlane();
  await installFooBars(plane);
  await plane.client.resource(FooBar).create(FooBar({ metadata: { name: "a" }, spec: { copies: 1, text: "hello" } }));
  const starting = startController(definition, { client: plane.connect().client });
  await plane.clock.settle();
  const running = await starting;
  return {
    plane,
    async [Symbol.asyncDispose]() {
      await running[Symbol.asyncDispose]();
      await plane.stop();
      const { timers, inFlight } = plane.clock.alive();
      assert.deepEqual({ timers, inFlight }, { timers: [], inFlight: [] });
    },
  };
}

const all = () => [{ namespace: "default", name: "a" }];

test("everything is looked at again after the controller's own period, unless a predicate asks for a change", async () => {
  for (const [predicates, expected] of [
    [[], ["add", "resync", "resync"]],
    [[resourceVersionChanged], ["add"]],
  ] as const) {
    const causes: string[] = [];
    const definition = controller(FooBar, { predicates })
      .withOptions({ resyncMs: 60_000 })
      .reconcile((_request, ctx) => void causes.push(...ctx.causes.map(({ type }) => type)));
    await using started = await start(definition);
    await started.plane.clock.advance(140_000);
    assert.deepEqual(causes, expected);
  }
});

test("a kind can be watched by its metadata alone, and is not read from the cache then", async () => {
  const seen: unknown[] = [];
  const definition = controller(FooBar)
    .watches(
      ConfigMap,
      (map) => {
        seen.push(Object.keys(map).toSorted());
        return all();
      },
      { metadataOnly: true, predicates: [({ object }) => object.metadata.labels?.watched === "yes"] },
    )
    .reconcile((_request, { cache, causes }) => {
      seen.push(causes.map(String));
      assert.throws(() => cache.list(ConfigMap), UsageError);
    });
  await using started = await start(definition);
  const { client, clock } = started.plane;
  seen.length = 0;
  await client.resource(ConfigMap).create({ metadata: { name: "other" }, data: { a: "1" } });
  await client.resource(ConfigMap).create({ metadata: { name: "one", labels: { watched: "yes" } }, data: { a: "1" } });
  await clock.settle();
  assert.deepEqual(seen, [["apiVersion", "kind", "metadata"], ["add of ConfigMap default/one"]]);
});

test("namespaces and selectors bound what leads to runs", async () => {
  const runs: string[] = [];
  const definition = controller(FooBar, { namespace: "default", labelSelector: "tier=web" }).reconcile(
    ({ namespace, name }, { object }) =>
      void runs.push(`${namespace}/${name} ${object === undefined ? "gone" : "there"}`),
  );
  await using started = await start(definition);
  const { client, clock } = started.plane;
  await client.resource(Namespace).create({ metadata: { name: "other" } });
  const web = (namespace: string) =>
    FooBar({ metadata: { name: "web", namespace, labels: { tier: "web" } }, spec: { copies: 1, text: "x" } });
  await client.resource(FooBar).create(web("default"));
  await client.resource(FooBar).create(web("other"));
  await clock.settle();
  assert.deepEqual(runs, ["default/web there"]);
  // What leaves the selection is gone for the controller.
  await client.resource(FooBar).patch("web", { merge: { metadata: { labels: { tier: "db" } } } });
  await clock.settle();
  assert.deepEqual(runs, ["default/web there", "default/web gone"]);
});

test("a burst of changes leads to one run, which knows the first eight of them", async () => {
  const runs: number[] = [];
  const definition = controller(FooBar).reconcile(async (_request, { causes, client }) => {
    runs.push(causes.length);
    await client.clock.sleep(1_000, { kind: "work", label: "work" });
  });
  await using started = await start(definition);
  const { client, clock } = started.plane;
  for (let index = 0; index < 20; index += 1) {
    await client.resource(FooBar).patch("a", { merge: { spec: { text: `text ${index}` } } });
    await clock.advance(10);
  }
  await clock.settle();
  assert.deepEqual(runs.slice(1), [1, 8]);
});

test("watches can be added and taken back while the controller runs", async () => {
  const plane = await startRuntimePlane();
  await installFooBars(plane);
  const runs: string[] = [];
  const definition = controller(FooBar).reconcile(
    ({ name }, { causes }) => void runs.push(`${name}: ${causes.join(", ")}`),
  );
  const starting = startController(definition, { client: plane.client });
  await plane.clock.settle();
  const { controller: running, ...started } = await starting;
  const maps = plane.client.resource(ConfigMap, { namespace: "default" });
  await maps.create({ metadata: { name: "one" } });
  const watch = running.addWatch(ConfigMap, ({ metadata }) => [{ namespace: "default", name: `of-${metadata.name}` }]);
  await plane.clock.settle();
  await watch.synced();
  assert.ok(runs.includes("of-one: add of ConfigMap default/one"));
  runs.length = 0;
  await maps.patch("one", { merge: { data: { a: "1" } } });
  await plane.clock.settle();
  assert.deepEqual(runs, ["of-one: update of ConfigMap default/one"]);
  watch[Symbol.dispose]();
  await maps.patch("one", { merge: { data: { a: "2" } } });
  await plane.clock.settle();
  assert.equal(runs.length, 1);
  await started[Symbol.asyncDispose]();
  await plane.stop();
});

test("requests can be pushed from outside, also before the start", async () => {
  const plane = await startRuntimePlane();
  await installFooBars(plane);
  const source = createPushSource("the queue of orders");
  source.push({ namespace: "default", name: "early" });
  source.push({ namespace: "default", name: "early" });
  const runs: string[] = [];
  const definition = controller(FooBar)
    .watchesSource(source)
    .filteredBy(() => false)
    .reconcile(({ name }, { causes, object }) => void runs.push(`${name}: ${causes.join(", ")} ${object}`));
  const starting = startController(definition, { client: plane.client });
  await plane.clock.settle();
  const running = await starting;
  source.push({ namespace: "default", name: "a" });
  assert.throws(() => source.push({ name: "a" }), { code: "PINTLE_REQUEST_INVALID" });
  await plane.clock.settle();
  assert.deepEqual(runs, ["early: outside undefined", "a: outside undefined"]);
  await running[Symbol.asyncDispose]();
  source.push({ namespace: "default", name: "late" });
  await plane.clock.settle();
  assert.equal(runs.length, 2);
  await plane.stop();
});

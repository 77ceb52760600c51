/** Operators that are started by a program of their own, on an embedded plane on virtual time. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createClient } from "@pintle/client";
import { startControlPlane } from "@pintle/controlplane";
import { ConfigMap, CustomResourceDefinition, Lease, Namespace } from "@pintle/kinds";
import { createLogList, createSeededRandom, createVirtualClock } from "@pintle/machinery";
import {
  controller,
  defineWebhook,
  installResources,
  type ProgramParts,
  type StartOperatorsOptions,
  startOperators,
} from "pintle";
import { Widget, widgets } from "./webhook-widgets.ts";

async function startStage() {
  const [clock, random, { logger, lines }] = [createVirtualClock(), createSeededRandom(7), createLogList()];
  const plane = await startControlPlane({
    clock,
    random,
    logger: createLogList().logger,
    users: [{ name: "jane", groups: [] }],
  });
  const client = createClient(plane, { clock, random });
  const settled = async <Result>(work: Promise<Result>) => (await Promise.all([work, plane.settle()]))[0];
  return {
    ...{ client, lines, settled, settle: () => plane.settle(), advance: (duration: string) => plane.advance(duration) },
    connectAs: (user: string) => createClient({ transport: plane.transportFor(user) }, { clock, random }),
    install: () => settled(installResources(client, [Widget], {})),
    async start(parts: ProgramParts, options: Partial<StartOperatorsOptions> = {}) {
      const running = await startOperators(parts, { client, logger, ...options });
      await plane.settle();
      return running;
    },
    [Symbol.asyncDispose]: () => plane.stop(),
  };
}

const namespace = "default";

test("a resource that is not installed is an error that says what to run", async () => {
  await using stage = await startStage();
  await assert.rejects(stage.start([widgets]), {
    name: "UsageError",
    code: "PINTLE_RESOURCE_NOT_INSTALLED",
    message: /widgets\.widgets\.example\.com is missing: start the program with --install/,
  });
});

test("so it is for the resource of a controller, and for that of a webhook", async () => {
  await using stage = await startStage();
  for (const part of [controller(Widget).reconcile(async () => {}), defineWebhook(Widget, { validate() {} })]) {
    await assert.rejects(stage.start([part]), { code: "PINTLE_RESOURCE_NOT_INSTALLED" });
  }
});

test("a resource that is installed otherwise is told of with the places, and the program goes on", async () => {
  await using stage = await startStage();
  await stage.install();
  const definitions = stage.client.resource(CustomResourceDefinition);
  const { spec } = await definitions.get("widgets.widgets.example.com");
  const versions = spec.versions.map((version) => ({ ...version, additionalPrinterColumns: [] }));
  await definitions.patch("widgets.widgets.example.com", { merge: { spec: { versions } } });
  const running = await stage.start([widgets]);
  const told = stage.lines.find(({ level }) => level === "warn");
  assert.match(
    told?.message ?? "",
    /differs in spec\.versions\[v1\]\.additionalPrinterColumns.*: start the program with --install/,
  );
  assert.equal(running.manager.isLeader, true);
  await stage.settled(running.stop());
});

test("a program that may not see its definition says so, and goes on", async () => {
  await using stage = await startStage();
  await stage.install();
  const { logger, lines } = createLogList();
  const running = await startOperators([widgets], { client: stage.connectAs("jane"), logger });
  const told = lines.find(({ level }) => level === "warn");
  assert.match(told?.message ?? "", /may not see whether Widget is installed as declared: let its account get this/);
  await stage.settled(running.stop().catch(() => {}));
});

test("operators and controllers run together until they are stopped, and then nothing happens any more", async () => {
  await using stage = await startStage();
  await stage.install();
  const seen: string[] = [];
  const watcher = controller(ConfigMap, { namespace })
    .named("watcher")
    .reconcile(async ({ name }) => void seen.push(name));
  const running = await stage.start([widgets, watcher]);
  await running.ready;
  const all = stage.client.resource(Widget, { namespace });
  await all.create({ metadata: { name: "a" }, spec: { image: "redis" } });
  await stage.settle();
  assert.equal((await stage.client.resource(ConfigMap, { namespace }).get("a")).data?.image, "redis");
  assert.ok(seen.includes("a"));
  await stage.settled(running.stop());
  await running.ended;
  await all.create({ metadata: { name: "b" }, spec: { image: "redis" } });
  await stage.settle();
  assert.equal(seen.includes("b"), false);
});

test("without webhooks an object is completed in memory just the same", async () => {
  await using stage = await startStage();
  await stage.install();
  const running = await stage.start([widgets]);
  const made = await stage.client.resource(Widget, { namespace }).create({ metadata: { name: "a" }, spec: {} });
  assert.equal(made.spec.image, undefined);
  await stage.settle();
  assert.equal((await stage.client.resource(ConfigMap, { namespace }).get("a")).data?.image, "nginx");
  await stage.settled(running.stop());
});

test("a signal stops it as well, and only one of several leads", async () => {
  await using stage = await startStage();
  await stage.install();
  const ending = new AbortController();
  const leaderElection = { name: "widget.pintle.dev", identity: "first" };
  const first = await stage.start([widgets], { leaderElection, signal: ending.signal });
  const second = await stage.start([widgets], { leaderElection: { ...leaderElection, identity: "second" } });
  assert.deepEqual([first.manager.isLeader, second.manager.isLeader], [true, false]);
  const leases = stage.client.resource(Lease, { namespace });
  assert.equal((await leases.get("widget.pintle.dev")).spec?.holderIdentity, "first");
  ending.abort(new Error("enough"));
  await stage.settled(first.ended);
  await stage.advance("10s");
  await second.ready;
  assert.equal((await leases.get("widget.pintle.dev")).spec?.holderIdentity, "second");
  await stage.settled(second.stop());
});

test("only objects in the namespaces that were named are looked at", async () => {
  await using stage = await startStage();
  await stage.install();
  for (const name of ["one", "two"]) {
    await stage.client.resource(Namespace).create({ metadata: { name } });
    await stage.client
      .resource(Widget, { namespace: name })
      .create({ metadata: { name: "a" }, spec: { image: "redis" } });
  }
  const running = await stage.start([widgets], { namespaces: ["two"] });
  const found = await stage.client.resource(ConfigMap).list({ fieldSelector: { "metadata.name": "a" } });
  assert.deepEqual(
    found.items.map(({ metadata }) => metadata.namespace),
    ["two"],
  );
  await stage.settled(running.stop());
});

for (const [what, parts, code] of [
  ["nothing", [], "PINTLE_NOTHING_TO_RUN"],
  ["no array", widgets, "PINTLE_NOTHING_TO_RUN"],
  ["a factory that was not called", [() => widgets], "PINTLE_PART_UNKNOWN"],
  ["a promise", [Promise.resolve(widgets)], "PINTLE_PART_UNKNOWN"],
  ["a resource", [Widget], "PINTLE_PART_UNKNOWN"],
  ["undefined", [undefined], "PINTLE_PART_UNKNOWN"],
] as const) {
  test(`a program made of ${what} is refused`, async () => {
    const client = createClient({ transport: { request: () => assert.fail("nobody is asked") } });
    const { logger } = createLogList();
    await assert.rejects(startOperators(parts as unknown as ProgramParts, { client, logger }), { code });
  });
}

test("two operators for one resource are refused before anything starts", async () => {
  await using stage = await startStage();
  await assert.rejects(startOperators([widgets, widgets], { client: stage.client, logger: createLogList().logger }), {
    code: "PINTLE_RESOURCE_OPERATED_TWICE",
    message: /^there is another operator for Widget\.widgets\.example\.com beside /,
  });
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigMap, Namespace, Secret, Service } from "@pintle/kinds";
import type { JsonObject } from "@pintle/machinery";
import { createInformers } from "@pintle/runtime";
import { recordChanges } from "./cached-objects.ts";
import { startRuntimePlane } from "./plane.ts";
import { answerWithStatus, isWatch } from "./wire-faults.ts";

const scope = { labelSelector: "mine" };
const named = (name: string) => ({ metadata: { name, labels: { mine: "" } } });

test("those who ask for the same objects share one watch and one copy, also where they say it otherwise", async () => {
  await using plane = await startRuntimePlane();
  const { client, clock, requests } = plane;
  await client.resource(ConfigMap).create(named("a"));
  requests.length = 0;
  const informers = createInformers(client);
  const first = informers.for(ConfigMap, { namespace: ["default"], labelSelector: "mine" });
  const second = informers.for(ConfigMap, {
    namespace: "default",
    labelSelector: { matchExpressions: [{ key: "mine", operator: "Exists" }] },
  });
  const third = informers.for({ apiVersion: "v1", kind: "ConfigMap" }, { namespace: "default", ...scope });
  await using _running = informers.start();
  await clock.settle();
  assert.equal(requests.filter(isWatchOf).length, 1);
  assert.equal(first.lister.list()[0], second.lister.list()[0]);
  assert.ok(first.lister.list()[0] === (third.lister.list()[0] as object));
  assert.equal(informers.running.length, 1);
  for (const other of [{ namespace: "default" }, scope, { namespace: "kube-system", ...scope }]) {
    informers.for(ConfigMap, other);
  }
  informers.metadata(ConfigMap, { namespace: "default", ...scope });
  await clock.settle();
  assert.equal(requests.filter(isWatchOf).length, 5);
});

const isWatchOf = ({ query }: { readonly query: URLSearchParams }) => query.has("watch");

test("who gives an informer back is told nothing more; with the last one the watch ends and the copy is dropped", async () => {
  await using plane = await startRuntimePlane();
  const { client, clock, requests } = plane;
  const informers = createInformers(client);
  const first = informers.for(ConfigMap, scope);
  const second = informers.for(ConfigMap, scope);
  const [seenByFirst, seenBySecond] = [recordChanges(first), recordChanges(second)];
  await using _running = informers.start();
  await clock.settle();
  first.release();
  first.release();
  await client.resource(ConfigMap).create(named("a"));
  await clock.settle();
  assert.deepEqual([seenByFirst, seenBySecond], [[], ["add a"]]);
  const refusal = { code: "PINTLE_INFORMER_RELEASED", message: /ask for it again/ };
  assert.throws(() => first.lister, refusal);
  assert.throws(() => first.addHandler({}), refusal);

  second[Symbol.dispose]();
  await clock.settle();
  assert.equal(informers.running.length, 0);
  requests.length = 0;
  await client.resource(ConfigMap).delete("a");
  await clock.advance(60 * 60_000);
  assert.deepEqual(requests.filter(isWatchOf), []);
  assert.deepEqual(seenBySecond, ["add a"]);
  assert.ok(!clock.alive().timers.some((timer) => timer.includes("ConfigMap")), String(clock.alive().timers));

  const again = informers.for(ConfigMap, scope);
  const seen = recordChanges(again);
  assert.equal(again.isSynced, false);
  await clock.settle();
  assert.deepEqual([again.isSynced, seen], [true, []]);
});

test("what is kept of shared objects is decided once", async () => {
  await using plane = await startRuntimePlane();
  const informers = createInformers(plane.client);
  const transform = (object: JsonObject) => object;
  const code = "PINTLE_INFORMER_FORM_DIFFERS";
  const refused = (ask: () => unknown, message: RegExp) => assert.throws(ask, { code, message });
  informers.for(ConfigMap, { transform });
  informers.for(ConfigMap, { transform });
  refused(() => informers.for(ConfigMap), /with a transform.* without one.*give both the same/);
  refused(() => informers.for(ConfigMap, { transform: (object) => object }), /with a transform.* with another/);
  refused(() => informers.for(ConfigMap, { transform, keepsManagedFields: true }), /without managedFields.* with them/);

  informers.for(Service);
  informers.for(Service, { keepsManagedFields: false });
  refused(() => informers.for(Service, { transform }), /without a transform.* with one/);
  informers.for(Namespace, { keepsManagedFields: true });
  refused(() => informers.for(Namespace), /Namespace .*with managedFields.* without them/);
});

test("who reads a shared copy, changes it and writes it back wipes nothing, whoever asked first", async () => {
  await using plane = await startRuntimePlane();
  const lean = ({ data: _, ...rest }: JsonObject) => rest;
  for (const [first, second] of [
    [{ transform: lean }, {}],
    [{}, { transform: lean }],
  ]) {
    const informers = createInformers(plane.client);
    informers.for(Secret, first);
    assert.throws(() => informers.for(Secret, second), { code: "PINTLE_INFORMER_FORM_DIFFERS" });
    informers.for(Secret, { ...second, labelSelector: "other" });
  }
});

test("informers that are asked for while others run start at once", async () => {
  await using plane = await startRuntimePlane();
  const { client, clock } = plane;
  const informers = createInformers(client);
  await using _running = informers.start();
  assert.throws(() => informers.start(), { code: "PINTLE_INFORMERS_STARTED" });
  const late = informers.for(Namespace);
  await Promise.all([late.synced(), clock.settle()]);
  assert.ok(late.lister.get({ name: "default" }));
});

test("who waits for all informers is told which are missing", async () => {
  await using plane = await startRuntimePlane();
  const { client, clock, faults } = plane;
  faults.request = async (request, send) =>
    request.path === "/api/v1/services" && isWatch(request) ? answerWithStatus(500, "InternalError") : await send();
  const informers = createInformers(client);
  informers.for(ConfigMap);
  informers.for(Service);
  await using _running = informers.start();
  const giveUp = new AbortController();
  const waiting = assert.rejects(informers.synced({ signal: giveUp.signal }), /not synced: Service$/);
  await clock.advance(1_000);
  giveUp.abort(new Error("enough"));
  await waiting;
  faults.request = undefined;
  const synced = informers.synced();
  await clock.settle();
  await synced;
});

test("after the stop nothing is left: no request, no timer; and another start goes on from there", async () => {
  await using plane = await startRuntimePlane();
  const { client, clock, requests } = plane;
  const configMaps = client.resource(ConfigMap);
  const informers = createInformers(client, { namespace: ["default", "kube-system"] });
  const informer = informers.for(ConfigMap, scope);
  const seen = recordChanges(informer);
  const idle = clock.alive().timers.length;
  const running = informers.start();
  await configMaps.create(named("a"));
  await clock.settle();
  await running[Symbol.asyncDispose]();
  await running[Symbol.asyncDispose]();
  assert.equal(clock.alive().timers.length, idle);
  assert.deepEqual([clock.alive().inFlight, informers.running], [[], []]);
  assert.equal(informer.lister.size, 1, "what is here can still be read");

  await configMaps.create(named("b"));
  requests.length = 0;
  await using _again = informers.start();
  await clock.settle();
  assert.deepEqual(seen, ["add a", "add b"]);
  assert.ok(
    requests.every(({ query }) => query.has("resourceVersion")),
    "nothing is listed again",
  );
});

test("a start right after a stop waits for its end, and there is one watch again", async () => {
  await using plane = await startRuntimePlane();
  const { client, clock, requests } = plane;
  const informers = createInformers(client);
  const informer = informers.for(ConfigMap, scope);
  const seen = recordChanges(informer);
  const first = informers.start();
  await clock.settle();
  const ending = first[Symbol.asyncDispose]();
  await using _second = informers.start();
  await ending;
  await clock.settle();
  assert.equal(requests.filter(isWatchOf).length, 2);
  await client.resource(ConfigMap).create(named("a"));
  await clock.settle();
  assert.deepEqual(seen, ["add a"]);
  assert.equal(informers.running.length, 1);
});

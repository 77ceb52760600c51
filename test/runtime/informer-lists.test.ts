import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigMap, Service } from "@pintle/kinds";
import { createInformers } from "@pintle/runtime";
import { recordChanges } from "./cached-objects.ts";
import { startRuntimePlane } from "./plane.ts";
import { cutWatch, lists, named, path, scope, startStage } from "./watched-stage.ts";
import {
  answerWithStatus,
  changeLines,
  endAfterLines,
  isList,
  isWatch,
  isWatchList,
  queryOf,
  silenceAfterLines,
  untilAborted,
} from "./wire-faults.ts";

const refusal = () =>
  answerWithStatus(422, "Invalid", "sendInitialEvents: Forbidden: sendInitialEvents is forbidden for watch");

test("a server whose watches cannot begin with everything is listed page by page, and asked only once for more", async () => {
  await using plane = await startRuntimePlane();
  const { client, clock, faults, requests } = plane;
  for (let index = 0; index < 600; index += 1) await client.resource(ConfigMap).create(named(`c${index}`));
  faults.request = async (request, send) => (isWatchList(request) ? refusal() : await send());
  requests.length = 0;
  const informers = createInformers(client);
  const informer = informers.for(ConfigMap, scope);
  const seen = recordChanges(informer);
  await using _running = informers.start();
  await clock.settle();
  assert.equal(informer.lister.size, 600);
  assert.equal(seen.filter((change) => change.endsWith("initial")).length, 600);
  assert.deepEqual(
    requests.map(({ query }) => (query.has("watch") ? "watch" : query.get("limit"))),
    ["watch", "500", "500", "watch"],
  );
  const other = informers.for(Service);
  await clock.settle();
  assert.ok(other.isSynced);
  assert.equal(
    requests.filter(({ query }) => query.get("sendInitialEvents") === "true").length,
    1,
    "that is remembered",
  );
  await client.resource(ConfigMap).delete("c7");
  await clock.settle();
  assert.equal(informer.lister.size, 599);
});

test("a request that is wrong in itself is not taken for what the server cannot do", async () => {
  await using plane = await startRuntimePlane();
  const { client, clock, requests } = plane;
  const informers = createInformers(client);
  const wrong = informers.for(ConfigMap, { fieldSelector: "data.nothing=1" });
  await using _running = informers.start();
  await clock.settle();
  assert.equal(wrong.isSynced, false);
  assert.match(String(wrong.progress.lastError), /is not a known field selector/);
  requests.length = 0;
  const right = informers.for(ConfigMap);
  await clock.settle();
  assert.ok(right.isSynced);
  assert.deepEqual(lists(requests.filter(({ query }) => !query.has("fieldSelector"))).length, 1);
});

test("a server that never says where the objects end is listed instead", async () => {
  await using stage = await startStage({
    faults: async (request, send) => {
      const response = await send();
      if (!isWatchList(request)) return response;
      return changeLines(response, (line) => (line.includes("initial-events-end") ? [] : [line]));
    },
  });
  assert.equal(stage.informer.isSynced, false);
  await stage.plane.clock.advance(5 * 60_000);
  assert.ok(stage.informer.isSynced);
  await stage.assertWell();
});

test("a first list that fails is tried again", async () => {
  let failures = 0;
  await using stage = await startStage({
    faults: async (request, send) => {
      if (request.path !== path || failures === 3) return await send();
      failures += 1;
      return answerWithStatus(500, "InternalError", "etcd is not ready");
    },
  });
  assert.ok(stage.informer.isSynced);
  await stage.assertWell();
});

test("a beginning that is cut off is not taken for everything", async () => {
  let cuts = 0;
  await using stage = await startStage({
    faults: async (request, send) => {
      const response = await send();
      if (!isWatchList(request) || cuts === 3) return response;
      cuts += 1;
      return endAfterLines(response, 1);
    },
  });
  const { seen, informer } = stage;
  assert.equal(cuts, 3);
  assert.ok(informer.isSynced);
  assert.deepEqual(seen, []);
  await stage.assertWell();
});

test("pages that the server has forgotten before the last are listed anew, of one moment", async () => {
  await using plane = await startRuntimePlane();
  const { client, clock, faults, storage } = plane;
  const { client: writer } = plane.connect();
  for (let index = 0; index < 600; index += 1) await writer.resource(ConfigMap).create(named(`c${1_000 + index}`));
  let pages = 0;
  faults.request = async (request, send) => {
    if (isWatchList(request)) return refusal();
    if (!isList(request, path)) return await send();
    pages += 1;
    if (pages === 2) {
      // An object of the first page goes, one comes before all others, and the moment of the list is forgotten.
      await writer.resource(ConfigMap).delete("c1000");
      await writer.resource(ConfigMap).create(named("a"));
      await storage.compact(await storage.revision());
    }
    return await send();
  };
  const informers = createInformers(client);
  const informer = informers.for(ConfigMap, scope);
  await using _running = informers.start();
  await clock.settle();
  assert.equal(pages, 3);
  const names = informer.lister.list().map(({ metadata }) => metadata.name);
  assert.equal(names.length, 600);
  assert.deepEqual([names.includes("c1000"), names.includes("a")], [false, true]);
});

test("a server that was restored from a backup is believed after some tries, and the copy goes back with it", async () => {
  await using stage = await startStage();
  const { plane, seen, informer, asked } = stage;
  const { client: writer } = plane.connect();
  for (let value = 0; value < 5; value += 1) await stage.write("a", String(value));
  await writer.resource(ConfigMap).create(named("c"));
  await plane.clock.settle();
  seen.length = 0;
  const { resourceVersion } = informer.progress;
  const old = (version: string) => ({
    kind: "ConfigMap",
    apiVersion: "v1",
    metadata: { namespace: "default", labels: { mine: "" }, ...uidOf(informer, "a"), resourceVersion: version },
  });
  let tooLarge = 0;
  const cut = await cutWatch(stage);
  plane.faults.request = async (request) => {
    if (isWatch(request) && queryOf(request).has("resourceVersion")) {
      tooLarge += 1;
      const status = {
        kind: "Status",
        apiVersion: "v1",
        metadata: {},
        status: "Failure",
        reason: "Timeout",
        code: 504,
        message: `Timeout: Too large resource version: ${resourceVersion}, current: 20`,
        details: { causes: [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }] },
      };
      return {
        status: 200,
        headers: { "content-type": "application/json" },
        body: linesThenWait([{ type: "ERROR", object: status }]),
      };
    }
    const end = { metadata: { resourceVersion: "20", annotations: { "k8s.io/initial-events-end": "true" } } };
    return {
      status: 200,
      headers: { "content-type": "application/json" },
      body: linesThenWait(
        [
          { type: "ADDED", object: old("12") },
          { type: "BOOKMARK", object: end },
        ],
        request.signal,
      ),
    };
  };
  cut();
  await plane.clock.advance(60_000);
  assert.equal(tooLarge, 3);
  assert.deepEqual(seen, ["delete b unknown", "delete c unknown", "update a"]);
  assert.equal(informer.lister.get({ namespace: "default", name: "a" })?.metadata.resourceVersion, "12");
  assert.equal(informer.progress.resourceVersion, "20");
  assert.equal(lists(asked()).length, 1);
});

test("stopping in the middle of a list ends it: no watch opens afterwards, and nobody hears of an error", async () => {
  await using plane = await startRuntimePlane();
  const { client, clock, faults, requests } = plane;
  await client.resource(ConfigMap).create(named("a"));
  for (const lists of [false, true]) {
    requests.length = 0;
    faults.request = async (request, send) => {
      if (!lists) return silenceAfterLines(await send(), 1, request.signal);
      return isWatchList(request) ? refusal() : await untilAborted(request.signal);
    };
    const errors: unknown[] = [];
    const informers = createInformers(client, { onError: (error) => errors.push(error) });
    const informer = informers.for(ConfigMap);
    const running = informers.start();
    await clock.advance(1_000);
    const waiting = assert.rejects(informer.synced(), /was stopped before it was synced/);
    await running[Symbol.asyncDispose]();
    await waiting;
    const count = requests.length;
    faults.request = undefined;
    await clock.advance(10 * 60_000);
    assert.deepEqual([requests.length, errors.length, informer.isSynced], [count, 0, false]);
    assert.equal(informer.progress.lastError, undefined);
  }
  assert.deepEqual(clock.alive().inFlight, []);
});

async function* linesThenWait(lines: readonly object[], signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  for (const line of lines) yield Buffer.from(`${JSON.stringify(line)}\n`);
  if (signal) await untilAborted(signal);
}

function uidOf(
  informer: { lister: { list(): readonly { readonly metadata: { readonly name?: string; readonly uid?: string } }[] } },
  name: string,
) {
  const { uid } = informer.lister.list().find(({ metadata }) => metadata.name === name)?.metadata ?? {};
  return { name, uid };
}

import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigMap } from "@pintle/kinds";
import { createInformers } from "@pintle/runtime";
import { recordViolations } from "./cached-objects.ts";
import { startRuntimePlane } from "./plane.ts";
import { cutWatch, lists, named, scope, startStage } from "./watched-stage.ts";
import { changeLines, isWatch, isWatchList } from "./wire-faults.ts";

test("an event that comes twice is told once", async () => {
  await using stage = await startStage();
  const { plane, seen, asked } = stage;
  plane.faults.request = async (request, send) =>
    isWatch(request) ? changeLines(await send(), (line) => [line, line]) : await send();
  (await cutWatch(stage))();
  await plane.clock.settle();
  await stage.write("a");
  await plane.connect().client.resource(ConfigMap).delete("b");
  await stage.assertWell();
  assert.deepEqual(seen, ["update a", "delete b"]);
  assert.deepEqual(lists(asked()), []);
});

test("events out of their order are not believed: everything is listed, and no state goes back", async () => {
  await using stage = await startStage();
  const { plane, informer, asked } = stage;
  const held: string[] = [];
  let isBroken = true;
  plane.faults.request = async (request, send) => {
    const response = await send();
    if (!isWatch(request) || !isBroken) return response;
    isBroken = false;
    // The first change comes after the second.
    return changeLines(response, (line) => {
      if (held.length > 0) return [line, ...held.splice(0)];
      held.push(line);
      return [];
    });
  };
  (await cutWatch(stage))();
  await plane.clock.settle();
  await stage.write("a", "1");
  await stage.write("a", "2");
  await stage.assertWell();
  assert.equal(informer.lister.get({ namespace: "default", name: "a" })?.data?.value, "2");
  assert.equal(lists(asked()).length, 1);
});

test("a list that is older than what was seen is not taken, and asked for again", async () => {
  await using stage = await startStage();
  const { plane, seen, informer } = stage;
  const stale: string[] = [];
  const { client: reader } = plane.connect();
  // What a server would say that has stood still since now.
  for await (const batch of reader.resource(ConfigMap).watch({ ...scope, sendInitialEvents: true })) {
    if (batch.type === "BOOKMARK") {
      const annotations = { "k8s.io/initial-events-end": "true" };
      const { resourceVersion } = batch;
      stale.push(`${JSON.stringify({ type: "BOOKMARK", object: { metadata: { resourceVersion, annotations } } })}\n`);
      break;
    }
    stale.push(`${JSON.stringify(batch)}\n`);
  }
  await stage.write("a", "new");
  await plane.connect().client.resource(ConfigMap).delete("b");
  await plane.clock.settle();
  assert.deepEqual(seen.splice(0), ["update a", "delete b"]);
  const { storage } = plane;
  await storage.compact(await storage.revision());
  let shown = 0;
  plane.faults.request = async (request, send) => {
    const response = await send();
    if (isWatch(request) && !isWatchList(request))
      return changeLines(response, () => [
        '{"type":"ERROR","object":{"kind":"Status","apiVersion":"v1","code":410,"reason":"Expired","status":"Failure"}}\n',
      ]);
    if (!isWatchList(request) || shown === 2) return response;
    shown += 1;
    return changeLines(response, (line) => (line.includes("initial-events-end") ? stale : []));
  };
  (await cutWatch(stage))();
  await stage.write("a", "newest");
  await plane.clock.advance(30_000);
  assert.equal(shown, 2);
  await stage.assertWell();
  assert.deepEqual(seen, ["update a"]);
  assert.ok(informer.isSynced);
});

test("an object that was deleted and created again unseen is a delete and then an add", async () => {
  await using stage = await startStage();
  const { plane, seen, informer } = stage;
  const configMaps = plane.connect().client.resource(ConfigMap);
  const { metadata: before } = await configMaps.get("a");
  const cut = await cutWatch(stage);
  plane.faults.request = async (request, send) =>
    isWatch(request)
      ? changeLines(await send(), (line) => (line.startsWith('{"type":"DELETED"') ? [] : [line]))
      : await send();
  cut();
  await plane.clock.settle();
  await configMaps.delete("a");
  const { metadata: after } = await configMaps.create(named("a"));
  await stage.assertWell();
  assert.deepEqual(seen, ["delete a unknown", "add a"]);
  assert.notEqual(before.uid, after.uid);
  assert.equal(informer.lister.get({ namespace: "default", name: "a" })?.metadata.uid, after.uid);
});

test("a server that is started again with what it had is gone on with: no event is skipped and nothing is listed", async () => {
  await using stage = await startStage();
  const { plane, seen, asked } = stage;
  await stage.write("a");
  await plane.clock.settle();
  await plane.restart();
  await stage.write("b");
  await plane.clock.advance(30_000);
  await stage.assertWell();
  assert.deepEqual(seen, ["update a", "update b"]);
  assert.deepEqual(lists(asked()), []);
});

test("a server that is started again without its history is listed once", async () => {
  await using stage = await startStage();
  const { plane, seen, asked } = stage;
  await plane.crash();
  await plane.restart();
  await stage.write("a");
  await plane.storage.compact(await plane.storage.revision());
  await plane.restart();
  await plane.clock.advance(30_000);
  await stage.assertWell();
  assert.deepEqual(seen, ["update a"]);
  assert.ok(lists(asked()).length <= 1);
});

test("a reader that is too slow for the server begins anew, and ends with everything", async () => {
  await using plane = await startRuntimePlane({ stepLimit: 1_000_000 });
  const { client, clock, faults } = plane;
  const configMaps = plane.connect().client.resource(ConfigMap);
  await configMaps.create(named("a"));
  const informers = createInformers(client);
  const informer = informers.for(ConfigMap, scope);
  const violations = recordViolations(informer);
  const { promise: mayRead, resolve: goOn } = Promise.withResolvers<void>();
  faults.request = async (_request, send) => {
    const response = await send();
    async function* body() {
      for await (const chunk of response.body) {
        yield chunk;
        await mayRead;
      }
    }
    return { ...response, body: body() };
  };
  await using _running = informers.start();
  await clock.advance(1_000);
  const big = "x".repeat(100_000);
  for (let index = 0; index < 60; index += 1)
    await configMaps.patch("a", { merge: { data: { big: `${index}${big}` } } });
  goOn();
  faults.request = undefined;
  await clock.advance(30_000);
  assert.equal(informer.lister.get({ namespace: "default", name: "a" })?.data?.big, `59${big}`);
  assert.deepEqual(violations, []);
});

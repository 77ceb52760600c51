import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeStored } from "../../registry/stored-object.ts";
import { DefinitionsFixture, type Json, path, version, widget, widgets } from "../definitions-fixture.test.ts";
import { swapXAndY, WebhookFixture, webhookConversion } from "./webhook-fixture.test.ts";

const inV2 = path.replace("/v1/", "/v2/");

async function start(): Promise<{ server: DefinitionsFixture; webhook: WebhookFixture }> {
  const webhook = new WebhookFixture();
  const server = await DefinitionsFixture.start(undefined, webhook.connect);
  await server.define(widgets([version("v1"), version("v2")], { conversion: webhookConversion }));
  return { server, webhook };
}

test("the storage version does without the webhook, and goes out as it is stored", async () => {
  const { server, webhook } = await start();
  await server.create(path, widget("a", { spec: { x: 1 } }));
  await server.merge(`${path}/a`, { spec: { x: 2 } });
  assert.deepEqual((await server.get(`${path}/a`)).body.spec, { x: 2 });
  assert.equal((await server.get(path)).body.items.length, 1);
  assert.equal((await server.delete(`${path}/a`)).status, 200);
  assert.deepEqual(webhook.reviews, []);
});

test("an object is written and read in any version", async () => {
  const { server } = await start();
  const created = await server.create(inV2, widget("a", { spec: { y: 7 } }, "example.com/v2"));
  assert.deepEqual([created.status, created.body.spec], [201, { y: 7 }]);
  assert.deepEqual((await server.get(`${path}/a`)).body.spec, { x: 7 });
  const patched = await server.merge(`${inV2}/a`, { spec: { y: 8 } });
  assert.deepEqual([patched.body.spec, patched.body.metadata.generation], [{ y: 8 }, 2]);
  const same = await server.merge(`${inV2}/a`, { spec: { y: 8 } });
  assert.equal(same.body.metadata.resourceVersion, patched.body.metadata.resourceVersion);
  assert.deepEqual((await server.get(inV2)).body.items[0].spec, { y: 8 });
});

test("what an answer shows is what was stored, not what was sent", async () => {
  const { server, webhook } = await start();
  webhook.answer = (review: Json) => {
    const answer = swapXAndY(review);
    for (const object of answer.response.convertedObjects) delete object.spec.lost;
    return answer;
  };
  const { body } = await server.create(inV2, widget("a", { spec: { y: 1, lost: true } }, "example.com/v2"));
  assert.deepEqual(body.spec, { y: 1 });
});

test("managers keep what they own across versions, in terms of their own", async () => {
  const { server } = await start();
  await server.create(`${path}?fieldManager=one`, widget("a", { spec: { x: 1, shared: 1 } }));
  const { body } = await server.merge(`${inV2}/a?fieldManager=two`, { spec: { y: 2 } });
  const owned = body.metadata.managedFields.map(({ manager, apiVersion, fieldsV1 }: Json) => [
    manager,
    apiVersion,
    fieldsV1["f:spec"],
  ]);
  assert.deepEqual(owned, [
    ["one", "example.com/v1", { ".": {}, "f:shared": {} }],
    ["two", "example.com/v2", { "f:y": {} }],
  ]);
  assert.deepEqual(server.logged, []);
});

test("nothing is stored that could not be converted, and nothing is told but why", async () => {
  const { server, webhook } = await start();
  webhook.answer = () => {
    throw new Error("connection refused");
  };
  const created = await server.create(inV2, widget("a", {}, "example.com/v2"));
  assert.equal(created.status, 500);
  assert.equal(
    created.body.message,
    'conversion webhook for example.com/v2, Kind=Widget failed: Post "https://webhook.example.com/convert?timeout=30s": connection refused',
  );
  assert.equal((await server.get(`${path}/a`)).status, 404);
  await server.create(path, widget("b"));
  assert.equal((await server.get(inV2)).status, 500);
  assert.equal((await server.get(path)).status, 200);
});

test("a watch tells changes in their order, however long the webhook takes for each", async () => {
  const { server, webhook } = await start();
  const { body } = await server.server.loopback.request({ method: "GET", path: inV2, query: [["watch", "1"]] });
  const events = body[Symbol.asyncIterator]();
  let calls = 0;
  webhook.answer = async (review: Json) => {
    calls += 1;
    await server.clock.sleep(10_000 / calls, { label: "the webhook", kind: "work" });
    return swapXAndY(review);
  };
  for (const name of ["a", "b", "c"]) await server.create(path, widget(name, { spec: { x: 1 } }));
  await server.clock.settle();
  let text = "";
  while (text.split("\n").length < 4) text += Buffer.from((await events.next()).value ?? []).toString();
  const told = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    told.map(({ type, object }: Json) => `${type} ${object.metadata.name} ${JSON.stringify(object.spec)}`),
    ['ADDED a {"y":1}', 'ADDED b {"y":1}', 'ADDED c {"y":1}'],
  );
  await events.return?.(undefined);
});

test("a Secret that is written while somebody waits for a revision does not reach the webhook", async () => {
  const { server, webhook } = await start();
  await server.create(path, widget("a", { spec: { x: 1 } }));
  webhook.reviews.length = 0;
  const next = (await server.storage.revision()) + 1;
  const waiting = server.get(`${inV2}/a?resourceVersion=${next}`);
  const secret = {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: "s", namespace: "ns" },
    data: { p: "c2VjcmV0" },
  };
  // By then the request waits, since it needs nothing that takes time.
  for (let turn = 0; turn < 10; turn += 1) await server.clock.turn();
  await server.storage.swap("/registry/secrets/ns/s", 0, encodeStored(secret, "declared"));
  assert.deepEqual((await waiting).body.spec, { y: 1 });
  const sent = webhook.reviews.flatMap(({ request }) => request.objects.map(({ kind }: Json) => kind));
  assert.deepEqual(new Set(sent), new Set(["Widget"]));
});

test("an object of an older storage version is converted, and stored anew with its next change", async () => {
  const { server, webhook } = await start();
  await server.create(path, widget("a", { spec: { x: 1 } }));
  const stored = (name: string) => version(name, undefined, { storage: name === "v2" });
  await server.change({ versions: [stored("v1"), stored("v2")] });
  assert.deepEqual((await server.get(`${inV2}/a`)).body.spec, { y: 1 });
  const { body } = await server.get(`${inV2}/a`);
  const updated = await server.ask("PUT", `${inV2}/a`, body);
  assert.notEqual(updated.body.metadata.resourceVersion, body.metadata.resourceVersion);
  webhook.reviews.length = 0;
  assert.deepEqual((await server.get(`${inV2}/a`)).body.spec, { y: 1 });
  assert.deepEqual(webhook.reviews, []);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { DefinitionsFixture, type Json, path, version, widget, widgets } from "./definitions-fixture.test.ts";

const text = { type: "string" };
const fresh = { type: "string", default: "yes" };

async function withOldWidget(): Promise<{ server: DefinitionsFixture; created: Json }> {
  const server = await DefinitionsFixture.start();
  await server.define(widgets([version("v1", { old: text, kept: text })]));
  const { body: created } = await server.create(path, widget("a", { spec: { old: "x", kept: "y" } }));
  return { server, created };
}

test("what a new schema does not know is gone from reads, and its defaults are there, without a write", async () => {
  const { server, created } = await withOldWidget();
  await server.change({ versions: [version("v1", { kept: text, fresh })] });
  const { body } = await server.get(`${path}/a`);
  assert.deepEqual(body.spec, { fresh: "yes", kept: "y" });
  assert.equal(body.metadata.resourceVersion, created.metadata.resourceVersion);
  assert.deepEqual((await server.get(path)).body.items[0].spec, { fresh: "yes", kept: "y" });
  const { entry } = await server.storage.get("/registry/example.com/widgets/ns/a");
  assert.match(Buffer.from(entry?.value ?? []).toString(), /"old":"x"/, "what lies in storage is as it was");
});

test("a field that was lost from sight is there again when the schema has it again, until the object is written", async () => {
  const { server } = await withOldWidget();
  await server.change({ versions: [version("v1", { kept: text })] });
  await server.change({ versions: [version("v1", { old: text, kept: text })] });
  assert.deepEqual((await server.get(`${path}/a`)).body.spec, { kept: "y", old: "x" });
  await server.change({ versions: [version("v1", { kept: text })] });
  await server.merge(`${path}/a`, { metadata: { labels: { a: "b" } } });
  await server.change({ versions: [version("v1", { old: text, kept: text })] });
  assert.deepEqual((await server.get(`${path}/a`)).body.spec, { kept: "y" });
});

test("an update without changes is a write where something else lies in storage, and none where it does not", async () => {
  const { server } = await withOldWidget();
  const put = async () => {
    const { body } = await server.get(`${path}/a`);
    const answer = await server.ask("PUT", `${path}/a`, body);
    return [body.metadata.resourceVersion, answer.body.metadata.resourceVersion];
  };
  const [same, still] = await put();
  assert.equal(same, still);
  await server.change({ versions: [version("v1", { kept: text, fresh })] });
  const [before, after] = await put();
  assert.notEqual(before, after);
  const [now, then] = await put();
  assert.equal(now, then);
});

test("an object is stored anew in the next storage version, and cannot be read when its own is gone", async () => {
  const { server } = await withOldWidget();
  const properties = { old: text, kept: text };
  const stored = (name: string, storage: boolean) => version(name, properties, { storage });
  await server.change({ versions: [stored("v1", false), stored("v2", true)] });
  const inV2 = path.replace("/v1/", "/v2/");
  assert.equal((await server.get(`${inV2}/a`)).body.apiVersion, "example.com/v2");
  const definition = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.example.com";
  await server.merge(`${definition}/status`, { status: { storedVersions: ["v2"] } });
  await server.change({ versions: [stored("v2", true)] });
  const lost = await server.get(`${inV2}/a`);
  assert.equal(lost.status, 500);
  assert.equal(lost.body.message, "request to convert CR from an invalid group/version: example.com/v1");
  await server.change({ versions: [stored("v2", true), stored("v1", false)] });
  assert.equal((await server.ask("PUT", `${inV2}/a`, (await server.get(`${inV2}/a`)).body)).status, 200);
  await server.merge(`${definition}/status`, { status: { storedVersions: ["v2"] } });
  await server.change({ versions: [stored("v2", true)] });
  assert.equal((await server.get(`${inV2}/a`)).status, 200);
});

test("a watch tells old objects by the new schema, and who was deleted as well", async () => {
  const { server } = await withOldWidget();
  await server.change({ versions: [version("v1", { kept: text, fresh })] });
  const { body } = await server.server.loopback.request({ method: "GET", path, query: [["watch", "1"]] });
  const events = body[Symbol.asyncIterator]();
  const added = JSON.parse(Buffer.from((await events.next()).value ?? []).toString());
  assert.deepEqual(added.object.spec, { fresh: "yes", kept: "y" });
  await server.delete(`${path}/a`);
  const deleted = JSON.parse(Buffer.from((await events.next()).value ?? []).toString());
  assert.equal(deleted.type, "DELETED");
  assert.deepEqual(deleted.object.spec, { fresh: "yes", kept: "y" });
  await events.return?.(undefined);
});

test("what is written under the present schema goes out as it is stored", async () => {
  const { server } = await withOldWidget();
  await server.change({ versions: [version("v1", { kept: text, fresh })] });
  await server.create(path, widget("b"));
  const { entry } = await server.storage.get("/registry/example.com/widgets/ns/b");
  const stored = Buffer.from(entry?.value ?? []).toString();
  const { text: answered } = await server.get(`${path}/b`);
  assert.equal(answered, `${stored.replace(/"resourceVersion": ?0/, `"resourceVersion":"${entry?.revision}"`)}\n`);
});

test("a write that began under the old schema and ends under the new one is read by the new one", async () => {
  const { server } = await withOldWidget();
  const held = Promise.withResolvers<void>();
  const sent = JSON.stringify(widget("late", { spec: { old: "x", kept: "y" } }));
  const creating = server.server.loopback.request({
    method: "POST",
    path,
    headers: { "content-type": "application/json" },
    body: (async function* slowly() {
      yield Buffer.from(sent.slice(0, 10));
      await held.promise;
      yield Buffer.from(sent.slice(10));
    })(),
  });
  await server.clock.turn();
  await server.merge("/apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.example.com", {
    spec: { versions: [version("v1", { kept: text, fresh })] },
  });
  for (let turns = 0; turns < 20; turns += 1) await server.clock.turn();
  held.resolve();
  assert.equal((await creating).status, 201);
  assert.deepEqual((await server.get(`${path}/late`)).body.spec, { fresh: "yes", kept: "y" });
  await server.clock.advance(120_000);
  assert.deepEqual((await server.get(`${path}/late`)).body.spec, { fresh: "yes", kept: "y" });
});

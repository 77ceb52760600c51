import assert from "node:assert/strict";
import { test } from "node:test";
import { createVirtualClock } from "@pintle/machinery";
import { boundStorage } from "../storage/bound-storage-fixture.test.ts";
import { createMemoryStorage } from "../storage/memory-storage.ts";
import {
  DefinitionsFixture,
  definitionsPath,
  type Json,
  path,
  version,
  widget,
  widgets,
} from "./definitions-fixture.test.ts";

const conditionsOf = ({ status }: Json): string[] =>
  status.conditions.map(({ type, status: value, reason }: Json) => `${type}=${value} ${reason}`);

test("a definition that is Established is served", async () => {
  const server = await DefinitionsFixture.start();
  assert.equal((await server.get(path)).status, 404);
  await server.define(widgets());
  const definition = await server.definition();
  assert.deepEqual(conditionsOf(definition), [
    "NamesAccepted=True NoConflicts",
    "Established=True InitialNamesAccepted",
  ]);
  assert.deepEqual(definition.status.storedVersions, ["v1"]);
  assert.equal((await server.create(path, widget("a", { spec: { z: 1, a: 2 } }))).status, 201);
  const { text } = await server.get(`${path}/a`);
  assert.match(text, /^\{"apiVersion":"example\.com\/v1","kind":"Widget","metadata":\{.*"spec":\{"a":2,"z":1\}\}\n$/);
});

test("definitions that are stored are served from the start of the server on", async () => {
  const first = await DefinitionsFixture.start();
  await first.define(widgets());
  await first.create(path, widget("a"));
  await first.stop();
  const second = await DefinitionsFixture.start(first.storage);
  assert.equal((await second.get(`${path}/a`)).status, 200);
});

test("a name that another definition of the group has is waited for, and taken when it is free", async () => {
  const server = await DefinitionsFixture.start();
  await server.define(widgets([version("v1")], { names: { shortNames: ["w"] } }));
  await server.define(widgets([version("v1")], { names: { plural: "wheels", kind: "Wheel", shortNames: ["w"] } }));
  const waiting = await server.definition("wheels.example.com");
  assert.deepEqual(conditionsOf(waiting), ["NamesAccepted=False ShortNamesConflict", "Established=False NotAccepted"]);
  assert.equal(waiting.status.conditions[0].message, '"w" is already in use');
  await server.delete(`${definitionsPath}/widgets.example.com`);
  await server.clock.settle();
  const free = await server.definition("wheels.example.com");
  assert.deepEqual(conditionsOf(free), ["NamesAccepted=True NoConflicts", "Established=True InitialNamesAccepted"]);
});

test("objects go with their definition, and with them all that was served", async () => {
  const server = await DefinitionsFixture.start();
  await server.define(widgets());
  for (const name of ["a", "b"]) await server.create(path, widget(name));
  const deleted = await server.delete(`${definitionsPath}/widgets.example.com`);
  assert.deepEqual(deleted.body.metadata.finalizers, ["customresourcecleanup.apiextensions.k8s.io"]);
  assert.equal(deleted.body.status.conditions[2].reason, "InstanceDeletionPending");
  await server.clock.settle();
  assert.equal((await server.get(`${definitionsPath}/widgets.example.com`)).status, 404);
  assert.equal((await server.get(path)).text, "404 page not found\n");
  const { entries } = await server.storage.list({ prefix: "/registry/example.com/" });
  assert.deepEqual(entries, []);
});

test("an object with a finalizer keeps its definition, which takes no new objects meanwhile", async () => {
  const server = await DefinitionsFixture.start();
  await server.define(widgets());
  await server.create(path, widget("held", { metadata: { name: "held", finalizers: ["example.com/hold"] } }));
  await server.delete(`${definitionsPath}/widgets.example.com`);
  await server.clock.advance(10_000);
  const { conditions } = (await server.definition()).status;
  assert.equal(conditions[2].reason, "InstanceDeletionInProgress");
  const refused = await server.create(path, widget("late"));
  assert.equal(refused.status, 403);
  assert.equal(
    refused.body.message,
    'widgets.example.com "late" is forbidden: create not allowed while custom resource definition is terminating',
  );
  const listed = (await server.get("/apis/example.com/v1")).body.resources[0].verbs;
  assert.deepEqual(listed, ["delete", "deletecollection", "get", "list", "watch"]);
  await server.merge(`${path}/held`, { metadata: { finalizers: null } });
  await server.clock.advance(2_000);
  assert.equal((await server.get(`${definitionsPath}/widgets.example.com`)).status, 404);
});

test("a definition that a finalizer of somebody else keeps is left alone once its objects are gone", async () => {
  const server = await DefinitionsFixture.start();
  const definition = widgets();
  await server.define({ ...definition, metadata: { ...definition.metadata, finalizers: ["example.com/hold"] } });
  await server.create(path, widget("a"));
  await server.delete(`${definitionsPath}/widgets.example.com?propagationPolicy=Foreground`);
  await server.clock.settle();
  const kept = await server.definition();
  assert.deepEqual(kept.metadata.finalizers, ["example.com/hold"]);
  assert.equal(kept.status.conditions[2].reason, "InstanceDeletionCompleted");
  await server.clock.advance(60_000);
  assert.equal((await server.definition()).metadata.resourceVersion, kept.metadata.resourceVersion);
});

test("a definition of the names of a built-in resource takes nothing from it", async () => {
  const server = await DefinitionsFixture.start();
  const names = { plural: "customresourcedefinitions", kind: "CustomResourceDefinition" };
  const own = widgets([version("v1")], { group: "apiextensions.k8s.io", names });
  const annotations = { "api-approved.kubernetes.io": "unapproved, a trap" };
  await server.define({ ...own, metadata: { ...own.metadata, annotations } });
  await server.define(widgets());
  await server.delete(`${definitionsPath}/${own.metadata.name}`);
  await server.clock.settle();
  assert.equal((await server.get(`${definitionsPath}/${own.metadata.name}`)).status, 404);
  assert.equal((await server.definition()).status.conditions[1].status, "True", "the others are still there");
});

test("a definition that is another one under the same name is served as such", async () => {
  const server = await DefinitionsFixture.start();
  await server.define(widgets([version("v1", { old: { type: "string" } })]));
  const key = "/registry/customresourcedefinitions/widgets.example.com";
  const { entry } = await server.storage.get(key);
  await server.storage.swap(key, entry?.revision ?? 0, undefined);
  await server.define(widgets([version("v1", { fresh: { type: "string" } })]));
  const { body } = await server.create(path, widget("a", { spec: { old: "x", fresh: "y" } }));
  assert.deepEqual(body.spec, { fresh: "y" });
});

test("of definitions that ask for one name at the same time only one gets it", async () => {
  const server = await DefinitionsFixture.start();
  const plurals = ["apples", "pears", "plums", "quinces"];
  const asking = plurals.map((plural) =>
    server.create(definitionsPath, widgets([version("v1")], { names: { plural, kind: "Fruit" } })),
  );
  await Promise.all(asking);
  await server.clock.settle();
  const conditions = await Promise.all(plurals.map((plural) => server.definition(`${plural}.example.com`)));
  const accepted = conditions.filter((definition) => definition.status.conditions[0].status === "True");
  assert.equal(accepted.length, 1);
});

test("a definition that no version serves any more takes its objects along", async () => {
  const server = await DefinitionsFixture.start();
  await server.define(widgets());
  await server.create(path, widget("a"));
  await server.change({ versions: [version("v1", undefined, { served: false })] });
  assert.equal((await server.get(path)).status, 404);
  await server.delete(`${definitionsPath}/widgets.example.com`);
  await server.clock.settle();
  const { entries } = await server.storage.list({ prefix: "/registry/example.com/" });
  assert.deepEqual(entries, []);
});

test("OpenAPI and discovery tell of a definition as long as it is served", async () => {
  const server = await DefinitionsFixture.start();
  const document = "apis/example.com/v1";
  await server.define(widgets([version("v1", { size: { type: "integer" } })]));
  const first = server.openApi.hashes().get(document);
  assert.match(first ?? "", /^[0-9A-F]{128}$/);
  await server.change({ versions: [version("v1", { size: { type: "integer" }, color: { type: "string" } })] });
  assert.notEqual(server.openApi.hashes().get(document), first);
  const [group] = (await server.get("/apis")).body.groups.filter(({ name }: Json) => name === "example.com");
  assert.equal(group.preferredVersion.version, "v1");
  await server.delete(`${definitionsPath}/widgets.example.com`);
  await server.clock.settle();
  assert.equal(server.openApi.hashes().get(document), undefined);
});

test("definitions that come and go two hundred times leave nothing behind while others are watched", async () => {
  const server = await DefinitionsFixture.start();
  await server.define(widgets([version("v1")], { names: { plural: "wheels", kind: "Wheel" } }));
  const watch = await server.server.loopback.request({
    method: "GET",
    path: "/apis/example.com/v1/namespaces/ns/wheels",
    query: [["watch", "true"]],
  });
  const events = watch.body[Symbol.asyncIterator]();
  const first = events.next();
  for (let round = 0; round < 200; round += 1) {
    await server.define(widgets());
    assert.equal((await server.create(path, widget("a"))).status, 201);
    await server.delete(`${definitionsPath}/widgets.example.com`);
    await server.clock.settle();
  }
  assert.equal((await server.get(path)).status, 404);
  assert.deepEqual(
    server.server.registry.list().map(({ plural }) => plural),
    ["customresourcedefinitions", "wheels"],
  );
  const wheels = "/apis/example.com/v1/namespaces/ns/wheels";
  await server.create(wheels, { apiVersion: "example.com/v1", kind: "Wheel", metadata: { name: "round" } });
  await server.clock.settle();
  assert.match(Buffer.from((await first).value ?? []).toString(), /"type":"ADDED".*"name":"round"/);
  await events.return?.(undefined);
  assert.deepEqual(server.logged, []);
});

test("a watch that runs ends when its definition changes, and when it goes", async () => {
  const server = await DefinitionsFixture.start();
  await server.define(widgets());
  const follow = async () => {
    const { body } = await server.server.loopback.request({ method: "GET", path, query: [["watch", "1"]] });
    return body[Symbol.asyncIterator]().next();
  };
  const changed = follow();
  await server.clock.turn();
  await server.change({ names: { categories: ["all"] } });
  assert.equal((await changed).done, true);
  const gone = follow();
  await server.clock.turn();
  await server.delete(`${definitionsPath}/widgets.example.com`);
  await server.clock.settle();
  assert.equal((await gone).done, true);
});

test("definitions are followed again when the storage is back, however long it was away", async () => {
  const memory = createMemoryStorage({ clock: createVirtualClock() });
  let isAway = false;
  let end = () => {};
  const server = await DefinitionsFixture.start({
    ...boundStorage(memory),
    list: async (request) => {
      if (isAway && request.prefix === "/registry/customresourcedefinitions/") throw new Error("away");
      return memory.list(request);
    },
    watch: async (request, watcher) => {
      const watch = await memory.watch(request, watcher);
      if (request.prefix === "/registry/customresourcedefinitions/") {
        end = () => {
          watch.close();
          watcher.onEnd(new Error("too far behind"));
        };
      }
      return watch;
    },
  });
  isAway = true;
  end();
  await server.define(widgets());
  await server.clock.advance(5_000);
  assert.equal((await server.get(path)).status, 404);
  isAway = false;
  await server.clock.advance(1_000);
  assert.equal((await server.get(path)).status, 200);
  await server.stop();
});

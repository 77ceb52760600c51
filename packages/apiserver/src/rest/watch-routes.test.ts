import assert from "node:assert/strict";
import { test } from "node:test";
import type { ServedResource } from "../registry/served-resource.ts";
import { assertRefused, configMaps, maps, RestFixture } from "./rest-fixture.test.ts";

const notFound = "the server could not find the requested resource";
const notAllowed = "the server does not allow this method on the requested resource";
const oldPath = maps.replace("/v1/", "/v1/watch/");
const created: ServedResource = { ...configMaps, storage: { create: async (_, object) => object } };
const listed: ServedResource = {
  ...configMaps,
  storage: { list: async () => ({ items: [], resourceVersion: "" }) },
};

test("a list that cannot be watched says so by the name of its resource", async () => {
  const server = new RestFixture({ resources: [listed] });
  const message = 'watch is not supported on resources of kind "configmaps"';
  assertRefused(await server.get(maps, { watch: "true" }), 405, message);
});

test("what cannot even be listed does not take the method", async () => {
  const server = new RestFixture({ resources: [created] });
  assertRefused(await server.get(maps, { watch: "true" }), 405, notAllowed);
});

test("the old path of what cannot be watched is not there", async () => {
  for (const resource of [listed, created]) {
    assertRefused(await new RestFixture({ resources: [resource] }).get(oldPath), 404, notFound);
  }
});

test("the old path of a watch takes nothing but GET", async () => {
  const server = new RestFixture();
  for (const method of ["POST", "DELETE"]) assertRefused(await server.ask(method, oldPath), 405, notAllowed);
});

test("what has no objects has no paths for them", async () => {
  const server = new RestFixture({ resources: [created] });
  for (const method of ["GET", "PUT", "POST"]) assertRefused(await server.ask(method, `${maps}/a`), 404, notFound);
});

test("a list without a version says none", async () => {
  const { body } = await new RestFixture({ resources: [listed] }).get(maps);
  assert.deepEqual(body.metadata, {});
});

test("a selector that cannot be read is refused, on the paths of old too", async () => {
  const server = new RestFixture();
  for (const path of [maps, oldPath]) {
    const query = { watch: "true", labelSelector: "a in (" };
    assertRefused(await server.get(path, query), 400, /^unable to parse requirement/);
    assertRefused(await server.get(path, { watch: "true", fieldSelector: "spec.x=1" }), 400, /spec\.x/);
  }
});

test("a resource that changes or goes while the storage fails ends its watches, and nothing else", async () => {
  const server = new RestFixture();
  const { storage } = server;
  const works = storage.revision.bind(storage);
  for (const change of [() => server.registry.add(configMaps), () => server.registry.remove("", "configmaps")]) {
    const watch = server.get(maps, { watch: "true" });
    await server.clock.turn();
    storage.revision = () => Promise.reject(new Error("the disk is on fire"));
    change();
    assert.deepEqual([(await watch).status, (await watch).text], [200, ""]);
    storage.revision = works;
  }
  assert.equal((await server.get(maps)).status, 404);
});

import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { shapeOfType } from "@pintle/kinds/tables";
import type { JsonObject, Shape } from "@pintle/machinery";
import type { CustomStorage } from "../registry/custom-storage.ts";
import type { ServedResource } from "../registry/served-resource.ts";
import { assertRefused, configMaps, maps, RestFixture } from "./rest-fixture.test.ts";

const any: Shape = { type: "any" };
const notAllowed = "the server does not allow this method on the requested resource";
const path = "/apis/virtual.example.com/v1/echoes";

function echoes(storage: CustomStorage): ServedResource {
  return {
    group: "virtual.example.com",
    plural: "echoes",
    singular: "echo",
    kind: "Echo",
    scope: "Cluster",
    versions: [{ version: "v1", shape: any }],
    strategy: { nameRule: "pathSegment" },
    storage,
  };
}

const echo = (name: string, more: object = {}) => ({
  apiVersion: "virtual.example.com/v1",
  kind: "Echo",
  metadata: { name, labels: { name } },
  ...more,
});

test("a virtual list is selected from, and each verb that is there is served", async () => {
  const storage: CustomStorage = {
    get: async ({ name }) => echo(name),
    list: async () => ({ items: [echo("a"), echo("b")], resourceVersion: "7" }),
    create: async ({ isDryRun }, object) => ({ ...object, status: { isDryRun } }),
  };
  const server = new RestFixture({ resources: [echoes(storage)] });
  const list = (await server.get(path, { labelSelector: "name=b" })).body;
  assert.deepEqual([list.kind, list.metadata.resourceVersion, list.items], ["EchoList", "7", [echo("b")]]);
  assert.deepEqual((await server.get(`${path}/a`)).body, echo("a"));
  const created = await server.create(path, echo("x"), { dryRun: "All" });
  assert.deepEqual([created.status, created.body.status], [201, { isDryRun: true }]);
  assertRefused(await server.delete(`${path}/a`), 405, notAllowed);
  assertRefused(await server.update(`${path}/a`, echo("a")), 405, notAllowed);
});

test("what can be read and updated can be patched", async () => {
  let stored: JsonObject = echo("a", { size: 1 });
  const storage: CustomStorage = {
    get: async () => stored,
    update: async (_, object) => {
      stored = object;
      return object;
    },
  };
  const server = new RestFixture({ resources: [echoes(storage)] });
  const answer = await server.patch("merge", `${path}/a`, { size: 2 });
  assert.deepEqual([answer.status, stored.size], [200, 2]);
});

const other = { type: "own", group: "", version: "v1", kind: "ConfigMap", shape: any } as const;

test("a connection takes the methods of its verbs and says what it wants", async () => {
  const storage: CustomStorage = {
    connect: async ({ name }, { method }) => ({ status: 200, headers: {}, body: Buffer.from(`${method} ${name}`) }),
  };
  const log: ServedResource = {
    ...configMaps,
    subresources: { log: { ...other, storage, verbs: ["create", "delete", "get"] } },
  };
  const server = new RestFixture({ resources: [log] });
  for (const method of ["GET", "POST", "DELETE"]) {
    assert.equal((await server.ask(method, `${maps}/a/log`)).text, `${method} a`);
  }
  assert.equal((await server.ask("PUT", `${maps}/a/log`)).status, 405);
});

test("only a subresource that says so has paths below it", async () => {
  const storage: CustomStorage = {
    connect: async ({ context }) => ({ status: 200, headers: {}, body: Buffer.from(context.info.parts.join(" ")) }),
  };
  const served: ServedResource = {
    ...configMaps,
    subresources: {
      log: { ...other, storage, verbs: ["get"] },
      proxy: { ...other, storage, verbs: ["get"], hasPaths: true },
    },
  };
  const server = new RestFixture({ resources: [served] });
  assert.equal((await server.get(`${maps}/a/proxy/b/c`)).text, "b c");
  assert.equal((await server.get(`${maps}/a/log/b`)).status, 404);
});

test("what can only be created has no Table", async () => {
  const review: ServedResource = { ...configMaps, storage: { create: async (_, object) => object } };
  const accept = "application/json;as=Table;v=v1;g=meta.k8s.io";
  const server = new RestFixture({ resources: [review] });
  assert.equal((await server.ask("POST", maps, { body: {}, headers: { accept } })).status, 406);
});

test("a subresource may be of another kind, which its bodies need not say", async () => {
  const bodies: JsonObject[] = [];
  const storage: CustomStorage = {
    create: async (_, object) => {
      bodies.push(object);
      return { kind: "Status", apiVersion: "v1", status: "Success" };
    },
  };
  const eviction = {
    type: "own",
    group: "policy",
    version: "v1",
    kind: "Eviction",
    storage,
    verbs: ["create"],
  } as const;
  const shape = shapeOfType("policy/v1.Eviction");
  const server = new RestFixture({
    resources: [{ ...configMaps, subresources: { eviction: { ...eviction, shape } } }],
  });
  const answer = await server.create(`${maps}/a/eviction`, { metadata: { name: "a" }, foo: 1 });
  assert.deepEqual([answer.status, answer.warnings], [201, ['unknown field "foo"']]);
  assert.equal(bodies[0]?.kind, "Eviction");
  assertRefused(await server.get(`${maps}/a/eviction`), 405, notAllowed);
});

test("resources come and go while the server runs, and listeners hear of it", async () => {
  const server = new RestFixture({ resources: [] });
  const heard: string[] = [];
  using _subscription = server.registry.subscribe(({ type, resource }) => heard.push(`${type} ${resource.plural}`));
  assert.equal((await server.get(maps)).text, "404 page not found\n");
  server.registry.add(configMaps);
  assert.equal((await server.get(maps)).status, 200);
  server.registry.add({ ...configMaps, shortNames: ["cm"] });
  assert.ok(server.registry.remove("", "configmaps"));
  assert.ok(!server.registry.remove("", "configmaps"));
  assert.equal((await server.get(maps)).status, 404);
  assert.deepEqual(heard, ["added configmaps", "added configmaps", "removed configmaps"]);
});

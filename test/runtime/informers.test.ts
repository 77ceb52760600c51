import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigMap, Namespace } from "@pintle/kinds";
import { createInformers } from "@pintle/runtime";
import { assertCopyIsServer, recordChanges } from "./cached-objects.ts";
import { startRuntimePlane } from "./plane.ts";

test("an informer begins with what there is and goes on with what happens, by one request", async () => {
  await using plane = await startRuntimePlane();
  const { client, clock, requests } = plane;
  const configMaps = client.resource(ConfigMap);
  await configMaps.create({ metadata: { name: "a" } });
  requests.length = 0;
  const informers = createInformers(client);
  const informer = informers.for(ConfigMap, { namespace: "default" });
  const seen = recordChanges(informer);
  await using _running = informers.start();
  await clock.settle();
  assert.ok(informer.isSynced);
  assert.equal(requests.length, 1);

  await configMaps.create({ metadata: { name: "b" } });
  await configMaps.patch("b", { merge: { data: { key: "1" } } });
  await configMaps.delete("a");
  await clock.settle();
  assert.deepEqual(seen, ["add a initial", "add b", "update b", "delete a"]);
  assert.deepEqual(informer.lister.get({ namespace: "default", name: "b" })?.data, { key: "1" });
  assert.equal(informer.lister.get({ namespace: "default", name: "a" }), undefined);
  assert.equal(informer.lister.size, 1);
});

test("a handler finds in the copy at least what it is told", async () => {
  await using plane = await startRuntimePlane();
  const { client, clock } = plane;
  const informers = createInformers(client);
  const informer = informers.for(ConfigMap);
  const found: unknown[] = [];
  informer.addHandler({
    add: ({ metadata: { namespace, name = "" } }) => found.push(informer.lister.get({ namespace, name }) !== undefined),
    update: (object) => found.push(informer.lister.list().includes(object)),
    delete: ({ metadata: { namespace, name = "" } }) =>
      found.push(informer.lister.get({ namespace, name }) === undefined),
  });
  await using _running = informers.start();
  await clock.settle();
  found.length = 0;
  const configMaps = client.resource(ConfigMap);
  await configMaps.create({ metadata: { name: "a" } });
  await configMaps.patch("a", { merge: { data: { key: "1" } } });
  await configMaps.delete("a");
  await clock.settle();
  assert.deepEqual(found, [true, true, true]);
});

test("reads before everything is there are refused with a word on what to do", async () => {
  await using plane = await startRuntimePlane();
  const informers = createInformers(plane.client);
  const { lister } = informers.for(ConfigMap);
  const refusal = { code: "PINTLE_INFORMER_NOT_SYNCED", message: /await informer\.synced\(\)/ };
  assert.throws(() => lister.get({ name: "a" }), refusal);
  assert.throws(() => lister.list(), refusal);
  assert.throws(() => lister.byIndex("x", "y"), refusal);
  assert.throws(() => lister.size, refusal);
});

test("an object of a namespace is not looked for without one", async () => {
  await using plane = await startRuntimePlane();
  const informers = createInformers(plane.client);
  const configMaps = informers.for(ConfigMap);
  const namespaces = informers.for(Namespace);
  await using _running = informers.start();
  await plane.clock.settle();
  assert.throws(() => configMaps.lister.get({ name: "a" }), {
    code: "PINTLE_NAMESPACE_MISSING",
    message: /ConfigMap "a"/,
  });
  assert.ok(namespaces.lister.get({ name: "default" }));
});

test("what a copy hands out is plain, the same at each read, frozen, and has no managedFields", async () => {
  await using plane = await startRuntimePlane();
  const { client, clock } = plane;
  const created = await client
    .resource(ConfigMap)
    .create({ metadata: { name: "a", labels: { x: "1" } }, data: { k: "v" } });
  assert.ok(created.metadata.managedFields);
  const informers = createInformers(client);
  const informer = informers.for(ConfigMap, { namespace: "default" });
  const kept = informers.for(ConfigMap, { namespace: "default", labelSelector: "x", keepsManagedFields: true });
  await using _running = informers.start();
  await clock.settle();
  const object = informer.lister.get({ namespace: "default", name: "a" });
  assert.equal(object, informer.lister.list()[0]);
  assert.equal(object?.metadata.managedFields, undefined);
  assert.throws(() => Object.assign(object?.data ?? {}, { k: "other" }), TypeError);
  assert.ok(kept.lister.list()[0]?.metadata.managedFields);
  await assertCopyIsServer(informer, {
    ...client,
    resource: () => client.resource(ConfigMap, { namespace: "default" }) as never,
  });
});

test("selectors, namespaces, metadata and transforms narrow what is kept", async () => {
  await using plane = await startRuntimePlane();
  const { client, clock } = plane;
  for (const name of ["one", "two", "three"]) await client.resource(Namespace).create({ metadata: { name } });
  for (const namespace of ["one", "two", "three"]) {
    for (const tier of ["web", "db"]) {
      await client
        .resource(ConfigMap)
        .create({ metadata: { namespace, name: tier, labels: { tier } }, data: { k: "v" } });
    }
  }
  const informers = createInformers(client, { namespace: ["one", "two"] });
  const usual = informers.for(ConfigMap);
  const web = informers.for(ConfigMap, { namespace: "three", labelSelector: { matchLabels: { tier: "web" } } });
  const named = informers.for(ConfigMap, { namespace: [], fieldSelector: { "metadata.name": "db" } });
  const metadata = informers.metadata(ConfigMap, { namespace: "one" });
  const bare = informers.for(
    { apiVersion: "v1", kind: "ConfigMap" },
    { namespace: "two", transform: ({ data: _, ...rest }) => rest },
  );
  const namespaces = informers.for(Namespace);
  await using _running = informers.start();
  await clock.settle();
  const keys = (list: readonly { readonly metadata: { readonly namespace?: string; readonly name?: string } }[]) =>
    list.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`).sort();
  assert.deepEqual(keys(usual.lister.list()), ["one/db", "one/web", "two/db", "two/web"]);
  assert.deepEqual(keys(usual.lister.list({ namespace: "two", labelSelector: "tier in (web)" })), ["two/web"]);
  assert.deepEqual(keys(usual.lister.list({ namespace: "three" })), []);
  assert.deepEqual(keys(web.lister.list()), ["three/web"]);
  assert.deepEqual(keys(named.lister.list()), ["one/db", "three/db", "two/db"]);
  assert.deepEqual(Object.keys(metadata.lister.list()[0] ?? {}).sort(), ["apiVersion", "kind", "metadata"]);
  assert.equal(metadata.lister.list()[0]?.kind, "PartialObjectMetadata");
  assert.deepEqual(
    bare.lister.list().map(({ data }) => data),
    [undefined, undefined],
  );
  assert.ok(
    namespaces.lister.get({ name: "kube-system" }),
    "kinds of cluster scope have no namespace to be narrowed to",
  );

  // An object that a selector selects no more is gone from the copy, and one that it selects now has come.
  await client
    .resource(ConfigMap, { namespace: "three" })
    .patch("web", { merge: { metadata: { labels: { tier: "db" } } } });
  await client
    .resource(ConfigMap, { namespace: "three" })
    .patch("db", { merge: { metadata: { labels: { tier: "web" } } } });
  await clock.settle();
  assert.deepEqual(keys(web.lister.list()), ["three/db"]);
});

test("objects are found by values of their own, also those that came before the index", async () => {
  await using plane = await startRuntimePlane();
  const { client, clock } = plane;
  const configMaps = client.resource(ConfigMap);
  const informers = createInformers(client);
  const informer = informers.for(ConfigMap, { namespace: "default", labelSelector: "!internal" });
  const colors = ({ data }: { readonly data?: { readonly [key: string]: string } }) => data?.colors?.split(",") ?? [];
  informer.addIndex("color", colors);
  await using _running = informers.start();
  await configMaps.create({ metadata: { name: "a" }, data: { colors: "red,green,red" } });
  await configMaps.create({ metadata: { name: "b" }, data: { colors: "red" } });
  await clock.settle();
  const names = (index: string, value: string) =>
    informer.lister.byIndex(index, value).map(({ metadata }) => metadata.name);
  assert.deepEqual(names("color", "red"), ["a", "b"]);

  informer.addIndex("first letter", ({ metadata }) => [metadata.name?.[0] ?? ""]);
  informer.addIndex("color", colors);
  await configMaps.patch("a", { merge: { data: { colors: "blue" } } });
  await configMaps.delete("b");
  await clock.settle();
  assert.deepEqual([names("color", "red"), names("color", "blue"), names("first letter", "a")], [[], ["a"], ["a"]]);
  assert.throws(() => informer.addIndex("color", () => []), { code: "PINTLE_INDEX_EXISTS" });
  assert.throws(() => informer.lister.byIndex("size", "1"), {
    code: "PINTLE_INDEX_UNKNOWN",
    message: /"color", "first letter"/,
  });
});

test("an index that fails for an object is reported, and the object is found by others", async () => {
  await using plane = await startRuntimePlane();
  const { client, clock } = plane;
  const errors: unknown[] = [];
  const informers = createInformers(client, { onError: (error) => errors.push(error) });
  const informer = informers.for(ConfigMap, { labelSelector: "x" });
  informer.addIndex("broken", ({ metadata }) => {
    if (metadata.name === "a") throw new Error("no");
    return ["all"];
  });
  await using _running = informers.start();
  for (const name of ["a", "b"]) await client.resource(ConfigMap).create({ metadata: { name, labels: { x: "" } } });
  await clock.settle();
  assert.deepEqual(
    informer.lister.byIndex("broken", "all").map(({ metadata }) => metadata.name),
    ["b"],
  );
  assert.equal(informer.lister.size, 2);
  assert.match(String(errors[0]), /the index "broken" failed for default\/a/);
  assert.equal(errors.length, 1);
});

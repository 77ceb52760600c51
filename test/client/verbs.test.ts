import assert from "node:assert/strict";
import { ignoreNotFound } from "@pintle/client";
import { ConfigMap, Namespace, Pod } from "@pintle/kinds";
import { ClusterRole } from "@pintle/kinds/rbac/v1";
import { ApiError } from "@pintle/machinery";
import { onEachServer } from "./servers.ts";

onEachServer("an object is created, read, replaced and deleted", async ({ client, namespace }) => {
  const configMaps = client.resource(ConfigMap, { namespace });

  const created = await configMaps.create({ metadata: { name: "a" }, data: { value: "1" } });
  assert.deepEqual([created.apiVersion, created.kind, created.metadata.namespace], ["v1", "ConfigMap", namespace]);
  const found = await configMaps.get("a");
  assert.deepEqual(found, created);

  found.data = { value: "2" };
  const updated = await configMaps.update(found);
  assert.equal(updated.data?.value, "2");
  await assert.rejects(configMaps.update(created), (error) => ApiError.is(error, "Conflict"));

  const answer = await configMaps.delete("a", { preconditions: { uid: created.metadata.uid ?? "" } });
  assert.equal(answer.kind, "Status");
  assert.equal(await ignoreNotFound(configMaps.get("a")), undefined);
  await assert.rejects(configMaps.get("a"), { name: "ApiError", message: 'configmaps "a" not found' });
});

onEachServer("objects of a list say their type, have plain times and keep unknown fields", async (server) => {
  const { client, namespace } = server;
  const configMaps = client.resource(ConfigMap, { namespace });
  await configMaps.create({ metadata: { name: "a" }, data: { ["__proto__"]: "kept" } });

  const { items, metadata } = await configMaps.list();
  const [first] = items;
  assert.deepEqual([first?.apiVersion, first?.kind], ["v1", "ConfigMap"]);
  assert.equal(typeof first?.metadata.creationTimestamp, "string");
  assert.deepEqual(Object.keys(first?.data ?? {}), ["__proto__"]);
  assert.ok(metadata.resourceVersion);
  assert.deepEqual(first, await configMaps.get("a"), "a list and a get give the same");
});

onEachServer("each kind of patch finds its content type", async ({ client, namespace }) => {
  const configMaps = client.resource(ConfigMap, { namespace });
  await configMaps.create({ metadata: { name: "a", labels: { app: "web" } }, data: { one: "1", two: "2" } });

  const merged = await configMaps.patch("a", { merge: { data: { one: null, three: "3" } } });
  assert.deepEqual(merged.data, { two: "2", three: "3" });
  const tested = await configMaps.patch("a", {
    json: [
      { op: "test", path: "/data/two", value: "2" },
      { op: "replace", path: "/data/two", value: "II" },
    ],
  });
  assert.equal(tested.data?.two, "II");
  const strategic = await configMaps.patch("a", { strategic: { data: { $patch: "replace", four: "4" } } });
  assert.deepEqual(strategic.data, { four: "4" });
  const wrong = configMaps.patch("a", { json: [{ op: "test", path: "/data/four", value: "5" }] });
  await assert.rejects(wrong, (error) => ApiError.is(error, "Invalid"));
});

onEachServer("apply makes fields its manager's, and force takes them over", async ({ client, namespace }) => {
  const configMaps = client.resource(ConfigMap, { namespace });
  const one = (value: string) => ({ metadata: { name: "a" }, data: { value } });

  await configMaps.apply(one("1"), { fieldManager: "one" });
  const refused = configMaps.apply(one("2"), { fieldManager: "two" });
  await assert.rejects(refused, (error) => ApiError.is(error, "Conflict") && /"one"/.test(error.message));
  const taken = await configMaps.apply(one("2"), { fieldManager: "two", force: true });
  assert.equal(taken.data?.value, "2");
  const managers = taken.metadata.managedFields?.map(({ manager, operation }) => `${manager} ${operation}`);
  assert.ok(managers?.includes("two Apply"), String(managers));
});

onEachServer("a dry run tries everything and keeps nothing", async ({ client, namespace }) => {
  const configMaps = client.resource(ConfigMap, { namespace });

  const tried = await configMaps.create({ metadata: { name: "a" } }, { dryRun: true });
  assert.ok(tried.metadata.uid);
  assert.equal(await ignoreNotFound(configMaps.get("a")), undefined);
  await configMaps.create({ metadata: { name: "a" } });
  await configMaps.delete("a", { dryRun: true });
  await configMaps.get("a");
});

onEachServer("field validation refuses unknown fields where that is asked for", async ({ client, namespace }) => {
  const configMaps = client.resource(ConfigMap, { namespace });
  const odd = { metadata: { name: "a" }, colour: "red" };

  const strict = configMaps.create(odd, { fieldValidation: "Strict" });
  await assert.rejects(
    strict,
    (error) => ApiError.is(error, "BadRequest") && /unknown field "colour"/.test(error.message),
  );
  await configMaps.create(odd, { fieldValidation: "Ignore" });
});

onEachServer("selectors are text or objects, and mean the same", async ({ client, namespace }) => {
  const configMaps = client.resource(ConfigMap, { namespace });
  for (const [name, app] of Object.entries({ a: "web", b: "web", c: "db" })) {
    await configMaps.create({ metadata: { name, labels: { app } } });
  }
  const names = async (options: Parameters<typeof configMaps.list>[0]) =>
    (await configMaps.list(options)).items.map(({ metadata }) => metadata.name);

  assert.deepEqual(await names({ labelSelector: "app=web" }), ["a", "b"]);
  assert.deepEqual(await names({ labelSelector: { matchLabels: { app: "web" } } }), ["a", "b"]);
  const expression = { key: "app", operator: "NotIn", values: ["web"] };
  assert.deepEqual(await names({ labelSelector: { matchExpressions: [expression] } }), ["c"]);
  assert.deepEqual(await names({ fieldSelector: "metadata.name=b" }), ["b"]);
  assert.deepEqual(await names({ fieldSelector: { "metadata.name": "b" } }), ["b"]);
  await assert.rejects(names({ labelSelector: "app in" }), (error) => ApiError.is(error, "BadRequest"));
});

onEachServer("a collection is deleted by its labels, in its namespace", async ({ client, namespace }) => {
  const configMaps = client.resource(ConfigMap, { namespace });
  for (const app of ["web", "db"]) await configMaps.create({ metadata: { name: app, labels: { app } } });

  await configMaps.deleteCollection({ labelSelector: { matchLabels: { app: "web" } } });
  const left = (await configMaps.list()).items.map(({ metadata }) => metadata.name);
  assert.deepEqual(left, ["db"]);
  const everywhere = client.resource(ConfigMap).deleteCollection({ labelSelector: "app=db" });
  await assert.rejects(everywhere, { code: "PINTLE_NAMESPACE_MISSING" });
});

onEachServer("without a namespace, lists are of all of them and single objects of the client's own", async (server) => {
  const { client, namespace } = server;
  const name = `everywhere-${namespace}`;
  await client.resource(ConfigMap, { namespace }).create({ metadata: { name } });
  const everywhere = client.resource(ConfigMap);

  const { items } = await everywhere.list({ fieldSelector: { "metadata.name": name } });
  assert.deepEqual(
    items.map(({ metadata }) => metadata.namespace),
    [namespace],
  );
  assert.equal(await ignoreNotFound(everywhere.get(name)), undefined, "that of the namespace default");
  assert.equal((await everywhere.create({ metadata: { name } })).metadata.namespace, "default");
  const other = await everywhere.create({ metadata: { generateName: "made-", namespace } });
  assert.equal(other.metadata.namespace, namespace, "an object may say itself where it belongs");
});

onEachServer("names keep their case and their colons", async ({ client, namespace }) => {
  const roles = client.resource(ClusterRole);
  const name = `My:Role-${namespace}`;

  await roles.create({ metadata: { name }, rules: [] });
  assert.equal((await roles.get(name)).metadata.name, name);
  await assert.rejects(roles.get(name.toLowerCase()), (error) => ApiError.is(error, "NotFound"));
  await roles.delete(name);
});

onEachServer("what waits for a finalizer is given back by its deletion", async ({ client, namespace }) => {
  const configMaps = client.resource(ConfigMap, { namespace });
  await configMaps.create({ metadata: { name: "a", finalizers: ["example.com/wait"] } });

  const waiting = await configMaps.delete("a", { propagationPolicy: "Background" });
  assert.ok(waiting.kind === "ConfigMap" && waiting.metadata.deletionTimestamp);
  await configMaps.patch("a", { merge: { metadata: { finalizers: null } } });
  assert.equal(await ignoreNotFound(configMaps.get("a")), undefined);
});

onEachServer("who may not is told so by an ApiError that says what was asked", async ({ access, namespace }) => {
  const nobody = access.connect(access.tokens.nobody ?? "");

  await assert.rejects(nobody.resource(Pod, { namespace }).list(), (error) => {
    assert.ok(ApiError.is(error, "Forbidden"));
    assert.match(error.message, /User "nobody" cannot list resource "pods" in API group "" in the namespace/);
    return true;
  });
  await assert.rejects(nobody.resource(Namespace).get(namespace), (error) => ApiError.is(error, "Forbidden"));
});

import assert from "node:assert/strict";
import { createClient, createHttpTransport, type DiscoveredKind, NoKindMatchError } from "@pintle/client";
import { ConfigMap, CustomResourceDefinition, Namespace } from "@pintle/kinds";
import { ApiError, compareUtf8, createProcessClock, type Transport, UsageError } from "@pintle/machinery";
import { eventually } from "../conformance/eventually.ts";
import { onEachServer, type ServerUnderTest } from "./servers.ts";

/** A definition for one test alone: its group is named after the test's namespace. */
function definitionFor({ namespace }: ServerUnderTest, scope: "Namespaced" | "Cluster" = "Namespaced") {
  const group = `${namespace}.example.com`;
  const schema = { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } };
  const definition = CustomResourceDefinition({
    metadata: { name: `boxes.${group}` },
    spec: {
      ...{ group, scope, names: { kind: "Box", plural: "boxes", shortNames: ["bx"] } },
      versions: [{ name: "v1", served: true, storage: true, schema, subresources: { status: {} } }],
    },
  });
  return { definition, reference: { apiVersion: `${group}/v1`, kind: "Box" } };
}

onEachServer("a kind is found by its name, and its objects are plain JSON", async ({ client, namespace }) => {
  const deployments = client.resource({ apiVersion: "apps/v1", kind: "Deployment" }, { namespace });
  const template = { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "web", image: "nginx" }] } };

  const created = await deployments.create({
    metadata: { name: "web" },
    spec: { selector: { matchLabels: { app: "web" } }, template },
  });
  assert.deepEqual([created.apiVersion, created.kind], ["apps/v1", "Deployment"]);
  assert.deepEqual(await deployments.get("web"), created);
  const patched = await deployments.patch("web", { merge: { spec: { replicas: 2 } } });
  assert.deepEqual(patched.spec, { ...(created.spec as object), replicas: 2 });
  const scale = await deployments.scale.get("web");
  assert.equal(scale.spec?.replicas, 2);
  assert.equal((await deployments.list()).items.length, 1);
});

onEachServer("a kind that nobody defined is not found, until somebody defines it", async (server) => {
  const { client, namespace } = server;
  const { definition, reference } = definitionFor(server);
  const boxes = client.resource(reference, { namespace });

  await assert.rejects(boxes.list(), (error) => {
    assert.ok(error instanceof NoKindMatchError);
    assert.equal(error.message, `no matches for kind "Box" in version "${reference.apiVersion}"`);
    return true;
  });
  const definitions = client.resource(CustomResourceDefinition);
  await definitions.create(definition);
  await eventually(async () => assert.deepEqual((await boxes.list()).items, []));
  const box = await boxes.create({ metadata: { name: "a" }, spec: { size: 3 } });
  assert.deepEqual(box.spec, { size: 3 });
  const status = await boxes.status.patch("a", { merge: { status: { ready: true } } });
  assert.deepEqual(status.status, { ready: true });
  await definitions.delete(definition.metadata?.name ?? "");
});

onEachServer("a definition that comes back with another scope is seen", async (server) => {
  const { client } = server;
  const definitions = client.resource(CustomResourceDefinition);
  const { definition, reference } = definitionFor(server);
  const name = definition.metadata?.name ?? "";
  const boxes = client.resource(reference);
  await definitions.create(definition);
  await eventually(async () => assert.deepEqual((await boxes.list()).items, []));

  await definitions.delete(name);
  await eventually(async () => assert.rejects(definitions.get(name)));
  await eventually(() => assert.rejects(boxes.get("a"), { message: /could not find the requested|no matches/ }));
  await definitions.create(definitionFor(server, "Cluster").definition);
  await eventually(async () => {
    const box = await boxes.create({ metadata: { name: "a" } });
    assert.equal(box.metadata.namespace, undefined);
  });
  await definitions.delete(name);
});

onEachServer("discovery names all kinds and finds the preferred version of one", async ({ client }) => {
  const kinds = await client.discovery.kinds();
  const pod = kinds.find(({ apiVersion, kind }) => apiVersion === "v1" && kind === "Pod");
  assert.deepEqual([pod?.plural, pod?.singular, pod?.scope, pod?.shortNames], ["pods", "pod", "Namespaced", ["po"]]);
  assert.ok(pod?.subresources.includes("eviction") && pod.verbs.includes("watch"));

  const scaler = await client.discovery.find({ group: "autoscaling", kind: "HorizontalPodAutoscaler" });
  assert.equal(scaler.apiVersion, "autoscaling/v2");
  const older = await client.discovery.find({ apiVersion: "autoscaling/v1", kind: "HorizontalPodAutoscaler" });
  assert.equal(older.plural, "horizontalpodautoscalers");
  const nothing = client.discovery.find({ group: "apps", kind: "Nothing" });
  await assert.rejects(nothing, { name: "NoKindMatchError", message: "no matches for Nothing.apps" });
});

onEachServer("a server that cannot tell everything at once tells the same, group by group", async (server) => {
  const { client, access } = server;
  const own = access.config && createHttpTransport(access.config, { clock: createProcessClock() });
  const transport = own ?? (access.transport as Transport);
  const plain = createClient({
    transport: {
      request: (asked) => transport.request({ ...asked, headers: { ...asked.headers, accept: "application/json" } }),
    },
  });
  const describe = (kinds: readonly DiscoveredKind[]) =>
    kinds
      .filter(({ group }) => !group.endsWith("example.com"))
      .map((kind) => ({ ...kind, subresources: kind.subresources.toSorted(), verbs: kind.verbs.toSorted() }))
      .toSorted((one, other) => compareUtf8(`${one.apiVersion} ${one.plural}`, `${other.apiVersion} ${other.plural}`));

  assert.deepEqual(describe(await plain.discovery.kinds()), describe(await client.discovery.kinds()));
  const scaler = await plain.discovery.find({ group: "autoscaling", kind: "HorizontalPodAutoscaler" });
  assert.equal(scaler.apiVersion, "autoscaling/v2");
  await own?.close();
});

onEachServer("metadata comes alone: read, listed, watched, patched, deleted", async ({ client, namespace }) => {
  await client.resource(ConfigMap, { namespace }).create({ metadata: { name: "a" }, data: { secret: "x" } });
  const metadata = client.metadata(ConfigMap, { namespace });

  const found = await metadata.get("a");
  assert.deepEqual(Object.keys(found).toSorted(), ["apiVersion", "kind", "metadata"]);
  assert.deepEqual([found.apiVersion, found.kind], ["meta.k8s.io/v1", "PartialObjectMetadata"]);
  assert.deepEqual((await metadata.list()).items, [found]);
  for await (const event of metadata.watch()) {
    if (event.type === "BOOKMARK") continue;
    assert.deepEqual(event.object, found);
    break;
  }
  const patched = await metadata.patch("a", { merge: { metadata: { labels: { app: "web" } } } });
  assert.deepEqual([patched.kind, patched.metadata.labels], ["PartialObjectMetadata", { app: "web" }]);
  await metadata.delete("a");
  await assert.rejects(metadata.get("a"), (error) => ApiError.is(error, "NotFound"));
  const named = await client.metadata({ apiVersion: "v1", kind: "Namespace" }).get(namespace);
  assert.equal(named.metadata.uid, (await client.resource(Namespace).get(namespace)).metadata.uid);
});

onEachServer("a raw request is sent as it is and answered with bytes", async ({ client }) => {
  const { status, body } = await client.raw({ method: "GET", path: "/readyz" });

  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  assert.deepEqual([status, Buffer.concat(chunks).toString()], [200, "ok"]);
  await assert.rejects(client.raw({ method: "GET", path: "/nowhere" }), (error) => ApiError.is(error, "NotFound"));
});

onEachServer("a strategic patch of a custom object is refused, with what to use instead", async (server) => {
  const { client, namespace } = server;
  const { definition, reference } = definitionFor(server);
  const definitions = client.resource(CustomResourceDefinition);
  await definitions.create(definition);
  const boxes = client.resource(reference, { namespace });
  await eventually(() => boxes.create({ metadata: { name: "a" }, spec: { size: 3 } }));
  for (const patch of [
    () => boxes.patch("a", { strategic: { spec: { size: 4 } } }),
    () => boxes.status.patch("a", { strategic: { status: { ready: true } } }),
  ]) {
    await assert.rejects(patch, (error) => {
      assert.ok(error instanceof UsageError);
      assert.match(error.message, /only built-in kinds take strategic merge patches: say \{ merge: … \}/);
      assert.equal(ApiError.find(error)?.code, 415);
      return true;
    });
  }
  assert.deepEqual((await boxes.get("a")).spec, { size: 3 });
  await definitions.delete(definition.metadata?.name ?? "");
});

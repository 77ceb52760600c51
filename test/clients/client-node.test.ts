import assert from "node:assert/strict";
import { test } from "node:test";
import {
  ApiException,
  AppsV1Api,
  CoreV1Api,
  KubeConfig,
  KubernetesObjectApi,
  makeInformer,
  PatchStrategy,
  type V1ConfigMap,
} from "@kubernetes/client-node";
import { assertAnswer } from "../conformance/answer.ts";
import { eventually } from "../conformance/eventually.ts";
import { configMap, configMapsOf, deployment } from "./manifests.ts";
import { usePlane } from "./planes.ts";

const plane = usePlane();

function loadConfig(): KubeConfig {
  const config = new KubeConfig();
  config.loadFromFile(plane().kubeconfig);
  return config;
}

/** Writes down what an informer tells, as `add a=1`. */
function startInformer(namespace: string, query = "") {
  const config = loadConfig();
  const core = config.makeApiClient(CoreV1Api);
  const seen: string[] = [];
  let connects = 0;
  const informer = makeInformer(config, configMapsOf(namespace) + query, () =>
    core.listNamespacedConfigMap({ namespace }),
  );
  for (const verb of ["add", "update", "delete"] as const)
    informer.on(verb, ({ metadata, data }: V1ConfigMap) => seen.push(`${verb} ${metadata?.name}=${data?.value}`));
  informer.on("connect", () => {
    connects += 1;
  });
  informer.on("error", (error: unknown) => seen.push(`error ${error}`));
  return { informer, seen, connects: () => connects };
}

test("client-node's informer lists, watches and keeps its cache", async () => {
  const { client } = plane();
  const namespace = await client.namespace();
  const path = configMapsOf(namespace);
  assertAnswer(await client.create(path, configMap("a", { value: "1" })), 201);

  const { informer, seen } = startInformer(namespace);
  await informer.start();
  try {
    assert.deepEqual(seen, ["add a=1"]);
    assertAnswer(await client.create(path, configMap("b", { value: "1" })), 201);
    assertAnswer(await client.patch("merge", `${path}/b`, { data: { value: "2" } }), 200);
    assertAnswer(await client.delete(`${path}/a`), 200);
    await eventually(() => assert.deepEqual(seen, ["add a=1", "add b=1", "update b=2", "delete a=1"]));
    assert.deepEqual(
      informer.list(namespace).map(({ metadata }) => metadata?.name),
      ["b"],
    );
  } finally {
    await informer.stop();
  }
});

test("client-node's informer goes on after the server has ended its watch, and misses and repeats nothing", async () => {
  const { client } = plane();
  const namespace = await client.namespace();
  const path = configMapsOf(namespace);
  const { informer, seen, connects } = startInformer(namespace, "?timeoutSeconds=1");
  await informer.start();
  try {
    const expected: string[] = [];
    for (const name of ["a", "b", "c"]) {
      const before = connects();
      assertAnswer(await client.create(path, configMap(name, { value: "1" })), 201);
      expected.push(`add ${name}=1`);
      await eventually(() => assert.ok(connects() > before, "the watch is still open"));
    }
    await eventually(() => assert.deepEqual(seen, expected));
  } finally {
    await informer.stop();
  }
});

test("client-node's object API creates, reads, lists, patches, replaces and deletes what it knows by discovery only", async () => {
  const namespace = await plane().client.namespace();
  const objects = KubernetesObjectApi.makeApiClient(loadConfig());
  const words = { ...configMap("words", { a: "1" }), metadata: { name: "words", namespace } };

  const created = await objects.create<V1ConfigMap>(words);
  assert.deepEqual(created.data, { a: "1" });
  assert.ok(created.metadata?.creationTimestamp instanceof Date);
  const patch = { ...words, data: { b: "2" } };
  const patched = await objects.patch<V1ConfigMap>(
    patch,
    undefined,
    undefined,
    "me",
    undefined,
    PatchStrategy.MergePatch,
  );
  assert.deepEqual(patched.data, { a: "1", b: "2" });
  const replaced = await objects.replace<V1ConfigMap>({ ...words, data: { c: "3" } });
  assert.deepEqual(replaced.data, { c: "3" });
  assert.deepEqual((await objects.read<V1ConfigMap>(words)).data, { c: "3" });
  const { items } = await objects.list<V1ConfigMap>("v1", "ConfigMap", namespace);
  assert.deepEqual(
    items.map(({ metadata }) => metadata?.name),
    ["words"],
  );
  const deleted = await objects.delete(words);
  assert.equal(deleted.status, "Success");
  await assert.rejects(objects.read(words), (error) => error instanceof ApiException && error.code === 404);
});

test("client-node's typed API creates a Deployment, reads its scale and sees the server's refusals", async () => {
  const namespace = await plane().client.namespace();
  const apps = loadConfig().makeApiClient(AppsV1Api);

  const created = await apps.createNamespacedDeployment({ namespace, body: deployment("web") });
  assert.equal(created.spec?.strategy?.type, "RollingUpdate");
  const scale = await apps.readNamespacedDeploymentScale({ namespace, name: "web" });
  assert.equal(scale.spec?.replicas, 2);
  const negative = { ...deployment("other"), spec: { ...deployment("other").spec, replicas: -1 } };
  await assert.rejects(
    apps.createNamespacedDeployment({ namespace, body: negative }),
    (error) =>
      error instanceof ApiException && error.code === 422 && /spec\.replicas: Invalid value: -1/.test(error.body),
  );
});

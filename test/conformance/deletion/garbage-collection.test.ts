import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer, assertContains, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { eventually } from "../eventually.ts";
import { absentReference, type Made, make, reference, untilCollected, untilGone } from "./objects.ts";

const client = connect();
let namespace: string;
let configMaps: string;
before(async () => {
  namespace = await client.namespace();
  configMaps = `/api/v1/namespaces/${namespace}/configmaps`;
});
after(() => client.close());

const clusterRoles = "/apis/rbac.authorization.k8s.io/v1/clusterroles";
const makeOwned = (ownerReferences: Json[], metadata: Json = {}): Promise<Made> =>
  make(client, configMaps, { ...metadata, ownerReferences });

/** The warning that the collector leaves about an object with a reference that cannot be. */
async function warningOf({ name, body }: Made, at: string): Promise<Json> {
  return eventually(async () => {
    const fieldSelector = `involvedObject.uid=${body.metadata.uid},reason=OwnerRefInvalidNamespace`;
    const { items } = (await client.get(`/api/v1/namespaces/${at}/events`, { fieldSelector })).body;
    assert.equal(items.length, 1, `no event about ${name}`);
    return items[0];
  });
}

test("an object whose only owner is absent goes", async () => {
  const { path } = await makeOwned([absentReference()]);
  await untilGone(client, path);
});

test("an owner of the same name with another uid is another one", async () => {
  const owner = await make(client, configMaps);
  const { path } = await makeOwned([reference(owner, { uid: absentReference().uid })]);
  await untilGone(client, path);
  assertAnswer(await client.get(owner.path), 200);
});

test("an owner that was deleted and made again does not own what the first one did", async () => {
  const first = await make(client, configMaps);
  const { path } = await makeOwned([reference(first)], { finalizers: ["example.com/one"] });
  assertAnswer(await client.delete(first.path, { propagationPolicy: "Background" }), 200);
  await make(client, configMaps, { name: first.name });
  await eventually(async () => assertAnswer(await client.get(path), 200, { metadata: { deletionTimestamp: /Z$/ } }));
  assertAnswer(await client.patch("merge", path, { metadata: { finalizers: null } }), 200);
});

test("an object with one owner left stays and loses the references to absent ones", async () => {
  const owner = await make(client, configMaps);
  const { path } = await makeOwned([absentReference(), reference(owner), absentReference()]);
  await eventually(async () =>
    assertAnswer(await client.get(path), 200, {
      metadata: { ownerReferences: [reference(owner)], deletionTimestamp: undefined },
    }),
  );
  assertAnswer(await client.delete(owner.path), 200);
  await untilGone(client, path);
});

test("an object with two owners goes with the second", async () => {
  const owners = [await make(client, configMaps), await make(client, configMaps)] as const;
  const { path } = await makeOwned(owners.map((owner) => reference(owner)));
  assertAnswer(await client.delete(owners[0].path), 200);
  await eventually(async () =>
    assertAnswer(await client.get(path), 200, { metadata: { ownerReferences: [reference(owners[1])] } }),
  );
  assertAnswer(await client.delete(owners[1].path), 200);
  await untilGone(client, path);
});

test("an owner of a kind that nobody serves keeps its dependents", async () => {
  // It may come back: an aggregated API that is down must not cost its users their objects.
  const { path } = await makeOwned([{ ...absentReference(), apiVersion: "absent.example.com/v1", kind: "Thing" }]);
  await untilCollected(client, configMaps);
  assertAnswer(await client.get(path), 200, { metadata: { deletionTimestamp: undefined } });
});

test("a reference counts whichever served version it names", async () => {
  const spec = { maxReplicas: 1, scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "a" } };
  const collection = `/apis/autoscaling/v2/namespaces/${namespace}/horizontalpodautoscalers`;
  const owner = await make(client, collection, {}, { spec });
  const { path } = await makeOwned([reference(owner, { apiVersion: "autoscaling/v1" })]);
  await untilCollected(client, configMaps);
  assertAnswer(await client.get(path), 200, { metadata: { deletionTimestamp: undefined } });
  assertAnswer(await client.delete(owner.path), 200);
  await untilGone(client, path);
});

test("an owner in another namespace is absent, and a warning says so", async () => {
  const elsewhere = `/api/v1/namespaces/${await client.namespace()}/configmaps`;
  const owner = await make(client, elsewhere);
  const dependent = await makeOwned([reference(owner)]);
  await untilGone(client, dependent.path);
  assertAnswer(await client.get(owner.path), 200);

  const { name, uid } = owner.body.metadata;
  const event = await warningOf(dependent, namespace);
  assertContains(event, {
    type: "Warning",
    reason: "OwnerRefInvalidNamespace",
    message: `ownerRef [v1/ConfigMap, namespace: ${namespace}, name: ${name}, uid: ${uid}] does not exist in namespace "${namespace}"`,
    source: { component: "garbage-collector-controller" },
    involvedObject: { apiVersion: "v1", kind: "ConfigMap", namespace, name: dependent.name },
    count: 1,
  });
});

test("a cluster-wide object owns namespaced ones", async () => {
  const owner = await make(client, clusterRoles);
  const { path } = await makeOwned([reference(owner)]);
  await untilCollected(client, configMaps);
  assertAnswer(await client.get(path), 200, { metadata: { deletionTimestamp: undefined } });
  assertAnswer(await client.delete(owner.path), 200);
  await untilGone(client, path);
});

test("a cluster-wide object owns cluster-wide ones", async () => {
  const owner = await make(client, clusterRoles);
  const dependent = await make(client, clusterRoles, { ownerReferences: [reference(owner)] });
  assertAnswer(await client.delete(owner.path), 200);
  await untilGone(client, dependent.path);
});

test("a namespaced object cannot own a cluster-wide one, which stays, with a warning", async () => {
  const owner = await make(client, configMaps);
  const dependent = await make(client, clusterRoles, { ownerReferences: [reference(owner)] });
  try {
    const { name, uid } = owner.body.metadata;
    const event = await warningOf(dependent, "default");
    assert.equal(
      event.message,
      `ownerRef [v1/ConfigMap, namespace: , name: ${name}, uid: ${uid}] does not exist in namespace ""`,
    );
    assertAnswer(await client.delete(owner.path), 200);
    await untilCollected(client, configMaps);
    assertAnswer(await client.get(dependent.path), 200, { metadata: { deletionTimestamp: undefined } });
  } finally {
    await client.delete(dependent.path);
  }
});

test("a dependent may get its owner later", async () => {
  const owner = await make(client, configMaps);
  const { path } = await make(client, configMaps);
  const metadata = { ownerReferences: [reference(owner)] };
  assertAnswer(await client.patch("merge", path, { metadata }), 200);
  assertAnswer(await client.delete(owner.path), 200);
  await untilGone(client, path);
});

test("a dependent that was let go in time stays", async () => {
  const owner = await make(client, configMaps);
  const { path } = await makeOwned([reference(owner)]);
  assertAnswer(await client.patch("merge", path, { metadata: { ownerReferences: null } }), 200);
  assertAnswer(await client.delete(owner.path), 200);
  await untilCollected(client, configMaps);
  assertAnswer(await client.get(path), 200);
});

test("an object that owns itself stays until it is deleted", async () => {
  const made = await make(client, configMaps);
  const metadata = { ownerReferences: [reference(made)] };
  assertAnswer(await client.patch("merge", made.path, { metadata }), 200);
  await untilCollected(client, configMaps);
  assertAnswer(await client.get(made.path), 200);
  assertAnswer(await client.delete(made.path), 200);
  assertAnswer(await client.get(made.path), 404);
});

test("a circle of blocking owners is not stuck in the foreground", async () => {
  const first = await make(client, configMaps);
  const second = await makeOwned([reference(first, { blockOwnerDeletion: true })]);
  const metadata = { ownerReferences: [reference(second, { blockOwnerDeletion: true })] };
  assertAnswer(await client.patch("merge", first.path, { metadata }), 200);
  assertAnswer(await client.delete(first.path, { propagationPolicy: "Foreground" }), 200);
  await untilGone(client, first.path);
  await untilGone(client, second.path);
});

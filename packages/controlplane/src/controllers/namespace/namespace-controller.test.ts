import assert from "node:assert/strict";
import { test } from "node:test";
import type { Namespace } from "@pintle/kinds";
import { startTestPlane, type TestPlane } from "../kit/plane-fixture.test.ts";
import { namespaceController } from "./namespace-controller.ts";

const one = "example.com/one";
const shop = { group: "", plural: "namespaces", name: "shop" };
const configMaps = { group: "", plural: "configmaps", namespace: "shop" };
const pods = { group: "", plural: "pods", namespace: "shop" };
const containers = [{ name: "main", image: "busybox" }];

const startPlane = () => startTestPlane({ controllers: [namespaceController], namespaces: ["shop"] });

const findShop = (plane: TestPlane) => plane.find<Namespace>(shop);

async function messageOf(plane: TestPlane, type: string): Promise<string | undefined> {
  const found = await findShop(plane);
  return found?.status?.conditions?.find((condition) => condition.type === type)?.message;
}

const workTimers = (plane: TestPlane) => plane.clock.alive().timers.filter((timer) => timer.startsWith("work"));

test("an active namespace is left alone", async () => {
  await using plane = await startPlane();
  await plane.user.create(configMaps, { metadata: { name: "a" } });
  await plane.settle();
  assert.equal((await findShop(plane))?.status?.phase, "Active");
  assert.ok(await plane.find({ ...configMaps, name: "a" }));
});

test("a deleted namespace goes after five seconds, with all that is in it", async () => {
  await using plane = await startPlane();
  await plane.user.create(configMaps, { metadata: { name: "a" } });
  const leases = { group: "coordination.k8s.io", plural: "leases", namespace: "shop" };
  await plane.user.create(leases, { metadata: { name: "a" } });
  await plane.user.delete(shop);
  await plane.clock.advance(4_900);
  assert.ok(await plane.find({ ...configMaps, name: "a" }));
  await plane.settle();
  assert.equal(await findShop(plane), undefined);
  assert.equal(await plane.find({ ...configMaps, name: "a" }), undefined);
  assert.deepEqual(plane.complaints, []);
});

test("a pod that no node has keeps the namespace no longer than anything else", async () => {
  await using plane = await startPlane();
  await plane.user.create(pods, { metadata: { name: "a" }, spec: { containers } });
  await plane.user.delete(shop);
  await plane.settle();
  assert.equal(await findShop(plane), undefined);
});

test("nothing of other namespaces goes", async () => {
  await using plane = await startPlane();
  await plane.user.create({ ...configMaps, namespace: "default" }, { metadata: { name: "a" } });
  await plane.user.delete(shop);
  await plane.settle();
  assert.ok(await plane.find({ ...configMaps, namespace: "default", name: "a" }));
});

test("what has a finalizer keeps the namespace, and nobody waits for it", async () => {
  await using plane = await startPlane();
  await plane.user.create(configMaps, { metadata: { name: "a", finalizers: [one] } });
  await plane.user.delete(shop);
  await plane.settle();
  assert.equal(
    await messageOf(plane, "NamespaceContentRemaining"),
    "Some resources are remaining: configmaps. has 1 resource instances",
  );
  assert.equal(
    await messageOf(plane, "NamespaceFinalizersRemaining"),
    `Some content in the namespace has finalizers remaining: ${one} in 1 resource instances`,
  );
  assert.deepEqual(workTimers(plane), []);
});

test("the namespace goes as soon as the last finalizer does, and does not ask meanwhile", async () => {
  await using plane = await startPlane();
  for (const name of ["a", "b"]) await plane.user.create(configMaps, { metadata: { name, finalizers: [one] } });
  await plane.user.delete(shop);
  await plane.settle();
  const startMs = plane.clock.monotonic();
  for (const name of ["a", "b"]) {
    assert.ok(await findShop(plane));
    await plane.user.patch({ ...configMaps, name }, "merge", { metadata: { finalizers: null } });
    await plane.settle();
  }
  assert.equal(await findShop(plane), undefined);
  assert.equal(plane.clock.monotonic(), startMs);
});

test("a namespace full of finalizers says how many there are", async () => {
  await using plane = await startPlane();
  for (let index = 0; index < 50; index += 1) {
    await plane.user.create(configMaps, {
      metadata: { name: `a-${index}`, finalizers: [one, `example.com/${index % 2}`] },
    });
  }
  await plane.user.delete(shop);
  await plane.settle();
  assert.equal(
    await messageOf(plane, "NamespaceFinalizersRemaining"),
    `Some content in the namespace has finalizers remaining: example.com/0 in 25 resource instances, example.com/1 in 25 resource instances, ${one} in 50 resource instances`,
  );
});

test("pods go before all else, which waits for them", async () => {
  await using plane = await startPlane();
  await plane.user.create(configMaps, { metadata: { name: "a" } });
  await plane.user.create(pods, { metadata: { name: "web", finalizers: [one] }, spec: { containers } });
  await plane.user.delete(shop);
  await plane.settle();
  assert.ok(await plane.find({ ...configMaps, name: "a" }));
  // As upstream, which tells nothing of what remains before pods are gone.
  assert.equal(await messageOf(plane, "NamespaceContentRemaining"), "All content successfully removed");
  await plane.user.patch({ ...pods, name: "web" }, "merge", { metadata: { finalizers: null } });
  await plane.settle();
  assert.equal(await findShop(plane), undefined);
});

test("pods on a node have the time that they asked for", async () => {
  await using plane = await startPlane();
  await plane.user.create(pods, { metadata: { name: "web" }, spec: { containers, nodeName: "n" } });
  await plane.user.delete(shop);
  await plane.settle();
  const pod = await plane.find({ ...pods, name: "web" });
  assert.equal(pod?.metadata.deletionGracePeriodSeconds, 30);
  await plane.user.delete({ ...pods, name: "web" }, { gracePeriodSeconds: 0 });
  await plane.settle();
  assert.equal(await findShop(plane), undefined);
});

test("pods that outstay their time are a failure that is told", async () => {
  await using plane = await startPlane();
  await plane.user.create(pods, { metadata: { name: "web" }, spec: { containers, nodeName: "n" } });
  await plane.user.delete(shop);
  await plane.settle();
  await plane.clock.advance(120_000);
  assert.equal(
    await messageOf(plane, "NamespaceDeletionContentFailure"),
    "Failed to delete all resource types, 1 remaining: unexpected items still remain in namespace: shop for gvr: /v1, Resource=pods",
  );
  assert.deepEqual(workTimers(plane), []);
});

test("finalizers in the metadata hold a namespace that is empty", async () => {
  await using plane = await startPlane();
  await plane.user.patch(shop, "merge", { metadata: { finalizers: [one] } });
  await plane.user.create(configMaps, { metadata: { name: "a" } });
  await plane.user.delete(shop);
  await plane.settle();
  const held = await findShop(plane);
  assert.deepEqual([held?.spec?.finalizers ?? [], held?.status?.phase], [[], "Terminating"]);
  assert.equal(await plane.find({ ...configMaps, name: "a" }), undefined);
  await plane.user.patch(shop, "merge", { metadata: { finalizers: null } });
  assert.equal(await findShop(plane), undefined);
});

test("finalizers of others in the specification stay", async () => {
  await using plane = await startPlane();
  const yard = { ...shop, name: "yard" };
  await plane.user.create({ ...shop, name: "" }, { metadata: { name: "yard" }, spec: { finalizers: [one] } });
  await plane.user.delete(yard);
  await plane.settle();
  assert.deepEqual((await plane.find<Namespace>(yard))?.spec?.finalizers, [one]);
});

test("a namespace that was terminating when the controller started goes, too", async () => {
  await using plane = await startTestPlane({
    controllers: [namespaceController],
    namespaces: ["shop"],
    prepare: async (user) => void (await user.delete(shop)),
  });
  await plane.settle();
  assert.equal(await findShop(plane), undefined);
});

test("a namespace can be made again once the old one is gone", async () => {
  await using plane = await startPlane();
  await plane.user.delete(shop);
  await assert.rejects(plane.user.create({ ...shop, name: "" }, { metadata: { name: "shop" } }), /is being deleted/);
  await plane.settle();
  await plane.user.create({ ...shop, name: "" }, { metadata: { name: "shop" } });
  await plane.settle();
  assert.equal((await findShop(plane))?.status?.phase, "Active");
});

test("many namespaces go side by side", async () => {
  const names = Array.from({ length: 20 }, (_, index) => `n-${index}`);
  await using plane = await startTestPlane({ controllers: [namespaceController], namespaces: names });
  for (const name of names) {
    await plane.user.create({ ...configMaps, namespace: name }, { metadata: { name: "a" } });
    await plane.user.delete({ ...shop, name });
  }
  await plane.settle();
  const left = await plane.user.list({ group: "", plural: "namespaces" });
  assert.deepEqual(
    left.map(({ metadata }) => metadata.name),
    ["default", "kube-system"],
  );
  assert.ok(plane.clock.monotonic() <= 10_000);
});

test("a plane that stops does not wait for a namespace that cannot go", async () => {
  const plane = await startPlane();
  await plane.user.create(configMaps, { metadata: { name: "a", finalizers: [one] } });
  await plane.user.delete(shop);
  await plane.settle();
  await plane[Symbol.asyncDispose]();
  assert.deepEqual(plane.clock.alive().timers, []);
});

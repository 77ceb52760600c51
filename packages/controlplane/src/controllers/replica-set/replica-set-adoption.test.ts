import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Shop, template } from "../workload/shop-fixture.test.ts";
import { replicaSetController } from "./replica-set-controller.ts";

const open = () => Shop.open([replicaSetController]);

async function ownersOf(shop: Shop): Promise<Readonly<Record<string, string | undefined>>> {
  const entries = (await shop.pods()).map(({ metadata }) => [metadata.name, metadata.ownerReferences?.[0]?.name]);
  return Object.fromEntries(entries) as Record<string, string | undefined>;
}

async function relabel(shop: Shop, name: string, labels: object): Promise<void> {
  await shop.plane.user.patch(shop.place("Pod", name), "merge", { metadata: { labels } });
  await shop.plane.settle();
}

describe("a ReplicaSet adopts", () => {
  test("pods that it selects and nobody controls, instead of making new ones", async () => {
    await using shop = await open();
    await shop.makePod("stray");
    const set = await shop.makeSet({ replicas: 1 });
    const [pod, ...more] = await shop.pods();
    assert.deepEqual(more, []);
    assert.deepEqual(pod?.metadata.ownerReferences, [
      {
        apiVersion: "apps/v1",
        kind: "ReplicaSet",
        name: "web",
        uid: set.metadata.uid,
        controller: true,
        blockOwnerDeletion: true,
      },
    ]);
  });

  test("a pod that comes later, and ends one that it then has too many", async () => {
    await using shop = await open();
    await shop.makeSet({ replicas: 1 });
    await shop.runAll();
    await shop.makePod("stray");
    await shop.plane.settle();
    const left = await shop.pods();
    assert.equal(left.length, 1);
    assert.notEqual(left[0]?.metadata.name, "stray");
  });

  test("a pod whose labels come to fit", async () => {
    await using shop = await open();
    await shop.makePod("stray", { labels: { app: "other" } });
    await shop.makeSet({ replicas: 0 });
    await relabel(shop, "stray", { app: "shop" });
    assert.deepEqual(await ownersOf(shop), {});
  });

  test("no pod that has ended or that is being deleted", async () => {
    await using shop = await open();
    const ended = await shop.makePod("ended");
    await shop.setStatus(ended, { phase: "Failed" });
    const ending = await shop.makePod("ending", { finalizers: ["example.com/wait"] });
    await shop.delete("Pod", ending.metadata.name ?? "");
    await shop.makeSet({ replicas: 1 });
    const { ended: first, ending: second, ...made } = await ownersOf(shop);
    assert.deepEqual([first, second], [undefined, undefined]);
    assert.deepEqual(Object.values(made), ["web"]);
  });

  test("no pod of another set, though it selects it", async () => {
    await using shop = await open();
    await shop.makeSet({ replicas: 1 });
    await shop.makeSet({ replicas: 1 }, { name: "rival" });
    assert.deepEqual(Object.values(await ownersOf(shop)).toSorted(), ["rival", "web"]);
  });

  test("no pod of something else that controls it", async () => {
    await using shop = await open();
    const owner = { apiVersion: "example.com/v1", kind: "Thing", name: "a", uid: "u", controller: true };
    await shop.makePod("taken", { ownerReferences: [owner] });
    await shop.makeSet({ replicas: 1 });
    const { taken, ...made } = await ownersOf(shop);
    assert.equal(taken, "a");
    assert.deepEqual(Object.values(made), ["web"]);
  });

  test("a pod that has an owner, but no controller, and keeps the owner", async () => {
    await using shop = await open();
    const owner = { apiVersion: "v1", kind: "ConfigMap", name: "a", uid: "u" };
    await shop.makePod("owned", { ownerReferences: [owner] });
    await shop.makeSet({ replicas: 1 });
    const [pod] = await shop.pods();
    assert.deepEqual(pod?.metadata.ownerReferences?.map(({ kind }) => kind).toSorted(), ["ConfigMap", "ReplicaSet"]);
  });

  test("nothing while it is being deleted", async () => {
    await using shop = await open();
    await shop.makeSet({ replicas: 0 }, { finalizers: ["example.com/wait"] });
    await shop.delete("ReplicaSet", "web");
    await shop.makePod("stray");
    await shop.plane.settle();
    assert.deepEqual(await ownersOf(shop), { stray: undefined });
  });
});

describe("a ReplicaSet lets go", () => {
  test("of a pod that it no longer selects, and makes another", async () => {
    await using shop = await open();
    await shop.makeSet({ replicas: 1 });
    const [name = ""] = Object.keys(await ownersOf(shop));
    await relabel(shop, name, { app: "free" });
    const { [name]: owner, ...made } = await ownersOf(shop);
    assert.equal(owner, undefined);
    assert.deepEqual(Object.values(made), ["web"]);
  });

  test("of a pod that another set then takes", async () => {
    await using shop = await open();
    await shop.makeSet({ replicas: 1 });
    const [name = ""] = Object.keys(await ownersOf(shop));
    const labels = { app: "other" };
    const other = { selector: { matchLabels: labels }, template: { ...template, metadata: { labels } } };
    await shop.makeSet({ replicas: 2, ...other }, { name: "other" });
    await relabel(shop, name, labels);
    const owners = await ownersOf(shop);
    assert.deepEqual(Object.values(owners).toSorted(), ["other", "other", "web"]);
  });

  test("of nothing while it is being deleted", async () => {
    await using shop = await open();
    await shop.makeSet({ replicas: 1 }, { finalizers: ["example.com/wait"] });
    await shop.delete("ReplicaSet", "web");
    const [name = ""] = Object.keys(await ownersOf(shop));
    await relabel(shop, name, { app: "free" });
    assert.deepEqual(await ownersOf(shop), { [name]: "web" });
  });
});

test("sets whose selectors are of expressions find their pods as well", async () => {
  await using shop = await open();
  const matchExpressions = [{ key: "app", operator: "In", values: ["shop", "store"] }];
  await shop.makePod("stray", { labels: { app: "store" } });
  await shop.makeSet({ replicas: 2, selector: { matchExpressions } });
  assert.deepEqual(Object.values(await ownersOf(shop)), ["web", "web"]);
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { KubernetesObject } from "@pintle/machinery";
import { absentOwner, clusterRoles, configMaps, one, release, startOwnersPlane } from "./owners-fixture.test.ts";

describe("an object", () => {
  test("whose only owner is absent goes", async () => {
    await using plane = await startOwnersPlane();
    const orphan = await plane.make("a", { owners: [absentOwner()] });
    await plane.settle();
    assert.deepEqual(await plane.left(orphan), []);
    assert.deepEqual(plane.complaints, []);
  });

  test("whose owner has another uid than the one it names goes", async () => {
    await using plane = await startOwnersPlane();
    const owner = await plane.make("owner");
    const other = await plane.make("a", { owners: [{ ...owner.reference, uid: absentOwner().uid }] });
    await plane.settle();
    assert.deepEqual(await plane.left(owner, other), ["owner"]);
  });

  test("with one owner left stays, and loses the references to absent ones", async () => {
    await using plane = await startOwnersPlane();
    const owner = await plane.make("owner");
    const owned = await plane.make("a", { owners: [absentOwner(1), owner.reference, absentOwner(2)] });
    await plane.settle();
    assert.deepEqual((await plane.now(owned))?.metadata.ownerReferences, [owner.reference]);
  });

  test("goes with the last of its owners", async () => {
    await using plane = await startOwnersPlane();
    const owners = [await plane.make("one"), await plane.make("two")] as const;
    const owned = await plane.make("a", { owners: owners.map(({ reference }) => reference) });
    await plane.delete(owners[0]);
    await plane.settle();
    assert.deepEqual((await plane.now(owned))?.metadata.ownerReferences, [owners[1].reference]);
    await plane.delete(owners[1]);
    await plane.settle();
    assert.deepEqual(await plane.left(owned), []);
  });

  test("goes with the owner of its owner", async () => {
    await using plane = await startOwnersPlane();
    const first = await plane.make("first");
    const second = await plane.make("second", { owners: [first.reference] });
    const third = await plane.make("third", { owners: [second.reference] });
    await plane.delete(first);
    await plane.settle();
    assert.deepEqual(await plane.left(first, second, third), []);
  });

  test("that was let go in time stays", async () => {
    await using plane = await startOwnersPlane();
    const owner = await plane.make("owner");
    const owned = await plane.make("a", { owners: [owner.reference] });
    await plane.user.patch(owned.place, "merge", { metadata: { ownerReferences: null } });
    await plane.delete(owner);
    await plane.settle();
    assert.deepEqual(await plane.left(owned), ["a"]);
  });

  test("that is given an absent owner later goes", async () => {
    await using plane = await startOwnersPlane();
    const made = await plane.make("a");
    await plane.settle();
    await plane.user.patch(made.place, "merge", { metadata: { ownerReferences: [absentOwner()] } });
    await plane.settle();
    assert.deepEqual(await plane.left(made), []);
  });

  test("that owns itself stays", async () => {
    await using plane = await startOwnersPlane();
    const made = await plane.make("a");
    await plane.user.patch(made.place, "merge", { metadata: { ownerReferences: [made.reference] } });
    await plane.settle();
    assert.deepEqual(await plane.left(made), ["a"]);
  });

  test("that lost its owner before anybody looked goes when somebody does", async () => {
    const metadata = { name: "a", ownerReferences: [absentOwner()] };
    await using plane = await startOwnersPlane({
      prepare: async (user) => void (await user.create(configMaps, { metadata })),
    });
    await plane.settle();
    assert.equal(await plane.find({ ...configMaps, name: "a" }), undefined);
  });
});

describe("an owner of a kind", () => {
  const unserved = { apiVersion: "absent.example.com/v1", kind: "Thing", name: "a", uid: absentOwner(9).uid };

  test("that nobody serves keeps its dependents, and nobody waits for it", async () => {
    await using plane = await startOwnersPlane();
    const owned = await plane.make("a", { owners: [unserved] });
    await plane.settle();
    assert.deepEqual(await plane.left(owned), ["a"]);
    assert.deepEqual(
      plane.clock.alive().timers.filter((timer) => timer.startsWith("work")),
      [],
    );
  });

  test("that somebody begins to serve is looked for then", async () => {
    await using plane = await startOwnersPlane({ hasDefinitions: true });
    const owned = await plane.make("a", { owners: [unserved] });
    await plane.settle();
    await plane.user.create({ group: "apiextensions.k8s.io", plural: "customresourcedefinitions" }, thingDefinition());
    await plane.settle();
    assert.deepEqual(await plane.left(owned), []);
  });

  test("that is custom takes its dependents with it, and is taken", async () => {
    await using plane = await startOwnersPlane({ hasDefinitions: true });
    await plane.user.create({ group: "apiextensions.k8s.io", plural: "customresourcedefinitions" }, thingDefinition());
    await plane.settle();
    const things = { group: "absent.example.com", plural: "things", namespace: "shop" };
    const rest = { apiVersion: "absent.example.com/v1", kind: "Thing" };
    const owner = await plane.make("owner");
    const thing = await plane.make("thing", { place: things, rest, owners: [owner.reference, absentOwner()] });
    const owned = await plane.make("a", { owners: [thing.reference] });
    await plane.settle();
    assert.deepEqual((await plane.now(thing))?.metadata.ownerReferences, [owner.reference]);
    await plane.delete(owner);
    await plane.settle();
    assert.deepEqual(await plane.left(owner, thing, owned), []);
  });

  test("of which it is named by another version that is served is the same", async () => {
    await using plane = await startOwnersPlane();
    const spec = { maxReplicas: 1, scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "a" } };
    const place = { group: "autoscaling", plural: "horizontalpodautoscalers", namespace: "shop" };
    const owner = await plane.make("scaler", { place, rest: { spec } });
    const owned = await plane.make("a", { owners: [{ ...owner.reference, apiVersion: "autoscaling/v1" }] });
    await plane.settle();
    assert.deepEqual(await plane.left(owned), ["a"]);
    await plane.delete(owner);
    await plane.settle();
    assert.deepEqual(await plane.left(owned), []);
  });
});

describe("namespaces", () => {
  interface CoreEvent extends KubernetesObject {
    readonly reason: string;
    readonly message: string;
  }

  test("an owner in another namespace is absent, and an event says so, whoever came first", async () => {
    await using plane = await startOwnersPlane();
    const owner = await plane.make("owner", { place: { ...configMaps, namespace: "yard" } });
    const owned = await plane.make("a", { owners: [owner.reference] });
    await plane.settle();
    assert.deepEqual(await plane.left(owner, owned), ["owner"]);
    const [event] = await plane.user.list<CoreEvent>({ group: "", plural: "events", namespace: "shop" });
    const { uid } = owner.reference;
    assert.equal(event?.reason, "OwnerRefInvalidNamespace");
    assert.equal(
      event?.message,
      `ownerRef [v1/ConfigMap, namespace: shop, name: owner, uid: ${uid}] does not exist in namespace "shop"`,
    );
  });

  test("what is in no namespace owns what is in one", async () => {
    await using plane = await startOwnersPlane();
    const owner = await plane.make("owner", { place: clusterRoles });
    const owned = await plane.make("a", { owners: [owner.reference] });
    await plane.settle();
    assert.deepEqual(await plane.left(owned), ["a"]);
    await plane.delete(owner);
    await plane.settle();
    assert.deepEqual(await plane.left(owned), []);
  });

  test("what is in a namespace cannot own what is in none, which stays", async () => {
    await using plane = await startOwnersPlane();
    const owner = await plane.make("owner");
    const owned = await plane.make("a", { place: clusterRoles, owners: [owner.reference] });
    await plane.delete(owner);
    await plane.settle();
    assert.deepEqual(await plane.left(owned), ["a"]);
    const [event] = await plane.user.list<CoreEvent>({ group: "", plural: "events", namespace: "default" });
    assert.match(event?.message ?? "", /namespace: , name: owner, uid: .*\] does not exist in namespace ""$/);
  });
});

test("owners in a circle are not stuck when one is deleted in the foreground", async () => {
  await using plane = await startOwnersPlane();
  const first = await plane.make("first");
  const second = await plane.make("second", { owners: [first.blocking] });
  await plane.user.patch(first.place, "merge", { metadata: { ownerReferences: [second.blocking] } });
  await plane.delete(first, "Foreground");
  await plane.settle();
  assert.deepEqual(await plane.left(first, second), []);
});

test("as many owners as an object can name are gone through, whether they are there or not", async () => {
  await using plane = await startOwnersPlane();
  const owner = await plane.make("owner");
  const owners = Array.from({ length: 2_000 }, (_, index) => absentOwner(index));
  const owned = await plane.make("a", { owners: [...owners.slice(0, 1_000), owner.reference, ...owners.slice(1_000)] });
  const lost = await plane.make("b", { owners });
  await plane.settle();
  assert.deepEqual((await plane.now(owned))?.metadata.ownerReferences, [owner.reference]);
  assert.deepEqual(await plane.left(lost), []);
});

test("a dependent that cannot go yet is deleted once, and nobody waits for it", async () => {
  await using plane = await startOwnersPlane();
  const owner = await plane.make("owner");
  const owned = await plane.make("a", { owners: [owner.reference], finalizers: [one] });
  await plane.delete(owner);
  await plane.settle();
  assert.notEqual((await plane.now(owned))?.metadata.deletionTimestamp, undefined);
  await release(plane, owned);
  assert.deepEqual(await plane.left(owned), []);
});

function thingDefinition(): object {
  const schema = { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } };
  return {
    metadata: { name: "things.absent.example.com" },
    spec: {
      group: "absent.example.com",
      scope: "Namespaced",
      names: { kind: "Thing", plural: "things", singular: "thing", listKind: "ThingList" },
      versions: [{ name: "v1", served: true, storage: true, schema }],
    },
  };
}

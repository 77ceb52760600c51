import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { configMaps, one, release, startOwnersPlane } from "./owners-fixture.test.ts";

describe("in the foreground", () => {
  test("an owner waits for the dependents that block it", async () => {
    await using plane = await startOwnersPlane();
    const owner = await plane.make("owner");
    const owned = await plane.make("a", { owners: [owner.blocking], finalizers: [one] });
    await plane.delete(owner, "Foreground");
    await plane.settle();
    assert.deepEqual(await plane.left(owner, owned), ["owner", "a"]);
    assert.notEqual((await plane.now(owned))?.metadata.deletionTimestamp, undefined);
    await release(plane, owned);
    await plane.settle();
    assert.deepEqual(await plane.left(owner), []);
  });

  test("an owner does not wait for dependents that do not block it", async () => {
    await using plane = await startOwnersPlane();
    const owner = await plane.make("owner");
    const owned = await plane.make("a", { owners: [owner.reference], finalizers: [one] });
    await plane.delete(owner, "Foreground");
    await plane.settle();
    assert.deepEqual(await plane.left(owner, owned), ["a"]);
    assert.notEqual((await plane.now(owned))?.metadata.deletionTimestamp, undefined);
  });

  test("an owner without dependents goes at once", async () => {
    await using plane = await startOwnersPlane();
    const owner = await plane.make("owner");
    await plane.delete(owner, "Foreground");
    await plane.settle();
    assert.deepEqual(await plane.left(owner), []);
  });

  test("dependents that have dependents are deleted in the foreground, too", async () => {
    await using plane = await startOwnersPlane();
    const owner = await plane.make("owner");
    const middle = await plane.make("middle", { owners: [owner.blocking] });
    const last = await plane.make("last", { owners: [middle.blocking], finalizers: [one] });
    await plane.delete(owner, "Foreground");
    await plane.settle();
    assert.deepEqual((await plane.now(middle))?.metadata.finalizers, ["foregroundDeletion"]);
    await release(plane, last);
    await plane.settle();
    assert.deepEqual(await plane.left(owner, middle, last), []);
  });

  test("an owner goes on when its dependent stops blocking it", async () => {
    await using plane = await startOwnersPlane();
    const owner = await plane.make("owner");
    const owned = await plane.make("a", { owners: [owner.blocking], finalizers: [one] });
    await plane.delete(owner, "Foreground");
    await plane.settle();
    const ownerReferences = [{ ...owner.reference, blockOwnerDeletion: false }];
    await plane.user.patch(owned.place, "merge", { metadata: { ownerReferences } });
    await plane.settle();
    assert.deepEqual(await plane.left(owner), []);
  });

  test("an owner goes on when its dependent is let go", async () => {
    await using plane = await startOwnersPlane();
    const owner = await plane.make("owner");
    const owned = await plane.make("a", { owners: [owner.blocking], finalizers: [one] });
    await plane.delete(owner, "Foreground");
    await plane.settle();
    await plane.user.patch(owned.place, "merge", { metadata: { ownerReferences: null } });
    await plane.settle();
    assert.deepEqual(await plane.left(owner), []);
  });

  test("a dependent that another one still owns is let go", async () => {
    await using plane = await startOwnersPlane();
    const owners = [await plane.make("one"), await plane.make("two")] as const;
    const owned = await plane.make("a", { owners: [owners[0].blocking, owners[1].reference] });
    await plane.delete(owners[0], "Foreground");
    await plane.settle();
    assert.deepEqual(await plane.left(...owners, owned), ["two", "a"]);
    assert.deepEqual((await plane.now(owned))?.metadata.ownerReferences, [owners[1].reference]);
  });

  test("nothing begins by a finalizer alone, without a deletion", async () => {
    await using plane = await startOwnersPlane();
    const owner = await plane.make("owner", { finalizers: ["foregroundDeletion"] });
    const owned = await plane.make("a", { owners: [owner.blocking] });
    await plane.settle();
    assert.deepEqual(await plane.left(owner, owned), ["owner", "a"]);
    assert.deepEqual((await plane.now(owner))?.metadata.finalizers, ["foregroundDeletion"]);
  });

  test("what goes for another reason keeps on blocking, though its dependents wait for theirs", async () => {
    await using plane = await startOwnersPlane();
    const first = await plane.make("first");
    const second = await plane.make("second", { owners: [first.blocking] });
    const third = await plane.make("third", { owners: [second.reference] });
    const last = await plane.make("last", { owners: [third.blocking], finalizers: [one] });
    await plane.delete(third, "Foreground");
    await plane.settle();
    const before = plane.requests.length;
    await plane.delete(first);
    await plane.settle();
    assert.deepEqual(await plane.left(first, second, third, last), ["third", "last"]);
    assert.deepEqual(
      plane.requests.slice(before).filter((request) => request.startsWith("PATCH ")),
      [],
    );
  });

  test("a deletion that was under way when the collector started is carried out", async () => {
    const owner = { ...configMaps, name: "owner" };
    await using plane = await startOwnersPlane({
      async prepare(user) {
        await user.create(configMaps, { metadata: { name: "owner" } });
        await user.delete(owner, { propagationPolicy: "Foreground" });
        assert.ok(await user.get(owner));
      },
    });
    await plane.settle();
    assert.equal(await plane.find(owner), undefined);
  });
});

describe("orphans", () => {
  test("lose their reference and stay", async () => {
    await using plane = await startOwnersPlane();
    const owner = await plane.make("owner");
    const owned = await plane.make("a", { owners: [owner.blocking] });
    await plane.delete(owner, "Orphan");
    await plane.settle();
    assert.deepEqual(await plane.left(owner, owned), ["a"]);
    assert.equal((await plane.now(owned))?.metadata.ownerReferences, undefined);
  });

  test("keep their other owners", async () => {
    await using plane = await startOwnersPlane();
    const owners = [await plane.make("one"), await plane.make("two")] as const;
    const owned = await plane.make("a", { owners: owners.map(({ reference }) => reference) });
    await plane.delete(owners[0], "Orphan");
    await plane.settle();
    assert.deepEqual((await plane.now(owned))?.metadata.ownerReferences, [owners[1].reference]);
  });

  test("are let go before their owner, however many there are", async () => {
    await using plane = await startOwnersPlane();
    const owner = await plane.make("owner");
    const owned = [];
    for (let index = 0; index < 50; index += 1)
      owned.push(await plane.make(`a-${index}`, { owners: [owner.reference] }));
    await plane.delete(owner, "Orphan");
    await plane.settle();
    assert.equal((await plane.left(...owned)).length, 50);
    assert.deepEqual(await plane.left(owner), []);
  });

  test("of an object that says so itself stay when it is collected", async () => {
    await using plane = await startOwnersPlane();
    const owner = await plane.make("owner");
    const middle = await plane.make("middle", { owners: [owner.reference], finalizers: ["orphan"] });
    const last = await plane.make("last", { owners: [middle.reference] });
    await plane.delete(owner);
    await plane.settle();
    assert.deepEqual(await plane.left(owner, middle, last), ["last"]);
  });

  test("stay orphans where their owner waits for another finalizer", async () => {
    await using plane = await startOwnersPlane();
    const owner = await plane.make("owner", { finalizers: [one] });
    const owned = await plane.make("a", { owners: [owner.reference] });
    await plane.delete(owner, "Orphan");
    await plane.settle();
    assert.deepEqual((await plane.now(owner))?.metadata.finalizers, [one]);
    await release(plane, owner);
    await plane.settle();
    assert.deepEqual(await plane.left(owner, owned), ["a"]);
  });
});

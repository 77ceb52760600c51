import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { absentOwner, type Made, type OwnersPlane, one, release, startOwnersPlane } from "./owners-fixture.test.ts";

/** Objects each of which is owned by the one before it, and the first by the last. */
async function makeRing(plane: OwnersPlane, size: number, isBlocking = false): Promise<Made[]> {
  const ring: Made[] = [];
  const reference = (made: Made) => (isBlocking ? made.blocking : made.reference);
  for (let index = 0; index < size; index += 1) {
    const before = ring.at(-1);
    ring.push(await plane.make(`ring-${index}`, before ? { owners: [reference(before)] } : {}));
  }
  const [first, last] = [ring[0], ring.at(-1)];
  assert.ok(first && last);
  await plane.user.patch(first.place, "merge", { metadata: { ownerReferences: [reference(last)] } });
  await plane.settle();
  return ring;
}

describe("objects that own each other in a circle", () => {
  test("stay while nobody deletes one of them", async () => {
    await using plane = await startOwnersPlane();
    const ring = await makeRing(plane, 5);
    const before = plane.requests.length;
    await plane.clock.advance(600_000);
    assert.equal((await plane.left(...ring)).length, 5);
    assert.deepEqual(plane.requests.slice(before), []);
  });

  for (const policy of ["Background", "Foreground"]) {
    test(`go together when one of them is deleted, however many they are (${policy})`, async () => {
      await using plane = await startOwnersPlane();
      for (const isBlocking of [false, true]) {
        for (const size of [2, 3, 20]) {
          const [first, ...others] = await makeRing(plane, size, isBlocking);
          assert.ok(first);
          await plane.delete(first, policy);
          await plane.settle();
          assert.deepEqual(await plane.left(first, ...others), []);
        }
      }
    });
  }

  test("lose one of them alone where it leaves orphans", async () => {
    await using plane = await startOwnersPlane();
    const [first, second, third] = await makeRing(plane, 3);
    assert.ok(first && second && third);
    await plane.delete(first, "Orphan");
    await plane.settle();
    assert.deepEqual(await plane.left(first, second, third), ["ring-1", "ring-2"]);
    assert.equal((await plane.now(second))?.metadata.ownerReferences, undefined);
  });

  test("take along what one of them owns beside the circle", async () => {
    await using plane = await startOwnersPlane();
    const [first, second] = await makeRing(plane, 2);
    assert.ok(first && second);
    const outside = await plane.make("outside", { owners: [second.reference] });
    await plane.delete(first);
    await plane.settle();
    assert.deepEqual(await plane.left(second, outside), []);
  });
});

describe("an object that owns itself", () => {
  async function makeSelf(plane: OwnersPlane, isBlocking: boolean): Promise<Made> {
    const made = await plane.make("self");
    const owner = isBlocking ? made.blocking : made.reference;
    await plane.user.patch(made.place, "merge", { metadata: { ownerReferences: [owner] } });
    await plane.settle();
    return made;
  }

  test("goes when it is deleted", async () => {
    for (const policy of ["Background", "Foreground", "Orphan"]) {
      await using plane = await startOwnersPlane();
      const made = await makeSelf(plane, false);
      await plane.delete(made, policy);
      await plane.settle();
      assert.deepEqual(await plane.left(made), [], policy);
    }
  });

  test("waits for itself in the foreground where it blocks, and nobody waits for it", async () => {
    await using plane = await startOwnersPlane();
    const made = await makeSelf(plane, true);
    await plane.delete(made, "Foreground");
    await plane.settle();
    const before = plane.requests.length;
    await plane.clock.advance(600_000);
    assert.deepEqual((await plane.now(made))?.metadata.finalizers, ["foregroundDeletion"]);
    assert.deepEqual(plane.requests.slice(before), []);
    await plane.user.patch(made.place, "merge", { metadata: { ownerReferences: null } });
    await plane.settle();
    assert.deepEqual(await plane.left(made), []);
  });
});

describe("an object with ten thousand owners", () => {
  const { apiVersion, kind } = absentOwner();
  const owners = Array.from({ length: 10_000 }, (_, index) => ({ apiVersion, kind, name: "b", uid: `${index}` }));

  test("goes where none of them is there", async () => {
    await using plane = await startOwnersPlane();
    const made = await plane.make("a", { owners });
    await plane.settle();
    assert.deepEqual(await plane.left(made), []);
  });

  test("keeps the one that is there, and is written once", async () => {
    await using plane = await startOwnersPlane();
    const owner = await plane.make("owner");
    const made = await plane.make("a", { owners: [...owners.slice(1), owner.reference] });
    await plane.settle();
    assert.deepEqual((await plane.now(made))?.metadata.ownerReferences, [owner.reference]);
    assert.equal(plane.requests.filter((request) => request.startsWith("PATCH ")).length, 1);
  });

  test("or some, of a custom kind, keeps the one that is there as well", async () => {
    await using plane = await startOwnersPlane({ hasDefinitions: true });
    const schema = { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } };
    const names = { kind: "Thing", plural: "things", singular: "thing", listKind: "ThingList" };
    const versions = [{ name: "v1", served: true, storage: true, schema }];
    const spec = { group: "example.com", scope: "Namespaced", names, versions };
    const definitions = { group: "apiextensions.k8s.io", plural: "customresourcedefinitions" };
    await plane.user.create(definitions, { metadata: { name: "things.example.com" }, spec });
    await plane.settle();
    const owner = await plane.make("owner");
    const place = { group: "example.com", plural: "things", namespace: "shop" };
    const rest = { apiVersion: "example.com/v1", kind: "Thing" };
    const made = await plane.make("a", { place, rest, owners: [...owners.slice(0, 2_000), owner.reference] });
    await plane.settle();
    assert.deepEqual((await plane.now(made))?.metadata.ownerReferences, [owner.reference]);
  });
});

test("an object with a thousand owners that bear its own name is not read for each of them", async (t) => {
  await using plane = await startOwnersPlane();
  const { apiVersion, kind } = absentOwner();
  const owners = Array.from({ length: 1_000 }, (_, index) => ({ apiVersion, kind, name: "a", uid: `${index}` }));
  const made = await plane.make("a", { owners });
  const parse = t.mock.method(JSON, "parse");
  await plane.settle();
  const ownersLength = JSON.stringify(owners).length;
  const readings = parse.mock.calls.filter(({ arguments: [text] }) => text.length >= ownersLength).length;
  assert.ok(readings > 0 && readings <= 20, `it was read ${readings} times`);
  assert.deepEqual(await plane.left(made), []);
});

test("two hundred dependents go with their owner, each deleted once", async () => {
  await using plane = await startOwnersPlane();
  const owner = await plane.make("owner");
  const owned: Made[] = [];
  for (let index = 0; index < 200; index += 1) {
    owned.push(
      await plane.make(`a-${index}`, { owners: [owner.reference], ...(index === 0 && { finalizers: [one] }) }),
    );
  }
  await plane.delete(owner);
  await plane.settle();
  assert.deepEqual(await plane.left(...owned), ["a-0"]);
  assert.equal(plane.requests.filter((request) => request.startsWith("DELETE ")).length, 200);
  const [held] = owned;
  assert.ok(held);
  await release(plane, held);
  assert.deepEqual(await plane.left(held), []);
});

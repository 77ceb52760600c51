import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type OwnersPlane, startOwnersPlane } from "./owners-fixture.test.ts";

const definitions = { group: "apiextensions.k8s.io", plural: "customresourcedefinitions" };
const definition = { ...definitions, name: "things.example.com" };
const things = { group: "example.com", plural: "things", namespace: "shop" };
const schema = { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } };
const rest = (version: string) => ({ apiVersion: `example.com/${version}`, kind: "Thing" });

async function define(plane: OwnersPlane): Promise<void> {
  const names = { kind: "Thing", plural: "things", singular: "thing", listKind: "ThingList" };
  const versions = [{ name: "v1alpha1", served: true, storage: true, schema }];
  const spec = { group: "example.com", scope: "Namespaced", names, versions };
  await plane.user.create(definitions, { metadata: { name: definition.name }, spec });
  await plane.settle();
}

async function serve(plane: OwnersPlane, served: { readonly v1alpha1: boolean; readonly v1: boolean }): Promise<void> {
  const versions = [
    { name: "v1", served: served.v1, storage: true, schema },
    { name: "v1alpha1", served: served.v1alpha1, storage: false, schema },
  ];
  await plane.user.patch(definition, "merge", { spec: { versions } });
  await plane.settle();
}

describe("custom resources of which a version was retired", () => {
  test("go with their owner, whether they were made before or after", async () => {
    await using plane = await startOwnersPlane({ hasDefinitions: true });
    await define(plane);
    const owner = await plane.make("owner");
    const early = await plane.make("early", { place: things, rest: rest("v1alpha1"), owners: [owner.reference] });
    await plane.settle();
    await serve(plane, { v1: true, v1alpha1: false });
    const late = await plane.make("late", { place: things, rest: rest("v1"), owners: [owner.reference] });
    await plane.settle();
    await plane.delete(owner);
    await plane.settle();
    assert.deepEqual(await plane.left(early, late), []);
    assert.deepEqual(plane.complaints, []);
  });

  test("go with their owner where for a while no version was served", async () => {
    await using plane = await startOwnersPlane({ hasDefinitions: true });
    await define(plane);
    const owner = await plane.make("owner");
    const made = await plane.make("a", { place: things, rest: rest("v1alpha1"), owners: [owner.reference] });
    await serve(plane, { v1: false, v1alpha1: false });
    await plane.delete(owner);
    await plane.settle();
    await serve(plane, { v1: true, v1alpha1: false });
    assert.deepEqual(await plane.left(made), []);
  });

  test("take along what names them by the version that is served now", async () => {
    await using plane = await startOwnersPlane({ hasDefinitions: true });
    await define(plane);
    const owner = await plane.make("owner", { place: things, rest: rest("v1alpha1") });
    await serve(plane, { v1: true, v1alpha1: false });
    const owned = await plane.make("a", { owners: [{ ...owner.blocking, apiVersion: "example.com/v1" }] });
    await plane.settle();
    assert.deepEqual(await plane.left(owned), ["a"]);
    await plane.delete(owner, "Foreground");
    await plane.settle();
    assert.deepEqual(await plane.left(owner, owned), []);
  });
});

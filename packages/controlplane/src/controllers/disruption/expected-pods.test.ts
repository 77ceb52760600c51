import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { PodDisruptionBudget } from "@pintle/kinds";
import type { KubernetesObject } from "@pintle/machinery";
import { startTestPlane, type TestPlane } from "../kit/plane-fixture.test.ts";
import { disruptionController } from "./disruption-controller.ts";

const namespace = "shop";
const selector = { matchLabels: { app: "shop" } };
const containers = [{ name: "main", image: "shop:1" }];
const template = { metadata: { labels: { app: "shop" } }, spec: { containers } };

const open = (hasDefinitions = false) =>
  startTestPlane({ controllers: [disruptionController], namespaces: [namespace], hasDefinitions });

async function makePod(
  plane: TestPlane,
  name: string,
  { apiVersion, kind, metadata }: KubernetesObject,
): Promise<void> {
  const owner = { apiVersion, kind, name: metadata.name, uid: metadata.uid, controller: true };
  const podMetadata = { name, labels: { app: "shop" }, ownerReferences: [owner] };
  await plane.user.create({ group: "", plural: "pods", namespace }, { metadata: podMetadata, spec: { containers } });
}

/** How many pods a budget of half of them expects and wants, or why it cannot say. */
async function expectations(plane: TestPlane): Promise<readonly unknown[]> {
  const budgets = { group: "policy", plural: "poddisruptionbudgets", namespace };
  await plane.user.create(budgets, { metadata: { name: "guard" }, spec: { selector, minAvailable: "50%" } });
  await plane.settle();
  const { status } = await plane.user.get<PodDisruptionBudget>({ ...budgets, name: "guard" });
  const [condition] = status?.conditions ?? [];
  return condition?.reason === "SyncFailed" ? [condition.message] : [status?.expectedPods, status?.desiredHealthy];
}

describe("a budget expects as many pods as are asked for by", () => {
  test("a ReplicationController", async () => {
    await using plane = await open();
    const place = { group: "", plural: "replicationcontrollers", namespace };
    const spec = { replicas: 5, selector: { app: "shop" }, template };
    await makePod(plane, "a", await plane.user.create(place, { metadata: { name: "owner" }, spec }));
    assert.deepEqual(await expectations(plane), [5, 3]);
  });

  test("a StatefulSet", async () => {
    await using plane = await open();
    const place = { group: "apps", plural: "statefulsets", namespace };
    const spec = { replicas: 4, selector, serviceName: "shop", template };
    const owner = await plane.user.create(place, { metadata: { name: "owner" }, spec });
    for (const name of ["a", "b"]) await makePod(plane, name, owner);
    assert.deepEqual(await expectations(plane), [4, 2]);
  });

  test("the Deployment of a ReplicaSet, whatever the set itself asks for", async () => {
    await using plane = await open();
    const spec = { replicas: 9, selector, template };
    const deployments = { group: "apps", plural: "deployments", namespace };
    const { uid } = (await plane.user.create(deployments, { metadata: { name: "web" }, spec })).metadata;
    const ownerReferences = [{ apiVersion: "apps/v1", kind: "Deployment", name: "web", uid, controller: true }];
    for (const [name, replicas] of [
      ["old", 1],
      ["new", 3],
    ] as const) {
      const metadata = { name, ownerReferences };
      const sets = { group: "apps", plural: "replicasets", namespace };
      await makePod(plane, name, await plane.user.create(sets, { metadata, spec: { ...spec, replicas } }));
    }
    assert.deepEqual(await expectations(plane), [9, 5]);
  });

  test("a ReplicaSet whose Deployment is gone", async () => {
    await using plane = await open();
    const place = { group: "apps", plural: "replicasets", namespace };
    const gone = { apiVersion: "apps/v1", kind: "Deployment", name: "gone", uid: "gone", controller: true };
    const metadata = { name: "owner", ownerReferences: [gone] };
    const spec = { replicas: 6, selector, template };
    await makePod(plane, "a", await plane.user.create(place, { metadata, spec }));
    assert.deepEqual(await expectations(plane), [6, 3]);
  });

  test("a custom resource with a scale, but not by one of another life", async () => {
    await using plane = await open(true);
    const scale = { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" };
    const schema = { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } };
    const version = { name: "v1", served: true, storage: true, schema, subresources: { scale } };
    const names = { plural: "fleets", kind: "Fleet", singular: "fleet", listKind: "FleetList" };
    const spec = { group: "example.com", scope: "Namespaced", names, versions: [version] };
    const definitions = { group: "apiextensions.k8s.io", plural: "customresourcedefinitions" };
    await plane.user.create(definitions, { metadata: { name: "fleets.example.com" }, spec });
    await plane.settle();
    const place = { group: "example.com", plural: "fleets", namespace };
    const kind = { apiVersion: "example.com/v1", kind: "Fleet" };
    const fleet = await plane.user.create(place, { ...kind, metadata: { name: "owner" }, spec: { replicas: 8 } });
    await makePod(plane, "a", fleet);
    assert.deepEqual(await expectations(plane), [8, 4]);
    await makePod(plane, "b", { ...fleet, metadata: { name: "owner", uid: "another" } });
    await plane.user.delete({ group: "policy", plural: "poddisruptionbudgets", namespace, name: "guard" });
    assert.deepEqual(await expectations(plane), ['found no controllers for pod "b"']);
  });
});

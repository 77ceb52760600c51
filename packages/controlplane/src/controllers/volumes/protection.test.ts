import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { PersistentVolume } from "@pintle/kinds";
import { startTestPlane, type TestPlane } from "../kit/plane-fixture.test.ts";
import { claimProtectionController } from "./claim-protection.ts";
import { volumeBinder } from "./volume-binder.ts";
import { volumeProtectionController } from "./volume-protection.ts";

const claims = { group: "", plural: "persistentvolumeclaims", namespace: "default" };
const volumes = { group: "", plural: "persistentvolumes" };
const pods = { group: "", plural: "pods", namespace: "default" };
const data = { ...claims, name: "data" };
const controllers = [claimProtectionController, volumeProtectionController, volumeBinder];
const startPlane = () => startTestPlane({ controllers });

async function makeClaim(plane: TestPlane, metadata: object = {}): Promise<void> {
  const spec = {
    accessModes: ["ReadWriteOnce"],
    resources: { requests: { storage: "1Gi" } },
    storageClassName: "none",
  };
  await plane.user.create(claims, { metadata: { name: "data", ...metadata }, spec });
}

async function makePod(plane: TestPlane, spec: object = {}): Promise<void> {
  const volume = { name: "data", persistentVolumeClaim: { claimName: "data" } };
  const containers = [{ name: "main", image: "busybox" }];
  await plane.user.create(pods, { metadata: { name: "web" }, spec: { containers, volumes: [volume], ...spec } });
}

async function makeVolume(plane: TestPlane, spec: object = {}): Promise<void> {
  const base = { capacity: { storage: "1Gi" }, accessModes: ["ReadWriteOnce"], hostPath: { path: "/x" } };
  await plane.user.create(volumes, {
    metadata: { name: "disk" },
    spec: { ...base, storageClassName: "none", ...spec },
  });
}

const phaseOf = async (plane: TestPlane) =>
  (await plane.find<PersistentVolume>({ ...volumes, name: "disk" }))?.status?.phase;

describe("a claim", () => {
  test("that nobody uses goes when it is deleted", async () => {
    await using plane = await startPlane();
    await makeClaim(plane);
    await plane.user.delete(data);
    await plane.settle();
    assert.equal(await plane.find(data), undefined);
  });

  test("stays as long as a pod on a node uses it", async () => {
    await using plane = await startPlane();
    await makeClaim(plane);
    await makePod(plane, { nodeName: "n" });
    await plane.user.delete(data);
    await plane.settle();
    assert.deepEqual((await plane.find(data))?.metadata.finalizers, ["kubernetes.io/pvc-protection"]);
    await plane.user.delete({ ...pods, name: "web" }, { gracePeriodSeconds: 0 });
    await plane.settle();
    assert.equal(await plane.find(data), undefined);
  });

  test("does not stay for a pod that is on no node", async () => {
    await using plane = await startPlane();
    await makeClaim(plane);
    await makePod(plane);
    await plane.user.delete(data);
    await plane.settle();
    assert.equal(await plane.find(data), undefined);
  });

  test("keeps the finalizers of others", async () => {
    await using plane = await startPlane();
    await makeClaim(plane, { finalizers: ["example.com/one"] });
    await plane.user.delete(data);
    await plane.settle();
    assert.deepEqual((await plane.find(data))?.metadata.finalizers, ["example.com/one"]);
  });

  test("that lost its finalizer gets it back", async () => {
    await using plane = await startPlane();
    await makeClaim(plane);
    await plane.user.patch(data, "merge", { metadata: { finalizers: null } });
    await plane.settle();
    assert.deepEqual((await plane.find(data))?.metadata.finalizers, ["kubernetes.io/pvc-protection"]);
  });

  test("that was made for a pod does not stay for another of the same name", async () => {
    await using plane = await startPlane();
    await makeClaim(plane, { name: "web-data" });
    const spec = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } };
    const volume = { name: "data", ephemeral: { volumeClaimTemplate: { spec } } };
    await makePod(plane, { nodeName: "n", volumes: [volume] });
    await plane.user.delete({ ...claims, name: "web-data" });
    await plane.settle();
    assert.equal(await plane.find({ ...claims, name: "web-data" }), undefined);
  });
});

describe("a volume", () => {
  test("that no claim is bound to is available, and goes when it is deleted", async () => {
    await using plane = await startPlane();
    await makeVolume(plane);
    await plane.settle();
    assert.equal(await phaseOf(plane), "Available");
    await plane.user.delete({ ...volumes, name: "disk" });
    await plane.settle();
    assert.equal(await phaseOf(plane), undefined);
  });

  test("that is bound stays", async () => {
    await using plane = await startPlane();
    await makeClaim(plane);
    const claim = await plane.user.get(data);
    const { uid = "" } = claim.metadata;
    await makeVolume(plane, { claimRef: { namespace: "default", name: "data", uid } });
    const disk = { ...volumes, name: "disk" };
    await plane.user.patch({ ...disk, subresource: "status" }, "merge", { status: { phase: "Bound" } });
    await plane.user.delete(disk);
    await plane.settle();
    assert.equal(await phaseOf(plane), "Bound");
  });

  test("whose claim is gone is released", async () => {
    await using plane = await startPlane();
    await makeVolume(plane, { claimRef: { namespace: "default", name: "gone", uid: "1" } });
    await plane.settle();
    assert.equal(await phaseOf(plane), "Released");
  });
});

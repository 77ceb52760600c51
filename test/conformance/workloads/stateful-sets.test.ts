import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { assertAnswer, assertContains, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { eventually } from "../eventually.ts";
import { controllerOf, Place, selector, template } from "./place.ts";

const client = connect();
after(() => client.close());

const claimTemplate = {
  metadata: { name: "data" },
  spec: { accessModes: ["ReadWriteOnce"], storageClassName: "none", resources: { requests: { storage: "1Gi" } } },
};

async function makeSet(spec: Json = {}): Promise<{ place: Place; set: Json }> {
  const place = await Place.open(client);
  const whole = { replicas: 2, serviceName: "shop", selector, template, ...spec };
  return { place, set: await place.make("apps/v1", "statefulsets", whole, { name: "db" }) };
}

const ready = (replicas: number, generation = 1) => ({
  status: { observedGeneration: generation, replicas, readyReplicas: replicas, availableReplicas: replicas },
});
const image = (name: string) => ({ spec: { template: { spec: { containers: [{ name: "main", image: name }] } } } });
const nameOf = (pod: Json): string => pod.metadata.name;

/** Waits until the pod is there and not about to go. */
function pod(place: Place, name: string): Promise<Json> {
  return place.until(place.at("v1", "pods", name), { metadata: { deletionTimestamp: undefined } });
}

describe("a StatefulSet", { concurrency: 4 }, () => {
  test("numbers its pods, which know their name and their service", async () => {
    const { place, set } = await makeSet();
    const first = await pod(place, "db-0");
    const [revision] = await place.list("apps/v1", "controllerrevisions");
    assertContains(first, {
      metadata: {
        generateName: "db-",
        labels: {
          app: "shop",
          "apps.kubernetes.io/pod-index": "0",
          "controller-revision-hash": revision.metadata.name,
          "statefulset.kubernetes.io/pod-name": "db-0",
        },
        ownerReferences: controllerOf(set),
      },
      spec: { hostname: "db-0", subdomain: "shop" },
    });
  });

  test("starts a pod when the one before it is ready", async () => {
    const { place, set } = await makeSet({ replicas: 3 });
    for (const name of ["db-0", "db-1", "db-2"]) {
      const next = await pod(place, name);
      assert.equal((await place.list("v1", "pods")).map(nameOf).toSorted().at(-1), name);
      await place.run(next);
    }
    const { status } = await place.until(set.path, ready(3));
    assertContains(status, { currentReplicas: 3, updatedReplicas: 3, collisionCount: 0 });
    assert.equal(status.currentRevision, status.updateRevision);
  });

  test("starts them all at once when that is what it says", async () => {
    const { place } = await makeSet({ replicas: 3, podManagementPolicy: "Parallel" });
    assert.deepEqual((await place.pods(3)).map(nameOf), ["db-0", "db-1", "db-2"]);
  });

  test("counts from where it is told to", async () => {
    const { place } = await makeSet({ podManagementPolicy: "Parallel", ordinals: { start: 5 } });
    assert.deepEqual((await place.pods(2)).map(nameOf), ["db-5", "db-6"]);
  });

  test("ends the highest number first, and the next when that is gone", async () => {
    const { place, set } = await makeSet({ replicas: 3 });
    await place.keepRunningUntil(set.path, ready(3));
    assertAnswer(await client.patch("merge", `${set.path}/scale`, { spec: { replicas: 1 } }), 200);
    const deleted = { metadata: { deletionTimestamp: /Z$/ } };
    await place.until(place.at("v1", "pods", "db-2"), deleted);
    await place.until(set.path, { status: { observedGeneration: 2 } });
    assertAnswer(await client.get(place.at("v1", "pods", "db-1")), 200, { metadata: { deletionTimestamp: undefined } });
    assertAnswer(await client.delete(place.at("v1", "pods", "db-2"), { gracePeriodSeconds: 0 }), 200);
    await place.until(place.at("v1", "pods", "db-1"), deleted);
  });

  test("makes a pod again under its name", async () => {
    const { place, set } = await makeSet({ replicas: 1 });
    await place.keepRunningUntil(set.path, ready(1));
    const path = place.at("v1", "pods", "db-0");
    const { uid } = (await client.get(path)).body.metadata;
    assertAnswer(await client.delete(path, { gracePeriodSeconds: 0 }), 200);
    await place.until(path, { metadata: { uid: (next: string) => next !== uid } });
  });

  test("makes claims for its pods, which stay when the pods go", async () => {
    const { place, set } = await makeSet({ replicas: 1, volumeClaimTemplates: [claimTemplate] });
    const first = await pod(place, "db-0");
    assert.deepEqual(first.spec.volumes, [{ name: "data", persistentVolumeClaim: { claimName: "data-db-0" } }]);
    const claim = place.at("v1", "persistentvolumeclaims", "data-db-0");
    assertAnswer(await client.get(claim), 200, {
      metadata: { labels: { app: "shop" }, ownerReferences: undefined },
      spec: claimTemplate.spec,
    });
    await place.run(first);
    assertAnswer(await client.patch("merge", `${set.path}/scale`, { spec: { replicas: 0 } }), 200);
    await place.keepRunningUntil(set.path, { status: { observedGeneration: 2, replicas: 0 } });
    assertAnswer(await client.get(claim), 200, { metadata: { deletionTimestamp: undefined } });
  });

  test("owns the claims that shall go with it", async () => {
    const { place, set } = await makeSet({
      replicas: 1,
      volumeClaimTemplates: [claimTemplate],
      persistentVolumeClaimRetentionPolicy: { whenDeleted: "Delete" },
    });
    await place.run(await pod(place, "db-0"));
    const claim = place.at("v1", "persistentvolumeclaims", "data-db-0");
    await place.until(claim, { metadata: { ownerReferences: controllerOf(set) } });
  });

  test("rolls from the highest number down, each when the one before is ready", async () => {
    const { place, set } = await makeSet();
    await place.keepRunningUntil(set.path, ready(2));
    assertAnswer(await client.patch("strategic", set.path, image("shop:2")), 200);
    await place.until(place.at("v1", "pods", "db-1"), { metadata: { deletionTimestamp: /Z$/ } });
    const rolling = await place.until(set.path, { status: { observedGeneration: 2 } });
    assert.notEqual(rolling.status.currentRevision, rolling.status.updateRevision);
    assertAnswer(await client.get(place.at("v1", "pods", "db-0")), 200, { metadata: { deletionTimestamp: undefined } });

    const done = await place.keepRunningUntil(set.path, {
      status: { ...ready(2, 2).status, currentRevision: rolling.status.updateRevision, updatedReplicas: 2 },
    });
    assert.equal(done.status.currentReplicas, 2);
    for (const one of await place.pods(2)) assert.equal(one.spec.containers[0].image, "shop:2");
    const revisions = await place.list("apps/v1", "controllerrevisions");
    assert.deepEqual(revisions.map(({ revision }) => revision).toSorted(), [1, 2]);
  });

  test("rolls only down to its partition", async () => {
    const { place, set } = await makeSet();
    await place.keepRunningUntil(set.path, ready(2));
    const updateStrategy = { type: "RollingUpdate", rollingUpdate: { partition: 1 } };
    const { spec } = image("shop:2");
    assertAnswer(await client.patch("strategic", set.path, { spec: { ...spec, updateStrategy } }), 200);
    await place.keepRunningUntil(set.path, {
      status: { ...ready(2, 2).status, updatedReplicas: 1, currentReplicas: 1 },
    });
    const images = (await place.pods(2)).map((one) => one.spec.containers[0].image);
    assert.deepEqual(images, ["shop:1", "shop:2"]);
  });

  test("that updates on deletion waits for it", async () => {
    const { place, set } = await makeSet({ replicas: 1, updateStrategy: { type: "OnDelete" } });
    await place.keepRunningUntil(set.path, ready(1));
    assertAnswer(await client.patch("strategic", set.path, image("shop:2")), 200);
    const { status } = await place.until(set.path, { status: { observedGeneration: 2 } });
    assert.equal(status.updatedReplicas, undefined);
    const path = place.at("v1", "pods", "db-0");
    assertAnswer(await client.get(path), 200, { metadata: { deletionTimestamp: undefined } });
    assertAnswer(await client.delete(path, { gracePeriodSeconds: 0 }), 200);
    const next = await place.until(path, { metadata: { deletionTimestamp: undefined } });
    assert.equal(next.spec.containers[0].image, "shop:2");
  });

  test("keeps its template in a ControllerRevision", async () => {
    const { place, set } = await makeSet({ replicas: 0 });
    const [revision] = await eventually(async () => {
      const revisions = await place.list("apps/v1", "controllerrevisions");
      assert.equal(revisions.length, 1);
      return revisions;
    });
    assertContains(revision, {
      revision: 1,
      metadata: {
        name: /^db-[bcdfghjklmnpqrstvwxz2456789]+$/,
        labels: { app: "shop", "controller.kubernetes.io/hash": revision.metadata.name.slice("db-".length) },
        ownerReferences: controllerOf(set),
      },
      data: { spec: { template: { $patch: "replace", metadata: { labels: { app: "shop" } } } } },
    });
  });
});

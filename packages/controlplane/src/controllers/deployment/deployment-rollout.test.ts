import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";
import { condition, Shop, templateOf } from "../workload/shop-fixture.test.ts";

const revision = "deployment.kubernetes.io/revision";
const image = (name: string) => ({ spec: { template: templateOf(name) } });
const rollingUpdate = (maxSurge: number | string, maxUnavailable: number | string) => ({
  strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge, maxUnavailable } } as const,
});
const recreate = { strategy: { type: "Recreate" } } as const;

/** How many pods are there that count, and how many of them are ready. */
async function counted(shop: Shop): Promise<{ readonly all: number; readonly ready: number }> {
  const pods = (await shop.pods()).filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  const ready = pods.filter(({ status }) =>
    status?.conditions?.some(({ type, status: is }) => type === "Ready" && is === "True"),
  );
  return { all: pods.length, ready: ready.length };
}

describe("a new Deployment", () => {
  test("makes one set by the hash of its template, which makes the pods", async () => {
    await using shop = await Shop.open();
    const deployment = await shop.makeDeployment();
    const [set, ...more] = await shop.sets();
    assert.deepEqual(more, []);
    const hash = set?.metadata.labels?.["pod-template-hash"] ?? "";
    const labels = { app: "shop", "pod-template-hash": hash };
    assert.equal(set?.metadata.name, `web-${hash}`);
    assert.deepEqual(set?.metadata.labels, labels);
    assert.deepEqual(set?.metadata.annotations, {
      "deployment.kubernetes.io/desired-replicas": "3",
      "deployment.kubernetes.io/max-replicas": "4",
      [revision]: "1",
    });
    assert.equal(set?.metadata.ownerReferences?.[0]?.uid, deployment.metadata.uid);
    assert.deepEqual(set?.spec?.selector.matchLabels, labels);
    assert.deepEqual((await shop.pods())[0]?.metadata.labels, labels);
    assert.equal(deployment.metadata.annotations?.[revision], "1");
  });

  test("counts its replicas, and is available when enough of them are", async () => {
    await using shop = await Shop.open();
    const waiting = await shop.makeDeployment({ replicas: 4 });
    const { conditions: _, ...counts } = waiting.status ?? {};
    assert.deepEqual(counts, {
      observedGeneration: 1,
      replicas: 4,
      updatedReplicas: 4,
      unavailableReplicas: 4,
      terminatingReplicas: 0,
    });
    assert.deepEqual(condition(waiting, "Available"), {
      type: "Available",
      status: "False",
      reason: "MinimumReplicasUnavailable",
      message: "Deployment does not have minimum availability.",
    });
    for (const pod of (await shop.pods()).slice(0, 3)) await shop.run(pod);
    await shop.plane.settle();
    assert.deepEqual(condition(await shop.deployment(), "Available"), {
      type: "Available",
      status: "True",
      reason: "MinimumReplicasAvailable",
      message: "Deployment has minimum availability.",
    });
  });

  test("tells of its progress, and of its end", async () => {
    await using shop = await Shop.open();
    const waiting = await shop.makeDeployment();
    const [set] = await shop.sets();
    const progress = { type: "Progressing", status: "True" };
    assert.deepEqual(condition(waiting, "Progressing"), {
      ...progress,
      reason: "ReplicaSetUpdated",
      message: `ReplicaSet "${set?.metadata.name}" is progressing.`,
    });
    await shop.runAll();
    assert.deepEqual(condition(await shop.deployment(), "Progressing"), {
      ...progress,
      reason: "NewReplicaSetAvailable",
      message: `ReplicaSet "${set?.metadata.name}" has successfully progressed.`,
    });
  });

  test("that is empty is complete at once", async () => {
    await using shop = await Shop.open();
    const deployment = await shop.makeDeployment({ replicas: 0 });
    assert.equal(condition(deployment, "Progressing")?.reason, "NewReplicaSetAvailable");
    assert.equal(condition(deployment, "Available")?.status, "True");
  });
});

describe("a rolling update", () => {
  test("ends with the new pods alone, and keeps the old set empty", async () => {
    await using shop = await Shop.open();
    await shop.makeDeployment();
    await shop.runAll();
    await shop.change("Deployment", image("shop:2"));
    await shop.runAll();
    assert.deepEqual(await shop.sizes(), [0, 3]);
    const images = (await shop.pods()).map(({ spec }) => spec?.containers[0]?.image);
    assert.deepEqual(images, ["shop:2", "shop:2", "shop:2"]);
    const { metadata, status } = await shop.deployment();
    assert.equal(metadata.annotations?.[revision], "2");
    assert.equal(status?.updatedReplicas, 3);
    assert.equal(status?.unavailableReplicas, undefined);
  });

  for (const [replicas, surge, unavailable] of [
    [3, 1, 0],
    [3, 0, 1],
    [4, "25%", "25%"],
    [1, "25%", "25%"],
    [2, "100%", 0],
  ] as const) {
    test(`of ${replicas} with ${surge} above and ${unavailable} below stays within both at every step`, async () => {
      await using shop = await Shop.open();
      const deployment = await shop.makeDeployment({ replicas, ...rollingUpdate(surge, unavailable) });
      await shop.runAll();
      const ceiling = Number((await shop.sets())[0]?.metadata.annotations?.["deployment.kubernetes.io/max-replicas"]);
      const share = (value: number | string) =>
        typeof value === "number" ? value : Math.floor((Number.parseInt(value, 10) * replicas) / 100);
      const below = ceiling === replicas ? Math.max(1, share(unavailable)) : share(unavailable);
      await shop.change("Deployment", image("shop:2"));
      let isChanged = true;
      for (let turns = 0; isChanged && turns < 30; turns += 1) {
        const { all, ready } = await counted(shop);
        assert.ok(all <= ceiling, `${all} pods, and ${ceiling} at most`);
        assert.ok(ready >= replicas - below, `${ready} ready pods of ${replicas} with ${below} missing at most`);
        isChanged = await shop.turn();
      }
      assert.deepEqual(await shop.sizes(), [0, replicas]);
      assert.equal(deployment.metadata.generation, 1);
    });
  }

  test("stops where new pods do not become ready, and leaves enough of the old ones", async () => {
    await using shop = await Shop.open();
    await shop.makeDeployment({ replicas: 4 });
    await shop.runAll();
    await shop.change("Deployment", image("broken:1"));
    assert.deepEqual(await shop.sizes(), [3, 2]);
    assert.equal(condition(await shop.deployment(), "Available")?.status, "True");
  });

  test("takes old pods first that are not ready", async () => {
    await using shop = await Shop.open();
    await shop.makeDeployment({ replicas: 4, ...rollingUpdate(0, 2) });
    for (const pod of (await shop.pods()).slice(0, 2)) await shop.run(pod);
    await shop.plane.settle();
    await shop.change("Deployment", image("shop:2"));
    assert.deepEqual(await shop.sizes(), [2, 2]);
    const old = (await shop.pods()).filter(({ spec }) => spec?.containers[0]?.image === "shop:1");
    assert.deepEqual(
      old.map(({ status }) => status?.phase),
      ["Running", "Running"],
    );
  });

  test("that is overtaken by a third template ends with that one", async () => {
    await using shop = await Shop.open();
    await shop.makeDeployment({ replicas: 2 });
    await shop.runAll();
    await shop.change("Deployment", image("broken:1"));
    await shop.change("Deployment", image("shop:3"));
    await shop.runAll();
    assert.deepEqual(await shop.sizes(), [0, 0, 2]);
  });

  test("waits until new pods have been ready for long enough", async () => {
    await using shop = await Shop.open();
    await shop.makeDeployment({ replicas: 2, minReadySeconds: 30, ...rollingUpdate(1, 0) });
    await shop.runAll();
    const before = shop.plane.clock.now();
    await shop.change("Deployment", image("shop:2"));
    await shop.runAll();
    assert.deepEqual(await shop.sizes(), [0, 2]);
    assert.ok(shop.plane.clock.now() - before >= 60_000);
  });

  test("back to an old template takes the old set again, as the newest revision", async () => {
    await using shop = await Shop.open();
    await shop.makeDeployment({ replicas: 1 });
    await shop.runAll();
    const [first] = await shop.sets();
    for (const name of ["shop:2", "shop:1"]) {
      await shop.change("Deployment", image(name));
      await shop.runAll();
    }
    const sets = await shop.sets();
    assert.equal(sets.length, 2);
    assert.equal(sets[1]?.metadata.name, first?.metadata.name);
    assert.equal(sets[1]?.metadata.annotations?.[revision], "3");
    assert.equal(sets[1]?.metadata.annotations?.["deployment.kubernetes.io/revision-history"], "1");
    assert.equal((await shop.deployment()).metadata.annotations?.[revision], "3");
  });

  test("tells what it scales", async () => {
    await using shop = await Shop.open();
    await shop.makeDeployment({ replicas: 2, ...rollingUpdate(1, 0) });
    await shop.runAll();
    await shop.change("Deployment", image("shop:2"));
    await shop.runAll();
    const [old, next] = (await shop.sets()).map(({ metadata }) => metadata.name);
    assert.deepEqual(await shop.told("Deployment"), [
      `ScalingReplicaSet: Scaled up replica set ${old} from 0 to 2`,
      `ScalingReplicaSet: Scaled up replica set ${next} from 0 to 1`,
      `ScalingReplicaSet: Scaled down replica set ${old} from 2 to 1`,
      `ScalingReplicaSet: Scaled up replica set ${next} from 1 to 2`,
      `ScalingReplicaSet: Scaled down replica set ${old} from 1 to 0`,
    ]);
  });
});

describe("recreating pods", () => {
  test("ends all old ones before the first new one is made", async () => {
    await using shop = await Shop.open();
    await shop.makeDeployment(recreate);
    await shop.runAll();
    await shop.change("Deployment", image("shop:2"));
    const ending = await shop.pods();
    assert.equal(ending.length, 3);
    assert.ok(ending.every(({ metadata }) => metadata.deletionTimestamp !== undefined));
    assert.deepEqual(await shop.sizes(), [0]);
    const [last, ...others] = ending.map(({ metadata }) => metadata.name ?? "");
    for (const name of others) await shop.delete("Pod", name, { gracePeriodSeconds: 0 });
    assert.deepEqual(await shop.sizes(), [0]);
    await shop.delete("Pod", last ?? "", { gracePeriodSeconds: 0 });
    assert.deepEqual(await shop.sizes(), [0, 3]);
    await shop.runAll();
    assert.equal((await shop.deployment()).status?.availableReplicas, 3);
  });

  test("does not wait for old pods that have ended", async () => {
    await using shop = await Shop.open();
    await shop.makeDeployment({ replicas: 1, ...recreate });
    const [pod] = await shop.pods();
    assert.ok(pod);
    await shop.setStatus(pod, { phase: "Failed" });
    await shop.plane.settle();
    await shop.change("Deployment", image("shop:2"));
    assert.deepEqual(await shop.sizes(), [0, 1]);
  });
});

test("the same seed gives the same rollout, write for write", async () => {
  const hashBy = async (seed: number) => {
    await using shop = await Shop.open(undefined, seed);
    await shop.makeDeployment({ replicas: 1, minReadySeconds: 5 });
    await shop.runAll();
    await shop.change("Deployment", image("shop:2"));
    await shop.runAll();
    const everything = [await shop.deployment(), await shop.sets(), await shop.pods(), await shop.told("Deployment")];
    return createHash("sha256").update(JSON.stringify(everything)).digest("hex");
  };
  assert.equal(await hashBy(7), await hashBy(7));
});

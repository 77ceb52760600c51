import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Shop, template, templateOf } from "../workload/shop-fixture.test.ts";

const rollingUpdate = (maxSurge: number, maxUnavailable: number) => ({
  strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge, maxUnavailable } } as const,
});
const image = (name: string) => ({ spec: { template: templateOf(name) } });

/** A Deployment in the midst of a rollout whose new pods never become ready. */
async function openBroken(replicas: number, maxSurge: number, maxUnavailable: number): Promise<Shop> {
  const shop = await Shop.open();
  await shop.makeDeployment({ replicas, ...rollingUpdate(maxSurge, maxUnavailable) });
  await shop.runAll();
  await shop.change("Deployment", image("broken:1"));
  return shop;
}

describe("a Deployment that is paused in the midst of a rollout", () => {
  test("keeps what it has of old and new", async () => {
    await using shop = await openBroken(2, 1, 1);
    const sizes = await shop.sizes();
    await shop.change("Deployment", { spec: { paused: true } });
    assert.deepEqual(await shop.sizes(), sizes);
    assert.equal((await shop.deployment()).status?.availableReplicas, 1);
  });

  test("shares what it grows or shrinks by, and goes on where it was", async () => {
    await using shop = await openBroken(10, 3, 2);
    assert.deepEqual(await shop.sizes(), [8, 5]);
    await shop.change("Deployment", { spec: { paused: true } });
    await shop.change("Deployment", { spec: { replicas: 20 } });
    assert.deepEqual(await shop.sizes(), [14, 9]);
    await shop.change("Deployment", { spec: { replicas: 0 } });
    assert.deepEqual(await shop.sizes(), [0, 0]);
    await shop.change("Deployment", { spec: { replicas: 4 } });
    // Nothing was left to take a share: the newest set takes all.
    assert.deepEqual(await shop.sizes(), [0, 4]);
  });

  test("empties an old set that it adopts where all that is new is available", async () => {
    await using shop = await Shop.open();
    await shop.makeDeployment({ replicas: 2 });
    await shop.runAll();
    await shop.change("Deployment", { spec: { paused: true } });
    const labels = { app: "shop", old: "yes" };
    const spec = { selector: { matchLabels: labels }, template: { ...template, metadata: { labels } } };
    await shop.makeSet({ replicas: 3, ...spec }, { name: "stray", labels });
    assert.equal((await shop.set("stray")).spec?.replicas, 0);
    assert.equal((await shop.deployment()).status?.availableReplicas, 2);
  });
});

test("a Deployment that recreates its pods and is scaled while they end comes to its new size", async () => {
  await using shop = await Shop.open();
  await shop.makeDeployment({ replicas: 2, strategy: { type: "Recreate" } });
  await shop.runAll();
  await shop.change("Deployment", image("shop:2"));
  await shop.change("Deployment", { spec: { replicas: 4 } });
  await shop.runAll();
  assert.deepEqual(await shop.sizes(), [0, 4]);
});

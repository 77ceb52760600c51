import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Shop, templateOf } from "../workload/shop-fixture.test.ts";
import { deploymentController } from "./deployment-controller.ts";

const strategy = { type: "Recreate" } as const;

/** How large the sets are when the image has changed and the one old pod is in this phase, while it is ending. */
async function sizesWith(phase: string): Promise<readonly (number | undefined)[]> {
  await using shop = await Shop.open();
  await shop.makeDeployment({ replicas: 1, strategy });
  const [pod] = await shop.pods();
  assert.ok(pod);
  await shop.run(pod);
  await shop.plane.user.patch(shop.place("Pod", pod.metadata.name), "merge", {
    metadata: { finalizers: ["example.com/wait"] },
  });
  await shop.change("Deployment", { spec: { template: templateOf("shop:2") } });
  await shop.setStatus(pod, { phase });
  // Nothing is told of the pod that the Deployment would listen to.
  await shop.change("Deployment", { metadata: { annotations: { look: "again" } } });
  return await shop.sizes();
}

describe("a Deployment that recreates its pods", () => {
  test("waits for an old pod that is pending, runs, or of which nothing is known", async () => {
    for (const phase of ["Pending", "Running", "Unknown"]) assert.deepEqual(await sizesWith(phase), [0], phase);
  });

  test("does not wait for an old pod that has ended, though it is still there", async () => {
    for (const phase of ["Succeeded", "Failed"]) assert.deepEqual(await sizesWith(phase), [0, 1], phase);
  });

  test("waits until its old set says that it has no pods, though none can be seen", async () => {
    await using shop = await Shop.open([deploymentController]);
    await shop.makeDeployment({ replicas: 1, strategy });
    const [set] = await shop.sets();
    const place = { ...shop.place("ReplicaSet", set?.metadata.name), subresource: "status" };
    const tell = async (replicas: number) => {
      await shop.plane.user.patch(place, "merge", { status: { replicas } });
      await shop.plane.settle();
    };
    await tell(1);
    await shop.change("Deployment", { spec: { template: templateOf("shop:2") } });
    assert.deepEqual(await shop.sizes(), [0]);
    await tell(0);
    assert.deepEqual(await shop.sizes(), [0, 1]);
  });

  test("does not wait for pods of somebody else that look like its own", async () => {
    await using shop = await Shop.open();
    await shop.makeDeployment({ replicas: 1, strategy });
    await shop.runAll();
    const owner = { apiVersion: "example.com/v1", kind: "Thing", name: "a", uid: "u", controller: true };
    await shop.run(await shop.makePod("stranger", { ownerReferences: [owner] }));
    await shop.change("Deployment", { spec: { template: templateOf("shop:2") } });
    await shop.runAll();
    assert.deepEqual(await shop.sizes(), [0, 1]);
  });

  test("goes on by itself when its last old pod is gone, and leaves others alone", async () => {
    await using shop = await Shop.open();
    await shop.makeDeployment({ replicas: 2, strategy });
    await shop.runAll();
    await shop.change("Deployment", { spec: { template: templateOf("shop:2") } });
    const before = shop.plane.requests.length;
    const [first, second] = (await shop.pods()).map(({ metadata }) => metadata.name ?? "");
    await shop.delete("Pod", first ?? "", { gracePeriodSeconds: 0 });
    assert.deepEqual(await shop.sizes(), [0]);
    await shop.delete("Pod", second ?? "", { gracePeriodSeconds: 0 });
    assert.deepEqual(await shop.sizes(), [0, 2]);
    const made = shop.plane.requests
      .slice(before)
      .filter((request) => request.startsWith("POST ") && request.endsWith("/replicasets"));
    assert.equal(made.length, 1);
  });

  test("scales without ending anything first", async () => {
    await using shop = await Shop.open();
    await shop.makeDeployment({ replicas: 1, strategy });
    await shop.runAll();
    const [kept] = await shop.pods();
    await shop.change("Deployment", { spec: { replicas: 3 } });
    const names = (await shop.pods()).map(({ metadata }) => metadata.name);
    assert.equal(names.length, 3);
    assert.ok(names.includes(kept?.metadata.name));
  });
});

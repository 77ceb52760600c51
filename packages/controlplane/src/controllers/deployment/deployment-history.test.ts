import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { ReplicaSet } from "@pintle/kinds";
import { Shop, templateOf } from "../workload/shop-fixture.test.ts";

const revision = "deployment.kubernetes.io/revision";
const image = (name: string) => ({ spec: { template: templateOf(name) } });

async function rollThrough(shop: Shop, ...images: readonly string[]): Promise<void> {
  for (const name of images) {
    await shop.change("Deployment", image(name));
    await shop.runAll();
  }
}

const imageOf = ({ spec }: ReplicaSet) => spec?.template?.spec?.containers[0]?.image;

describe("the history of a Deployment", () => {
  test("keeps as many old sets as it says, and the oldest go", async () => {
    await using shop = await Shop.open();
    await shop.makeDeployment({ replicas: 1, revisionHistoryLimit: 1 });
    await shop.runAll();
    await rollThrough(shop, "shop:2", "shop:3", "shop:4");
    assert.deepEqual((await shop.sets()).map(imageOf), ["shop:3", "shop:4"]);
  });

  test("may be empty", async () => {
    await using shop = await Shop.open();
    await shop.makeDeployment({ replicas: 1, revisionHistoryLimit: 0 });
    await shop.runAll();
    await rollThrough(shop, "shop:2");
    assert.deepEqual((await shop.sets()).map(imageOf), ["shop:2"]);
  });

  test("keeps with each set the annotations that the Deployment had, but not all", async () => {
    await using shop = await Shop.open();
    const annotations = {
      "kubernetes.io/change-cause": "first",
      "kubectl.kubernetes.io/last-applied-configuration": "{}",
    };
    await shop.makeDeployment({ replicas: 0 }, { annotations });
    const next = { "kubernetes.io/change-cause": "second" };
    await shop.change("Deployment", { metadata: { annotations: next }, ...image("shop:2") });
    const causes = (await shop.sets()).map(({ metadata }) => metadata.annotations?.["kubernetes.io/change-cause"]);
    assert.deepEqual(causes, ["first", "second"]);
    for (const { metadata } of await shop.sets()) {
      assert.equal(metadata.annotations?.["kubectl.kubernetes.io/last-applied-configuration"], undefined);
    }
  });

  test("hands a change of minReadySeconds to the set at once", async () => {
    await using shop = await Shop.open();
    await shop.makeDeployment();
    await shop.change("Deployment", { spec: { minReadySeconds: 7 } });
    const [set, ...more] = await shop.sets();
    assert.equal(set?.spec?.minReadySeconds, 7);
    assert.deepEqual(more, []);
  });
});

describe("a rollback that is asked for by annotation", () => {
  const undo = (to: string) => ({ metadata: { annotations: { "deprecated.deployment.rollback.to": to } } });

  test("takes the template and the annotations of the revision, and is then forgotten", async () => {
    await using shop = await Shop.open();
    await shop.makeDeployment({ replicas: 1 }, { annotations: { cause: "first" } });
    await shop.runAll();
    await shop.change("Deployment", { metadata: { annotations: { cause: "second" } }, ...image("shop:2") });
    await shop.runAll();
    await shop.change("Deployment", undo("0"));
    await shop.runAll();
    const { metadata, spec } = await shop.deployment();
    assert.equal(spec?.template.spec?.containers[0]?.image, "shop:1");
    assert.equal(spec?.template.metadata?.labels?.["pod-template-hash"], undefined);
    assert.deepEqual(metadata.annotations, { cause: "first", [revision]: "3" });
    assert.ok(
      (await shop.told("Deployment")).includes('DeploymentRollback: Rolled back deployment "web" to revision 1'),
    );
  });

  test("to nowhere, or to what it is already, is told and forgotten", async () => {
    await using shop = await Shop.open();
    await shop.makeDeployment({ replicas: 0 });
    for (const [to, told] of [
      ["0", "DeploymentRollbackRevisionNotFound: Unable to find last revision."],
      ["9", "DeploymentRollbackRevisionNotFound: Unable to find the revision to rollback to."],
      [
        "1",
        'DeploymentRollbackTemplateUnchanged: The rollback revision contains the same template as current deployment "web"',
      ],
    ] as const) {
      await shop.change("Deployment", undo(to));
      assert.equal((await shop.told("Deployment")).at(-1), told);
      assert.deepEqual((await shop.deployment()).metadata.annotations, { [revision]: "1" });
    }
  });
});

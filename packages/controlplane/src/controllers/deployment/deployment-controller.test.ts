import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { condition, Shop, selector, template, templateOf } from "../workload/shop-fixture.test.ts";
import { hashPodTemplate } from "./pod-template.ts";

const revision = "deployment.kubernetes.io/revision";
const image = (name: string) => ({ spec: { template: templateOf(name) } });

describe("scaling a Deployment", () => {
  test("scales its set, without a new revision", async () => {
    await using shop = await Shop.open();
    await shop.makeDeployment();
    await shop.runAll();
    for (const replicas of [4, 0, 1]) {
      await shop.change("Deployment", { spec: { replicas } });
      await shop.runAll();
      assert.deepEqual(await shop.sizes(), [replicas]);
      const { metadata, status } = await shop.deployment();
      assert.equal(status?.replicas ?? 0, replicas);
      assert.equal(metadata.annotations?.[revision], "1");
    }
  });

  test("in the midst of a rollout shares the difference among its sets", async () => {
    await using shop = await Shop.open();
    const strategy = { type: "RollingUpdate", rollingUpdate: { maxSurge: 3, maxUnavailable: 2 } } as const;
    await shop.makeDeployment({ replicas: 10, strategy });
    await shop.runAll();
    await shop.change("Deployment", image("broken:1"));
    assert.deepEqual(await shop.sizes(), [8, 5]);
    await shop.change("Deployment", { spec: { replicas: 15 } });
    assert.deepEqual(await shop.sizes(), [11, 7]);
  });

  test("and changing its template at once does both", async () => {
    await using shop = await Shop.open();
    await shop.makeDeployment();
    await shop.runAll();
    await shop.change("Deployment", { spec: { replicas: 6, template: templateOf("shop:2") } });
    await shop.runAll();
    assert.deepEqual(await shop.sizes(), [0, 6]);
  });

  test("is undone where somebody has scaled its set", async () => {
    await using shop = await Shop.open();
    await shop.makeDeployment();
    const [set] = await shop.sets();
    await shop.plane.user.patch(shop.place("ReplicaSet", set?.metadata.name), "merge", { spec: { replicas: 7 } });
    await shop.plane.settle();
    assert.deepEqual(await shop.sizes(), [3]);
  });
});

describe("a paused Deployment", () => {
  test("does not roll, but scales and counts; resumed, it rolls", async () => {
    await using shop = await Shop.open();
    await shop.makeDeployment();
    await shop.runAll();
    await shop.change("Deployment", { spec: { paused: true, template: templateOf("shop:2") } });
    await shop.change("Deployment", { spec: { replicas: 4 } });
    await shop.runAll();
    assert.deepEqual(await shop.sizes(), [4]);
    const paused = await shop.deployment();
    assert.equal(paused.status?.availableReplicas, 4);
    assert.equal(paused.status?.updatedReplicas, undefined);
    assert.deepEqual(condition(paused, "Progressing"), {
      type: "Progressing",
      status: "Unknown",
      reason: "DeploymentPaused",
      message: "Deployment is paused",
    });
    await shop.change("Deployment", { spec: { paused: false } });
    await shop.runAll();
    assert.deepEqual(await shop.sizes(), [0, 4]);
    assert.equal(condition(await shop.deployment(), "Progressing")?.reason, "NewReplicaSetAvailable");
  });

  test("from the beginning makes no set at all", async () => {
    await using shop = await Shop.open();
    const deployment = await shop.makeDeployment({ paused: true });
    assert.deepEqual(await shop.sets(), []);
    assert.equal(deployment.status?.observedGeneration, 1);
    assert.equal(condition(deployment, "Progressing")?.reason, "DeploymentPaused");
  });

  test("does not lose its deadline to the time of the pause", async () => {
    await using shop = await Shop.open();
    await shop.makeDeployment({ progressDeadlineSeconds: 60 });
    await shop.change("Deployment", { spec: { paused: true } });
    await shop.plane.clock.advance(600_000);
    await shop.change("Deployment", { spec: { paused: false } });
    await shop.plane.clock.advance(30_000);
    assert.equal(condition(await shop.deployment(), "Progressing")?.reason, "DeploymentResumed");
    await shop.plane.clock.advance(40_000);
    assert.equal(condition(await shop.deployment(), "Progressing")?.reason, "ProgressDeadlineExceeded");
  });
});

describe("the deadline of a rollout", () => {
  test("is told when it is over, and nobody has to wait for it", async () => {
    await using shop = await Shop.open();
    const before = shop.plane.clock.now();
    await shop.makeDeployment({ progressDeadlineSeconds: 60 });
    assert.ok(shop.plane.clock.now() - before < 1_000);
    await shop.plane.clock.advance(59_000);
    assert.equal(condition(await shop.deployment(), "Progressing")?.reason, "ReplicaSetUpdated");
    await shop.plane.clock.advance(3_000);
    const [set] = await shop.sets();
    assert.deepEqual(condition(await shop.deployment(), "Progressing"), {
      type: "Progressing",
      status: "False",
      reason: "ProgressDeadlineExceeded",
      message: `ReplicaSet "${set?.metadata.name}" has timed out progressing.`,
    });
    await shop.runAll();
    assert.equal(condition(await shop.deployment(), "Progressing")?.reason, "NewReplicaSetAvailable");
  });

  test("begins again with each progress", async () => {
    await using shop = await Shop.open();
    await shop.makeDeployment({ progressDeadlineSeconds: 60 });
    for (const pod of await shop.pods()) {
      await shop.plane.clock.advance(50_000);
      await shop.run(pod);
      await shop.plane.settle();
    }
    assert.equal(condition(await shop.deployment(), "Progressing")?.reason, "NewReplicaSetAvailable");
  });

  test("that does not exist leaves progress untold", async () => {
    await using shop = await Shop.open();
    const deployment = await shop.makeDeployment({ progressDeadlineSeconds: 0x7fffffff });
    assert.equal(condition(deployment, "Progressing"), undefined);
    assert.equal(condition(deployment, "Available")?.status, "False");
  });
});

describe("a Deployment and sets that were there before", () => {
  const makeSet = (shop: Shop, name: string, labels: { [key: string]: string }, hash = "") => {
    const all = hash === "" ? labels : { ...labels, "pod-template-hash": hash };
    const spec = { selector: { matchLabels: all }, template: { ...template, metadata: { labels: all } } };
    return shop.makeSet({ replicas: 1, ...spec }, { name, labels: all });
  };

  test("adopts one with its template as the new one", async () => {
    await using shop = await Shop.open();
    await makeSet(shop, "found", selector.matchLabels, "abc");
    const deployment = await shop.makeDeployment({ replicas: 2 });
    await shop.runAll();
    const [set, ...more] = await shop.sets();
    assert.deepEqual(more, []);
    assert.equal(set?.metadata.ownerReferences?.[0]?.uid, deployment.metadata.uid);
    assert.equal(set?.metadata.annotations?.[revision], "1");
    assert.deepEqual(await shop.sizes(), [2]);
  });

  test("adopts one with another template as an old one, and rolls over it", async () => {
    await using shop = await Shop.open();
    await makeSet(shop, "found", { app: "shop", old: "yes" });
    await shop.makeDeployment({ replicas: 2 });
    await shop.runAll();
    const sizes = Object.fromEntries((await shop.sets()).map(({ metadata, spec }) => [metadata.name, spec?.replicas]));
    assert.equal(sizes.found, 0);
    assert.deepEqual(Object.values(sizes).toSorted(), [0, 2]);
  });

  test("lets go of one whose labels no longer fit, and makes another", async () => {
    await using shop = await Shop.open();
    await shop.makeDeployment({ replicas: 1 });
    const [set] = await shop.sets();
    const place = shop.place("ReplicaSet", set?.metadata.name);
    await shop.plane.user.patch(place, "merge", { metadata: { labels: { app: "free" } } });
    await shop.plane.settle();
    const sets = await shop.sets();
    const free = sets.find(({ metadata }) => metadata.name === set?.metadata.name);
    assert.equal(free?.metadata.ownerReferences, undefined);
    assert.equal(sets.length, 2);
  });

  test("counts a collision where another has the name of its set, and takes another name", async () => {
    await using shop = await Shop.open();
    const first = await shop.makeDeployment({ replicas: 0 });
    const [set] = await shop.sets();
    const taken = set?.metadata.name ?? "";
    await shop.delete("Deployment", "web", { propagationPolicy: "Background" });
    await shop.delete("ReplicaSet", taken);
    await makeSet(shop, taken, { app: "stranger" });
    const deployment = await shop.makeDeployment({ replicas: 0 });
    assert.equal(deployment.status?.collisionCount, 1);
    const hash = hashPodTemplate(first.spec?.template ?? {}, 1);
    const names = (await shop.sets()).map(({ metadata }) => metadata.name);
    assert.deepEqual(names.toSorted(), [taken, `web-${hash}`].toSorted());
  });

  test("makes another where its set is deleted", async () => {
    await using shop = await Shop.open();
    await shop.makeDeployment();
    const [set] = await shop.sets();
    await shop.delete("ReplicaSet", set?.metadata.name ?? "", { propagationPolicy: "Background" });
    const [next] = await shop.sets();
    assert.equal(next?.metadata.name, set?.metadata.name);
    assert.notEqual(next?.metadata.uid, set?.metadata.uid);
  });

  test("leaves everything as it is while it is being deleted, but for its status", async () => {
    await using shop = await Shop.open();
    await shop.makeDeployment({ replicas: 1 }, { finalizers: ["example.com/wait"] });
    await shop.delete("Deployment", "web");
    await shop.change("Deployment", image("shop:2"));
    const { metadata, status } = await shop.deployment();
    assert.deepEqual(await shop.sizes(), [1]);
    assert.equal(status?.observedGeneration, metadata.generation);
    assert.equal(status?.updatedReplicas, undefined);
  });
});

describe("what goes wrong with a Deployment", () => {
  test("is told, where its set cannot be made", async () => {
    await using shop = await Shop.open();
    const place = { group: "", plural: "resourcequotas", namespace: "shop" };
    const hard = { "count/replicasets.apps": "0" };
    await shop.plane.user.create(place, { metadata: { name: "none" }, spec: { hard } });
    const status = { hard, used: { "count/replicasets.apps": "0" } };
    await shop.plane.user.patch({ ...place, name: "none", subresource: "status" }, "merge", { status });
    await shop.plane.user.create(shop.place("Deployment"), { metadata: { name: "web" }, spec: { selector, template } });
    await shop.plane.clock.advance(1);
    const told = condition(await shop.deployment(), "Progressing");
    assert.equal(told?.reason, "ReplicaSetCreateError");
    assert.equal(told?.status, "False");
    assert.match(
      String(told?.message),
      /^Failed to create new replica set "web-\w+": replicasets\.apps "web-\w+" is forbidden: exceeded quota: none/,
    );
    assert.equal((await shop.told("Deployment"))[0], `ReplicaSetCreateError: ${told?.message}`);
    await shop.plane.user.delete({ ...place, name: "none" });
    await shop.plane.settle();
    assert.deepEqual(await shop.sizes(), [1]);
  });

  test("is told, where its set cannot make pods", async () => {
    await using shop = await Shop.open();
    const place = { group: "", plural: "resourcequotas", namespace: "shop" };
    const [hard, used] = [{ pods: "0" }, { pods: "0" }];
    await shop.plane.user.create(place, { metadata: { name: "none" }, spec: { hard } });
    await shop.plane.user.patch({ ...place, name: "none", subresource: "status" }, "merge", { status: { hard, used } });
    await shop.plane.user.create(shop.place("Deployment"), { metadata: { name: "web" }, spec: { selector, template } });
    await shop.plane.clock.advance(1);
    const told = condition(await shop.deployment(), "ReplicaFailure");
    assert.equal(told?.status, "True");
    assert.equal(told?.reason, "FailedCreate");
    await shop.plane.user.delete({ ...place, name: "none" });
    await shop.plane.settle();
    assert.equal(condition(await shop.deployment(), "ReplicaFailure"), undefined);
  });

  test("is nothing in a namespace that goes away", async () => {
    await using shop = await Shop.open();
    await shop.makeDeployment();
    await shop.plane.user.delete({ group: "", plural: "namespaces", name: "shop" });
    await shop.change("Deployment", image("shop:2"));
    const [pod] = await shop.pods();
    await shop.delete("Pod", pod?.metadata.name ?? "");
    assert.equal((await shop.pods()).length, 2);
    assert.equal((await shop.sets()).length, 1);
  });

  test("is not the length of its name", async () => {
    await using shop = await Shop.open();
    const name = "a".repeat(250);
    const object = { metadata: { name }, spec: { replicas: 1, selector, template } };
    await shop.plane.user.create(shop.place("Deployment"), object);
    await shop.plane.settle();
    const [set] = await shop.sets();
    assert.ok((set?.metadata.name?.length ?? 0) <= 253);
    assert.equal((await shop.pods()).length, 1);
  });
});

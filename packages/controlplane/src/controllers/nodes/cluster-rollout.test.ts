/** Deployments on simulated nodes: everything that runs pods together, on virtual time. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";
import type { Deployment, Pod } from "@pintle/kinds";
import { deploymentController } from "../deployment/deployment-controller.ts";
import { startTestPlane, type TestPlane } from "../kit/plane-fixture.test.ts";
import type { KubeletOptions } from "../kubelet/kubelet-stage.ts";
import { replicaSetController } from "../replica-set/replica-set-controller.ts";
import { createNodeControllers } from "./node-controllers.ts";

const labels = { app: "web" };
const web = { group: "apps", plural: "deployments", namespace: "shop", name: "web" };
const pods = { group: "", plural: "pods", namespace: "shop" };
const templateOf = (image: string) => ({ metadata: { labels }, spec: { containers: [{ name: "main", image }] } });

function open(seed = 1, kubelet: KubeletOptions = {}): Promise<TestPlane> {
  const controllers = [...createNodeControllers({ nodes: 3, kubelet }), replicaSetController, deploymentController];
  return startTestPlane({ controllers, seed, namespaces: ["shop", "kube-node-lease"] });
}

async function deploy({ user, settle }: TestPlane, spec: object = {}): Promise<Deployment> {
  const whole = { replicas: 3, selector: { matchLabels: labels }, template: templateOf("shop:1"), ...spec };
  await user.create({ ...web, name: "" }, { metadata: { name: "web" }, spec: whole });
  await settle();
  return user.get<Deployment>(web);
}

async function change({ user, settle }: TestPlane, spec: object): Promise<Deployment> {
  await user.patch(web, "merge", { spec });
  await settle();
  return user.get<Deployment>(web);
}

const progressOf = ({ status }: Deployment) => status?.conditions?.find(({ type }) => type === "Progressing")?.reason;

describe("a Deployment on simulated nodes", () => {
  test("is available on all nodes when everything has settled", async () => {
    await using plane = await open();
    const { status } = await deploy(plane);
    assert.equal(status?.availableReplicas, 3);
    const nodes = (await plane.user.list<Pod>(pods)).map(({ spec }) => spec?.nodeName);
    assert.equal(new Set(nodes).size, 3);
  });

  test("rolls out with pauses of minutes in no time", async () => {
    await using plane = await open();
    await deploy(plane, { minReadySeconds: 30 });
    const before = plane.clock.monotonic();
    const rolled = await change(plane, { template: templateOf("shop:2") });
    assert.equal(progressOf(rolled), "NewReplicaSetAvailable");
    assert.ok(plane.clock.monotonic() - before >= 90_000);
    const left = await plane.user.list<Pod>(pods);
    assert.deepEqual(
      left.map(({ spec }) => spec?.containers[0]?.image),
      ["shop:2", "shop:2", "shop:2"],
    );
  });

  test("keeps the old pods when the new image is bad, and says so after its deadline", async () => {
    await using plane = await open(1, { images: [{ name: "bad:*", pullError: "not found" }] });
    await deploy(plane, { progressDeadlineSeconds: 60 });
    await plane.user.patch(web, "merge", { spec: { template: templateOf("bad:1") } });
    await plane.clock.advance(70_000);
    const stuck = await plane.user.get<Deployment>(web);
    assert.equal(progressOf(stuck), "ProgressDeadlineExceeded");
    assert.equal(stuck.status?.availableReplicas, 3);
  });

  test("moves away from a node whose pods are deleted while it is cordoned", async () => {
    await using plane = await open();
    await deploy(plane);
    await plane.user.patch({ group: "", plural: "nodes", name: "node-1" }, "merge", { spec: { unschedulable: true } });
    for (const { metadata, spec } of await plane.user.list<Pod>(pods)) {
      if (spec?.nodeName === "node-1") await plane.user.delete({ ...pods, name: metadata.name });
    }
    await plane.settle();
    const left = await plane.user.list<Pod>(pods);
    assert.equal(left.length, 3);
    assert.ok(left.every(({ spec, status }) => spec?.nodeName !== "node-1" && status?.phase === "Running"));
  });

  test("takes the same course with the same seed, byte for byte", async () => {
    async function digest(seed: number): Promise<string> {
      await using plane = await open(seed);
      const hash = createHash("sha256");
      const watched = {
        onChanges: (changes: readonly { key: string; revision: number; value?: Uint8Array | undefined }[]) => {
          for (const { key, revision, value } of changes) hash.update(`${key} ${revision} `).update(value ?? "gone");
        },
        onProgress: () => undefined,
        onEnd: () => undefined,
      };
      await plane.storage.watch({ prefix: "/", after: await plane.storage.revision() }, watched);
      await deploy(plane);
      await change(plane, { template: templateOf("shop:2"), replicas: 4 });
      return hash.digest("hex");
    }
    const first = await digest(1);
    assert.equal(await digest(1), first);
    assert.notEqual(await digest(2), first);
  });
});

import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { assertAnswer, assertContains, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { eventually } from "../eventually.ts";
import { condition, containers, controllerOf, Place, selector, template } from "./place.ts";

const client = connect();
after(() => client.close());

const rolledOut = (replicas: number, generation = 1) => ({
  status: {
    observedGeneration: generation,
    replicas,
    updatedReplicas: replicas,
    readyReplicas: replicas,
    availableReplicas: replicas,
    unavailableReplicas: undefined,
  },
});
const image = (name: string) => ({ spec: { template: { spec: { containers: [{ name: "main", image: name }] } } } });

async function makeDeployment(spec: Json = {}): Promise<{ place: Place; deployment: Json }> {
  const place = await Place.open(client);
  const deployment = await place.make("apps/v1", "deployments", { replicas: 2, selector, template, ...spec });
  return { place, deployment };
}

/** The replica sets by revision. */
async function revisions(place: Place): Promise<Json[]> {
  const sets = await place.list("apps/v1", "replicasets");
  const revisionOf = ({ metadata }: Json) => Number(metadata.annotations["deployment.kubernetes.io/revision"]);
  return sets.toSorted((a, b) => revisionOf(a) - revisionOf(b));
}

describe("a Deployment", { concurrency: 4 }, () => {
  test("makes a ReplicaSet named after the hash of its template, which makes the pods", async () => {
    const { place, deployment } = await makeDeployment();
    const { name } = deployment.metadata;
    const [pod] = await place.pods(2);
    const [set] = await place.list("apps/v1", "replicasets");
    const hash = set.metadata.labels["pod-template-hash"];
    const labels = { app: "shop", "pod-template-hash": hash };
    assert.match(hash, /^[bcdfghjklmnpqrstvwxz2456789]{5,10}$/);
    assertContains(set, {
      metadata: {
        name: `${name}-${hash}`,
        labels,
        ownerReferences: controllerOf(deployment),
        annotations: {
          "deployment.kubernetes.io/desired-replicas": "2",
          "deployment.kubernetes.io/max-replicas": "3",
          "deployment.kubernetes.io/revision": "1",
        },
      },
      spec: { replicas: 2, selector: { matchLabels: labels }, template: { metadata: { labels } } },
    });
    const owner = { ...set, apiVersion: "apps/v1", kind: "ReplicaSet" };
    assertContains(pod.metadata, {
      name: new RegExp(`^${name}-${hash}-[bcdfghjklmnpqrstvwxz2456789]{5}$`),
      generateName: `${name}-${hash}-`,
      labels,
      ownerReferences: controllerOf(owner),
    });
  });

  test("gives the same template the same hash, and another one another", async () => {
    const hashOf = async (spec: Json = {}) => {
      const { place } = await makeDeployment({ replicas: 0, ...spec });
      return eventually(async () => {
        const [set] = await place.list("apps/v1", "replicasets");
        assert.ok(set, "there is no ReplicaSet yet");
        return set.metadata.labels["pod-template-hash"];
      });
    };
    const hash = await hashOf();
    assert.equal(await hashOf({ minReadySeconds: 5 }), hash);
    assert.notEqual(await hashOf({ template: { ...template, spec: { containers, hostNetwork: true } } }), hash);
  });

  test("is unavailable while its pods are not ready, and then available", async () => {
    const { place, deployment } = await makeDeployment();
    await place.pods(2);
    const waiting = await place.until(deployment.path, {
      metadata: { annotations: { "deployment.kubernetes.io/revision": "1" } },
      status: {
        observedGeneration: 1,
        replicas: 2,
        updatedReplicas: 2,
        unavailableReplicas: 2,
        readyReplicas: undefined,
      },
    });
    assertContains(condition(waiting, "Available"), {
      status: "False",
      reason: "MinimumReplicasUnavailable",
      message: "Deployment does not have minimum availability.",
    });
    assertContains(condition(waiting, "Progressing"), { status: "True", reason: "ReplicaSetUpdated" });

    const done = await place.keepRunningUntil(deployment.path, rolledOut(2));
    assertContains(condition(done, "Available"), {
      status: "True",
      reason: "MinimumReplicasAvailable",
      message: "Deployment has minimum availability.",
    });
    const [set] = await place.list("apps/v1", "replicasets");
    await eventually(async () =>
      assertContains(condition((await client.get(deployment.path)).body, "Progressing"), {
        status: "True",
        reason: "NewReplicaSetAvailable",
        message: `ReplicaSet "${set.metadata.name}" has successfully progressed.`,
      }),
    );
  });

  test("rolls to a new template, at most a quarter too many and too few", async () => {
    const { place, deployment } = await makeDeployment({ replicas: 4 });
    await place.keepRunningUntil(deployment.path, rolledOut(4));
    assertAnswer(await client.patch("strategic", deployment.path, image("shop:2")), 200);
    // One more and one fewer of four: two new ones are started, as soon as one old one is told to go.
    await eventually(async () => {
      const sets = await revisions(place);
      assert.deepEqual(
        sets.map(({ spec }) => spec.replicas),
        [3, 2],
      );
    });
    const done = await place.keepRunningUntil(deployment.path, rolledOut(4, 2));
    assert.equal(done.metadata.annotations["deployment.kubernetes.io/revision"], "2");
    await eventually(async () => {
      const sets = await revisions(place);
      assert.deepEqual(
        sets.map(({ spec, metadata }) => [spec.replicas, metadata.annotations["deployment.kubernetes.io/revision"]]),
        [
          [0, "1"],
          [4, "2"],
        ],
      );
    });
    for (const pod of await place.pods(4)) assert.equal(pod.spec.containers[0].image, "shop:2");
  });

  test("tells in events what it scales", async () => {
    const { place, deployment } = await makeDeployment({ replicas: 1 });
    const { name } = deployment.metadata;
    await place.keepRunningUntil(deployment.path, rolledOut(1));
    const [set] = await place.list("apps/v1", "replicasets");
    assertAnswer(await client.patch("merge", `${deployment.path}/scale`, { spec: { replicas: 3 } }), 200);
    const event = {
      type: "Normal",
      reason: "ScalingReplicaSet",
      source: { component: "deployment-controller" },
      involvedObject: { kind: "Deployment", apiVersion: "apps/v1" },
    };
    await place.untilEvents("Deployment", name, [
      { ...event, message: `Scaled up replica set ${set.metadata.name} from 0 to 1` },
      { ...event, message: `Scaled up replica set ${set.metadata.name} from 1 to 3` },
    ]);
  });

  test("that is scaled makes no new revision", async () => {
    const { place, deployment } = await makeDeployment({ replicas: 1 });
    await place.keepRunningUntil(deployment.path, rolledOut(1));
    assertAnswer(await client.patch("merge", `${deployment.path}/scale`, { spec: { replicas: 3 } }), 200);
    await place.keepRunningUntil(deployment.path, rolledOut(3, 2));
    assert.equal((await place.list("apps/v1", "replicasets")).length, 1);
    assertAnswer(await client.get(`${deployment.path}/scale`), 200, { status: { replicas: 3, selector: "app=shop" } });
  });

  test("that goes back to an old template takes the old ReplicaSet, as the newest revision", async () => {
    const { place, deployment } = await makeDeployment({ replicas: 1 });
    await place.keepRunningUntil(deployment.path, rolledOut(1));
    const [first] = await revisions(place);
    assertAnswer(await client.patch("strategic", deployment.path, image("shop:2")), 200);
    await place.keepRunningUntil(deployment.path, rolledOut(1, 2));
    assertAnswer(await client.patch("strategic", deployment.path, image("shop:1")), 200);
    await place.keepRunningUntil(deployment.path, rolledOut(1, 3));

    await eventually(async () => {
      const sets = await revisions(place);
      assert.equal(sets.length, 2);
      assertContains(sets[1], {
        metadata: {
          name: first.metadata.name,
          annotations: {
            "deployment.kubernetes.io/revision": "3",
            "deployment.kubernetes.io/revision-history": "1",
          },
        },
        spec: { replicas: 1 },
      });
    });
  });

  test("keeps as many old ReplicaSets as its history says", async () => {
    const { place, deployment } = await makeDeployment({ replicas: 0, revisionHistoryLimit: 1 });
    for (const [generation, name] of [
      [2, "shop:2"],
      [3, "shop:3"],
      [4, "shop:4"],
    ] as const) {
      assertAnswer(await client.patch("strategic", deployment.path, image(name)), 200);
      await place.until(deployment.path, { status: { observedGeneration: generation } });
      await place.until(deployment.path, {
        metadata: { annotations: { "deployment.kubernetes.io/revision": String(generation) } },
      });
    }
    await eventually(async () => {
      const images = (await revisions(place)).map(({ spec }) => spec.template.spec.containers[0].image);
      assert.deepEqual(images, ["shop:3", "shop:4"]);
    });
  });

  test("that shall be recreated ends all old pods before it starts a new one", async () => {
    const { place, deployment } = await makeDeployment({ strategy: { type: "Recreate" } });
    await place.keepRunningUntil(deployment.path, rolledOut(2));
    assertAnswer(await client.patch("strategic", deployment.path, image("shop:2")), 200);
    await eventually(async () => {
      const pods = await place.list("v1", "pods");
      assert.ok(
        pods.every(({ metadata }) => metadata.deletionTimestamp !== undefined),
        "pods are left",
      );
    });
    // Two are ending on their node, and nothing new comes before they are gone.
    await place.until(deployment.path, { status: { observedGeneration: 2, updatedReplicas: undefined } });
    assert.equal((await place.list("v1", "pods")).length, 2);
    await place.keepRunningUntil(deployment.path, rolledOut(2, 2));
  });

  test("that is paused does not roll, but scales", async () => {
    const { place, deployment } = await makeDeployment({ replicas: 1 });
    await place.keepRunningUntil(deployment.path, rolledOut(1));
    assertAnswer(await client.patch("merge", deployment.path, { spec: { paused: true } }), 200);
    assertAnswer(await client.patch("strategic", deployment.path, image("shop:2")), 200);
    assertAnswer(await client.patch("merge", `${deployment.path}/scale`, { spec: { replicas: 2 } }), 200);
    const paused = await place.keepRunningUntil(deployment.path, {
      status: { observedGeneration: 4, replicas: 2, readyReplicas: 2, updatedReplicas: undefined },
    });
    assertContains(condition(paused, "Progressing"), {
      status: "Unknown",
      reason: "DeploymentPaused",
      message: "Deployment is paused",
    });
    assert.equal((await place.list("apps/v1", "replicasets")).length, 1);

    assertAnswer(await client.patch("merge", deployment.path, { spec: { paused: false } }), 200);
    await place.keepRunningUntil(deployment.path, rolledOut(2, 5));
    assert.equal((await place.list("apps/v1", "replicasets")).length, 2);
  });

  test("that makes no progress in time says so", async () => {
    const { place, deployment } = await makeDeployment({ replicas: 1, progressDeadlineSeconds: 1 });
    const [set] = await eventually(async () => {
      const sets = await place.list("apps/v1", "replicasets");
      assert.equal(sets.length, 1);
      return sets;
    });
    await eventually(async () =>
      assertContains(condition((await client.get(deployment.path)).body, "Progressing"), {
        status: "False",
        reason: "ProgressDeadlineExceeded",
        message: `ReplicaSet "${set.metadata.name}" has timed out progressing.`,
      }),
    );
  });

  test("hands its annotations, but not all, to its ReplicaSet", async () => {
    const place = await Place.open(client);
    const annotations = { "example.com/team": "shop", "kubectl.kubernetes.io/last-applied-configuration": "{}" };
    await place.make("apps/v1", "deployments", { replicas: 0, selector, template }, { annotations });
    await eventually(async () => {
      const [set] = await place.list("apps/v1", "replicasets");
      assertContains(set?.metadata.annotations, {
        "example.com/team": "shop",
        "kubectl.kubernetes.io/last-applied-configuration": undefined,
      });
    });
  });

  test("takes its ReplicaSets and their pods along when it is deleted", async () => {
    const { place, deployment } = await makeDeployment();
    await place.pods(2);
    assertAnswer(await client.delete(deployment.path, { propagationPolicy: "Background" }), 200, { status: "Success" });
    await eventually(async () => {
      assert.deepEqual(await place.list("apps/v1", "replicasets"), []);
      assert.deepEqual(await place.list("v1", "pods"), []);
    });
  });

  test("leaves its ReplicaSets to the next of the same selector, when they are orphaned", async () => {
    const { place, deployment } = await makeDeployment({ replicas: 1 });
    await place.pods(1);
    const [set] = await place.list("apps/v1", "replicasets");
    assertAnswer(await client.delete(deployment.path, { propagationPolicy: "Orphan" }), 200);
    await eventually(async () => assertAnswer(await client.get(deployment.path), 404));
    const next = await place.make("apps/v1", "deployments", { replicas: 1, selector, template });
    await place.until(place.at("apps/v1", "replicasets", set.metadata.name), {
      metadata: { ownerReferences: controllerOf(next) },
    });
    assert.equal((await place.list("apps/v1", "replicasets")).length, 1);
  });
});

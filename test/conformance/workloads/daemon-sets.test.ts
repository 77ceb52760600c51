import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { assertAnswer, assertContains, type Json } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { eventually } from "../eventually.ts";
import { containers, controllerOf, Place, selector, template } from "./place.ts";

const client = connect();
after(() => client.close());

interface Nodes extends AsyncDisposable {
  /** What selects these nodes and no others. */
  readonly labels: Record<string, string>;
  readonly names: readonly string[];
  add(): Promise<string>;
  patch(name: string, body: Json): Promise<void>;
}

/** Nodes are cluster-wide: those of a test have a label that nothing else has. */
async function makeNodes(count: number): Promise<Nodes> {
  const labels = { pool: uniqueName("pool") };
  const names: string[] = [];
  const patch = async (name: string, body: Json) =>
    assertAnswer(await client.patch("merge", `/api/v1/nodes/${name}`, body), 200);
  async function add(): Promise<string> {
    const name = uniqueName("node");
    assertAnswer(await client.create("/api/v1/nodes", { metadata: { name, labels } }), 201);
    names.push(name);
    // A new node is tainted until it is ready; no one else is here to see that it is.
    await patch(name, { spec: { taints: null } });
    return name;
  }
  for (let index = 0; index < count; index += 1) await add();
  const remove = async () => {
    for (const name of names) await client.delete(`/api/v1/nodes/${name}`);
  };
  return { labels, names, add, patch, [Symbol.asyncDispose]: remove };
}

async function makeSet(nodes: Nodes, spec: Json = {}): Promise<{ place: Place; set: Json }> {
  const place = await Place.open(client);
  const placed = { ...template, spec: { containers, nodeSelector: nodes.labels } };
  return { place, set: await place.make("apps/v1", "daemonsets", { selector, template: placed, ...spec }) };
}

/** The node that the pod is for: its set says so by an affinity, which a scheduler follows. */
function nodeOf(pod: Json): string {
  const { nodeSelectorTerms } = pod.spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution;
  return nodeSelectorTerms[0].matchFields[0].values[0];
}

const counts = (desired: number, rest: Json = {}) => ({
  status: { desiredNumberScheduled: desired, currentNumberScheduled: desired, numberMisscheduled: 0, ...rest },
});

describe("a DaemonSet", { concurrency: 4 }, () => {
  test("makes a pod for each of its nodes, by an affinity to the node's name", async () => {
    await using nodes = await makeNodes(2);
    const { place, set } = await makeSet(nodes);
    const pods = await place.pods(2);
    assert.deepEqual(pods.map(nodeOf).toSorted(), nodes.names.toSorted());
    const [revision] = await place.list("apps/v1", "controllerrevisions");
    assertContains(pods[0], {
      metadata: {
        generateName: `${set.metadata.name}-`,
        labels: {
          app: "shop",
          "controller-revision-hash": revision.metadata.labels["controller-revision-hash"],
          "pod-template-generation": "1",
        },
        ownerReferences: controllerOf(set),
      },
      spec: { nodeName: undefined },
    });
  });

  test("lets its pods stay where others must leave", async () => {
    await using nodes = await makeNodes(1);
    const { place } = await makeSet(nodes);
    const [pod] = await place.pods(1);
    const tolerated = (effect: string, names: string[]) =>
      names.map((name) => ({ key: `node.kubernetes.io/${name}`, operator: "Exists", effect }));
    assert.deepEqual(pod.spec.tolerations, [
      ...tolerated("NoExecute", ["not-ready", "unreachable"]),
      ...tolerated("NoSchedule", ["disk-pressure", "memory-pressure", "pid-pressure", "unschedulable"]),
    ]);
  });

  test("counts where its pods should be, are, and are ready", async () => {
    await using nodes = await makeNodes(2);
    const { place, set } = await makeSet(nodes);
    const [pod] = await place.pods(2);
    await place.until(
      set.path,
      counts(2, { observedGeneration: 1, numberReady: 0, numberUnavailable: 2, updatedNumberScheduled: 2 }),
    );
    await place.run(pod, nodeOf(pod));
    await place.until(set.path, counts(2, { numberReady: 1, numberAvailable: 1, numberUnavailable: 1 }));
  });

  test("makes a pod for a node that comes", async () => {
    await using nodes = await makeNodes(1);
    const { place, set } = await makeSet(nodes);
    await place.pods(1);
    const name = await nodes.add();
    assert.ok((await place.pods(2)).map(nodeOf).includes(name));
    await place.until(set.path, counts(2));
  });

  test("ends the pod of a node that it no longer selects", async () => {
    await using nodes = await makeNodes(1);
    const { place, set } = await makeSet(nodes);
    const [pod] = await place.pods(1);
    // Only of a pod that is bound does the controller notice when its node changes.
    await place.run(pod, nodeOf(pod));
    await place.until(set.path, counts(1, { numberReady: 1 }));
    await nodes.patch(nodes.names[0] as string, { metadata: { labels: { pool: "another" } } });
    await place.pods(0);
    assertAnswer(await client.delete(place.at("v1", "pods", pod.metadata.name), { gracePeriodSeconds: 0 }), 200);
    await place.until(set.path, counts(0));
  });

  test("makes no pod for a node with a taint that its pods do not tolerate, until they do", async () => {
    await using nodes = await makeNodes(2);
    const taints = [{ key: "example.com/gpu", effect: "NoSchedule" }];
    await nodes.patch(nodes.names[0] as string, { spec: { taints } });
    const { place, set } = await makeSet(nodes);
    assert.deepEqual((await place.pods(1)).map(nodeOf), [nodes.names[1]]);
    const tolerations = [{ key: "example.com/gpu", operator: "Exists" }];
    assertAnswer(await client.patch("merge", set.path, { spec: { template: { spec: { tolerations } } } }), 200);
    await eventually(async () => {
      assert.ok((await place.list("v1", "pods")).map(nodeOf).includes(nodes.names[0] as string));
    });
  });

  test("goes to nodes that are unschedulable", async () => {
    await using nodes = await makeNodes(1);
    await nodes.patch(nodes.names[0] as string, { spec: { unschedulable: true } });
    const { place } = await makeSet(nodes);
    await place.pods(1);
  });

  test("rolls to a new template one node at a time", async () => {
    await using nodes = await makeNodes(2);
    const { place, set } = await makeSet(nodes);
    for (const pod of await place.pods(2)) await place.run(pod, nodeOf(pod));
    await place.until(set.path, counts(2, { numberAvailable: 2 }));
    const change = { spec: { template: { spec: { containers: [{ name: "main", image: "shop:2" }] } } } };
    assertAnswer(await client.patch("strategic", set.path, change), 200);

    const going = () => place.list("v1", "pods").then((pods) => pods.filter((pod) => pod.metadata.deletionTimestamp));
    for (const updated of [1, 2]) {
      const [old] = await eventually(async () => {
        const pods = await going();
        assert.equal(pods.length, 1, `${pods.length} pods are going`);
        return pods;
      });
      assertAnswer(await client.delete(place.at("v1", "pods", old.metadata.name), { gracePeriodSeconds: 0 }), 200);
      const next = await eventually(async () => {
        const pods = await place.list("v1", "pods", "pod-template-generation=2");
        assert.equal(pods.length, updated);
        return pods.find((pod) => nodeOf(pod) === nodeOf(old));
      });
      await place.run(next, nodeOf(next));
    }
    await place.until(set.path, counts(2, { observedGeneration: 2, updatedNumberScheduled: 2, numberAvailable: 2 }));
    const revisions = await place.list("apps/v1", "controllerrevisions");
    assert.deepEqual(revisions.map(({ revision }) => revision).toSorted(), [1, 2]);
  });

  test("that updates on deletion waits for it", async () => {
    await using nodes = await makeNodes(1);
    const { place, set } = await makeSet(nodes, { updateStrategy: { type: "OnDelete" } });
    const [pod] = await place.pods(1);
    const change = { spec: { template: { metadata: { labels: { new: "yes" } } } } };
    assertAnswer(await client.patch("merge", set.path, change), 200);
    await place.until(set.path, counts(1, { observedGeneration: 2, updatedNumberScheduled: undefined }));
    assertAnswer(await client.delete(place.at("v1", "pods", pod.metadata.name)), 200);
    const [next] = await place.pods(1);
    assert.equal(next.metadata.labels.new, "yes");
  });
});

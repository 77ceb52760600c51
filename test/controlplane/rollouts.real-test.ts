/**
 * A Deployment is led through its life on our plane and on the real kube-controller-manager, and after each step both have to say the same:
 * the Deployment and its ReplicaSets field by field, managers and conditions included, and every event.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer, type Json } from "../conformance/answer.ts";
import { eventually } from "../conformance/eventually.ts";
import { Place, selector, template } from "../conformance/workloads/place.ts";
import { type BothPlanes, startBothPlanes } from "./both-planes.ts";

let planes: BothPlanes;
before(async () => {
  planes = await startBothPlanes();
});
after(() => planes?.[Symbol.asyncDispose]());

type Step = (place: Place, path: string) => Promise<unknown>;

const change =
  (type: "merge" | "strategic", patch: Json): Step =>
  async ({ client }, path) =>
    assertAnswer(await client.patch(type, path, patch), 200);

const rolledOut =
  (replicas: number, observedGeneration: number): Step =>
  (place, path) =>
    place.keepRunningUntil(path, {
      status: {
        observedGeneration,
        replicas,
        updatedReplicas: replicas,
        readyReplicas: replicas,
        availableReplicas: replicas,
        terminatingReplicas: 0,
      },
    });

/**
 * Ends one pod after the other, each when the Deployment has told of the one before. The real controller writes the condition of a new ReplicaSet
 * once: where that write meets another one of its own, the condition goes on speaking of the old set.
 */
const emptied =
  (replicas: number): Step =>
  async (place, path) => {
    for (let terminatingReplicas = replicas; terminatingReplicas > 0; terminatingReplicas -= 1) {
      await place.until(path, { status: { replicas: undefined, terminatingReplicas } });
      const [last] = await place.list("v1", "pods");
      const answer = await place.client.delete(place.at("v1", "pods", last?.metadata.name), { gracePeriodSeconds: 0 });
      assertAnswer(answer, 200);
    }
  };

const image = (name: string) =>
  change("strategic", { spec: { template: { spec: { containers: [{ name: "main", image: name }] } } } });

/** Leads a Deployment through the steps on both planes and compares after each. */
async function compareLives(spec: Json, steps: Readonly<Record<string, readonly Step[]>>): Promise<void> {
  const lives = await Promise.all(
    planes.clients.map(async (client) => {
      const place = await Place.open(client);
      const { path } = await place.make("apps/v1", "deployments", { selector, template, ...spec }, { name: "web" });
      return { place, path };
    }),
  );
  for (const [title, actions] of Object.entries(steps)) {
    await Promise.all(
      lives.map(async ({ place, path }) => {
        for (const act of actions) await act(place, path);
      }),
    );
    await eventually(async () => {
      const [real, own] = await Promise.all(lives.map(({ place }) => describeLife(place)));
      assert.deepEqual(own, real, title);
    });
  }
}

/** All that is told of a Deployment, without what differs from one to the next: uids, hashes, times and the storage's revisions. */
async function describeLife(place: Place): Promise<Json> {
  const deployments = await place.list("apps/v1", "deployments");
  const sets = (await place.list("apps/v1", "replicasets")).toSorted((a, b) => revisionOf(a) - revisionOf(b));
  const pods = await place.list("v1", "pods");
  const events = (await place.list("v1", "events")).toSorted((a, b) => orderOf(a) - orderOf(b));
  const told = Object.groupBy(events, ({ involvedObject }: Json) => `${involvedObject.kind} ${involvedObject.name}`);
  let text = JSON.stringify({ deployments, sets, pods: pods.length, events: told })
    .replaceAll(place.namespace, "namespace")
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "uid")
    .replace(/"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"/g, '"time"')
    .replace(/"resourceVersion":"\d+"/g, '"resourceVersion":"revision"')
    .replace(/\.[0-9a-f]{16}"/g, '.event"');
  // The events name every set in the order in which they came, those included that are gone.
  const hashes = new Set(Array.from(text.matchAll(/replica set web-(\w+)/g), ([, hash = ""]) => hash));
  for (const [index, hash] of [...hashes].entries()) text = text.replaceAll(hash, `hash${index}`);
  const named = text.replace(/(web-hash\d+)-[bcdfghjklmnpqrstvwxz2456789]{5}/g, "$1-pod");
  // Managers stand in the order of their times, which a second can end between.
  return JSON.parse(named, (key, value) => (key === "managedFields" ? value.toSorted(byText) : value));
}

function revisionOf({ metadata }: Json): number {
  return Number(metadata.annotations["deployment.kubernetes.io/revision"]);
}

function orderOf({ metadata }: Json): number {
  return Number(metadata.resourceVersion);
}

function byText(left: Json, right: Json): number {
  return JSON.stringify(left) < JSON.stringify(right) ? -1 : 1;
}

const carefully = { replicas: 2, strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } } };

test("a rollout, a pause, a change of size and the way back are told word for word", async () => {
  await compareLives(carefully, {
    "a new Deployment": [],
    "with pods that run": [rolledOut(2, 1)],
    "that rolls": [image("shop:2"), rolledOut(2, 2)],
    "that is paused": [change("merge", { spec: { paused: true } })],
    "that grows meanwhile": [change("merge", { spec: { replicas: 3 } })],
    "that goes on": [change("merge", { spec: { paused: false } }), rolledOut(3, 5)],
    "that goes back": [image("shop:1"), rolledOut(3, 6)],
    "that is emptied": [change("merge", { spec: { replicas: 0 } })],
  });
});

test("a Deployment that recreates its pods, with a cause of each change, is told word for word", async () => {
  const cause = (text: string) =>
    change("merge", { metadata: { annotations: { "kubernetes.io/change-cause": text } } });
  await compareLives(
    { replicas: 2, strategy: { type: "Recreate" }, revisionHistoryLimit: 1 },
    {
      "a new Deployment": [rolledOut(2, 1), cause("first"), rolledOut(2, 2)],
      "that rolls": [image("shop:2"), emptied(2), rolledOut(2, 3), cause("second"), rolledOut(2, 4)],
      "and rolls again": [image("shop:3"), emptied(2), rolledOut(2, 5)],
    },
  );
});

test("a rollout that is stuck and misses its deadline is told word for word", async () => {
  const late: Step = (place, path) =>
    eventually(async () => {
      const { body } = await place.client.get(path);
      const progress = body.status.conditions.find(({ type }: Json) => type === "Progressing");
      assert.equal(progress.reason, "ProgressDeadlineExceeded");
    });
  await compareLives(
    { ...carefully, progressDeadlineSeconds: 2 },
    {
      "a Deployment that is late": [late],
      "and comes all the same": [rolledOut(2, 1)],
    },
  );
});

test("rollbacks that are asked for by annotation, in vain or not, are told word for word", async () => {
  const rollbackTo = "deprecated.deployment.rollback.to";
  const rollBack = (revision: string) => change("merge", { metadata: { annotations: { [rollbackTo]: revision } } });
  const done: Step = (place, path) => place.until(path, { metadata: { annotations: { [rollbackTo]: undefined } } });
  await compareLives(
    { ...carefully, replicas: 1 },
    {
      "a new Deployment": [rolledOut(1, 1)],
      "with nothing to go back to": [rollBack("0"), done, rolledOut(1, 3)],
      "that rolls": [image("shop:2"), rolledOut(1, 4)],
      "that goes back": [rollBack("1"), done, rolledOut(1, 6)],
      "that goes where it is": [rollBack("3"), done, rolledOut(1, 8)],
      "that goes where it never was": [rollBack("99"), done, rolledOut(1, 10)],
    },
  );
});

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Deployment, ReplicaSet } from "@pintle/kinds";
import { createJsonLogger } from "@pintle/machinery";
import { createPlaneEvents } from "../kit/plane-events.ts";
import { startTestPlane, type TestPlane } from "../kit/plane-fixture.test.ts";
import { DeploymentRun } from "./deployment-run.ts";
import { rollOneStep } from "./rollout-rolling.ts";
import { rolling, setOf } from "./sample-objects.test.ts";

const place = { group: "apps", plural: "replicasets", namespace: "shop" };

let plane: TestPlane;
before(async () => {
  plane = await startTestPlane({ namespaces: ["shop"] });
});
after(() => plane[Symbol.asyncDispose]());

/** So many replicas, of which so many are available. */
type Size = readonly [replicas: number, available: number];

async function makeSet(name: string, [replicas, availableReplicas]: Size): Promise<ReplicaSet> {
  const selector = { matchLabels: { app: "shop" } };
  const { spec } = setOf(name, replicas);
  const set = await plane.user.create<ReplicaSet>(place, { metadata: { name }, spec: { ...spec, selector } });
  const status = { replicas, readyReplicas: availableReplicas, availableReplicas };
  return await plane.user.updateStatus({ ...place, name }, { ...set, status });
}

/** The sizes of the old sets, from old to new, and of the new one after a step, and whether there was anything to do. */
async function step(
  deployment: Deployment,
  newSize: Size,
  ...oldSizes: readonly Size[]
): Promise<readonly [isScaled: boolean, ...sizes: (number | undefined)[]]> {
  const { clock, user: writer } = plane;
  const logger = createJsonLogger({ write: () => undefined, clock });
  const events = createPlaneEvents({ writer, clock, logger, component: "deployment-controller" });
  const oldSets = [];
  for (const [index, size] of oldSizes.entries()) oldSets.push(await makeSet(`old-${index + 1}`, size));
  const newSet = await makeSet("new", newSize);
  const run = new DeploymentRun({ writer, events, clock }, deployment);
  const isScaled = await rollOneStep(run, { newSet, oldSets });
  const sizes: (number | undefined)[] = [];
  for (const { metadata } of [...oldSets, newSet]) {
    const now = await plane.user.get<ReplicaSet>({ ...place, name: metadata.name });
    sizes.push(now.spec?.replicas);
    await plane.user.delete({ ...place, name: metadata.name });
  }
  await plane.settle();
  return [isScaled, ...sizes];
}

describe("in a step of a rolling update", () => {
  test("the new set grows into the surge, and not beyond what is wanted", async () => {
    assert.deepEqual(await step(rolling(10, 0, 2), [0, 0], [10, 10]), [true, 8, 0]);
    assert.deepEqual(await step(rolling(10, 2), [0, 0], [10, 10]), [true, 10, 2]);
    assert.deepEqual(await step(rolling(10, 2), [0, 0], [5, 5]), [true, 5, 7]);
    assert.deepEqual(await step(rolling(10, 2), [2, 0], [10, 10]), [false, 10, 2]);
    assert.deepEqual(await step(rolling(4, 4), [2, 2], [4, 4]), [true, 4, 4]);
  });

  test("a new set that is too large shrinks at once", async () => {
    assert.deepEqual(await step(rolling(1, 1), [5, 0], [0, 0]), [true, 0, 1]);
  });

  test("old sets shrink as far as enough stays available, and by one where there would be no room at all", async () => {
    assert.deepEqual(await step(rolling(10), [0, 0], [10, 10]), [true, 9, 0]);
    assert.deepEqual(await step(rolling(10, 0, 2), [0, 0], [10, 10]), [true, 8, 0]);
    assert.deepEqual(await step(rolling(10, 0, "50%"), [0, 0], [10, 10]), [true, 5, 0]);
    assert.deepEqual(await step(rolling(10, 2), [2, 2], [10, 10]), [true, 8, 2]);
  });

  test("what is unavailable among the old goes first, and counts for what may be missing", async () => {
    assert.deepEqual(await step(rolling(10, 0, 2), [0, 0], [10, 8]), [true, 8, 0]);
    assert.deepEqual(await step(rolling(10, 0, 2), [0, 0], [10, 9]), [true, 8, 0]);
    assert.deepEqual(await step(rolling(10, 0, 2), [0, 0], [10, 1]), [true, 8, 0]);
    assert.deepEqual(await step(rolling(4, 0, 2), [0, 0], [2, 2], [2, 0]), [true, 2, 0, 0]);
  });

  test("new replicas that are not available yet cost no old ones that are", async () => {
    assert.deepEqual(await step(rolling(10, 0, 2), [2, 0], [8, 8]), [false, 8, 2]);
    assert.deepEqual(await step(rolling(10, 0, 2), [2, 1], [8, 8]), [true, 7, 2]);
    assert.deepEqual(await step(rolling(10, 5), [5, 0], [10, 10]), [false, 10, 5]);
    assert.deepEqual(await step(rolling(10, 5), [5, 3], [10, 10]), [true, 7, 5]);
  });

  test("the oldest of several old sets goes first", async () => {
    assert.deepEqual(await step(rolling(6, 0, 2), [0, 0], [3, 3], [3, 3]), [true, 1, 3, 0]);
    assert.deepEqual(await step(rolling(6, 6, 0), [6, 6], [3, 3], [3, 3]), [true, 0, 0, 6]);
  });

  test("nothing moves where all is new, or where nothing may be missing", async () => {
    assert.deepEqual(await step(rolling(10, 0, 2), [10, 10], [0, 0]), [false, 0, 10]);
    assert.deepEqual(await step(rolling(10, 2), [2, 0], [10, 8]), [false, 10, 2]);
  });
});

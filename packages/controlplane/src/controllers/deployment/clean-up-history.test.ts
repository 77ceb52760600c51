import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { ReplicaSet } from "@pintle/kinds";
import { createJsonLogger } from "@pintle/machinery";
import { createPlaneEvents } from "../kit/plane-events.ts";
import { startTestPlane, type TestPlane } from "../kit/plane-fixture.test.ts";
import { DeploymentRun } from "./deployment-run.ts";
import { cleanUpHistory } from "./roll-out.ts";
import { deploymentOf, setOf } from "./sample-objects.test.ts";

const place = { group: "apps", plural: "replicasets", namespace: "shop" };

let plane: TestPlane;
before(async () => {
  plane = await startTestPlane({ namespaces: ["shop"] });
});
after(() => plane[Symbol.asyncDispose]());

interface OldSet {
  /** None where it is empty. */
  readonly revision?: string;
  readonly replicas?: number;
  /** How many it still has. */
  readonly left?: number;
  /** Whether its controller has not seen yet that it was changed. */
  readonly isUnseen?: boolean;
  /** Whether it is being deleted already. */
  readonly isGoing?: boolean;
}

async function makeSet(name: string, old: OldSet): Promise<ReplicaSet> {
  const { revision = "", replicas = 0, left = replicas, isUnseen = false, isGoing = false } = old;
  const annotations = revision === "" ? {} : { "deployment.kubernetes.io/revision": revision };
  const finalizers = isGoing ? ["example.com/wait"] : [];
  const spec = { ...setOf(name, replicas).spec, selector: { matchLabels: { app: "shop" } } };
  const set = await plane.user.create<ReplicaSet>(place, { metadata: { name, annotations, finalizers }, spec });
  const status = { replicas: left, observedGeneration: isUnseen ? 0 : 1 };
  const told = await plane.user.updateStatus({ ...place, name }, { ...set, status });
  if (!isGoing) return told;
  await plane.user.delete({ ...place, name });
  return await plane.user.get<ReplicaSet>({ ...place, name });
}

/** Which of the sets 1, 2, … are left, made one second after the other, where so many are kept. */
async function left(revisionHistoryLimit: number | undefined, ...oldSets: readonly OldSet[]): Promise<string> {
  const { clock, user: writer } = plane;
  const logger = createJsonLogger({ write: () => undefined, clock });
  const events = createPlaneEvents({ writer, clock, logger, component: "deployment-controller" });
  const sets: ReplicaSet[] = [];
  for (const [index, old] of oldSets.entries()) {
    sets.push(await makeSet(`v${index + 1}`, old));
    await clock.advance(1_000);
  }
  const limit = revisionHistoryLimit === undefined ? {} : { revisionHistoryLimit };
  await cleanUpHistory(new DeploymentRun({ writer, events, clock }, deploymentOf(limit)), sets);
  const found: string[] = [];
  for (const { metadata } of await writer.list<ReplicaSet>(place)) {
    const { name = "", finalizers = [] } = metadata;
    found.push(name.slice(1));
    if (finalizers.length > 0) await writer.patch({ ...place, name }, "merge", { metadata: { finalizers: null } });
    else await writer.delete({ ...place, name });
  }
  return found.join("");
}

describe("of the old sets of a Deployment", () => {
  test("as many are kept as the Deployment says", async () => {
    assert.equal(await left(0, {}, {}, {}), "");
    assert.equal(await left(1, {}, {}, {}), "3");
    assert.equal(await left(3, {}, {}, {}), "123");
    assert.equal(await left(9, {}, {}, {}), "123");
  });

  test("all are kept where it says so, or nothing", async () => {
    assert.equal(await left(0x7fffffff, {}, {}, {}), "123");
    assert.equal(await left(undefined, {}, {}), "12");
  });

  test("the one with the lower revision goes first, whichever is older", async () => {
    assert.equal(await left(1, { revision: "1" }, { revision: "2" }), "2");
    assert.equal(await left(1, { revision: "2" }, { revision: "1" }), "1");
    const four = [{ revision: "3" }, { revision: "1" }, { revision: "4" }, { revision: "2" }];
    assert.equal(await left(2, ...four), "13");
    assert.equal(await left(1, { revision: "9" }, { revision: "10" }), "2");
  });

  test("one without a revision goes before one that has one, and the older one of equals", async () => {
    assert.equal(await left(1, { revision: "1" }, {}), "1");
    assert.equal(await left(1, {}, { revision: "2" }), "2");
    assert.equal(await left(1, { revision: "5" }, { revision: "5" }), "2");
  });

  test("one that wants pods, or still has some, or has not been seen to by its controller, stays", async () => {
    assert.equal(await left(0, { replicas: 1 }, {}), "1");
    assert.equal(await left(0, { left: 1 }, {}), "1");
    assert.equal(await left(0, { isUnseen: true }, {}), "1");
  });

  test("one that stays takes a place in the history", async () => {
    const [busy, second, third] = [{ revision: "1", replicas: 1 }, { revision: "2" }, { revision: "3" }];
    assert.equal(await left(1, busy, second, third), "13");
    assert.equal(await left(1, busy, { ...second, replicas: 1 }, third), "123");
  });

  test("one that is going already is neither counted nor deleted again", async () => {
    assert.equal(await left(1, { revision: "1", isGoing: true }, { revision: "2" }), "12");
  });
});

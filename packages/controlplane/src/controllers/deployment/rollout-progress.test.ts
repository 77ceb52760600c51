import assert from "node:assert/strict";
import { test } from "node:test";
import type { Deployment, DeploymentCondition, DeploymentStatus, ReplicaSet } from "@pintle/kinds";
import { formatTime } from "@pintle/machinery";
import { isComplete, isProgress } from "./deployment-status.ts";
import { deadlineWaitMs, statusOfRollout } from "./rollout-progress.ts";
import { deploymentOf, setOf } from "./sample-objects.test.ts";

const now = Date.UTC(2026, 0, 1, 12);
const forEver = 0x7fffffff;

function progressing(reason: string, agoSeconds: number, status = "True"): DeploymentCondition {
  const time = formatTime(now - agoSeconds * 1_000);
  return { type: "Progressing", status, reason, message: "", lastUpdateTime: time, lastTransitionTime: time };
}

/** Three replicas of which so many were there and available when the status was last written, with a deadline of a minute. */
function deploymentAt(count: number, condition?: DeploymentCondition, deadline: number | undefined = 60): Deployment {
  const counts = { replicas: count, updatedReplicas: count, readyReplicas: count, availableReplicas: count };
  return deploymentOf(
    { replicas: 3, ...(deadline !== undefined && { progressDeadlineSeconds: deadline }) },
    { ...counts, observedGeneration: 1, ...(condition && { conditions: [condition] }) },
  );
}

function setAt(name: string, count: number): ReplicaSet {
  return setOf(name, 3, {}, { replicas: count, readyReplicas: count, availableReplicas: count });
}

function progressOf(
  deployment: Deployment,
  sets: readonly ReplicaSet[],
  newSet = sets.at(-1),
): DeploymentCondition | undefined {
  const { conditions } = statusOfRollout(deployment, sets, newSet, now);
  return conditions?.find(({ type }) => type === "Progressing");
}

test("a rollout without a deadline tells nothing of its progress", () => {
  const deployment = deploymentAt(1, progressing("ReplicaSetUpdated", 10), forEver);
  assert.equal(progressOf(deployment, [setAt("v1", 2)]), undefined);
  assert.equal(deadlineWaitMs(deployment, {}, now), undefined);
});

test("a rollout that is over is not estimated again", () => {
  const told = progressing("NewReplicaSetAvailable", 3_600);
  assert.equal(progressOf(deploymentAt(3, told), [setAt("v1", 2)]), told);
});

test("progress is told again with its time, and since when there is any stays", () => {
  const before = progressing("ReplicaSetUpdated", 30);
  assert.deepEqual(progressOf(deploymentAt(1, before), [setAt("v1", 2)]), {
    ...before,
    message: 'ReplicaSet "v1" is progressing.',
    lastUpdateTime: formatTime(now),
  });
});

test("progress after a missed deadline counts as progress from now on", () => {
  const before = progressing("ProgressDeadlineExceeded", 30, "False");
  const found = progressOf(deploymentAt(1, before), [setAt("v1", 2)]);
  assert.equal(found?.reason, "ReplicaSetUpdated");
  assert.equal(found?.lastTransitionTime, formatTime(now));
});

test("a rollout is complete when all replicas are new and available", () => {
  const before = progressing("ReplicaSetUpdated", 30);
  const found = progressOf(deploymentAt(2, before), [setAt("v1", 3)]);
  assert.equal(found?.reason, "NewReplicaSetAvailable");
  assert.equal(found?.message, 'ReplicaSet "v1" has successfully progressed.');
  assert.equal(found?.lastTransitionTime, before.lastTransitionTime);
  assert.equal(found?.lastUpdateTime, formatTime(now));
});

test("a rollout without any progress misses its deadline after it, not on it", () => {
  const at = (agoSeconds: number) =>
    progressOf(deploymentAt(2, progressing("ReplicaSetUpdated", agoSeconds)), [setAt("v1", 2)]);
  assert.equal(at(60)?.reason, "ReplicaSetUpdated");
  assert.equal(at(61)?.reason, "ProgressDeadlineExceeded");
  assert.equal(at(61)?.status, "False");
  assert.equal(at(61)?.message, 'ReplicaSet "v1" has timed out progressing.');
});

test("a deadline that was missed stays missed, with its first time", () => {
  const before = progressing("ProgressDeadlineExceeded", 30, "False");
  assert.equal(progressOf(deploymentAt(2, before), [setAt("v1", 2)]), before);
});

test("a Deployment without a new set speaks of itself", () => {
  const deployment = deploymentOf(
    { replicas: 0, progressDeadlineSeconds: 60 },
    { replicas: 1, conditions: [progressing("ReplicaSetUpdated", 30)] },
  );
  const { conditions } = statusOfRollout(deployment, [setOf("v1", 0)], undefined, now);
  const found = conditions?.find(({ type }) => type === "Progressing");
  assert.equal(found?.message, 'Deployment "web" has successfully progressed.');
});

test("the failure of a set is told, that of the new one first, and goes with it", () => {
  const failed = (set: ReplicaSet, message: string): ReplicaSet => {
    const condition = { type: "ReplicaFailure", status: "True", reason: "FailedCreate", message };
    const conditions = [{ ...condition, lastTransitionTime: formatTime(now) }];
    return { ...set, status: { replicas: 0, ...set.status, conditions } };
  };
  const failureOf = (status: DeploymentStatus) => status.conditions?.find(({ type }) => type === "ReplicaFailure");
  const [old, next] = [failed(setAt("v1", 1), "old"), failed(setAt("v2", 1), "new")];
  const told = statusOfRollout(deploymentAt(2), [old, next], next, now);
  assert.equal(failureOf(told)?.message, "new");
  assert.equal(failureOf(told)?.lastUpdateTime, formatTime(now));
  assert.equal(failureOf(statusOfRollout(deploymentAt(2), [old], undefined, now))?.message, "old");
  const deployment = { ...deploymentAt(2), status: told };
  assert.equal(failureOf(statusOfRollout(deployment, [setAt("v2", 1)], undefined, now)), undefined);
});

test("a rollout that stands still is looked at when its deadline is over, and one that is over or late is not", () => {
  const waitOf = (deployment: Deployment) => deadlineWaitMs(deployment, deployment.status ?? {}, now);
  assert.equal(waitOf(deploymentAt(1, progressing("ReplicaSetUpdated", 30))), 30_000);
  assert.equal(waitOf(deploymentAt(1, progressing("ReplicaSetUpdated", 61))), -1_000);
  assert.equal(waitOf(deploymentAt(1)), undefined);
  assert.equal(waitOf(deploymentAt(3, progressing("NewReplicaSetAvailable", 30))), undefined);
  assert.equal(waitOf(deploymentAt(1, progressing("ProgressDeadlineExceeded", 30, "False"))), undefined);
});

test("a Deployment is complete only with its newest generation, no old pods and all available", () => {
  const deployment = deploymentOf({ replicas: 3 });
  const whole = { replicas: 3, updatedReplicas: 3, availableReplicas: 3, observedGeneration: 1 };
  assert.ok(isComplete(deployment, whole));
  for (const lack of [{ replicas: 4 }, { updatedReplicas: 2 }, { availableReplicas: 2 }, { observedGeneration: 0 }]) {
    assert.ok(!isComplete(deployment, { ...whole, ...lack }));
  }
  assert.ok(isComplete(deploymentOf({ replicas: 0 }), { observedGeneration: 1 }));
});

test("more new, ready or available replicas are progress, and so are fewer old ones; nothing else is", () => {
  const before = { replicas: 6, updatedReplicas: 3, readyReplicas: 3, availableReplicas: 3 };
  for (const after of [
    { ...before, updatedReplicas: 4 },
    { ...before, replicas: 5 },
    { ...before, readyReplicas: 4 },
    { ...before, availableReplicas: 4 },
  ]) {
    assert.ok(isProgress(before, after));
  }
  for (const after of [before, { ...before, replicas: 7 }, { ...before, availableReplicas: 2 }]) {
    assert.ok(!isProgress(before, after));
  }
});

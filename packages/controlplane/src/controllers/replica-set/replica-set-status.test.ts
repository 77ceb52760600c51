import assert from "node:assert/strict";
import { test } from "node:test";
import type { Pod, ReplicaSet, ReplicaSetStatus } from "@pintle/kinds";
import { isStatusOfReplicaSet, statusOfReplicaSet } from "./replica-set-status.ts";

const now = Date.UTC(2026, 0, 1);
const labels = { app: "shop" };

function setOf(replicas: number, status?: ReplicaSetStatus): ReplicaSet {
  return {
    apiVersion: "apps/v1",
    kind: "ReplicaSet",
    metadata: { name: "web", generation: 2 },
    spec: { replicas, selector: {}, template: { metadata: { labels } } },
    ...(status && { status }),
  };
}

function podOf(isReady: boolean, own: { [key: string]: string } = labels): Pod {
  const conditions = [{ type: "Ready", status: isReady ? "True" : "False" }];
  return { apiVersion: "v1", kind: "Pod", metadata: { labels: own }, status: { phase: "Running", conditions } };
}

test("counts of nothing are left out, but for the replicas and those that are ending", () => {
  assert.deepEqual(statusOfReplicaSet(setOf(2), { active: [], terminating: [] }, now), {
    replicas: 0,
    terminatingReplicas: 0,
    observedGeneration: 2,
  });
});

test("pods are counted by labels, readiness and availability", () => {
  const active = [podOf(true), podOf(false), podOf(true, { app: "shop", more: "yes" }), podOf(true, {})];
  assert.deepEqual(statusOfReplicaSet(setOf(4), { active, terminating: [podOf(true)] }, now), {
    replicas: 4,
    fullyLabeledReplicas: 3,
    readyReplicas: 3,
    availableReplicas: 3,
    terminatingReplicas: 1,
    observedGeneration: 2,
  });
});

test("a failure is told by what was tried, once and with its first message, and until it is over", () => {
  const fail = (message: string) => new Error(message);
  const conditionsOf = (set: ReplicaSet, active: readonly Pod[], failure?: Error) =>
    statusOfReplicaSet(set, { active, terminating: [], failure }, now).conditions;
  const told = conditionsOf(setOf(2), [podOf(true)], fail("quota"));
  assert.deepEqual(told, [
    {
      type: "ReplicaFailure",
      status: "True",
      lastTransitionTime: "2026-01-01T00:00:00Z",
      reason: "FailedCreate",
      message: "quota",
    },
  ]);
  assert.equal(conditionsOf(setOf(0), [podOf(true)], fail("webhook"))?.[0]?.reason, "FailedDelete");
  const failed = setOf(2, { replicas: 1, conditions: told ?? [] });
  assert.deepEqual(conditionsOf(failed, [podOf(true)], fail("something else")), told);
  assert.equal(conditionsOf(failed, [podOf(true)]), undefined);
});

test("a status that says the same need not be written, and one of an older generation must be", () => {
  const status = statusOfReplicaSet(setOf(1), { active: [podOf(true)], terminating: [] }, now);
  assert.ok(isStatusOfReplicaSet(setOf(1, { ...status }), status));
  assert.ok(isStatusOfReplicaSet(setOf(1, { ...status, conditions: [] }), status));
  assert.ok(!isStatusOfReplicaSet(setOf(1, { ...status, observedGeneration: 1 }), status));
  assert.ok(!isStatusOfReplicaSet(setOf(1, { ...status, readyReplicas: 0 }), status));
  const { terminatingReplicas: _, ...untold } = status;
  assert.ok(!isStatusOfReplicaSet(setOf(1, untold), status));
});

/** Deployments and ReplicaSets for tests of functions that look at them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Deployment, DeploymentSpec, DeploymentStatus, ReplicaSet, ReplicaSetStatus } from "@pintle/kinds";

const template = { metadata: { labels: { app: "shop" } }, spec: { containers: [{ name: "main", image: "shop:1" }] } };

export function deploymentOf(spec: Partial<DeploymentSpec>, status: DeploymentStatus = {}): Deployment {
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { namespace: "shop", name: "web", uid: "web", generation: 1 },
    spec: { selector: {}, template, strategy: { type: "RollingUpdate" }, ...spec },
    status,
  };
}

export function rolling(
  replicas: number,
  maxSurge: number | string = 0,
  maxUnavailable: number | string = 0,
): Deployment {
  return deploymentOf({ replicas, strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge, maxUnavailable } } });
}

/** The number in its name is how new it is. */
export function setOf(
  name: string,
  replicas: number,
  annotations: { [key: string]: string } = {},
  status: Partial<ReplicaSetStatus> = {},
): ReplicaSet {
  const age = Number(/\d+$/.exec(name)?.[0] ?? 0);
  const creationTimestamp = new Date(Date.UTC(2026, 0, 1, 0, 0, age)).toISOString().replace(".000", "");
  return {
    apiVersion: "apps/v1",
    kind: "ReplicaSet",
    metadata: { namespace: "shop", name, uid: name, creationTimestamp, annotations, generation: 1 },
    spec: { replicas, selector: {}, template },
    status: { replicas, ...status },
  };
}

test("sets are as old as their names say", () => {
  assert.equal(setOf("v2", 1).metadata.creationTimestamp, "2026-01-01T00:00:02Z");
});

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Pod } from "@pintle/kinds";
import { choosePodsToDelete } from "./rank-pods.ts";

const now = Date.UTC(2026, 0, 1, 12);
const ago = (seconds: number) => new Date(now - seconds * 1_000).toISOString().replace(".000", "");

interface Traits {
  readonly node?: string;
  readonly phase?: "Pending" | "Unknown" | "Running";
  /** For how many seconds it has been ready. */
  readonly ready?: number;
  readonly age?: number;
  readonly restarts?: number;
  readonly sidecarRestarts?: number;
  readonly cost?: string;
  readonly uid?: string;
}

function pod(name: string, traits: Traits): Pod {
  const { node = "node-1", phase = "Running", ready, age = 100, restarts = 0, sidecarRestarts = 0, cost } = traits;
  const container = { image: "shop:1", imageID: "", ready: true, started: true };
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name,
      uid: traits.uid ?? name,
      creationTimestamp: ago(age),
      ...(cost !== undefined && { annotations: { "controller.kubernetes.io/pod-deletion-cost": cost } }),
    },
    spec: {
      containers: [{ name: "main" }],
      initContainers: [{ name: "side", restartPolicy: "Always" }],
      ...(node !== "" && { nodeName: node }),
    },
    status: {
      phase,
      ...(ready !== undefined && {
        conditions: [{ type: "Ready", status: "True", lastTransitionTime: ago(ready) }],
      }),
      containerStatuses: [{ ...container, name: "main", restartCount: restarts }],
      initContainerStatuses: [{ ...container, name: "side", restartCount: sidecarRestarts }],
    },
  };
}

/** The first of the two goes before the second, in whatever order they are given. */
function goesFirst(first: Traits, second: Traits, siblings: readonly Pod[] = []): void {
  const pods = [pod("first", first), pod("second", second)];
  for (const given of [pods, pods.toReversed()]) {
    const [chosen] = choosePodsToDelete(given, 1, () => siblings, now);
    assert.equal(chosen?.metadata.name, "first");
  }
}

test("a pod without a node goes before one that has one, whatever else is true of it", () => {
  goesFirst({ node: "", ready: 100, cost: "1000" }, { phase: "Pending" });
});

test("a pod that waits goes before one of which nothing is known, and that before one that runs", () => {
  goesFirst({ phase: "Pending" }, { phase: "Unknown" });
  goesFirst({ phase: "Unknown" }, { phase: "Running" });
});

test("a pod that is not ready goes before one that is", () => {
  goesFirst({ cost: "5" }, { ready: 10 });
});

test("a pod of lower cost goes first, and what is no cost counts as none", () => {
  goesFirst({ ready: 10, cost: "-1" }, { ready: 10 });
  goesFirst({ ready: 10 }, { ready: 10, cost: "1" });
  for (const wrong of ["+5", "05", "", "1.5", "9999999999", "many"]) {
    goesFirst({ ready: 10, cost: wrong }, { ready: 10, cost: "1" });
    goesFirst({ ready: 10, cost: "-1" }, { ready: 10, cost: wrong });
  }
});

test("a pod that shares its node with more of its siblings goes first, and those that have ended do not count", () => {
  const sibling = (node: string, phase: "Running" | "Failed") => {
    const { status, ...rest } = pod("sibling", { node });
    return { ...rest, status: { ...status, phase } };
  };
  const siblings = [
    sibling("crowded", "Running"),
    sibling("crowded", "Running"),
    sibling("free", "Running"),
    sibling("free", "Failed"),
    sibling("free", "Failed"),
  ];
  goesFirst({ node: "crowded", ready: 10 }, { node: "free", ready: 10 }, siblings);
});

test("a pod that has been ready for a shorter time goes first, where the times differ in magnitude", () => {
  goesFirst({ ready: 10 }, { ready: 100 });
});

test("among pods that have been ready for about as long the uid decides", () => {
  goesFirst({ ready: 100, uid: "a" }, { ready: 101, uid: "b" });
  goesFirst({ ready: 101, uid: "a" }, { ready: 100, uid: "b" });
});

test("a pod that has restarted more often goes first, and then one whose sidecar has", () => {
  goesFirst({ ready: 10, restarts: 3 }, { ready: 10, restarts: 1, sidecarRestarts: 9 });
  goesFirst({ ready: 10, sidecarRestarts: 2 }, { ready: 10 });
});

test("a younger pod goes first, where the ages differ in magnitude", () => {
  goesFirst({ age: 10 }, { age: 100 });
});

test("all of them go where all shall go, and nobody asks for siblings", () => {
  const pods = [pod("a", {}), pod("b", {})];
  assert.deepEqual(
    choosePodsToDelete(pods, 2, () => assert.fail("there is no choice"), now),
    pods,
  );
});

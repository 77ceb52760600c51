import assert from "node:assert/strict";
import { test } from "node:test";
import {
  isPodActive,
  isPodAvailable,
  isPodReady,
  isPodTerminating,
  nextPodAvailabilityMs,
  type PodState,
} from "./pod-state.ts";

const now = Date.UTC(2026, 0, 1);
const since = (seconds: number) => new Date(now - seconds * 1_000).toISOString().replace(".000", "");
const ready = (seconds: number): PodState => ({
  metadata: {},
  status: { phase: "Running", conditions: [{ type: "Ready", status: "True", lastTransitionTime: since(seconds) }] },
});
const deleted = { deletionTimestamp: since(0) };

test("a pod counts until it has ended or is told to", () => {
  assert.ok(isPodActive({ metadata: {}, status: { phase: "Pending" } }));
  assert.ok(isPodActive({ metadata: {} }));
  assert.ok(!isPodActive({ metadata: {}, status: { phase: "Succeeded" } }));
  assert.ok(!isPodActive({ metadata: {}, status: { phase: "Failed" } }));
  assert.ok(!isPodActive({ metadata: deleted, status: { phase: "Running" } }));
});

test("a pod is terminating while it is told to end and has not", () => {
  assert.ok(isPodTerminating({ metadata: deleted, status: { phase: "Running" } }));
  assert.ok(!isPodTerminating({ metadata: deleted, status: { phase: "Failed" } }));
  assert.ok(!isPodTerminating({ metadata: {}, status: { phase: "Running" } }));
});

test("a pod is available when it has been ready for exactly as long as is asked", () => {
  assert.ok(isPodReady(ready(0)));
  assert.ok(isPodAvailable(ready(0), 0, now));
  assert.ok(!isPodAvailable(ready(9), 10, now));
  assert.ok(isPodAvailable(ready(10), 10, now));
});

test("a pod that does not say since when it is ready is available only where no time is asked", () => {
  const vague: PodState = { metadata: {}, status: { conditions: [{ type: "Ready", status: "True" }] } };
  assert.ok(isPodAvailable(vague, 0, now));
  assert.ok(!isPodAvailable(vague, 1, now));
  assert.equal(nextPodAvailabilityMs([vague], 1, now), undefined);
});

test("the next pod to become available is the one that lacks least", () => {
  assert.equal(nextPodAvailabilityMs([ready(1), ready(7), ready(10), ready(60)], 10, now), 3_000);
  assert.equal(nextPodAvailabilityMs([ready(10), ready(60)], 10, now), undefined);
  assert.equal(nextPodAvailabilityMs([ready(1)], 0, now), undefined);
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { JsonObject } from "@pintle/machinery";
import { autoscalerFromV1 } from "../builtin/conversion/convert-autoscaler.ts";
import { formatMetricTargets } from "./metric-targets.ts";
import { shownRow } from "./shown-row.test.ts";

const targetOf = (metric: JsonObject, ...currentMetrics: JsonObject[]) =>
  formatMetricTargets({ spec: { metrics: [metric] }, status: { currentMetrics } });
const byUse = (name: string, averageUtilization: number): JsonObject => ({
  ...{ type: "Resource", resource: { name, target: { type: "Utilization", averageUtilization } } },
});

describe("a target of a HorizontalPodAutoscaler", () => {
  test("is a share of a resource, of all Pods or of one container", () => {
    assert.equal(targetOf(byUse("cpu", 50)), "cpu: <unknown>/50%");
    const current = { averageUtilization: 40, averageValue: "10m" };
    assert.equal(targetOf(byUse("cpu", 50), { type: "Resource", resource: { name: "cpu", current } }), "cpu: 40%/50%");
    const containerResource = { name: "memory", container: "main", target: { type: "Utilization" } };
    assert.equal(targetOf({ type: "ContainerResource", containerResource }), "memory: <unknown>/<auto>");
  });

  test("is an average of a resource, in canonical form", () => {
    const metric = { type: "Resource", resource: { name: "memory", target: { averageValue: "1024Mi" } } };
    assert.equal(targetOf(metric), "memory: <unknown>/1Gi");
    assert.equal(targetOf(metric, { resource: { current: { averageValue: "512Mi" } } }), "memory: 512Mi/1Gi");
  });

  test("is a value, or an average that says so, of an object or of something outside", () => {
    for (const [type, field] of [
      ["Object", "object"],
      ["External", "external"],
    ] as const) {
      const current = { value: "7", averageValue: "3500m" };
      assert.equal(targetOf({ type, [field]: { target: { value: "10" } } }), "<unknown>/10");
      assert.equal(targetOf({ type, [field]: { target: { value: "10" } } }, { [field]: { current } }), "7/10");
      const average = { type, [field]: { target: { averageValue: "4" } } };
      assert.equal(targetOf(average, { [field]: { current } }), "3500m/4 (avg)");
      assert.equal(targetOf(average, { [field]: { current: {} } }), "<unknown>/4 (avg)");
    }
  });

  test("is an average of a metric of Pods", () => {
    const metric = { type: "Pods", pods: { target: { averageValue: "10" } } };
    assert.equal(targetOf(metric), "<unknown>/10");
    assert.equal(targetOf(metric, { pods: { current: { averageValue: "12" } } }), "12/10");
  });

  test("is measured only by the status at its own place and of its own type", () => {
    assert.equal(targetOf(byUse("cpu", 50), { pods: { current: { averageValue: "12" } } }), "cpu: <unknown>/50%");
  });

  test("of a type that nobody knows is told so", () => assert.equal(targetOf({ type: "Odd" }), "<unknown type>"));
});

test("two targets are shown, and how many more there are", () => {
  const metrics = [byUse("cpu", 50), byUse("memory", 60), byUse("ephemeral-storage", 70)];
  assert.equal(formatMetricTargets({ spec: { metrics } }), "cpu: <unknown>/50%, memory: <unknown>/60% + 1 more...");
  assert.equal(formatMetricTargets({ spec: {} }), "<none>");
});

test("autoscaling/v1 shows the same as v2, and aims at 80 % of the CPU where it says nothing", () => {
  const shown = (spec: JsonObject) =>
    shownRow("horizontalpodautoscalers", autoscalerFromV1({ spec }), "autoscaling/v1");
  assert.equal(shown({ targetCPUUtilizationPercentage: 50 }).Targets, "cpu: <unknown>/50%");
  assert.equal(shown({}).Targets, "cpu: <unknown>/80%");
  assert.equal(shown({}).MinPods, "<unset>");
  assert.equal(shown({ minReplicas: 2 }).MinPods, "2");
});

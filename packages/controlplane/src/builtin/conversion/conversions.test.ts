import assert from "node:assert/strict";
import { test } from "node:test";
import { objectAt } from "../json-fields.ts";
import { autoscalerFromV1, autoscalerToV1 } from "./convert-autoscaler.ts";
import { fromCoreEvent, toCoreEvent } from "./convert-event.ts";

const cpu = { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 50 } } };
const memory = {
  type: "Resource",
  resource: { name: "memory", target: { type: "AverageValue", averageValue: "1Gi" } },
};
const requests = {
  type: "Pods",
  pods: {
    metric: { name: "requests", selector: { matchLabels: { a: "b" } } },
    target: { type: "AverageValue", averageValue: "5" },
  },
};
const queue = {
  type: "External",
  external: { metric: { name: "queue" }, target: { type: "Value", value: "30" } },
};
const behavior = {
  scaleUp: {
    stabilizationWindowSeconds: 0,
    selectPolicy: "Max",
    policies: [{ type: "Pods", value: 4, periodSeconds: 15 }],
  },
  scaleDown: { selectPolicy: "Disabled", policies: [{ type: "Percent", value: 100, periodSeconds: 15 }] },
};

function autoscaler(spec: Record<string, unknown>) {
  return {
    apiVersion: "autoscaling/v2",
    kind: "HorizontalPodAutoscaler",
    metadata: { name: "a", annotations: { own: "1" } },
    spec: { maxReplicas: 3, ...spec } as never,
    status: {},
  };
}

test("an autoscaler of the CPU alone is the same in both versions, without annotations", () => {
  const v1 = autoscalerToV1(autoscaler({ metrics: [cpu] }));
  assert.deepEqual(v1.spec, { maxReplicas: 3, targetCPUUtilizationPercentage: 50 });
  assert.deepEqual(objectAt(v1, "metadata.annotations"), { own: "1" });
  assert.deepEqual(autoscalerFromV1(v1), autoscaler({ metrics: [cpu] }));
});

test("what v1 does not know travels in annotations and comes back whole", () => {
  const object = autoscaler({ metrics: [memory, requests, queue, cpu], behavior });
  const v1 = autoscalerToV1(object);
  assert.deepEqual(Object.keys(objectAt(v1, "metadata.annotations")).toSorted(), [
    "autoscaling.alpha.kubernetes.io/behavior",
    "autoscaling.alpha.kubernetes.io/metrics",
    "own",
  ]);
  assert.deepEqual(autoscalerFromV1(v1), object);
});

test("annotations that cannot be read count for nothing", () => {
  const v1 = { metadata: { annotations: { "autoscaling.alpha.kubernetes.io/metrics": "{" } }, spec: {}, status: {} };
  assert.deepEqual(objectAt(autoscalerFromV1(v1), "spec").metrics, [
    { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 80 } } },
  ]);
});

test("an event is the same in both groups but for the names of its fields", () => {
  const event = {
    apiVersion: "events.k8s.io/v1",
    kind: "Event",
    metadata: { name: "a" },
    regarding: { name: "p" },
    note: "text",
    reportingController: "c",
    deprecatedCount: 2,
  };
  const core = toCoreEvent(event);
  assert.deepEqual(core, {
    apiVersion: "v1",
    kind: "Event",
    metadata: { name: "a" },
    involvedObject: { name: "p" },
    message: "text",
    reportingComponent: "c",
    count: 2,
  });
  assert.deepEqual(fromCoreEvent(core), event);
});

/** HorizontalPodAutoscalers and PodDisruptionBudgets that are refused. */
import { type Mutation, refusedCreations } from "../refusals.ts";
import type { Sequence } from "../sequence.ts";

const target = { apiVersion: "apps/v1", kind: "Deployment", name: "web" };
const old = {
  apiVersion: "autoscaling/v1",
  kind: "HorizontalPodAutoscaler",
  metadata: { name: "web" },
  spec: { scaleTargetRef: target, maxReplicas: 3 },
};
const cpu = { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 80 } } };
const autoscaler = { ...old, apiVersion: "autoscaling/v2", spec: { ...old.spec, metrics: [cpu] } };

const shared: readonly Mutation[] = [
  ["no spec", "spec"],
  ["no target", "spec.scaleTargetRef"],
  ["a target without a name", "spec.scaleTargetRef.name"],
  ["a target without a kind", "spec.scaleTargetRef.kind"],
  ["a target name with a slash", "spec.scaleTargetRef.name", "a/b"],
  ["a target kind with a slash", "spec.scaleTargetRef.kind", "a/b"],
  ["a target version with two slashes", "spec.scaleTargetRef.apiVersion", "apps/v1/beta"],
  ["no maximum", "spec.maxReplicas"],
  ["a maximum of zero", "spec.maxReplicas", 0],
  ["a negative maximum", "spec.maxReplicas", -1],
  ["a minimum of zero", "spec.minReplicas", 0],
  ["a negative minimum", "spec.minReplicas", -1],
  ["a minimum above the maximum", "spec.minReplicas", 4],
  ["a maximum that is a word", "spec.maxReplicas", "three"],
  ["a name in capitals", "metadata.name", "Web"],
  ["an unknown field", "spec.replicas", 3],
];

const percentages: readonly Mutation[] = [
  ["a target of 0 % CPU", "spec.targetCPUUtilizationPercentage", 0],
  ["a target of -1 % CPU", "spec.targetCPUUtilizationPercentage", -1],
  ["a target of CPU that is text", "spec.targetCPUUtilizationPercentage", "80%"],
];

const metric = (metric: object) => [metric];
const resource = (change: object) =>
  metric({ type: "Resource", resource: { name: "cpu", target: cpu.resource.target, ...change } });
const pods = (change: object) =>
  metric({
    type: "Pods",
    pods: { metric: { name: "rps" }, target: { type: "AverageValue", averageValue: "1" }, ...change },
  });
const object = (change: object) =>
  metric({
    type: "Object",
    object: { describedObject: target, metric: { name: "rps" }, target: { type: "Value", value: "1" }, ...change },
  });
const external = (change: object) =>
  metric({
    type: "External",
    external: { metric: { name: "queue" }, target: { type: "Value", value: "1" }, ...change },
  });
const container = (change: object) =>
  metric({ type: "ContainerResource", containerResource: { ...cpu.resource, container: "app", ...change } });

const metrics: readonly Mutation[] = [
  ["a metric without anything", "spec.metrics", metric({})],
  ["a metric of unknown type", "spec.metrics", metric({ type: "Mood" })],
  ["a resource metric without a resource", "spec.metrics", metric({ type: "Resource" })],
  [
    "a metric of two types",
    "spec.metrics",
    metric({ ...cpu, pods: { metric: { name: "a" }, target: { type: "AverageValue", averageValue: "1" } } }),
  ],
  ["a resource metric without a name", "spec.metrics", resource({ name: undefined })],
  ["a resource metric without a target", "spec.metrics", resource({ target: undefined })],
  [
    "a resource metric with a target of unknown type",
    "spec.metrics",
    resource({ target: { type: "Mood", averageUtilization: 1 } }),
  ],
  ["a resource metric without a value", "spec.metrics", resource({ target: { type: "Utilization" } })],
  [
    "a resource metric with two values",
    "spec.metrics",
    resource({ target: { type: "Utilization", averageUtilization: 1, averageValue: "1" } }),
  ],
  ["a resource metric with a plain value", "spec.metrics", resource({ target: { type: "Value", value: "1" } })],
  ["a resource metric with 0 %", "spec.metrics", resource({ target: { type: "Utilization", averageUtilization: 0 } })],
  [
    "a resource metric with a negative average",
    "spec.metrics",
    resource({ target: { type: "AverageValue", averageValue: "-1" } }),
  ],
  ["a container metric without a container", "spec.metrics", container({ container: undefined })],
  ["a container metric without a resource", "spec.metrics", container({ name: undefined })],
  ["a container metric without a value", "spec.metrics", container({ target: { type: "Utilization" } })],
  ["a container metric with a bad container name", "spec.metrics", container({ container: "a/b" })],
  ["a pods metric without a name", "spec.metrics", pods({ metric: {} })],
  ["a pods metric with a slash in its name", "spec.metrics", pods({ metric: { name: "a/b" } })],
  ["a pods metric with a plain value", "spec.metrics", pods({ target: { type: "Value", value: "1" } })],
  [
    "a pods metric with an average of zero",
    "spec.metrics",
    pods({ target: { type: "AverageValue", averageValue: "0" } }),
  ],
  ["an object metric without an object", "spec.metrics", object({ describedObject: undefined })],
  ["an object metric without a name", "spec.metrics", object({ metric: {} })],
  ["an object metric without a value", "spec.metrics", object({ target: { type: "Value" } })],
  ["an object metric with a value of zero", "spec.metrics", object({ target: { type: "Value", value: "0" } })],
  ["an external metric without a name", "spec.metrics", external({ metric: {} })],
  ["an external metric with a slash in its name", "spec.metrics", external({ metric: { name: "a/b" } })],
  [
    "an external metric with two values",
    "spec.metrics",
    external({ target: { type: "Value", value: "1", averageValue: "1" } }),
  ],
  ["an external metric without a value", "spec.metrics", external({ target: { type: "Value" } })],
  ["an external metric with a negative value", "spec.metrics", external({ target: { type: "Value", value: "-1" } })],
];

const policy = { type: "Pods", value: 1, periodSeconds: 15 };

const behavior: readonly Mutation[] = [
  ["scaling up without policies", "spec.behavior", { scaleUp: { policies: [] } }],
  ["a policy of unknown type", "spec.behavior", { scaleUp: { policies: [{ ...policy, type: "Nodes" }] } }],
  ["a policy with a value of zero", "spec.behavior", { scaleUp: { policies: [{ ...policy, value: 0 }] } }],
  ["a policy with a period of zero", "spec.behavior", { scaleUp: { policies: [{ ...policy, periodSeconds: 0 }] } }],
  [
    "a policy with a period above half an hour",
    "spec.behavior",
    { scaleUp: { policies: [{ ...policy, periodSeconds: 1801 }] } },
  ],
  ["an unknown choice of policies", "spec.behavior", { scaleUp: { policies: [policy], selectPolicy: "Middle" } }],
  ["a negative window", "spec.behavior", { scaleDown: { policies: [policy], stabilizationWindowSeconds: -1 } }],
  ["a window above an hour", "spec.behavior", { scaleDown: { policies: [policy], stabilizationWindowSeconds: 3601 } }],
  ["a negative tolerance", "spec.behavior", { scaleDown: { policies: [policy], tolerance: "-0.1" } }],
];

const budget = {
  apiVersion: "policy/v1",
  kind: "PodDisruptionBudget",
  metadata: { name: "web" },
  spec: { minAvailable: 1, selector: { matchLabels: { app: "web" } } },
};

const budgets: readonly Mutation[] = [
  ["a minimum and a maximum", "spec.maxUnavailable", 1],
  ["a negative minimum", "spec.minAvailable", -1],
  ["a minimum of 101 %", "spec.minAvailable", "101%"],
  ["a minimum that is a word", "spec.minAvailable", "half"],
  ["a minimum that is a number in quotes", "spec.minAvailable", "1"],
  ["a minimum of 1.5", "spec.minAvailable", 1.5],
  ["a negative maximum", "spec", { maxUnavailable: -1 }],
  ["a maximum of 101 %", "spec", { maxUnavailable: "101%" }],
  ["a negative percentage", "spec", { maxUnavailable: "-1%" }],
  ["a bad selector", "spec.selector", { matchLabels: { "a b": "c" } }],
  ["a selector with an unknown operator", "spec.selector", { matchExpressions: [{ key: "a", operator: "Like" }] }],
  ["an unknown eviction policy", "spec.unhealthyPodEvictionPolicy", "Never"],
  ["an unknown field", "spec.minimum", 1],
];

const collection = (version: string) => `/apis/autoscaling/${version}/namespaces/default/horizontalpodautoscalers`;

export const sequences: readonly Sequence[] = [
  ...refusedCreations(collection("v1"), old, [...shared, ...percentages]),
  ...refusedCreations(collection("v2"), autoscaler, [...shared, ...metrics, ...behavior]),
  ...refusedCreations("/apis/policy/v1/namespaces/default/poddisruptionbudgets", budget, budgets),
];

/** The kinds of apps, batch, autoscaling and policy. */
import { lifeOf } from "../lives.ts";
import type { Sequence } from "../sequence.ts";

const apps = "/apis/apps/v1/namespaces/{ns}";
const batch = "/apis/batch/v1/namespaces/{ns}";
const object = (apiVersion: string, kind: string, rest: object = {}) => ({
  apiVersion,
  kind,
  metadata: { name: "a" },
  ...rest,
});
const containers = [{ name: "main", image: "busybox:1.36" }];
const selector = { matchLabels: { app: "shop" } };
const template = { metadata: { labels: { app: "shop" } }, spec: { containers } };
const once = { spec: { containers, restartPolicy: "Never" } };
const target = { apiVersion: "apps/v1", kind: "Deployment", name: "a" };
const image = "spec.template.spec.containers[0].image";

export const sequences: readonly Sequence[] = [
  lifeOf(
    `${apps}/deployments`,
    object("apps/v1", "Deployment", { spec: { selector, template } }),
    { "spec.replicas": 3, [image]: "busybox:1.37" },
    {
      status: {
        ...{ observedGeneration: 2, replicas: 3, updatedReplicas: 2, readyReplicas: 1, availableReplicas: 1 },
        conditions: [{ type: "Available", status: "False", reason: "MinimumReplicasUnavailable", message: "Not yet." }],
      },
    },
  ),
  lifeOf(
    `${apps}/replicasets`,
    object("apps/v1", "ReplicaSet", { spec: { selector, template } }),
    { "spec.replicas": 3 },
    { status: { observedGeneration: 2, replicas: 3, readyReplicas: 2, fullyLabeledReplicas: 3 } },
  ),
  lifeOf(
    `${apps}/statefulsets`,
    object("apps/v1", "StatefulSet", { spec: { selector, template, serviceName: "a" } }),
    { "spec.replicas": 3, [image]: "busybox:1.37" },
    { status: { observedGeneration: 2, replicas: 3, readyReplicas: 2 } },
  ),
  lifeOf(
    `${apps}/daemonsets`,
    object("apps/v1", "DaemonSet", { spec: { selector, template } }),
    { [image]: "busybox:1.37" },
    {
      status: {
        ...{ observedGeneration: 2, desiredNumberScheduled: 3, currentNumberScheduled: 2, updatedNumberScheduled: 1 },
        ...{ numberReady: 1, numberAvailable: 1, numberMisscheduled: 0 },
      },
    },
  ),
  lifeOf(
    `${apps}/controllerrevisions`,
    object("apps/v1", "ControllerRevision", { revision: 1, data: { spec: { color: "blue" } } }),
    { revision: 2 },
  ),
  // A PUT without the selector and labels that the server made up is refused.
  lifeOf(
    `${batch}/jobs`,
    object("batch/v1", "Job", { spec: { template: once } }),
    { "spec.suspend": true },
    { what: "with the selector that the server makes", status: { active: 1 } },
  ),
  lifeOf(
    `${batch}/jobs`,
    object("batch/v1", "Job", {
      spec: { manualSelector: true, selector, template: { ...once, metadata: { labels: { app: "shop" } } } },
    }),
    { "spec.suspend": true },
    { what: "with a selector of its own", status: { active: 1 } },
  ),
  lifeOf(
    `${batch}/cronjobs`,
    object("batch/v1", "CronJob", { spec: { schedule: "*/5 * * * *", jobTemplate: { spec: { template: once } } } }),
    { "spec.suspend": true },
    { status: { lastScheduleTime: "2001-01-01T00:00:00Z", active: [{ kind: "Job", name: "a-1", namespace: "{ns}" }] } },
  ),
  lifeOf(
    "/apis/autoscaling/v2/namespaces/{ns}/horizontalpodautoscalers",
    object("autoscaling/v2", "HorizontalPodAutoscaler", { spec: { scaleTargetRef: target, maxReplicas: 5 } }),
    { "spec.minReplicas": 2, "spec.behavior": { scaleDown: { stabilizationWindowSeconds: 60 } } },
    {
      status: {
        ...{ observedGeneration: 1, currentReplicas: 2, desiredReplicas: 3 },
        currentMetrics: [
          { type: "Resource", resource: { name: "cpu", current: { averageUtilization: 40, averageValue: "200m" } } },
        ],
        conditions: [{ type: "AbleToScale", status: "True", reason: "ReadyForNewScale", message: "Ready." }],
      },
    },
  ),
  lifeOf(
    "/apis/autoscaling/v1/namespaces/{ns}/horizontalpodautoscalers",
    object("autoscaling/v1", "HorizontalPodAutoscaler", { spec: { scaleTargetRef: target, maxReplicas: 5 } }),
    { "spec.targetCPUUtilizationPercentage": 50 },
    { status: { currentReplicas: 2, desiredReplicas: 3, currentCPUUtilizationPercentage: 70 } },
  ),
  lifeOf(
    "/apis/policy/v1/namespaces/{ns}/poddisruptionbudgets",
    object("policy/v1", "PodDisruptionBudget", { spec: { minAvailable: 1 } }),
    { "spec.selector": selector },
    {
      status: {
        ...{ observedGeneration: 2, disruptionsAllowed: 1, currentHealthy: 2, desiredHealthy: 1, expectedPods: 2 },
        conditions: [
          {
            ...{ type: "DisruptionAllowed", status: "True", reason: "SufficientPods", message: "" },
            lastTransitionTime: "2001-01-01T00:00:00Z",
          },
        ],
      },
    },
  ),
];

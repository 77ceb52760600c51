/** Apply and patches on the status subresource, and what the main resource makes of a status. */
import type { Json } from "../../conformance/answer.ts";
import { applied, patched } from "../contests.ts";
import type { Sequence } from "../sequence.ts";

const containers = [{ name: "main", image: "busybox:1.36" }];
const matchLabels = { app: "shop" };
const workload = { selector: { matchLabels }, template: { metadata: { labels: matchLabels }, spec: { containers } } };
const condition = (type: string, status: string) => ({ type, status });
const timed = (type: string, status: string) => ({
  ...{ type, status, reason: "Said", message: "", lastTransitionTime: "2001-01-01T00:00:00Z" },
});
const backend = { service: { name: "a", port: { number: 80 } } };
const claimed = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } };

type Row = readonly [apiVersion: string, resource: string, kind: string, spec: Json, status: Json, other: Json];

const rows: readonly Row[] = [
  [
    "v1",
    "pods",
    "Pod",
    { containers },
    { conditions: [condition("A", "True")] },
    { conditions: [condition("B", "True")] },
  ],
  [
    "v1",
    "services",
    "Service",
    { ports: [{ port: 80 }] },
    { conditions: [timed("A", "True")] },
    { conditions: [timed("A", "False")] },
  ],
  ["v1", "resourcequotas", "ResourceQuota", { hard: { pods: "1" } }, { hard: { pods: "1" } }, { used: { pods: "1" } }],
  ["v1", "persistentvolumeclaims", "PersistentVolumeClaim", claimed, { phase: "Bound" }, { phase: "Lost" }],
  ["apps/v1", "deployments", "Deployment", workload, { replicas: 1 }, { readyReplicas: 1, replicas: 1 }],
  ["apps/v1", "replicasets", "ReplicaSet", workload, { replicas: 2 }, { replicas: 3 }],
  ["apps/v1", "statefulsets", "StatefulSet", { ...workload, serviceName: "a" }, { replicas: 2 }, { replicas: 3 }],
  [
    "apps/v1",
    "daemonsets",
    "DaemonSet",
    workload,
    { desiredNumberScheduled: 2 },
    { desiredNumberScheduled: 3, conditions: [condition("A", "True")] },
  ],
  [
    "batch/v1",
    "cronjobs",
    "CronJob",
    {
      schedule: "@daily",
      jobTemplate: { spec: { template: { spec: { containers, restartPolicy: "Never" } } } },
    },
    { lastScheduleTime: "2001-01-01T00:00:00Z" },
    { lastScheduleTime: "2001-01-02T00:00:00Z" },
  ],
  [
    "autoscaling/v2",
    "horizontalpodautoscalers",
    "HorizontalPodAutoscaler",
    { scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "a" }, maxReplicas: 5 },
    { desiredReplicas: 1, currentReplicas: 1 },
    { desiredReplicas: 2 },
  ],
  [
    "policy/v1",
    "poddisruptionbudgets",
    "PodDisruptionBudget",
    { minAvailable: 1 },
    { disruptionsAllowed: 1, currentHealthy: 1, desiredHealthy: 1, expectedPods: 1 },
    { disruptionsAllowed: 0, conditions: [timed("DisruptionAllowed", "False")] },
  ],
  [
    "networking.k8s.io/v1",
    "ingresses",
    "Ingress",
    { defaultBackend: backend },
    { loadBalancer: { ingress: [{ ip: "192.0.2.1" }] } },
    { loadBalancer: { ingress: [{ ip: "192.0.2.2" }] } },
  ],
];

/** A controller applies a status, another one wants something else; the main resource keeps out of it. */
function statusOf([apiVersion, resource, kind, spec, status, other]: Row): Sequence {
  const path = `/${apiVersion === "v1" ? "api" : "apis"}/${apiVersion}/namespaces/{ns}/${resource}/a`;
  const object = { apiVersion, kind, metadata: { name: "a" } };
  return {
    name: `${apiVersion} ${kind}: a status, applied and contested`,
    steps: [
      applied("controller", `${path}/status`, { ...object, status }),
      applied("author", path, { ...object, spec, status }),
      applied("controller", `${path}/status`, { ...object, metadata: { name: "a", labels: { late: "yes" } }, status }),
      applied("rival", `${path}/status`, { ...object, status: other }),
      applied("rival", `${path}/status`, { ...object, status: other }, { force: true }),
      applied("controller", `${path}/status`, object),
      patched("merge", `${path}/status`, { status: other, spec: null }),
      patched("merge", path, { status: null, metadata: { annotations: { seen: "yes" } } }),
      { method: "GET", path: `${path}/status` },
    ],
  };
}

const deployment = "/apis/apps/v1/namespaces/{ns}/deployments/a";
const identity = { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "a" } };
const scale = { apiVersion: "autoscaling/v1", kind: "Scale", metadata: { name: "a" } };
const pod = "/api/v1/namespaces/{ns}/pods/a";

const special: readonly Sequence[] = [
  {
    name: "replicas are owned by whom scaled, not by whom applied",
    steps: [
      applied("author", deployment, { ...identity, spec: { ...workload, replicas: 1 } }),
      patched("merge", `${deployment}/scale`, { spec: { replicas: 3 } }, { fieldManager: "scaler" }),
      { method: "GET", path: deployment },
      applied("author", deployment, { ...identity, spec: { ...workload, replicas: 1 } }),
      applied("author", deployment, { ...identity, spec: workload }),
    ],
  },
  {
    name: "replicas are applied through scale",
    steps: [
      applied("author", deployment, { ...identity, spec: { ...workload, replicas: 1 } }),
      applied("scaler", `${deployment}/scale`, { ...scale, spec: { replicas: 3 } }),
      applied("scaler", `${deployment}/scale`, { ...scale, spec: { replicas: 3 } }, { force: true }),
      { method: "GET", path: deployment },
      applied("scaler", `${deployment}/scale`, scale),
      { method: "GET", path: deployment },
    ],
  },
  {
    name: "conditions of a Pod are merged by type",
    steps: [
      applied("author", pod, { apiVersion: "v1", kind: "Pod", metadata: { name: "a" }, spec: { containers } }),
      patched("strategic", `${pod}/status`, {
        status: { conditions: [condition("A", "True"), condition("B", "True")] },
      }),
      patched("strategic", `${pod}/status`, { status: { conditions: [condition("B", "False")] } }),
      patched("strategic", `${pod}/status`, { status: { conditions: [{ type: "A", $patch: "delete" }] } }),
      patched("strategic", `${pod}/status`, {
        status: { $setElementOrder: { conditions: [] }, conditions: [condition("C", "True")] },
      }),
      patched("strategic", `${pod}/status`, {
        status: {
          "$setElementOrder/conditions": [{ type: "C" }, { type: "B" }],
          conditions: [condition("C", "False")],
        },
      }),
      patched("json", `${pod}/status`, [{ op: "add", path: "/status/conditions/0", value: condition("D", "True") }]),
      patched("json", `${pod}/status`, [{ op: "replace", path: "/spec/nodeName", value: "node-1" }]),
    ],
  },
];

export const sequences: readonly Sequence[] = [...rows.map(statusOf), ...special];

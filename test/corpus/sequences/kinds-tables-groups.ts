/** How workloads, autoscalers, Ingresses, bindings, certificates and other kinds of the named groups are printed. */
import type { Json } from "../../conformance/answer.ts";
import { rowOf } from "../lives.ts";
import type { Sequence } from "../sequence.ts";

const apps = "/apis/apps/v1/namespaces/{ns}";
const batch = "/apis/batch/v1/namespaces/{ns}";
const networking = "/apis/networking.k8s.io/v1";
const rbac = "/apis/rbac.authorization.k8s.io/v1";
const object = (apiVersion: string, kind: string, rest: object = {}, metadata: object = {}) => ({
  ...{ apiVersion, kind, metadata: { name: "a", ...metadata } },
  ...rest,
});
const containers = [
  { name: "main", image: "busybox:1.36" },
  { name: "side", image: "example.com/side:2" },
];
const selector = {
  matchLabels: { app: "shop" },
  matchExpressions: [{ key: "tier", operator: "In", values: ["web", "api"] }],
};
const template = { metadata: { labels: { app: "shop", tier: "web" } }, spec: { containers } };

const workloads: readonly Sequence[] = [
  rowOf(`${apps}/deployments`, "new", object("apps/v1", "Deployment", { spec: { selector, template } })),
  rowOf(
    `${apps}/deployments`,
    "scaled to nothing",
    object("apps/v1", "Deployment", { spec: { replicas: 0, selector, template } }),
  ),
  rowOf(`${apps}/replicasets`, "new", object("apps/v1", "ReplicaSet", { spec: { replicas: 2, selector, template } })),
  rowOf(
    `${apps}/statefulsets`,
    "new",
    object("apps/v1", "StatefulSet", { spec: { selector, template, serviceName: "a" } }),
  ),
  rowOf(
    `${apps}/daemonsets`,
    "a node selector",
    object("apps/v1", "DaemonSet", {
      spec: { selector, template: { ...template, spec: { containers, nodeSelector: { disk: "ssd", arch: "arm64" } } } },
    }),
  ),
  rowOf(
    `${apps}/controllerrevisions`,
    "an owner",
    object(
      "apps/v1",
      "ControllerRevision",
      { revision: 3, data: {} },
      {
        ownerReferences: [
          {
            apiVersion: "apps/v1",
            kind: "StatefulSet",
            name: "a",
            uid: "11111111-1111-4111-8111-111111111111",
            controller: true,
          },
        ],
      },
    ),
  ),
];

const job = (what: string, spec: object, status?: Json) =>
  rowOf(
    `${batch}/jobs`,
    what,
    object("batch/v1", "Job", { spec: { template: { spec: { containers, restartPolicy: "Never" } }, ...spec } }),
    status,
  );
const began = { startTime: "2001-01-01T00:00:00Z" };
const said = (type: string) => ({ type, status: "True", lastTransitionTime: "2001-01-01T00:02:05Z" });
const cronJob = (what: string, spec: object) =>
  rowOf(
    `${batch}/cronjobs`,
    what,
    object("batch/v1", "CronJob", {
      spec: {
        schedule: "@daily",
        jobTemplate: { spec: { template: { spec: { containers, restartPolicy: "Never" } } } },
        ...spec,
      },
    }),
  );
const jobs: readonly Sequence[] = [
  job("new", {}),
  job(
    "complete",
    {},
    {
      ...{ ...began, completionTime: "2001-01-01T00:02:05Z", succeeded: 1 },
      ...{ conditions: [said("SuccessCriteriaMet"), said("Complete")], uncountedTerminatedPods: {} },
    },
  ),
  job(
    "failed",
    {},
    {
      ...{ ...began, failed: 1, conditions: [said("FailureTarget"), said("Failed")], uncountedTerminatedPods: {} },
    },
  ),
  job("suspended", { suspend: true }, { conditions: [said("Suspended")] }),
  job("about to fail", {}, { ...began, conditions: [said("FailureTarget")] }),
  job("several completions", { completions: 5, parallelism: 2 }, { succeeded: 2 }),
  job("a work queue", { parallelism: 3 }, { succeeded: 1 }),
  cronJob("never scheduled", {}),
  cronJob("a time zone", { timeZone: "Europe/Berlin" }),
  cronJob("suspended", { suspend: true }),
];

const scaler = (what: string, spec: object, status?: Json) =>
  rowOf(
    "/apis/autoscaling/v2/namespaces/{ns}/horizontalpodautoscalers",
    what,
    object("autoscaling/v2", "HorizontalPodAutoscaler", {
      spec: { scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "a" }, maxReplicas: 5, ...spec },
    }),
    status,
  );
const byUse = (name: string, averageUtilization: number) => ({
  ...{ type: "Resource", resource: { name, target: { type: "Utilization", averageUtilization } } },
});
const queue = { metric: { name: "depth" } };
const scalers: readonly Sequence[] = [
  scaler("not measured yet", { metrics: [byUse("cpu", 50)] }),
  scaler("an average value", {
    metrics: [
      { type: "Resource", resource: { name: "memory", target: { type: "AverageValue", averageValue: "100Mi" } } },
    ],
  }),
  scaler("a metric of Pods", {
    metrics: [{ type: "Pods", pods: { ...queue, target: { type: "AverageValue", averageValue: "10" } } }],
  }),
  scaler("a metric of an object", {
    metrics: [
      {
        type: "Object",
        object: { ...queue, describedObject: { kind: "Service", name: "a" }, target: { type: "Value", value: "7" } },
      },
    ],
  }),
  scaler("an external metric", {
    metrics: [{ type: "External", external: { ...queue, target: { type: "Value", value: "7" } } }],
  }),
  scaler("a metric of one container", {
    metrics: [
      {
        type: "ContainerResource",
        containerResource: { name: "cpu", container: "main", target: { type: "Utilization", averageUtilization: 60 } },
      },
    ],
  }),
  scaler("three metrics, two of them shown", {
    metrics: [byUse("cpu", 50), byUse("memory", 60), byUse("ephemeral-storage", 70)],
  }),
];

const budget = (what: string, spec: object) =>
  rowOf(
    "/apis/policy/v1/namespaces/{ns}/poddisruptionbudgets",
    what,
    object("policy/v1", "PodDisruptionBudget", { spec }),
  );
const backend = { service: { name: "a", port: { number: 80 } } };
const ingress = (what: string, spec: object, status?: Json) =>
  rowOf(`${networking}/namespaces/{ns}/ingresses`, what, object("networking.k8s.io/v1", "Ingress", { spec }), status);
const hosts = (...names: string[]) => ({
  rules: names.map((host) => ({ host, http: { paths: [{ path: "/", pathType: "Exact", backend }] } })),
});
const network: readonly Sequence[] = [
  budget("a percentage", { minAvailable: "50%" }),
  budget("at most so many", { maxUnavailable: 1 }),
  budget("neither bound", { selector: {} }),
  ingress("without a host", { defaultBackend: backend }),
  ingress("a rule for every host", { rules: [{ http: { paths: [{ path: "/", pathType: "Prefix", backend }] } }] }),
  ingress("three hosts", hosts("a.example.com", "b.example.com", "c.example.com")),
  ingress("more than three hosts", hosts("a.example.com", "b.example.com", "c.example.com", "d.example.com")),
  ingress("TLS", { ...hosts("a.example.com"), tls: [{ hosts: ["a.example.com"] }] }),
  rowOf(
    `${networking}/ingressclasses`,
    "parameters in a namespace",
    object(
      "networking.k8s.io/v1",
      "IngressClass",
      {
        spec: {
          controller: "example.com/web",
          parameters: { kind: "ConfigMap", name: "a", scope: "Namespace", namespace: "{ns}" },
        },
      },
      { name: "{ns}-a" },
    ),
  ),
  rowOf(
    `${networking}/namespaces/{ns}/networkpolicies`,
    "every Pod",
    object("networking.k8s.io/v1", "NetworkPolicy", { spec: { podSelector: {} } }),
  ),
  rowOf(
    "/apis/discovery.k8s.io/v1/namespaces/{ns}/endpointslices",
    "more than three addresses and no ports",
    object("discovery.k8s.io/v1", "EndpointSlice", {
      addressType: "IPv4",
      endpoints: [1, 2, 3, 4].map((last) => ({ addresses: [`192.0.2.${last}`] })),
    }),
  ),
  rowOf(
    "/apis/discovery.k8s.io/v1/namespaces/{ns}/endpointslices",
    "every port",
    object("discovery.k8s.io/v1", "EndpointSlice", { addressType: "FQDN", endpoints: [], ports: [{}] }),
  ),
];

const binding = (what: string, rest: object) =>
  rowOf(
    `${rbac}/namespaces/{ns}/rolebindings`,
    what,
    object("rbac.authorization.k8s.io/v1", "RoleBinding", {
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "view" },
      ...rest,
    }),
  );
const storageClass = (what: string, rest: object, annotations: object = {}) =>
  rowOf(
    "/apis/storage.k8s.io/v1/storageclasses",
    what,
    object(
      "storage.k8s.io/v1",
      "StorageClass",
      { provisioner: "disk.example.com", ...rest },
      { name: "{ns}-a", annotations },
    ),
  );
const others: readonly Sequence[] = [
  binding("without subjects", {}),
  binding("users and groups", {
    subjects: [
      { kind: "User", name: "alice" },
      { kind: "User", name: "bob" },
      { kind: "Group", name: "developers" },
    ],
  }),
  storageClass("every column", {
    reclaimPolicy: "Retain",
    volumeBindingMode: "WaitForFirstConsumer",
    allowVolumeExpansion: true,
  }),
  storageClass("marked as no default", {}, { "storageclass.kubernetes.io/is-default-class": "no" }),
  rowOf(
    "/apis/storage.k8s.io/v1/csidrivers",
    "token requests",
    object(
      "storage.k8s.io/v1",
      "CSIDriver",
      { spec: { tokenRequests: [{ audience: "a" }, { audience: "b" }] } },
      { name: "{ns}-a" },
    ),
  ),
  rowOf(
    "/apis/coordination.k8s.io/v1/namespaces/{ns}/leases",
    "held by nobody",
    object("coordination.k8s.io/v1", "Lease", { spec: {} }),
  ),
  rowOf(
    "/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations",
    "queues",
    object(
      "flowcontrol.apiserver.k8s.io/v1",
      "PriorityLevelConfiguration",
      {
        spec: {
          type: "Limited",
          limited: {
            nominalConcurrencyShares: 1,
            limitResponse: { type: "Queue", queuing: { queues: 16, handSize: 4, queueLengthLimit: 50 } },
          },
        },
      },
      { name: "{ns}-a" },
    ),
  ),
  rowOf(
    "/apis/resource.k8s.io/v1/namespaces/{ns}/resourceclaims",
    "not allocated",
    object("resource.k8s.io/v1", "ResourceClaim", { spec: {} }),
  ),
];

export const sequences: readonly Sequence[] = [...workloads, ...jobs, ...scalers, ...network, ...others];

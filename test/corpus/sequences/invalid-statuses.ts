/** Statuses that are refused: what controllers and kubelets write, where it cannot be. */
import { type Mutation, refusedCreations, refusedStatuses } from "../refusals.ts";
import type { Sequence } from "../sequence.ts";

const core = "/api/v1/namespaces/{ns}";
const apps = "/apis/apps/v1/namespaces/{ns}";
const long = `A${"b".repeat(253)}`;

const claim = {
  apiVersion: "v1",
  kind: "PersistentVolumeClaim",
  metadata: { name: "data" },
  spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
};
const claims: readonly Mutation[] = [
  ["a negative capacity", "status.capacity", { storage: "-1Gi" }],
  ["a capacity of half below zero", "status.capacity", { storage: "-500m" }],
  ["an unknown state of growing", "status.allocatedResourceStatuses", { storage: "Growing" }],
  ["growing of CPU", "status.allocatedResourceStatuses", { cpu: "NodeResizePending" }],
  ["growing of what has no name", "status.allocatedResourceStatuses", { "a b": "NodeResizePending" }],
  ["allocated CPU", "status.allocatedResources", { cpu: "1" }],
  ["allocated under a bad name", "status.allocatedResources", { "a b": "1" }],
  ["allocated below zero", "status.allocatedResources", { storage: "-1Gi" }],
];

const node = { apiVersion: "v1", kind: "Node", metadata: { name: "node" } };
const nodes: readonly Mutation[] = [
  ["a feature in lower case", "status.declaredFeatures", ["swap"]],
  ["an empty feature", "status.declaredFeatures", [""]],
  ["a feature that ends in a slash", "status.declaredFeatures", ["Swap/"]],
  ["a feature with too long a name", "status.declaredFeatures", [long]],
  ["a feature twice", "status.declaredFeatures", ["Swap", "Swap"]],
  ["features out of order", "status.declaredFeatures", ["Swap", "Probe", "Audit"]],
  ["no swap at all", "status.nodeInfo.swap", { capacity: 0 }],
  ["negative swap", "status.nodeInfo.swap", { capacity: -1 }],
  ["negative capacity", "status.capacity", { cpu: "-1" }],
  ["half a pod", "status.allocatable", { pods: "500m" }],
];
const nodeUpdates: readonly Mutation[] = [
  ["features out of order", "status.declaredFeatures", ["Swap", "Probe"]],
  [
    "an address twice",
    "status.addresses",
    [
      { type: "InternalIP", address: "10.1.0.1" },
      { type: "InternalIP", address: "10.1.0.1" },
    ],
  ],
  ["negative capacity", "status.capacity", { memory: "-1" }],
];

const template = { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "app", image: "nginx:1.29" }] } };
const selector = { matchLabels: { app: "web" } };
const workload = (kind: string) => ({
  ...{ apiVersion: "apps/v1", kind, metadata: { name: "web" } },
  spec: { selector, template },
});
const counts = (...names: readonly string[]): Mutation[] =>
  names.map((name) => [`${name} below zero`, `status.${name}`, -1]);
const more = (name: string, than: string): Mutation => [
  `more ${name} than ${than}`,
  "status",
  { [than]: 1, [name]: 2, ...(than === "readyReplicas" && { replicas: 2 }) },
];

const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web" }, spec: { ...template.spec, nodeName: "none" } };
const pods: readonly Mutation[] = [
  ["an address that is none", "status.podIPs", [{ ip: "here" }]],
  ["two addresses of one family", "status.podIPs", [{ ip: "10.1.0.1" }, { ip: "10.1.0.2" }]],
  ["a host's address that is none", "status.hostIPs", [{ ip: "here" }]],
  ["another quality", "status.qosClass", "Guaranteed"],
  ["a condition with a bad name", "status.conditions", [{ type: "a b", status: "True" }]],
  ["two addresses of which one is none", "status.podIPs", [{ ip: "10.1.0.1" }, { ip: "a.b" }]],
  ["a claim that it does not have", "status.resourceClaimStatuses", [{ name: "gpu" }, { name: "gpu" }]],
  ["a claim with a bad name", "status.resourceClaimStatuses", [{ name: "gpu", resourceClaimName: "A" }]],
  [
    "extended resources of nobody",
    "status.extendedResourceClaimStatus",
    { resourceClaimName: "", requestMappings: [] },
  ],
  [
    "extended resources of a container that is not there",
    "status.extendedResourceClaimStatus",
    {
      resourceClaimName: "A",
      requestMappings: [
        { containerName: "none", resourceName: "example.com/gpu", requestName: "a.b" },
        { containerName: "app", resourceName: "example.com/gpu", requestName: "r" },
        { containerName: "app", resourceName: "example.com/gpu", requestName: "r" },
      ],
    },
  ],
  ["a nomination although it has a node", "status.nominatedNodeName", "other"],
];

const service = {
  ...{ apiVersion: "v1", kind: "Service", metadata: { name: "web" } },
  spec: { type: "LoadBalancer", ports: [{ port: 80 }] },
};
const services: readonly Mutation[] = [
  ["a load balancer's address that is none", "status.loadBalancer.ingress", [{ ip: "here" }]],
  ["an unknown mode", "status.loadBalancer.ingress", [{ ip: "10.1.0.1", ipMode: "Magic" }]],
  ["a mode without an address", "status.loadBalancer.ingress", [{ hostname: "a.example.com", ipMode: "VIP" }]],
  ["a host name that is none", "status.loadBalancer.ingress", [{ hostname: "a b" }]],
];

const ingress = {
  ...{ apiVersion: "networking.k8s.io/v1", kind: "Ingress", metadata: { name: "web" } },
  spec: { defaultBackend: { service: { name: "web", port: { number: 80 } } } },
};
const ingresses: readonly Mutation[] = [
  ["an address that is none", "status.loadBalancer.ingress", [{ ip: "here" }]],
  ["a host name that is none", "status.loadBalancer.ingress", [{ hostname: "a b" }]],
];

const budget = {
  ...{ apiVersion: "policy/v1", kind: "PodDisruptionBudget", metadata: { name: "web" } },
  spec: { minAvailable: 1, selector },
};
const quota = { apiVersion: "v1", kind: "ResourceQuota", metadata: { name: "q" }, spec: { hard: { pods: "1" } } };
const quotas: readonly Mutation[] = [
  ["a limit below zero", "status.hard", { pods: "-1" }],
  ["half a pod used", "status.used", { pods: "500m" }],
  ["a resource with a bad name", "status.used", { "a b": "1" }],
];
const autoscaler = {
  ...{ apiVersion: "autoscaling/v2", kind: "HorizontalPodAutoscaler", metadata: { name: "web" } },
  spec: { maxReplicas: 3, scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" } },
};
const job = {
  ...{ apiVersion: "batch/v1", kind: "Job", metadata: { name: "work" } },
  spec: { template: { spec: { ...template.spec, restartPolicy: "Never" } } },
};
const condition = (type: string) => ({ type, status: "True", lastTransitionTime: "2001-01-01T00:00:00Z" });
const jobs: readonly Mutation[] = [
  ...counts("active", "succeeded", "failed", "ready", "terminating"),
  ["complete and failed", "status.conditions", [condition("Complete"), condition("Failed")]],
  ["complete without a time", "status.conditions", [condition("SuccessCriteriaMet"), condition("Complete")]],
  ["a time of completion before it is complete", "status.completionTime", "2001-01-01T00:00:00Z"],
  ["more ready than active", "status", { active: 1, ready: 2 }],
  ["completed indexes of a Job without any", "status.completedIndexes", "0-1"],
];

export const sequences: readonly Sequence[] = [
  ...refusedStatuses(`${core}/persistentvolumeclaims`, claim, claims),
  ...refusedCreations("/api/v1/nodes", node, nodes),
  ...refusedStatuses("/api/v1/nodes", { ...node, metadata: { name: "{ns}" } }, nodeUpdates).map((sequence) => ({
    ...sequence,
    name: `${sequence.name}, later`,
  })),
  ...refusedStatuses(`${apps}/deployments`, workload("Deployment"), [
    ...counts("observedGeneration", "replicas", "readyReplicas", "availableReplicas", "collisionCount"),
    more("readyReplicas", "replicas"),
    more("availableReplicas", "readyReplicas"),
  ]),
  ...refusedStatuses(`${apps}/replicasets`, workload("ReplicaSet"), [
    ...counts("replicas", "fullyLabeledReplicas", "readyReplicas", "observedGeneration"),
    more("fullyLabeledReplicas", "replicas"),
    more("availableReplicas", "readyReplicas"),
  ]),
  ...refusedStatuses(`${apps}/statefulsets`, workload("StatefulSet"), [
    ...counts("replicas", "currentReplicas", "updatedReplicas", "observedGeneration"),
    more("currentReplicas", "replicas"),
  ]),
  ...refusedStatuses(`${apps}/daemonsets`, workload("DaemonSet"), counts("numberReady", "desiredNumberScheduled")),
  ...refusedStatuses(`${core}/pods`, pod, pods),
  ...refusedStatuses(`${core}/services`, service, services),
  ...refusedStatuses("/apis/networking.k8s.io/v1/namespaces/{ns}/ingresses", ingress, ingresses),
  ...refusedStatuses(
    "/apis/policy/v1/namespaces/{ns}/poddisruptionbudgets",
    budget,
    counts("disruptionsAllowed", "currentHealthy", "desiredHealthy", "expectedPods"),
  ),
  ...refusedStatuses(`${core}/resourcequotas`, quota, quotas),
  ...refusedStatuses(
    "/apis/autoscaling/v2/namespaces/{ns}/horizontalpodautoscalers",
    autoscaler,
    counts("currentReplicas", "desiredReplicas"),
  ),
  ...refusedStatuses("/apis/batch/v1/namespaces/{ns}/jobs", job, jobs),
];

/** For kind after kind an object and one field of it that two managers may want, with two values. */
import type { Json } from "../conformance/answer.ts";

export interface Contested {
  readonly collection: string;
  readonly object: Json;
  /** As in `mutate`; optional in the object and changeable. */
  readonly field: string;
  readonly values: readonly [first: Json, second: Json];
  /** What a manager who cares for this field only has to say besides: the keys of the list items on the way. */
  readonly keys?: Json;
}

const containers = [{ name: "main", image: "busybox:1.36" }];
const matchLabels = { app: "shop" };
const template = { metadata: { labels: matchLabels }, spec: { containers } };
const once = { spec: { containers, restartPolicy: "Never" } };
const workload = { selector: { matchLabels }, template };
const target = { apiVersion: "apps/v1", kind: "Deployment", name: "a" };
const rule = (verb: string) => [{ apiGroups: [""], resources: ["pods"], verbs: [verb] }];
const user = (name: string) => [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name }];
const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "view" };
const webhook = {
  ...{ name: "hook.example.com", admissionReviewVersions: ["v1"], sideEffects: "None" },
  clientConfig: { url: "https://127.0.0.1:1/" },
};

const stateful = { spec: { ...workload, serviceName: "a" } };
const autoscaler = { spec: { scaleTargetRef: target, maxReplicas: 9 } };
const cronJob = { spec: { schedule: "@daily", jobTemplate: { spec: { template: once } } } };
const backend = { spec: { defaultBackend: { service: { name: "a", port: { number: 80 } } } } };
const volume = { spec: { accessModes: ["ReadWriteOnce"], capacity: { storage: "1Gi" }, hostPath: { path: "/srv" } } };
const subset = (ip: string) => [{ addresses: [{ ip }] }];
const limit = (cpu: string) => [{ type: "Pod", max: { cpu } }];
const label = "metadata.labels.team";

type Row = readonly [apiVersion: string, resource: string, kind: string, rest: object, contest: Contest];
type Contest = readonly [field: string, first: Json, second: Json, keys?: Json];

const rbac = "rbac.authorization.k8s.io/v1";
const namespaced: readonly Row[] = [
  ["v1", "configmaps", "ConfigMap", {}, ["data.color", "blue", "red"]],
  ["v1", "secrets", "Secret", { type: "Opaque" }, ["data.color", "Ymx1ZQ==", "cmVk"]],
  ["v1", "serviceaccounts", "ServiceAccount", {}, ["automountServiceAccountToken", true, false]],
  ["v1", "pods", "Pod", { spec: { containers } }, [label, "shop", "store"]],
  ["v1", "podtemplates", "PodTemplate", { template }, ["template.spec.priorityClassName", "low", "high"]],
  ["v1", "replicationcontrollers", "ReplicationController", { spec: { template } }, ["spec.replicas", 2, 3]],
  ["v1", "services", "Service", { spec: { ports: [{ port: 80 }] } }, ["spec.sessionAffinity", "ClientIP", "None"]],
  ["v1", "limitranges", "LimitRange", {}, ["spec.limits", limit("1"), limit("2")]],
  ["v1", "resourcequotas", "ResourceQuota", { spec: { hard: { services: "1" } } }, ["spec.hard.pods", "10", "20"]],
  ["v1", "endpoints", "Endpoints", {}, ["subsets", subset("192.0.2.1"), subset("192.0.2.2")]],
  ["v1", "events", "Event", { involvedObject: { namespace: "{ns}" } }, ["reason", "Started", "Stopped"]],
  ["apps/v1", "deployments", "Deployment", { spec: workload }, ["spec.replicas", 2, 3]],
  ["apps/v1", "replicasets", "ReplicaSet", { spec: workload }, ["spec.minReadySeconds", 5, 10]],
  ["apps/v1", "statefulsets", "StatefulSet", stateful, ["spec.revisionHistoryLimit", 3, 5]],
  ["apps/v1", "daemonsets", "DaemonSet", { spec: workload }, ["spec.updateStrategy.type", "OnDelete", "RollingUpdate"]],
  ["apps/v1", "controllerrevisions", "ControllerRevision", { data: {}, revision: 1 }, [label, "shop", "store"]],
  ["batch/v1", "jobs", "Job", { spec: { template: once } }, ["spec.suspend", true, false]],
  ["batch/v1", "cronjobs", "CronJob", cronJob, ["spec.suspend", true, false]],
  ["autoscaling/v2", "horizontalpodautoscalers", "HorizontalPodAutoscaler", autoscaler, ["spec.minReplicas", 2, 3]],
  [
    "autoscaling/v1",
    "horizontalpodautoscalers",
    "HorizontalPodAutoscaler",
    autoscaler,
    ["spec.targetCPUUtilizationPercentage", 50, 60],
  ],
  [
    "policy/v1",
    "poddisruptionbudgets",
    "PodDisruptionBudget",
    { spec: { minAvailable: 1 } },
    ["spec.unhealthyPodEvictionPolicy", "AlwaysAllow", "IfHealthyBudget"],
  ],
  ["networking.k8s.io/v1", "ingresses", "Ingress", backend, ["spec.ingressClassName", "web", "edge"]],
  [
    "networking.k8s.io/v1",
    "networkpolicies",
    "NetworkPolicy",
    { spec: { policyTypes: ["Ingress"] } },
    ["spec.podSelector.matchLabels", { app: "shop" }, { app: "store" }],
  ],
  [
    "discovery.k8s.io/v1",
    "endpointslices",
    "EndpointSlice",
    { addressType: "IPv4", endpoints: [] },
    ["ports", [{ port: 80 }], [{ port: 81 }]],
  ],
  ["coordination.k8s.io/v1", "leases", "Lease", {}, ["spec.holderIdentity", "one", "two"]],
  [rbac, "roles", "Role", {}, ["rules", rule("get"), rule("list")]],
  [rbac, "rolebindings", "RoleBinding", { roleRef }, ["subjects", user("alice"), user("bob")]],
  [
    "storage.k8s.io/v1",
    "csistoragecapacities",
    "CSIStorageCapacity",
    { storageClassName: "fast" },
    ["capacity", "1Gi", "2Gi"],
  ],
  ["resource.k8s.io/v1", "resourceclaims", "ResourceClaim", { spec: {} }, [label, "shop", "store"]],
];

const hook = { webhooks: [webhook] };
const keys = { webhooks: [{ name: "hook.example.com" }] };
const admission = "admissionregistration.k8s.io/v1";
const selectors = (...clusterRoleSelectors: object[]) => ({ clusterRoleSelectors });
const clusterWide: readonly Row[] = [
  ["v1", "namespaces", "Namespace", {}, [label, "shop", "store"]],
  ["v1", "nodes", "Node", {}, ["spec.unschedulable", true, false]],
  ["v1", "persistentvolumes", "PersistentVolume", volume, ["spec.persistentVolumeReclaimPolicy", "Delete", "Recycle"]],
  [rbac, "clusterroles", "ClusterRole", {}, ["aggregationRule", selectors({}), selectors({ matchLabels })]],
  [rbac, "clusterrolebindings", "ClusterRoleBinding", { roleRef }, ["subjects", user("corpus:a"), user("corpus:b")]],
  ["scheduling.k8s.io/v1", "priorityclasses", "PriorityClass", { value: 10 }, ["description", "Low.", "Lower."]],
  [
    "node.k8s.io/v1",
    "runtimeclasses",
    "RuntimeClass",
    { handler: "sandbox" },
    ["scheduling.nodeSelector.size", "small", "large"],
  ],
  [
    "storage.k8s.io/v1",
    "storageclasses",
    "StorageClass",
    { provisioner: "disk.example.com" },
    ["allowVolumeExpansion", true, false],
  ],
  ["storage.k8s.io/v1", "csidrivers", "CSIDriver", { spec: {} }, ["spec.requiresRepublish", true, false]],
  [
    "networking.k8s.io/v1",
    "ingressclasses",
    "IngressClass",
    { spec: { controller: "example.com/web" } },
    [label, "shop", "store"],
  ],
  ["resource.k8s.io/v1", "deviceclasses", "DeviceClass", { spec: {} }, [label, "shop", "store"]],
  [
    admission,
    "mutatingwebhookconfigurations",
    "MutatingWebhookConfiguration",
    hook,
    ["webhooks[0].timeoutSeconds", 5, 6, keys],
  ],
  [
    admission,
    "validatingwebhookconfigurations",
    "ValidatingWebhookConfiguration",
    hook,
    ["webhooks[0].matchPolicy", "Exact", "Equivalent", keys],
  ],
  [
    admission,
    "validatingadmissionpolicybindings",
    "ValidatingAdmissionPolicyBinding",
    { spec: { policyName: "absent.example.com", validationActions: ["Deny"] } },
    ["spec.matchResources.matchPolicy", "Exact", "Equivalent"],
  ],
];

function contests(rows: readonly Row[], folder: string, name: string): Contested[] {
  return rows.map(([apiVersion, resource, kind, rest, [field, first, second, keys]]) => ({
    collection: `/${apiVersion === "v1" ? "api" : "apis"}/${apiVersion}${folder}/${resource}`,
    object: { apiVersion, kind, metadata: { name }, ...rest },
    field,
    values: [first, second],
    keys,
  }));
}

export const contestedFields: readonly Contested[] = [
  ...contests(namespaced, "/namespaces/{ns}", "a"),
  ...contests(clusterWide, "", "{ns}-a"),
];

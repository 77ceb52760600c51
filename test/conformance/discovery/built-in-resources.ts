/** What Kubernetes 1.36 serves by default, as its discovery lists it: only stable versions, groups by priority, resources by name. */
import type { Json } from "../answer.ts";

const every = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];
const changing = ["get", "patch", "update"];
const proxying = ["create", "delete", "get", "patch", "update"];

function namespaced(name: string, kind: string, more: Json = {}): Json {
  return { name, singularName: kind.toLowerCase(), namespaced: true, kind, verbs: every, ...more };
}

function cluster(name: string, kind: string, more: Json = {}): Json {
  return { ...namespaced(name, kind, more), namespaced: false };
}

/** Below a namespaced resource. Subresources have no singular. */
function part(name: string, kind: string, verbs: string[] = changing, more: Json = {}): Json {
  return { name, singularName: "", namespaced: true, kind, verbs, ...more };
}

function clusterPart(name: string, kind: string, verbs: string[] = changing): Json {
  return part(name, kind, verbs, { namespaced: false });
}

/** Scales are always of autoscaling/v1, whatever they scale. */
function scale(of: string): Json {
  return part(`${of}/scale`, "Scale", changing, { group: "autoscaling", version: "v1" });
}

const all = { categories: ["all"] };
const extending = { categories: ["api-extensions"] };

export const builtInResources: Readonly<Record<string, readonly Json[]>> = {
  v1: [
    namespaced("bindings", "Binding", { verbs: ["create"] }),
    cluster("componentstatuses", "ComponentStatus", { verbs: ["get", "list"], shortNames: ["cs"] }),
    namespaced("configmaps", "ConfigMap", { shortNames: ["cm"] }),
    namespaced("endpoints", "Endpoints", { shortNames: ["ep"] }),
    namespaced("events", "Event", { shortNames: ["ev"] }),
    namespaced("limitranges", "LimitRange", { shortNames: ["limits"] }),
    cluster("namespaces", "Namespace", {
      verbs: ["create", "delete", "get", "list", "patch", "update", "watch"],
      shortNames: ["ns"],
    }),
    clusterPart("namespaces/finalize", "Namespace", ["update"]),
    clusterPart("namespaces/status", "Namespace"),
    cluster("nodes", "Node", { shortNames: ["no"] }),
    clusterPart("nodes/proxy", "NodeProxyOptions", proxying),
    clusterPart("nodes/status", "Node"),
    namespaced("persistentvolumeclaims", "PersistentVolumeClaim", { shortNames: ["pvc"] }),
    part("persistentvolumeclaims/status", "PersistentVolumeClaim"),
    cluster("persistentvolumes", "PersistentVolume", { shortNames: ["pv"] }),
    clusterPart("persistentvolumes/status", "PersistentVolume"),
    namespaced("pods", "Pod", { shortNames: ["po"], ...all }),
    part("pods/attach", "PodAttachOptions", ["create", "get"]),
    part("pods/binding", "Binding", ["create"]),
    part("pods/ephemeralcontainers", "Pod"),
    part("pods/eviction", "Eviction", ["create"], { group: "policy", version: "v1" }),
    part("pods/exec", "PodExecOptions", ["create", "get"]),
    part("pods/log", "Pod", ["get"]),
    part("pods/portforward", "PodPortForwardOptions", ["create", "get"]),
    part("pods/proxy", "PodProxyOptions", proxying),
    part("pods/resize", "Pod"),
    part("pods/status", "Pod"),
    namespaced("podtemplates", "PodTemplate"),
    namespaced("replicationcontrollers", "ReplicationController", { shortNames: ["rc"], ...all }),
    scale("replicationcontrollers"),
    part("replicationcontrollers/status", "ReplicationController"),
    namespaced("resourcequotas", "ResourceQuota", { shortNames: ["quota"] }),
    part("resourcequotas/status", "ResourceQuota"),
    namespaced("secrets", "Secret"),
    namespaced("serviceaccounts", "ServiceAccount", { shortNames: ["sa"] }),
    part("serviceaccounts/token", "TokenRequest", ["create"], { group: "authentication.k8s.io", version: "v1" }),
    namespaced("services", "Service", { shortNames: ["svc"], ...all }),
    part("services/proxy", "ServiceProxyOptions", proxying),
    part("services/status", "Service"),
  ],
  "apiregistration.k8s.io/v1": [
    cluster("apiservices", "APIService", extending),
    clusterPart("apiservices/status", "APIService"),
  ],
  "apps/v1": [
    namespaced("controllerrevisions", "ControllerRevision"),
    namespaced("daemonsets", "DaemonSet", { shortNames: ["ds"], ...all }),
    part("daemonsets/status", "DaemonSet"),
    namespaced("deployments", "Deployment", { shortNames: ["deploy"], ...all }),
    scale("deployments"),
    part("deployments/status", "Deployment"),
    namespaced("replicasets", "ReplicaSet", { shortNames: ["rs"], ...all }),
    scale("replicasets"),
    part("replicasets/status", "ReplicaSet"),
    namespaced("statefulsets", "StatefulSet", { shortNames: ["sts"], ...all }),
    scale("statefulsets"),
    part("statefulsets/status", "StatefulSet"),
  ],
  "events.k8s.io/v1": [namespaced("events", "Event", { shortNames: ["ev"] })],
  "authentication.k8s.io/v1": [
    cluster("selfsubjectreviews", "SelfSubjectReview", { verbs: ["create"] }),
    cluster("tokenreviews", "TokenReview", { verbs: ["create"] }),
  ],
  "authorization.k8s.io/v1": [
    namespaced("localsubjectaccessreviews", "LocalSubjectAccessReview", { verbs: ["create"] }),
    cluster("selfsubjectaccessreviews", "SelfSubjectAccessReview", { verbs: ["create"] }),
    cluster("selfsubjectrulesreviews", "SelfSubjectRulesReview", { verbs: ["create"] }),
    cluster("subjectaccessreviews", "SubjectAccessReview", { verbs: ["create"] }),
  ],
  "autoscaling/v2": [
    namespaced("horizontalpodautoscalers", "HorizontalPodAutoscaler", { shortNames: ["hpa"], ...all }),
    part("horizontalpodautoscalers/status", "HorizontalPodAutoscaler"),
  ],
  "autoscaling/v1": [
    namespaced("horizontalpodautoscalers", "HorizontalPodAutoscaler", { shortNames: ["hpa"], ...all }),
    part("horizontalpodautoscalers/status", "HorizontalPodAutoscaler"),
  ],
  "batch/v1": [
    namespaced("cronjobs", "CronJob", { shortNames: ["cj"], ...all }),
    part("cronjobs/status", "CronJob"),
    namespaced("jobs", "Job", all),
    part("jobs/status", "Job"),
  ],
  "certificates.k8s.io/v1": [
    cluster("certificatesigningrequests", "CertificateSigningRequest", { shortNames: ["csr"] }),
    clusterPart("certificatesigningrequests/approval", "CertificateSigningRequest"),
    clusterPart("certificatesigningrequests/status", "CertificateSigningRequest"),
  ],
  "networking.k8s.io/v1": [
    cluster("ingressclasses", "IngressClass"),
    namespaced("ingresses", "Ingress", { shortNames: ["ing"] }),
    part("ingresses/status", "Ingress"),
    cluster("ipaddresses", "IPAddress", { shortNames: ["ip"] }),
    namespaced("networkpolicies", "NetworkPolicy", { shortNames: ["netpol"] }),
    cluster("servicecidrs", "ServiceCIDR"),
    clusterPart("servicecidrs/status", "ServiceCIDR"),
  ],
  "policy/v1": [
    namespaced("poddisruptionbudgets", "PodDisruptionBudget", { shortNames: ["pdb"] }),
    part("poddisruptionbudgets/status", "PodDisruptionBudget"),
  ],
  "rbac.authorization.k8s.io/v1": [
    cluster("clusterrolebindings", "ClusterRoleBinding"),
    cluster("clusterroles", "ClusterRole"),
    namespaced("rolebindings", "RoleBinding"),
    namespaced("roles", "Role"),
  ],
  "storage.k8s.io/v1": [
    cluster("csidrivers", "CSIDriver"),
    cluster("csinodes", "CSINode"),
    namespaced("csistoragecapacities", "CSIStorageCapacity"),
    cluster("storageclasses", "StorageClass", { shortNames: ["sc"] }),
    cluster("volumeattachments", "VolumeAttachment"),
    clusterPart("volumeattachments/status", "VolumeAttachment"),
    cluster("volumeattributesclasses", "VolumeAttributesClass", { shortNames: ["vac"] }),
  ],
  "admissionregistration.k8s.io/v1": [
    cluster("mutatingadmissionpolicies", "MutatingAdmissionPolicy", extending),
    cluster("mutatingadmissionpolicybindings", "MutatingAdmissionPolicyBinding", extending),
    cluster("mutatingwebhookconfigurations", "MutatingWebhookConfiguration", extending),
    cluster("validatingadmissionpolicies", "ValidatingAdmissionPolicy", extending),
    clusterPart("validatingadmissionpolicies/status", "ValidatingAdmissionPolicy"),
    cluster("validatingadmissionpolicybindings", "ValidatingAdmissionPolicyBinding", extending),
    cluster("validatingwebhookconfigurations", "ValidatingWebhookConfiguration", extending),
  ],
  "apiextensions.k8s.io/v1": [
    cluster("customresourcedefinitions", "CustomResourceDefinition", { shortNames: ["crd", "crds"], ...extending }),
    clusterPart("customresourcedefinitions/status", "CustomResourceDefinition"),
  ],
  "scheduling.k8s.io/v1": [cluster("priorityclasses", "PriorityClass", { shortNames: ["pc"] })],
  "coordination.k8s.io/v1": [namespaced("leases", "Lease")],
  "node.k8s.io/v1": [cluster("runtimeclasses", "RuntimeClass")],
  "discovery.k8s.io/v1": [namespaced("endpointslices", "EndpointSlice")],
  "resource.k8s.io/v1": [
    cluster("deviceclasses", "DeviceClass"),
    namespaced("resourceclaims", "ResourceClaim"),
    part("resourceclaims/status", "ResourceClaim"),
    namespaced("resourceclaimtemplates", "ResourceClaimTemplate"),
    cluster("resourceslices", "ResourceSlice"),
  ],
  "flowcontrol.apiserver.k8s.io/v1": [
    cluster("flowschemas", "FlowSchema"),
    clusterPart("flowschemas/status", "FlowSchema"),
    cluster("prioritylevelconfigurations", "PriorityLevelConfiguration"),
    clusterPart("prioritylevelconfigurations/status", "PriorityLevelConfiguration"),
  ],
};

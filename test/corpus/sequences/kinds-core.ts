/** The kinds of the core group and the two Events. */
import { lifeOf } from "../lives.ts";
import type { Sequence } from "../sequence.ts";

const core = "/api/v1/namespaces/{ns}";
const object = (kind: string, rest: object = {}) => ({ apiVersion: "v1", kind, metadata: { name: "a" }, ...rest });
const named = (kind: string, rest: object = {}) => ({ apiVersion: "v1", kind, metadata: { name: "{ns}-a" }, ...rest });
const pod = { containers: [{ name: "main", image: "busybox:1.36" }] };
const regarding = { apiVersion: "v1", kind: "Pod", namespace: "{ns}", name: "a" };

export const sequences: readonly Sequence[] = [
  lifeOf(`${core}/configmaps`, object("ConfigMap"), { "data.color": "blue" }),
  lifeOf(`${core}/secrets`, object("Secret", { stringData: { password: "sesame" } }), {
    "data.user": "YWxpY2U=",
    "metadata.labels.app": "shop",
  }),
  lifeOf(`${core}/serviceaccounts`, object("ServiceAccount"), { imagePullSecrets: [{ name: "registry" }] }),
  lifeOf(
    `${core}/pods`,
    object("Pod", { spec: pod }),
    { "spec.containers[0].image": "busybox:1.37", "metadata.labels.app": "shop" },
    {
      status: {
        phase: "Running",
        podIP: "192.0.2.10",
        podIPs: [{ ip: "192.0.2.10" }],
        conditions: [{ type: "Ready", status: "True" }],
        containerStatuses: [
          {
            name: "main",
            image: "busybox:1.37",
            imageID: "sha256:1",
            ready: true,
            restartCount: 0,
            state: { running: { startedAt: "2001-01-01T00:00:00Z" } },
          },
        ],
      },
    },
  ),
  lifeOf(
    `${core}/podtemplates`,
    object("PodTemplate", { template: { metadata: { labels: { app: "shop" } }, spec: pod } }),
    { "template.spec.containers[0].image": "busybox:1.37" },
  ),
  lifeOf(
    `${core}/replicationcontrollers`,
    object("ReplicationController", {
      spec: { selector: { app: "shop" }, template: { metadata: { labels: { app: "shop" } }, spec: pod } },
    }),
    { "spec.replicas": 3 },
    { status: { replicas: 2, readyReplicas: 1, observedGeneration: 2 } },
  ),
  lifeOf(
    `${core}/services`,
    object("Service", { spec: { ports: [{ port: 80 }] } }),
    { "spec.selector.app": "shop", "spec.type": "NodePort" },
    {
      status: {
        conditions: [
          { type: "Ready", status: "True", reason: "Fine", message: "", lastTransitionTime: "2001-01-01T00:00:00Z" },
        ],
      },
    },
  ),
  lifeOf(
    `${core}/endpoints`,
    object("Endpoints", { subsets: [{ addresses: [{ ip: "192.0.2.10" }], ports: [{ port: 8080 }] }] }),
    { "subsets[0].notReadyAddresses": [{ ip: "192.0.2.11" }] },
  ),
  lifeOf(
    `${core}/events`,
    object("Event", { involvedObject: regarding, reason: "Started", message: "It has started.", type: "Normal" }),
    { count: 2, lastTimestamp: "2001-01-01T00:00:00Z" },
  ),
  lifeOf(
    "/apis/events.k8s.io/v1/namespaces/{ns}/events",
    {
      ...{ apiVersion: "events.k8s.io/v1", kind: "Event", metadata: { name: "a" }, regarding, type: "Normal" },
      ...{ reason: "Started", action: "Starting", note: "It has started.", eventTime: "2001-01-01T00:00:00.000000Z" },
      ...{ reportingController: "example.com/corpus", reportingInstance: "corpus-0" },
    },
    { series: { count: 2, lastObservedTime: "2001-01-01T00:00:01.000000Z" } },
  ),
  lifeOf(
    `${core}/limitranges`,
    object("LimitRange", { spec: { limits: [{ type: "Container", max: { cpu: "1" } }] } }),
    { "spec.limits[0].default": { cpu: "500m" } },
  ),
  lifeOf(
    `${core}/resourcequotas`,
    object("ResourceQuota", { spec: { hard: { pods: "10", "requests.cpu": "1000m" } } }),
    { "spec.hard.services": "5" },
    { status: { hard: { pods: "10" }, used: { pods: "3" } } },
  ),
  lifeOf(
    `${core}/persistentvolumeclaims`,
    object("PersistentVolumeClaim", {
      spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
    }),
    { "metadata.labels.app": "shop" },
    { status: { phase: "Pending" } },
  ),
  lifeOf(
    "/api/v1/persistentvolumes",
    named("PersistentVolume", {
      spec: { accessModes: ["ReadWriteOnce"], capacity: { storage: "1Gi" }, hostPath: { path: "/srv" } },
    }),
    { "spec.persistentVolumeReclaimPolicy": "Delete" },
    { status: { phase: "Available" } },
  ),
  lifeOf("/api/v1/namespaces", named("Namespace"), { "metadata.labels.team": "shop" }),
  lifeOf(
    "/api/v1/nodes",
    named("Node"),
    { "spec.unschedulable": true, "spec.podCIDR": "192.0.2.0/24" },
    {
      status: {
        addresses: [{ type: "InternalIP", address: "192.0.2.1" }],
        capacity: { cpu: "4", memory: "8Gi", pods: "110" },
        conditions: [
          { type: "Ready", status: "True", reason: "KubeletReady", message: "kubelet is posting ready status" },
        ],
        nodeInfo: {
          ...{ machineID: "1", systemUUID: "1", bootID: "1", architecture: "amd64", operatingSystem: "linux" },
          ...{ kernelVersion: "6.12", osImage: "Example Linux", containerRuntimeVersion: "containerd://2.2.0" },
          ...{ kubeletVersion: "v1.36.3", kubeProxyVersion: "" },
        },
      },
    },
  ),
];

/** How Services, Nodes, volumes, Events and other kinds of the core group are printed. */
import type { Json } from "../../conformance/answer.ts";
import { asTable, rowOf } from "../lives.ts";
import type { Sequence } from "../sequence.ts";

const core = "/api/v1/namespaces/{ns}";
const object = (kind: string, rest: object = {}, metadata: object = {}) => ({
  ...{ apiVersion: "v1", kind, metadata: { name: "a", ...metadata } },
  ...rest,
});

const service = (what: string, spec: object, status?: Json) =>
  rowOf(`${core}/services`, what, object("Service", { spec: { ports: [{ port: 80 }], ...spec } }), status);
const services: readonly Sequence[] = [
  service("a cluster IP", {}),
  service("headless", { clusterIP: "None" }),
  service("without ports", { clusterIP: "None", ports: [] }),
  service("three ports of three protocols", {
    ports: [
      { name: "web", port: 80 },
      { name: "dns", port: 53, protocol: "UDP" },
      { name: "sctp", port: 132, protocol: "SCTP" },
    ],
  }),
  service("an external name", { type: "ExternalName", externalName: "db.example.com", ports: [] }),
  service("an external name with a port", { type: "ExternalName", externalName: "db.example.com" }),
  service("external IPs", { externalIPs: ["192.0.2.1", "192.0.2.2"] }),
  service("a selector of two labels", { selector: { tier: "web", app: "shop" } }),
  service("a load balancer that is awaited", { type: "LoadBalancer" }),
  service(
    "a load balancer with an address",
    { type: "LoadBalancer" },
    { loadBalancer: { ingress: [{ ip: "192.0.2.7" }] } },
  ),
  service(
    "a load balancer with a long host name",
    { type: "LoadBalancer" },
    {
      loadBalancer: { ingress: [{ hostname: "a-very-long-name-of-a-load-balancer.example.com" }] },
    },
  ),
  service(
    "a load balancer with an address and external IPs",
    { type: "LoadBalancer", externalIPs: ["192.0.2.1"] },
    {
      loadBalancer: { ingress: [{ ip: "192.0.2.7" }, { hostname: "lb.example.com" }] },
    },
  ),
];

const condition = (type: string, status: string) => ({ type, status, reason: "Said", message: "" });
const node = (what: string, metadata: object, spec: object, status?: Json) =>
  rowOf("/api/v1/nodes", what, object("Node", { spec }, { name: "{ns}-a", ...metadata }), status);
const nodes: readonly Sequence[] = [
  node("without conditions", {}, {}),
  node("ready", {}, {}, { conditions: [condition("Ready", "True")] }),
  node("not ready", {}, {}, { conditions: [condition("Ready", "False")] }),
  node("not heard of", {}, {}, { conditions: [condition("Ready", "Unknown")] }),
  node(
    "other conditions do not show",
    {},
    {},
    { conditions: [condition("MemoryPressure", "True"), condition("Ready", "True")] },
  ),
  node("cordoned", {}, { unschedulable: true }, { conditions: [condition("Ready", "True")] }),
  node("a role by label", { labels: { "node-role.kubernetes.io/worker": "" } }, {}),
  node(
    "two roles, sorted",
    { labels: { "node-role.kubernetes.io/worker": "", "node-role.kubernetes.io/control-plane": "" } },
    {},
  ),
  node("a role by value", { labels: { "kubernetes.io/role": "edge" } }, {}),
  node(
    "addresses of each type",
    {},
    {},
    {
      addresses: [
        { type: "Hostname", address: "node-1" },
        { type: "InternalIP", address: "192.0.2.1" },
        { type: "ExternalIP", address: "203.0.113.1" },
      ],
    },
  ),
];

const claimed = { accessModes: ["ReadWriteOnce", "ReadOnlyMany"], capacity: { storage: "5Gi" } };
const volume = (what: string, spec: object, status?: Json) =>
  rowOf(
    "/api/v1/persistentvolumes",
    what,
    object("PersistentVolume", { spec: { ...claimed, hostPath: { path: "/srv" }, ...spec } }, { name: "{ns}-a" }),
    status,
  );
const claim = (what: string, spec: object, status?: Json, metadata: object = {}) =>
  rowOf(
    `${core}/persistentvolumeclaims`,
    what,
    object(
      "PersistentVolumeClaim",
      { spec: { accessModes: ["ReadWriteMany"], resources: { requests: { storage: "5Gi" } }, ...spec } },
      metadata,
    ),
    status,
  );
const volumes: readonly Sequence[] = [
  volume("new", {}),
  volume("bound", { claimRef: { namespace: "{ns}", name: "a" }, storageClassName: "fast" }, { phase: "Bound" }),
  volume(
    "failed",
    { persistentVolumeReclaimPolicy: "Recycle" },
    { phase: "Failed", reason: "Broken", message: "It is broken." },
  ),
  volume("a block device", { volumeMode: "Block" }),
  volume("a class of attributes", {
    ...{ volumeAttributesClassName: "gold", hostPath: undefined },
    csi: { driver: "disk.example.com", volumeHandle: "1" },
  }),
  claim("new", {}),
  claim(
    "bound",
    { volumeName: "a", storageClassName: "fast" },
    {
      ...{ phase: "Bound", accessModes: ["ReadWriteMany", "ReadWriteOncePod"], capacity: { storage: "5Gi" } },
    },
  ),
  claim("lost", { volumeName: "a" }, { phase: "Lost" }),
  claim("a class by annotation", {}, undefined, { annotations: { "volume.beta.kubernetes.io/storage-class": "old" } }),
  claim("a class of attributes", { volumeAttributesClassName: "gold" }),
  {
    name: "v1 PersistentVolumeClaim: terminating",
    steps: [
      {
        ...{ method: "POST", path: `${core}/persistentvolumeclaims`, silent: true },
        body: {
          metadata: { name: "a" },
          spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
        },
      },
      { method: "DELETE", path: `${core}/persistentvolumeclaims/a`, silent: true },
      { method: "GET", path: `${core}/persistentvolumeclaims/a`, headers: asTable },
    ],
  },
];

const involvedObject = { kind: "Pod", apiVersion: "v1", namespace: "{ns}", name: "a" };
const event = (what: string, rest: object) =>
  rowOf(`${core}/events`, what, object("Event", { involvedObject, type: "Normal", reason: "Started", ...rest }));
const events: readonly Sequence[] = [
  event("without times", { message: "Once." }),
  event("counted", { count: 7, firstTimestamp: "2001-01-01T00:00:00Z", lastTimestamp: "2001-01-02T00:00:00Z" }),
  event("a source on a host", { source: { component: "kubelet", host: "node-1" } }),
  event("a source without a host", { source: { component: "kubelet" } }),
  event("a warning with blanks around its text", { type: "Warning", message: "  Look out.\n" }),
  event("a part of an object", { involvedObject: { ...involvedObject, fieldPath: "spec.containers{main}" } }),
  event("a kind with a group", { involvedObject: { ...involvedObject, apiVersion: "apps/v1", kind: "ReplicaSet" } }),
  event("a series", {
    ...{ eventTime: "2001-01-01T00:00:00.000000Z", action: "Starting", reportingComponent: "example.com/corpus" },
    ...{ reportingInstance: "corpus-0", series: { count: 4, lastObservedTime: "2001-01-02T00:00:00.000000Z" } },
  }),
];

const secret = (what: string, rest: object) => rowOf(`${core}/secrets`, what, object("Secret", rest));
const addresses = (count: number) => Array.from({ length: count }, (_, index) => ({ ip: `192.0.2.${index + 1}` }));
const endpoints = (what: string, subsets?: Json) =>
  rowOf(`${core}/endpoints`, what, object("Endpoints", subsets === undefined ? {} : { subsets }));
const others: readonly Sequence[] = [
  rowOf(`${core}/configmaps`, "without data", object("ConfigMap")),
  rowOf(
    `${core}/configmaps`,
    "text and bytes",
    object("ConfigMap", { data: { a: "1", b: "2" }, binaryData: { c: "AA==" } }),
  ),
  secret("without data", {}),
  secret("basic authentication", { type: "kubernetes.io/basic-auth", stringData: { username: "a", password: "b" } }),
  secret("a type of one's own", { type: "example.com/token", data: { a: "" } }),
  rowOf(
    `${core}/serviceaccounts`,
    "with secrets",
    object("ServiceAccount", { secrets: [{ name: "a" }, { name: "b" }] }),
  ),
  endpoints("without subsets"),
  endpoints("without ports", [{ addresses: addresses(2) }]),
  endpoints("three addresses", [{ addresses: addresses(3), ports: [{ port: 80 }] }]),
  endpoints("more than three addresses", [{ addresses: addresses(5), ports: [{ port: 80 }] }]),
  endpoints("two ports", [
    {
      addresses: addresses(2),
      ports: [
        { name: "a", port: 80 },
        { name: "b", port: 81 },
      ],
    },
  ]),
  endpoints("none ready", [{ notReadyAddresses: addresses(2), ports: [{ port: 80 }] }]),
  rowOf(`${core}/resourcequotas`, "requests and limits", object("ResourceQuota", { spec: { hard: { pods: "2" } } }), {
    hard: { pods: "2", "requests.cpu": "1", "limits.memory": "1Gi", "limits.cpu": "2" },
    used: { pods: "1", "limits.memory": "512Mi" },
  }),
  rowOf(`${core}/resourcequotas`, "not counted yet", object("ResourceQuota", { spec: { hard: { pods: "2" } } })),
  rowOf(
    `${core}/replicationcontrollers`,
    "two containers",
    object("ReplicationController", {
      spec: {
        replicas: 0,
        template: {
          metadata: { labels: { tier: "web", app: "shop" } },
          spec: {
            containers: [
              { name: "main", image: "busybox:1.36" },
              { name: "side", image: "example.com/side:2" },
            ],
          },
        },
      },
    }),
  ),
  {
    name: "v1 Namespace: terminating",
    steps: [
      { method: "POST", path: "/api/v1/namespaces", body: { metadata: { name: "{ns}-a" } }, silent: true },
      { method: "DELETE", path: "/api/v1/namespaces/{ns}-a", silent: true },
      { method: "GET", path: "/api/v1/namespaces/{ns}-a", headers: asTable },
    ],
  },
];

export const sequences: readonly Sequence[] = [...services, ...nodes, ...volumes, ...events, ...others];

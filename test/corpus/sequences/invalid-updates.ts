/** Changes to stored objects that are refused, for the most part because a field is set once and for all. */
import { refusedUpdates } from "../refusals.ts";
import type { Sequence } from "../sequence.ts";

const core = "/api/v1/namespaces/{ns}";
const networking = "/apis/networking.k8s.io/v1";
const storage = "/apis/storage.k8s.io/v1";
const rbac = "/apis/rbac.authorization.k8s.io/v1";
const v1 = (kind: string, rest: object = {}, name = "web") => ({ apiVersion: "v1", kind, metadata: { name }, ...rest });
/** For what is in no namespace. */
const global = (apiVersion: string, kind: string, rest: object) => ({
  apiVersion,
  kind,
  metadata: { name: "{ns}" },
  ...rest,
});

const service = v1("Service", { spec: { selector: { app: "web" }, ports: [{ port: 80 }] } });
const claimSpec = {
  accessModes: ["ReadWriteOnce"],
  storageClassName: "fast",
  resources: { requests: { storage: "2Gi" } },
};
const volumeSpec = {
  capacity: { storage: "1Gi" },
  accessModes: ["ReadWriteOnce"],
  storageClassName: "fast",
  hostPath: { path: "/a" },
};
const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "view" };

const configuration: readonly Sequence[] = [
  ...refusedUpdates(
    `${core}/configmaps`,
    v1("ConfigMap", { immutable: true, data: { a: "1" }, binaryData: { b: "MQ==" } }),
    [
      ["other data while immutable", "data", { a: "2" }],
      ["more data while immutable", "data.c", "3"],
      ["other bytes while immutable", "binaryData", { b: "Mg==" }],
      ["no longer immutable", "immutable", false],
      ["immutable removed", "immutable"],
      ["a bad key", "data", { "a/b": "c" }],
    ],
  ),
  ...refusedUpdates(
    `${core}/secrets`,
    v1("Secret", { immutable: true, type: "example.com/mine", data: { a: "MQ==" } }),
    [
      ["other data while immutable", "data", { a: "Mg==" }],
      ["other text while immutable", "stringData", { a: "2" }],
      ["no longer immutable", "immutable", false],
      ["another type", "type", "Opaque"],
      ["data that is not base64", "data", { a: "%" }],
    ],
  ),
  ...refusedUpdates(
    `${core}/resourcequotas`,
    v1("ResourceQuota", { spec: { hard: { pods: "1" }, scopes: ["BestEffort"] } }),
    [
      ["other scopes", "spec.scopes", ["NotBestEffort"]],
      ["no scopes", "spec.scopes"],
      ["a negative amount", "spec.hard", { pods: "-1" }],
    ],
  ),
  ...refusedUpdates(
    `${core}/limitranges`,
    v1("LimitRange", { spec: { limits: [{ type: "Container", max: { cpu: "1" } }] } }),
    [["a minimum above the maximum", "spec.limits[0].min", { cpu: "2" }]],
  ),
  ...refusedUpdates(`${core}/endpoints`, v1("Endpoints", { subsets: [] }), [
    ["a loopback address", "subsets", [{ addresses: [{ ip: "127.0.0.1" }], ports: [{ port: 80 }] }]],
  ]),
  ...refusedUpdates("/api/v1/namespaces", v1("Namespace", {}, "{ns}"), [
    ["another name", "metadata.name", "other"],
    ["a security level that is unknown", "metadata.labels", { "pod-security.kubernetes.io/enforce": "strict" }],
    ["a bad label", "metadata.labels", { a: "b c" }],
  ]),
  ...refusedUpdates(
    "/api/v1/nodes",
    v1("Node", { spec: { podCIDR: "10.1.0.0/24", podCIDRs: ["10.1.0.0/24"], providerID: "a://1" } }, "{ns}"),
    [
      ["another provider's id", "spec.providerID", "a://2"],
      [
        "the same taint twice",
        "spec.taints",
        [
          { key: "a", effect: "NoSchedule" },
          { key: "a", effect: "NoSchedule" },
        ],
      ],
      ["a taint without an effect", "spec.taints", [{ key: "a" }]],
    ],
  ),
  ...refusedUpdates(
    "/apis/coordination.k8s.io/v1/namespaces/{ns}/leases",
    { ...v1("Lease", { spec: { holderIdentity: "a" } }), apiVersion: "coordination.k8s.io/v1" },
    [
      ["a duration of zero", "spec.leaseDurationSeconds", 0],
      ["negative transitions", "spec.leaseTransitions", -1],
    ],
  ),
  ...refusedUpdates(
    "/apis/scheduling.k8s.io/v1/priorityclasses",
    global("scheduling.k8s.io/v1", "PriorityClass", { value: 10 }),
    [
      ["another value", "value", 11],
      ["another preemption policy", "preemptionPolicy", "Never"],
    ],
  ),
  ...refusedUpdates(
    "/apis/node.k8s.io/v1/runtimeclasses",
    global("node.k8s.io/v1", "RuntimeClass", { handler: "runsc" }),
    [["another handler", "handler", "kata"]],
  ),
];

const network: readonly Sequence[] = [
  ...refusedUpdates(`${core}/services`, service, [
    ["another cluster IP", "spec.clusterIP", "10.0.0.250"],
    ["other cluster IPs", "spec.clusterIPs", ["10.0.0.250"]],
    ["no cluster IP any more", "spec.clusterIP", "None"],
    ["another family", "spec.ipFamilies", ["IPv6"]],
    ["a second family", "spec.ipFamilyPolicy", "RequireDualStack"],
    ["an external name beside a cluster IP", "spec.type", "ExternalName"],
    ["an unknown type", "spec.type", "Ingress"],
    ["no ports", "spec.ports", []],
    ["a bad selector", "spec.selector", { a: "b c" }],
    ["a load balancer class", "spec.loadBalancerClass", "example.com/a"],
  ]),
  ...refusedUpdates(
    `${core}/services`,
    v1(
      "Service",
      { spec: { type: "LoadBalancer", loadBalancerClass: "example.com/a", ports: [{ port: 80 }] } },
      "balanced",
    ),
    [
      ["another load balancer class", "spec.loadBalancerClass", "example.com/b"],
      ["no load balancer class any more", "spec.loadBalancerClass"],
    ],
  ),
  ...refusedUpdates(
    "/apis/discovery.k8s.io/v1/namespaces/{ns}/endpointslices",
    { ...v1("EndpointSlice", { addressType: "IPv4", endpoints: [] }), apiVersion: "discovery.k8s.io/v1" },
    [
      ["another address type", "addressType", "IPv6"],
      ["an address of the other family", "endpoints", [{ addresses: ["fd00::1"] }]],
    ],
  ),
  ...refusedUpdates(
    `${networking}/namespaces/{ns}/ingresses`,
    {
      ...v1("Ingress", { spec: { defaultBackend: { service: { name: "web", port: { number: 80 } } } } }),
      apiVersion: "networking.k8s.io/v1",
    },
    [
      ["no default backend", "spec.defaultBackend"],
      ["a bad host", "spec.rules", [{ host: "my_host" }]],
    ],
  ),
  ...refusedUpdates(
    `${networking}/ingressclasses`,
    global("networking.k8s.io/v1", "IngressClass", { spec: { controller: "example.com/a" } }),
    [["another controller", "spec.controller", "example.com/b"]],
  ),
  ...refusedUpdates(
    `${networking}/namespaces/{ns}/networkpolicies`,
    { ...v1("NetworkPolicy", { spec: { podSelector: {} } }), apiVersion: "networking.k8s.io/v1" },
    [["an unknown policy type", "spec.policyTypes", ["Sideways"]]],
  ),
];

const disks: readonly Sequence[] = [
  ...refusedUpdates(`${core}/persistentvolumeclaims`, v1("PersistentVolumeClaim", { spec: claimSpec }), [
    ["another class", "spec.storageClassName", "slow"],
    ["other access modes", "spec.accessModes", ["ReadWriteMany"]],
    ["another volume mode", "spec.volumeMode", "Block"],
    ["less room", "spec.resources.requests.storage", "1Gi"],
    ["more room before it is bound", "spec.resources.requests.storage", "3Gi"],
    ["a selector", "spec.selector", { matchLabels: { a: "b" } }],
    ["no access modes", "spec.accessModes", []],
  ]),
  ...refusedUpdates("/api/v1/persistentvolumes", v1("PersistentVolume", { spec: volumeSpec }, "{ns}"), [
    ["another path", "spec.hostPath.path", "/b"],
    ["another source", "spec.nfs", { server: "a", path: "/b" }],
    ["another volume mode", "spec.volumeMode", "Block"],
    ["an unknown reclaim policy", "spec.persistentVolumeReclaimPolicy", "Burn"],
    ["no capacity", "spec.capacity"],
  ]),
  ...refusedUpdates(
    `${storage}/storageclasses`,
    global("storage.k8s.io/v1", "StorageClass", { provisioner: "a.io", parameters: { a: "1" } }),
    [
      ["another provisioner", "provisioner", "b.io"],
      ["other parameters", "parameters", { a: "2" }],
      ["another reclaim policy", "reclaimPolicy", "Retain"],
      ["another binding mode", "volumeBindingMode", "WaitForFirstConsumer"],
    ],
  ),
  ...refusedUpdates(
    `${storage}/csidrivers`,
    global("storage.k8s.io/v1", "CSIDriver", { spec: { attachRequired: true } }),
    [
      ["no attachment any more", "spec.attachRequired", false],
      ["other lifecycle modes", "spec.volumeLifecycleModes", ["Ephemeral"]],
    ],
  ),
  ...refusedUpdates(
    `${storage}/csinodes`,
    global("storage.k8s.io/v1", "CSINode", { spec: { drivers: [{ name: "a.io", nodeID: "n1" }] } }),
    [["another id for a driver", "spec.drivers[0].nodeID", "n2"]],
  ),
  ...refusedUpdates(
    `${storage}/volumeattachments`,
    global("storage.k8s.io/v1", "VolumeAttachment", {
      spec: { attacher: "a.io", nodeName: "n1", source: { persistentVolumeName: "d" } },
    }),
    [
      ["another node", "spec.nodeName", "n2"],
      ["another attacher", "spec.attacher", "b.io"],
    ],
  ),
  ...refusedUpdates(
    `${storage}/volumeattributesclasses`,
    global("storage.k8s.io/v1", "VolumeAttributesClass", { driverName: "a.io", parameters: { a: "1" } }),
    [
      ["another driver", "driverName", "b.io"],
      ["other parameters", "parameters", { a: "2" }],
    ],
  ),
];

const webhook = {
  name: "a.example.com",
  admissionReviewVersions: ["v1"],
  sideEffects: "None",
  clientConfig: { url: "https://127.0.0.1:9" },
};
const version = { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } };
const definition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "widgets.{ns}.example.com" },
  spec: {
    group: "{ns}.example.com",
    scope: "Namespaced",
    names: { plural: "widgets", kind: "Widget" },
    versions: [version],
  },
};

/** Before that, names and scope may still change. */
const established = {
  status: {
    conditions: (conditions: readonly { type: string; status: string }[] | null) =>
      conditions?.some(({ type, status }) => type === "Established" && status === "True") === true,
  },
};

const rules: readonly Sequence[] = [
  ...refusedUpdates(
    `${rbac}/namespaces/{ns}/rolebindings`,
    { ...v1("RoleBinding", { roleRef }), apiVersion: "rbac.authorization.k8s.io/v1" },
    [
      ["another role", "roleRef.name", "edit"],
      ["a Role instead", "roleRef.kind", "Role"],
      ["a subject of unknown kind", "subjects", [{ kind: "Robot", name: "a" }]],
    ],
  ),
  ...refusedUpdates(
    `${rbac}/clusterrolebindings`,
    global("rbac.authorization.k8s.io/v1", "ClusterRoleBinding", { roleRef }),
    [["another role", "roleRef.name", "edit"]],
  ),
  ...refusedUpdates(
    `${rbac}/namespaces/{ns}/roles`,
    { ...v1("Role", { rules: [] }), apiVersion: "rbac.authorization.k8s.io/v1" },
    [["an empty rule", "rules", [{}]]],
  ),
  ...refusedUpdates(
    "/apis/policy/v1/namespaces/{ns}/poddisruptionbudgets",
    { ...v1("PodDisruptionBudget", { spec: { minAvailable: 1 } }), apiVersion: "policy/v1" },
    [["a minimum and a maximum", "spec.maxUnavailable", 1]],
  ),
  ...refusedUpdates(
    "/apis/autoscaling/v2/namespaces/{ns}/horizontalpodautoscalers",
    {
      ...v1("HorizontalPodAutoscaler", {
        spec: { maxReplicas: 3, scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" } },
      }),
      apiVersion: "autoscaling/v2",
    },
    [
      ["a minimum above the maximum", "spec.minReplicas", 4],
      ["a maximum of zero", "spec.maxReplicas", 0],
    ],
  ),
  ...refusedUpdates(
    "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations",
    global("admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration", { webhooks: [webhook] }),
    [
      ["unknown side effects", "webhooks[0].sideEffects", "Some"],
      ["no client configuration", "webhooks[0].clientConfig"],
    ],
  ),
  ...refusedUpdates(
    "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
    definition,
    [
      ["another group", "spec.group", "other.example.com"],
      ["another scope", "spec.scope", "Cluster"],
      ["another plural", "spec.names.plural", "gadgets"],
      ["the stored version renamed", "spec.versions[0].name", "v2"],
      ["no stored version", "spec.versions[0].storage", false],
      ["no versions", "spec.versions", []],
    ],
    established,
  ),
];

export const sequences: readonly Sequence[] = [...configuration, ...network, ...disks, ...rules];

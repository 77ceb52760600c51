/** PersistentVolumes, claims, StorageClasses and the CSI kinds that are refused. */
import { type Mutation, refusedCreations } from "../refusals.ts";
import type { Sequence } from "../sequence.ts";

const storage = "/apis/storage.k8s.io/v1";
const volume = {
  apiVersion: "v1",
  kind: "PersistentVolume",
  metadata: { name: "disk" },
  spec: { capacity: { storage: "1Gi" }, accessModes: ["ReadWriteOnce"], hostPath: { path: "/a" } },
};
const source = (source: object) => ({ ...volume.spec, hostPath: undefined, ...source });
const required = (terms: unknown) => ({ required: { nodeSelectorTerms: terms } });

const volumes: readonly Mutation[] = [
  ["no spec", "spec"],
  ["no capacity", "spec.capacity"],
  ["an empty capacity", "spec.capacity", {}],
  ["a capacity of CPU", "spec.capacity", { cpu: "1" }],
  ["a negative capacity", "spec.capacity", { storage: "-1Gi" }],
  ["no room", "spec.capacity", { storage: "0" }],
  ["a capacity that is a word", "spec.capacity", { storage: "large" }],
  ["no access modes", "spec.accessModes"],
  ["an unknown access mode", "spec.accessModes", ["ReadWrite"]],
  ["one pod alone and others too", "spec.accessModes", ["ReadWriteOncePod", "ReadWriteOnce"]],
  ["no source", "spec.hostPath"],
  ["two sources", "spec.nfs", { server: "a", path: "/b" }],
  ["a hostPath without a path", "spec.hostPath", {}],
  ["a hostPath that climbs up", "spec.hostPath", { path: "/a/../b" }],
  [
    "the root of the host, recycled",
    "spec",
    { ...volume.spec, hostPath: { path: "/" }, persistentVolumeReclaimPolicy: "Recycle" },
  ],
  ["an unknown reclaim policy", "spec.persistentVolumeReclaimPolicy", "Burn"],
  ["an unknown volume mode", "spec.volumeMode", "Tape"],
  ["a class name in capitals", "spec.storageClassName", "Fast"],
  ["a name in capitals", "metadata.name", "Disk"],
  ["node affinity without a required part", "spec.nodeAffinity", {}],
  ["node affinity without terms", "spec.nodeAffinity", required([])],
  [
    "node affinity with an unknown operator",
    "spec.nodeAffinity",
    required([{ matchExpressions: [{ key: "a", operator: "Like" }] }]),
  ],
  ["a local volume without node affinity", "spec", source({ local: { path: "/a" } })],
  ["a local volume without a path", "spec", source({ local: {}, nodeAffinity: required([{}]) })],
  ["a local volume that climbs up", "spec", source({ local: { path: "../a" }, nodeAffinity: required([{}]) })],
  ["an NFS volume without a server", "spec", source({ nfs: { path: "/a" } })],
  ["an NFS volume with a relative path", "spec", source({ nfs: { server: "a", path: "b" } })],
  ["a CSI volume without a driver", "spec", source({ csi: { volumeHandle: "a" } })],
  ["a CSI volume without a handle", "spec", source({ csi: { driver: "csi.example.com" } })],
  ["a CSI volume with a bad driver", "spec", source({ csi: { driver: "a b", volumeHandle: "a" } })],
  [
    "a CSI volume with a Secret without namespace",
    "spec",
    source({ csi: { driver: "a.io", volumeHandle: "a", nodePublishSecretRef: { name: "a" } } }),
  ],
  [
    "a CSI volume with a driver of 64 characters",
    "spec",
    source({ csi: { driver: "d".repeat(64), volumeHandle: "a" } }),
  ],
  ["an iSCSI volume without anything", "spec", source({ iscsi: {} })],
  ["a fibre channel volume without anything", "spec", source({ fc: {} })],
  ["a Ceph block device without anything", "spec", source({ rbd: {} })],
  [
    "an empty attributes class",
    "spec",
    source({ csi: { driver: "a.io", volumeHandle: "a" }, volumeAttributesClassName: "" }),
  ],
  ["an attributes class without CSI", "spec.volumeAttributesClassName", "gold"],
  ["a deprecated class annotation", "metadata.annotations", { "volume.beta.kubernetes.io/storage-class": "a" }],
  [
    "a deprecated node affinity label",
    "spec.nodeAffinity",
    required([{ matchExpressions: [{ key: "beta.kubernetes.io/os", operator: "In", values: ["a"] }] }]),
  ],
];

const claim = {
  apiVersion: "v1",
  kind: "PersistentVolumeClaim",
  metadata: { name: "data" },
  spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
};

const claims: readonly Mutation[] = [
  ["no spec", "spec"],
  ["no access modes", "spec.accessModes"],
  ["an unknown access mode", "spec.accessModes", ["ReadWrite"]],
  ["one pod alone and others too", "spec.accessModes", ["ReadWriteOncePod", "ReadWriteMany"]],
  ["no resources", "spec.resources"],
  ["no size", "spec.resources.requests", {}],
  ["no room", "spec.resources.requests", { storage: "0" }],
  ["a negative size", "spec.resources.requests", { storage: "-1Gi" }],
  ["a size that is a word", "spec.resources.requests", { storage: "large" }],
  ["a size in thousandths", "spec.resources.requests", { storage: "100m" }],
  ["a class name in capitals", "spec.storageClassName", "Fast"],
  ["an unknown volume mode", "spec.volumeMode", "Tape"],
  ["a bad selector", "spec.selector", { matchLabels: { "a b": "c" } }],
  ["a selector with an unknown operator", "spec.selector", { matchExpressions: [{ key: "a", operator: "Like" }] }],
  ["a data source without a name", "spec.dataSource", { kind: "PersistentVolumeClaim" }],
  ["a data source reference of the core group", "spec.dataSourceRef", { apiGroup: "", kind: "Pod", name: "a" }],
  ["a data source reference without a kind", "spec.dataSourceRef", { apiGroup: "example.com", name: "a" }],
  [
    "a data source that differs from its reference",
    "spec",
    {
      ...claim.spec,
      dataSource: { apiGroup: "a.io", kind: "A", name: "a" },
      dataSourceRef: { apiGroup: "a.io", kind: "A", name: "b" },
    },
  ],
  ["a bad attributes class", "spec.volumeAttributesClassName", "Gold"],
  ["a deprecated class annotation", "metadata.annotations", { "volume.beta.kubernetes.io/storage-class": "a" }],
  ["an access mode that is no list", "spec.accessModes", "ReadWriteOnce"],
  ["an unknown field", "spec.size", "1Gi"],
];

const storageClass = {
  apiVersion: "storage.k8s.io/v1",
  kind: "StorageClass",
  metadata: { name: "fast" },
  provisioner: "csi.example.com",
};

const classes: readonly Mutation[] = [
  ["no provisioner", "provisioner"],
  ["a provisioner with a blank", "provisioner", "my provisioner"],
  ["a provisioner of two slashes", "provisioner", "a/b/c"],
  ["an unknown reclaim policy", "reclaimPolicy", "Burn"],
  ["Recycle as reclaim policy", "reclaimPolicy", "Recycle"],
  ["an unknown binding mode", "volumeBindingMode", "Later"],
  ["a parameter without a key", "parameters", { "": "a" }],
  ["513 parameters", "parameters", Object.fromEntries(Array.from({ length: 513 }, (_, index) => [`k${index}`, "v"]))],
  ["a topology without a key", "allowedTopologies", [{ matchLabelExpressions: [{ values: ["a"] }] }]],
  ["a topology without values", "allowedTopologies", [{ matchLabelExpressions: [{ key: "zone" }] }]],
  [
    "a topology with a value twice",
    "allowedTopologies",
    [{ matchLabelExpressions: [{ key: "zone", values: ["a", "a"] }] }],
  ],
  ["a topology with a bad key", "allowedTopologies", [{ matchLabelExpressions: [{ key: "a b", values: ["a"] }] }]],
  [
    "the same topology twice",
    "allowedTopologies",
    Array.from({ length: 2 }, () => ({ matchLabelExpressions: [{ key: "zone", values: ["a"] }] })),
  ],
  [
    "the same topology key twice",
    "allowedTopologies",
    [
      {
        matchLabelExpressions: [
          { key: "zone", values: ["a"] },
          { key: "zone", values: ["b"] },
        ],
      },
    ],
  ],
  ["an expansion that is a word", "allowVolumeExpansion", "yes"],
  ["parameters that are numbers", "parameters", { iops: 100 }],
  [
    "a deprecated topology label",
    "allowedTopologies",
    [{ matchLabelExpressions: [{ key: "beta.kubernetes.io/arch", values: ["a"] }] }],
  ],
];

const driver = { apiVersion: "storage.k8s.io/v1", kind: "CSIDriver", metadata: { name: "csi.example.com" }, spec: {} };

const drivers: readonly Mutation[] = [
  ["an unknown lifecycle mode", "spec.volumeLifecycleModes", ["Forever"]],
  ["an unknown fsGroup policy", "spec.fsGroupPolicy", "Maybe"],
  ["the same token audience twice", "spec.tokenRequests", [{ audience: "a" }, { audience: "a" }]],
  ["a token for nine minutes", "spec.tokenRequests", [{ audience: "a", expirationSeconds: 540 }]],
  ["an update of its allocatable count every second", "spec.nodeAllocatableUpdatePeriodSeconds", 1],
  ["a name in capitals", "metadata.name", "Driver"],
];

const node = {
  apiVersion: "storage.k8s.io/v1",
  kind: "CSINode",
  metadata: { name: "n1" },
  spec: { drivers: [{ name: "a.io", nodeID: "n1" }] },
};
const capacity = {
  apiVersion: "storage.k8s.io/v1",
  kind: "CSIStorageCapacity",
  metadata: { name: "a" },
  storageClassName: "fast",
};
const attachment = {
  apiVersion: "storage.k8s.io/v1",
  kind: "VolumeAttachment",
  metadata: { name: "a" },
  spec: { attacher: "a.io", nodeName: "n1", source: { persistentVolumeName: "disk" } },
};
const attributes = {
  apiVersion: "storage.k8s.io/v1",
  kind: "VolumeAttributesClass",
  metadata: { name: "gold" },
  driverName: "a.io",
  parameters: { iops: "1" },
};

export const sequences: readonly Sequence[] = [
  ...refusedCreations("/api/v1/persistentvolumes", volume, volumes),
  ...refusedCreations("/api/v1/namespaces/default/persistentvolumeclaims", claim, claims),
  ...refusedCreations(`${storage}/storageclasses`, storageClass, classes),
  ...refusedCreations(`${storage}/csidrivers`, driver, drivers),
  ...refusedCreations(`${storage}/csinodes`, node, [
    ["a driver without a name", "spec.drivers[0].name"],
    ["a driver without a node id", "spec.drivers[0].nodeID"],
    ["the same driver twice", "spec.drivers[1]", { name: "a.io", nodeID: "n2" }],
    ["a negative count", "spec.drivers[0].allocatable", { count: -1 }],
    ["a topology key twice", "spec.drivers[0].topologyKeys", ["a", "a"]],
    ["an empty topology key", "spec.drivers[0].topologyKeys", [""]],
  ]),
  ...refusedCreations(`${storage}/namespaces/default/csistoragecapacities`, capacity, [
    ["no class", "storageClassName"],
    ["a class in capitals", "storageClassName", "Fast"],
    ["a negative capacity", "capacity", "-1Gi"],
    ["a bad topology", "nodeTopology", { matchLabels: { "a b": "c" } }],
  ]),
  ...refusedCreations(`${storage}/volumeattachments`, attachment, [
    ["no attacher", "spec.attacher"],
    ["a bad attacher", "spec.attacher", "a b"],
    ["no node", "spec.nodeName"],
    ["no source", "spec.source"],
    ["a source of nothing", "spec.source", {}],
    ["an empty volume name", "spec.source", { persistentVolumeName: "" }],
  ]),
  ...refusedCreations(`${storage}/volumeattributesclasses`, attributes, [
    ["no driver", "driverName"],
    ["no parameters", "parameters"],
    ["a bad driver", "driverName", "a b"],
    ["a parameter without a key", "parameters", { "": "a" }],
  ]),
];

/** Pods that are refused for their volumes, or for where containers mount them. */
import { type Mutation, refusedCreations } from "../refusals.ts";
import type { Sequence } from "../sequence.ts";

const mount = { name: "data", mountPath: "/data" };
const app = { name: "app", image: "nginx:1.29", volumeMounts: [mount] };
const pod = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "web" },
  spec: { containers: [app], volumes: [{ name: "data", emptyDir: {} }] },
};
const at = (field: string) => `spec.containers[0].volumeMounts[0].${field}`;
const volume = (source: object) => [{ name: "data", ...source }];
const projected = (source: object) => volume({ projected: { sources: [source] } });

const mounts: readonly Mutation[] = [
  ["a mount without a name", at("name")],
  ["a mount of an absent volume", at("name"), "logs"],
  ["a mount without a path", at("mountPath")],
  ["two mounts at the same path", "spec.containers[0].volumeMounts", [mount, mount]],
  ["an absolute subPath", at("subPath"), "/a"],
  ["a subPath that climbs up", at("subPath"), "a/../../b"],
  ["a subPathExpr that climbs up", at("subPathExpr"), "../$(A)"],
  ["an absolute subPathExpr", at("subPathExpr"), "/$(A)"],
  ["both subPath and subPathExpr", "spec.containers[0].volumeMounts", [{ ...mount, subPath: "a", subPathExpr: "b" }]],
  ["an unknown mount propagation", at("mountPropagation"), "Both"],
  ["bidirectional propagation without privilege", at("mountPropagation"), "Bidirectional"],
  ["an unknown recursive read-only mode", at("recursiveReadOnly"), "Maybe"],
  ["recursive read-only on a writable mount", at("recursiveReadOnly"), "Enabled"],
  [
    "recursive read-only with propagation",
    "spec.containers[0].volumeMounts",
    [{ ...mount, readOnly: true, recursiveReadOnly: "Enabled", mountPropagation: "HostToContainer" }],
  ],
  ["a device without a claim", "spec.containers[0].volumeDevices", [{ name: "data", devicePath: "/dev/a" }]],
  ["a device without a path", "spec.containers[0].volumeDevices", [{ name: "data" }]],
  ["a device without a name", "spec.containers[0].volumeDevices", [{ devicePath: "/dev/a" }]],
  ["a device path that climbs up", "spec.containers[0].volumeDevices", [{ name: "data", devicePath: "/dev/../a" }]],
];

const names: readonly Mutation[] = [
  ["a volume without a name", "spec.volumes[0].name"],
  ["a volume name in capitals", "spec.volumes[0].name", "Data"],
  ["a volume name with a dot", "spec.volumes[1]", { name: "a.b", emptyDir: {} }],
  ["a volume name of 64 characters", "spec.volumes[1]", { name: "a".repeat(64), emptyDir: {} }],
  ["two volumes of the same name", "spec.volumes[1]", { name: "data", emptyDir: {} }],
  ["a volume with two sources", "spec.volumes", volume({ emptyDir: {}, hostPath: { path: "/a" } })],
  [
    "a volume with three sources",
    "spec.volumes",
    volume({ emptyDir: {}, hostPath: { path: "/a" }, secret: { secretName: "a" } }),
  ],
];

const simple: readonly Mutation[] = [
  ["an emptyDir of negative size", "spec.volumes", volume({ emptyDir: { sizeLimit: "-1Gi" } })],
  ["an emptyDir whose size is a word", "spec.volumes", volume({ emptyDir: { sizeLimit: "large" } })],
  ["a hostPath without a path", "spec.volumes", volume({ hostPath: {} })],
  ["a hostPath that climbs up", "spec.volumes", volume({ hostPath: { path: "/a/../b" } })],
  ["a hostPath of unknown type", "spec.volumes", volume({ hostPath: { path: "/a", type: "Folder" } })],
  ["a hostPath of a type in lower case", "spec.volumes", volume({ hostPath: { path: "/a", type: "directory" } })],
  ["a claim without a name", "spec.volumes", volume({ persistentVolumeClaim: {} })],
  ["a Secret volume without a name", "spec.volumes", volume({ secret: {} })],
  ["a Secret volume with a mode of 01000", "spec.volumes", volume({ secret: { secretName: "a", defaultMode: 512 } })],
  ["a Secret volume with a negative mode", "spec.volumes", volume({ secret: { secretName: "a", defaultMode: -1 } })],
  ["a Secret item without a key", "spec.volumes", volume({ secret: { secretName: "a", items: [{ path: "a" }] } })],
  ["a Secret item without a path", "spec.volumes", volume({ secret: { secretName: "a", items: [{ key: "a" }] } })],
  [
    "a Secret item at an absolute path",
    "spec.volumes",
    volume({ secret: { secretName: "a", items: [{ key: "a", path: "/a" }] } }),
  ],
  [
    "a Secret item that climbs up",
    "spec.volumes",
    volume({ secret: { secretName: "a", items: [{ key: "a", path: "../a" }] } }),
  ],
  [
    "a Secret item whose path begins with two dots",
    "spec.volumes",
    volume({ secret: { secretName: "a", items: [{ key: "a", path: "..a" }] } }),
  ],
  [
    "a Secret item with a mode of 01000",
    "spec.volumes",
    volume({ secret: { secretName: "a", items: [{ key: "a", path: "a", mode: 512 }] } }),
  ],
  ["a ConfigMap volume without a name", "spec.volumes", volume({ configMap: {} })],
  ["a ConfigMap volume with a mode of 01000", "spec.volumes", volume({ configMap: { name: "a", defaultMode: 512 } })],
  ["a ConfigMap item without a key", "spec.volumes", volume({ configMap: { name: "a", items: [{ path: "a" }] } })],
  [
    "a ConfigMap item at an absolute path",
    "spec.volumes",
    volume({ configMap: { name: "a", items: [{ key: "a", path: "/a" }] } }),
  ],
  ["a downward item without a source", "spec.volumes", volume({ downwardAPI: { items: [{ path: "a" }] } })],
  [
    "a downward item without a path",
    "spec.volumes",
    volume({ downwardAPI: { items: [{ fieldRef: { fieldPath: "metadata.name" } }] } }),
  ],
  [
    "a downward item from two sources",
    "spec.volumes",
    volume({
      downwardAPI: {
        items: [
          {
            path: "a",
            fieldRef: { fieldPath: "metadata.name" },
            resourceFieldRef: { containerName: "app", resource: "limits.cpu" },
          },
        ],
      },
    }),
  ],
  [
    "a downward item from a field that is not exposed",
    "spec.volumes",
    volume({ downwardAPI: { items: [{ path: "a", fieldRef: { fieldPath: "status.podIP" } }] } }),
  ],
  [
    "a downward resource without a container",
    "spec.volumes",
    volume({ downwardAPI: { items: [{ path: "a", resourceFieldRef: { resource: "limits.cpu" } }] } }),
  ],
  [
    "a downward item that climbs up",
    "spec.volumes",
    volume({ downwardAPI: { items: [{ path: "../a", fieldRef: { fieldPath: "metadata.name" } }] } }),
  ],
  ["a downward volume with a mode of 01000", "spec.volumes", volume({ downwardAPI: { defaultMode: 512 } })],
];

const sources: readonly Mutation[] = [
  ["a projected volume with a source of nothing", "spec.volumes", projected({})],
  ["a projected source of two kinds", "spec.volumes", projected({ secret: { name: "a" }, configMap: { name: "b" } })],
  ["a projected Secret without a name", "spec.volumes", projected({ secret: {} })],
  ["a projected ConfigMap without a name", "spec.volumes", projected({ configMap: {} })],
  [
    "a projected item at an absolute path",
    "spec.volumes",
    projected({ secret: { name: "a", items: [{ key: "a", path: "/a" }] } }),
  ],
  [
    "two projected items at the same path",
    "spec.volumes",
    volume({
      projected: { sources: ["a", "b"].map((name) => ({ secret: { name, items: [{ key: "a", path: "p" }] } })) },
    }),
  ],
  ["a projected volume with a mode of 01000", "spec.volumes", volume({ projected: { defaultMode: 512 } })],
  ["a projected token without a path", "spec.volumes", projected({ serviceAccountToken: {} })],
  ["a projected token that climbs up", "spec.volumes", projected({ serviceAccountToken: { path: "../a" } })],
  [
    "a projected token for nine minutes",
    "spec.volumes",
    projected({ serviceAccountToken: { path: "a", expirationSeconds: 540 } }),
  ],
  [
    "a projected token beyond 32 bits",
    "spec.volumes",
    projected({ serviceAccountToken: { path: "a", expirationSeconds: 4_294_967_297 } }),
  ],
  [
    "a projected downward item without a source",
    "spec.volumes",
    projected({ downwardAPI: { items: [{ path: "a" }] } }),
  ],
  ["a projected trust bundle without a name", "spec.volumes", projected({ clusterTrustBundle: { path: "a" } })],
  [
    "a projected certificate without a signer",
    "spec.volumes",
    projected({ podCertificate: { keyType: "ED25519", credentialBundlePath: "a" } }),
  ],
  ["an NFS volume without anything", "spec.volumes", volume({ nfs: {} })],
  ["an NFS volume with a relative path", "spec.volumes", volume({ nfs: { server: "a", path: "b" } })],
  ["an iSCSI volume without anything", "spec.volumes", volume({ iscsi: {} })],
  ["an iSCSI volume with a bad name", "spec.volumes", volume({ iscsi: { targetPortal: "a", iqn: "disk", lun: 0 } })],
  [
    "an iSCSI volume with LUN 256",
    "spec.volumes",
    volume({ iscsi: { targetPortal: "a", iqn: "iqn.2015-02.example.com:test", lun: 256 } }),
  ],
  ["a fibre channel volume without anything", "spec.volumes", volume({ fc: {} })],
  ["a CSI volume without a driver", "spec.volumes", volume({ csi: {} })],
  ["a CSI volume with a bad driver", "spec.volumes", volume({ csi: { driver: "a b" } })],
  [
    "a CSI volume with a Secret without name",
    "spec.volumes",
    volume({ csi: { driver: "csi.example.com", nodePublishSecretRef: {} } }),
  ],
  ["an image volume without a reference", "spec.volumes", volume({ image: {} })],
  [
    "an image volume with an unknown pull policy",
    "spec.volumes",
    volume({ image: { reference: "a", pullPolicy: "Often" } }),
  ],
  ["a git repository at an absolute folder", "spec.volumes", volume({ gitRepo: { repository: "a", directory: "/a" } })],
  ["a git repository without a URL", "spec.volumes", volume({ gitRepo: {} })],
  ["a Google disk without a name", "spec.volumes", volume({ gcePersistentDisk: {} })],
  ["a Google disk with partition 256", "spec.volumes", volume({ gcePersistentDisk: { pdName: "a", partition: 256 } })],
  ["an Amazon disk without an id", "spec.volumes", volume({ awsElasticBlockStore: {} })],
  ["an Azure file share without a secret", "spec.volumes", volume({ azureFile: { shareName: "a" } })],
  ["an Azure disk without a name", "spec.volumes", volume({ azureDisk: {} })],
  ["a vSphere disk without a path", "spec.volumes", volume({ vsphereVolume: {} })],
  ["a Ceph file system without monitors", "spec.volumes", volume({ cephfs: {} })],
  ["a Ceph block device without anything", "spec.volumes", volume({ rbd: {} })],
  ["a Gluster file system without anything", "spec.volumes", volume({ glusterfs: {} })],
  ["a flex volume without a driver", "spec.volumes", volume({ flexVolume: {} })],
  ["a Cinder disk without an id", "spec.volumes", volume({ cinder: {} })],
  ["a Portworx volume without an id", "spec.volumes", volume({ portworxVolume: {} })],
  ["a ScaleIO volume without anything", "spec.volumes", volume({ scaleIO: {} })],
];

const claim = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } };
const ephemeral = (change: object) => volume({ ephemeral: { volumeClaimTemplate: { spec: { ...claim, ...change } } } });

const claims: readonly Mutation[] = [
  ["an ephemeral volume without a template", "spec.volumes", volume({ ephemeral: {} })],
  ["an ephemeral volume without access modes", "spec.volumes", ephemeral({ accessModes: [] })],
  ["an ephemeral volume with an unknown access mode", "spec.volumes", ephemeral({ accessModes: ["Write"] })],
  ["an ephemeral volume without a size", "spec.volumes", ephemeral({ resources: {} })],
  ["an ephemeral volume of no size", "spec.volumes", ephemeral({ resources: { requests: { storage: "0" } } })],
  ["an ephemeral volume with a bad class", "spec.volumes", ephemeral({ storageClassName: "Fast!" })],
  [
    "an ephemeral volume with a name in its template",
    "spec.volumes",
    volume({ ephemeral: { volumeClaimTemplate: { metadata: { name: "a" }, spec: claim } } }),
  ],
  [
    "an ephemeral volume with a bad label",
    "spec.volumes",
    volume({ ephemeral: { volumeClaimTemplate: { metadata: { labels: { a: "b c" } }, spec: claim } } }),
  ],
];

export const sequences: readonly Sequence[] = refusedCreations("/api/v1/namespaces/default/pods", pod, [
  ...mounts,
  ...names,
  ...simple,
  ...sources,
  ...claims,
]);

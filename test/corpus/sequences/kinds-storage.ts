/** The kinds of storage, scheduling, node and resource. */
import { lifeOf } from "../lives.ts";
import type { Sequence } from "../sequence.ts";

const storage = "/apis/storage.k8s.io/v1";
const resource = "/apis/resource.k8s.io/v1";
const named = (apiVersion: string, kind: string, rest: object = {}) => ({
  ...{ apiVersion, kind, metadata: { name: "{ns}-a" } },
  ...rest,
});
const object = (apiVersion: string, kind: string, rest: object = {}) => ({
  ...{ apiVersion, kind, metadata: { name: "a" } },
  ...rest,
});
const store = "storage.k8s.io/v1";
const claims = "resource.k8s.io/v1";
const devices = { requests: [{ name: "gpu", exactly: { deviceClassName: "gpu.example.com" } }] };

export const sequences: readonly Sequence[] = [
  lifeOf(`${storage}/storageclasses`, named(store, "StorageClass", { provisioner: "disk.example.com" }), {
    allowVolumeExpansion: true,
    "metadata.annotations": { "storageclass.kubernetes.io/is-default-class": "false" },
  }),
  lifeOf(
    `${storage}/volumeattributesclasses`,
    named(store, "VolumeAttributesClass", { driverName: "disk.example.com", parameters: { iops: "100" } }),
    {
      "metadata.annotations": { team: "shop" },
    },
  ),
  lifeOf(`${storage}/csidrivers`, named(store, "CSIDriver"), {
    spec: { attachRequired: false, podInfoOnMount: true, volumeLifecycleModes: ["Ephemeral"] },
  }),
  lifeOf(`${storage}/csinodes`, named(store, "CSINode", { spec: { drivers: [] } }), {
    spec: { drivers: [{ name: "disk.example.com", nodeID: "1", topologyKeys: ["zone"], allocatable: { count: 8 } }] },
  }),
  lifeOf(
    `${storage}/namespaces/{ns}/csistoragecapacities`,
    object(store, "CSIStorageCapacity", { storageClassName: "fast" }),
    { capacity: "10Gi" },
  ),
  lifeOf(
    `${storage}/volumeattachments`,
    named(store, "VolumeAttachment", {
      spec: { attacher: "disk.example.com", nodeName: "a", source: { persistentVolumeName: "a" } },
    }),
    { "metadata.labels.team": "shop" },
    { status: { attached: true, attachmentMetadata: { device: "sdb" } } },
  ),
  lifeOf(
    "/apis/scheduling.k8s.io/v1/priorityclasses",
    named("scheduling.k8s.io/v1", "PriorityClass", { value: 1000 }),
    {
      description: "Above the rest.",
    },
  ),
  lifeOf("/apis/node.k8s.io/v1/runtimeclasses", named("node.k8s.io/v1", "RuntimeClass", { handler: "sandbox" }), {
    overhead: { podFixed: { memory: "64Mi" } },
    "scheduling.nodeSelector": { sandbox: "true" },
  }),
  lifeOf(`${resource}/deviceclasses`, named(claims, "DeviceClass", { spec: {} }), {
    "spec.selectors": [{ cel: { expression: 'device.driver == "gpu.example.com"' } }],
  }),
  lifeOf(
    `${resource}/namespaces/{ns}/resourceclaims`,
    object(claims, "ResourceClaim", { spec: { devices } }),
    { "metadata.labels.app": "shop" },
    {
      status: {
        allocation: {
          devices: { results: [{ request: "gpu", driver: "gpu.example.com", pool: "a", device: "gpu-0" }] },
        },
      },
    },
  ),
  lifeOf(
    `${resource}/namespaces/{ns}/resourceclaimtemplates`,
    object(claims, "ResourceClaimTemplate", { spec: { spec: { devices } } }),
    { "metadata.labels.app": "shop" },
  ),
  lifeOf(
    `${resource}/resourceslices`,
    named(claims, "ResourceSlice", {
      spec: {
        ...{ driver: "gpu.example.com", nodeName: "a" },
        pool: { name: "a", generation: 1, resourceSliceCount: 1 },
        devices: [{ name: "gpu-0" }],
      },
    }),
    {
      "spec.devices[0].attributes": { model: { string: "X" } },
      "spec.devices[0].capacity": { memory: { value: "8Gi" } },
    },
  ),
];

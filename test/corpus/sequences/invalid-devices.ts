/** Classes of devices, claims for them and slices that offer them, refused; and volumes that are attached without an object of their own. */
import { type Mutation, refusedCreations } from "../refusals.ts";
import type { Sequence } from "../sequence.ts";

const resource = "/apis/resource.k8s.io/v1";
const deviceClass = { apiVersion: "resource.k8s.io/v1", kind: "DeviceClass", metadata: { name: "gpu" }, spec: {} };
const selecting = (expression: string) => [{ cel: { expression } }];

const classes: readonly Mutation[] = [
  ["a selector of nothing", "spec.selectors", [{}]],
  ["a selector that is no CEL", "spec.selectors", selecting("device.driver ==")],
  ["a selector that is no condition", "spec.selectors", selecting("device.driver")],
  ["a selector on what is not there", "spec.selectors", selecting("pod.name == 'a'")],
  ["a selector that is too long", "spec.selectors", selecting(`"${"x".repeat(11_000)}" == ""`)],
  ["configuration without a driver", "spec.config", [{ opaque: { parameters: {} } }]],
  ["configuration that is no object", "spec.config", [{ opaque: { driver: "a.io", parameters: 1 } }]],
  ["an extended resource with a bad name", "spec.extendedResourceName", "gpu"],
];

const claim = {
  ...{ apiVersion: "resource.k8s.io/v1", kind: "ResourceClaim", metadata: { name: "a" } },
  spec: { devices: { requests: [{ name: "gpu", exactly: { deviceClassName: "gpu" } }] } },
};
const request = "spec.devices.requests[0]";
const claims: readonly Mutation[] = [
  ["a request without a name", `${request}.name`],
  ["a request of nothing", `${request}.exactly`],
  ["a request without a class", `${request}.exactly.deviceClassName`],
  ["an unknown way to allocate", `${request}.exactly.allocationMode`, "Some"],
  ["a count of -1", `${request}.exactly.count`, -1],
  ["a count of all", `${request}.exactly`, { deviceClassName: "gpu", allocationMode: "All", count: 1 }],
  ["a selector that is no CEL", `${request}.exactly.selectors`, selecting("device.")],
  ["a request twice", "spec.devices.requests", [claim.spec.devices.requests[0], claim.spec.devices.requests[0]]],
  [
    "a constraint on a request that is not there",
    "spec.devices.constraints",
    [{ requests: ["b"], matchAttribute: "a.io/b" }],
  ],
  ["a constraint of nothing", "spec.devices.constraints", [{ requests: ["gpu"] }]],
];

const slice = {
  ...{ apiVersion: "resource.k8s.io/v1", kind: "ResourceSlice", metadata: { name: "a" } },
  spec: {
    ...{ driver: "a.io", nodeName: "n1", pool: { name: "p", generation: 1, resourceSliceCount: 1 } },
    devices: [{ name: "d" }],
  },
};
const counters = (name: string) => ({ name, counters: { memory: { value: "1Gi" } } });
const slices: readonly Mutation[] = [
  ["no driver", "spec.driver"],
  ["a pool of no slices", "spec.pool.resourceSliceCount", 0],
  ["no pool", "spec.pool"],
  ["no node at all", "spec.nodeName"],
  ["a node and all nodes", "spec.allNodes", true],
  ["a device in capitals", "spec.devices[0].name", "D"],
  ["a device twice", "spec.devices", [{ name: "d" }, { name: "d" }]],
  ["an attribute of nothing", "spec.devices[0].attributes", { a: {} }],
  ["counters in capitals", "spec", { ...slice.spec, devices: undefined, sharedCounters: [counters("A")] }],
  ["counters twice", "spec", { ...slice.spec, devices: undefined, sharedCounters: [counters("a"), counters("a")] }],
  ["counters that count nothing", "spec", { ...slice.spec, devices: undefined, sharedCounters: [{ name: "a" }] }],
  ["counters and devices", "spec.sharedCounters", [counters("a")]],
];

const attachment = {
  ...{ apiVersion: "storage.k8s.io/v1", kind: "VolumeAttachment", metadata: { name: "a" } },
  spec: { attacher: "a.io", nodeName: "n1", source: {} },
};
const inline = { accessModes: ["ReadWriteOnce"], capacity: { storage: "1Gi" } };
const attachments: readonly Mutation[] = [
  ["an inline volume without a source", "spec.source.inlineVolumeSpec", inline],
  ["an inline volume of CSI without a handle", "spec.source.inlineVolumeSpec", { ...inline, csi: { driver: "a.io" } }],
  ["an inline volume of NFS without a path", "spec.source.inlineVolumeSpec", { ...inline, nfs: { server: "a" } }],
  ["an inline volume on the host", "spec.source.inlineVolumeSpec", { ...inline, hostPath: { path: "../a" } }],
];

export const sequences: readonly Sequence[] = [
  ...refusedCreations(`${resource}/deviceclasses`, deviceClass, classes),
  ...refusedCreations(`${resource}/namespaces/{ns}/resourceclaims`, claim, claims),
  ...refusedCreations(`${resource}/resourceslices`, slice, slices),
  ...refusedCreations("/apis/storage.k8s.io/v1/volumeattachments", attachment, attachments),
];

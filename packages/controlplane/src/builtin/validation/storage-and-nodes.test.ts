import assert from "node:assert/strict";
import { test } from "node:test";
import type { StrategyRequest } from "@pintle/apiserver";
import type { FieldError, JsonObject } from "@pintle/machinery";
import { attachmentRules } from "./attachment-rules.ts";
import { claimRules } from "./claim-rules.ts";
import { csiRules } from "./csi-rules.ts";
import { nodeRules } from "./node-rules.ts";
import { persistentVolumeRules } from "./persistent-volume-rules.ts";
import { storageClassRules } from "./storage-class-rules.ts";

const rules = {
  ...attachmentRules,
  ...claimRules,
  ...csiRules,
  ...nodeRules,
  ...persistentVolumeRules,
  ...storageClassRules,
};
const request = {} as StrategyRequest;
const textsOf = (errors: readonly FieldError[] | undefined) => errors?.map((error) => String(error));
const validate = (kind: string, object: JsonObject) => textsOf(rules[kind]?.validate?.(object, request));
const update = (kind: string, object: JsonObject, old: JsonObject) =>
  textsOf(rules[kind]?.validateUpdate?.(object, old, request));

test("taints have a key and an effect, and none stands twice; an update tells it twice", () => {
  const twice = {
    spec: {
      taints: [
        { key: "a", effect: "NoSchedule" },
        { key: "a", effect: "NoSchedule" },
      ],
    },
  };
  const duplicate =
    'metadata.taints[1]: Duplicate value: {"Key":"a","Value":"","Effect":"NoSchedule","TimeAdded":null}: taints must be unique by key and effect pair';
  assert.deepEqual(validate("nodes", twice), [duplicate]);
  assert.deepEqual(update("nodes", twice, {}), [duplicate, duplicate]);
  const bare = { spec: { taints: [{ key: "a" }] } };
  assert.deepEqual(validate("nodes", bare), ["metadata.taints[0].effect: Required value"]);
});

test("the provider and the ranges of a node stay once they are known", () => {
  const spec = { providerID: "a://1", podCIDRs: ["10.1.0.0/24"] };
  assert.deepEqual(update("nodes", { spec }, { spec: {} }), []);
  assert.deepEqual(update("nodes", { spec: { providerID: "a://2" } }, { spec }), [
    'spec.podCIDRs: Forbidden: node updates may not change podCIDR except from "" to valid',
    'spec.providerID: Forbidden: node updates may not change providerID except from "" to valid',
  ]);
});

test("a volume has a size, modes and a policy, and keeps its source", () => {
  const spec = { accessModes: ["ReadWriteOnce"], capacity: { storage: "1Gi" }, hostPath: { path: "/a" } };
  assert.deepEqual(validate("persistentvolumes", { spec }), []);
  assert.deepEqual(validate("persistentvolumes", { spec: { persistentVolumeReclaimPolicy: "Burn" } }), [
    "spec.accessModes: Required value",
    "spec.capacity: Required value",
    'spec.capacity: Unsupported value: null: supported values: "storage"',
    'spec.persistentVolumeReclaimPolicy: Unsupported value: "Burn": supported values: "Delete", "Recycle", "Retain"',
    "spec: Required value: must specify a volume type",
  ]);
  assert.deepEqual(update("persistentvolumes", { spec: { ...spec, hostPath: { path: "/b" } } }, { spec }), [
    "spec.persistentvolumesource: Forbidden: spec.persistentvolumesource is immutable after creation\n" +
      '@@ -2,7 +2,7 @@\n  "GCEPersistentDisk": null,\n  "AWSElasticBlockStore": null,\n  "HostPath": {\n' +
      '-  "Path": "/a",\n+  "Path": "/b",\n   "Type": null\n  },\n  "Glusterfs": null,\n',
  ]);
});

test("a claim does not shrink below what it has", () => {
  const claim = (storage: string) => ({
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage } } },
    status: { phase: "Bound", capacity: { storage: "1Gi" } },
  });
  assert.deepEqual(update("persistentvolumeclaims", claim("2Gi"), claim("3Gi")), []);
  assert.deepEqual(update("persistentvolumeclaims", claim("500Mi"), claim("3Gi")), [
    "spec.resources.requests.storage: Forbidden: field can not be less than status.capacity",
  ]);
});

test("classes, drivers and attachments stay as they are, each in its own words", () => {
  const storage = (provisioner: string) => ({ provisioner, volumeBindingMode: "Immediate" });
  assert.deepEqual(update("storageclasses.storage.k8s.io", storage("b"), storage("a")), [
    'provisioner: Invalid value: "b": field is immutable',
  ]);
  const attributes = (driverName: string) => ({ driverName, parameters: { a: "b" } });
  assert.deepEqual(update("volumeattributesclasses.storage.k8s.io", attributes("b"), attributes("a")), [
    "driverName: Forbidden: updates to driverName are forbidden.",
  ]);
  const driver = (nodeID: string) => ({ spec: { drivers: [{ name: "a.io", nodeID }] } });
  assert.deepEqual(update("csinodes.storage.k8s.io", driver("n2"), driver("n1")), [
    'spec.drivers: Invalid value: {"Name":"a.io","NodeID":"n2","TopologyKeys":null,"Allocatable":null}: field is immutable',
  ]);
  const attached = (nodeName: string) => ({ spec: { attacher: "a", nodeName, source: { persistentVolumeName: "d" } } });
  assert.deepEqual(update("volumeattachments.storage.k8s.io", attached("n2"), attached("n1")), [
    'spec: Invalid value: {"Attacher":"a","Source":{"PersistentVolumeName":"d","InlineVolumeSpec":null},"NodeName":"n2"}: field is immutable',
  ]);
});

test("where a volume can be reached from stays, under whatever name the label has", () => {
  const volume = (...keys: string[]): JsonObject => ({
    spec: {
      accessModes: ["ReadWriteOnce"],
      capacity: { storage: "1Gi" },
      hostPath: { path: "/a" },
      nodeAffinity: {
        required: {
          nodeSelectorTerms: [{ matchExpressions: keys.map((key) => ({ key, operator: "In", values: ["a"] })) }],
        },
      },
    },
  });
  const [old, current] = ["failure-domain.beta.kubernetes.io/zone", "topology.kubernetes.io/zone"];
  assert.deepEqual(update("persistentvolumes", volume(current), volume(old)), []);
  assert.match(
    update("persistentvolumes", volume("other"), volume(old))?.[0] ?? "",
    /^nodeAffinity: Invalid value: \{"Required":.*"Key":"other".*: field is immutable, except for updating from beta label to GA$/,
  );
});

test("a resource with dots in its name is no way into the object", () => {
  const spec = { accessModes: ["ReadWriteOnce"], capacity: { "example.com/x": "1" }, hostPath: { path: "/a" } };
  assert.deepEqual(validate("persistentvolumes", { spec }), [
    'spec.capacity: Unsupported value: {"example.com/x":"1"}: supported values: "storage"',
  ]);
});

test("ranges of a node are told apart by their family, and unreadable ones told twice", () => {
  assert.deepEqual(validate("nodes", { spec: { podCIDRs: ["10.1.0.0/24", "fd00::/64"] } }), []);
  assert.deepEqual(validate("nodes", { spec: { podCIDRs: ["10.1.0.0/24", "a"] } }), [
    'spec.podCIDRs[1]: Invalid value: "a": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)',
    "spec.podCIDRs: Internal error: invalid PodCIDRs. failed to check with dual stack with error:invalid CIDR[1]: <nil> (invalid CIDR address: a)",
    'spec.podCIDRs: Invalid value: ["10.1.0.0/24","a"]: may specify no more than one CIDR for each IP family',
  ]);
});

test("topologies that say nothing are the same as nothing, once for each that there is", () => {
  const storage = { provisioner: "a.io", volumeBindingMode: "Immediate", allowedTopologies: [{}, {}] };
  const duplicates = validate("storageclasses.storage.k8s.io", storage) ?? [];
  assert.deepEqual(
    duplicates.map((text) => text.split(":", 1)[0]),
    [
      "allowedTopologies[0].matchLabelExpressions",
      "allowedTopologies[0].matchLabelExpressions",
      "allowedTopologies[1].matchLabelExpressions",
      "allowedTopologies[1].matchLabelExpressions",
      "allowedTopologies[1].matchLabelExpressions",
    ],
  );
});

test("a claim's status has amounts of storage that can be, and known states of growing", () => {
  const judge = (status: JsonObject) => {
    const claim = { spec: { accessModes: ["ReadWriteOnce"] }, status };
    return textsOf(rules.persistentvolumeclaims?.views?.status?.(claim, {}));
  };
  const growing = { storage: "NodeResizePending", "example.com/a": "ControllerResizeInfeasible" };
  const fine = { capacity: { storage: "1Gi", cpu: "1" }, allocatedResources: { storage: "1Gi" } };
  assert.deepEqual(judge({ ...fine, allocatedResourceStatuses: growing }), []);
  assert.deepEqual(judge({ capacity: { storage: "-500m" }, allocatedResources: { storage: "-1", cpu: "1" } }), [
    "status.capacity[storage]: Invalid value: -1: must be a valid resource quantity",
    "status.allocatedResources[storage]: Invalid value: -1: must be a valid resource quantity",
    'status.allocatedResources: Unsupported value: "cpu": supported values: "storage"',
  ]);
  const states =
    '"ControllerResizeInProgress", "ControllerResizeInfeasible", "NodeResizeInProgress", "NodeResizeInfeasible", "NodeResizePending"';
  assert.deepEqual(judge({ allocatedResourceStatuses: { storage: "Growing" } }), [
    `status.allocatedResourceStatuses: Unsupported value: "storage": supported values: ${states}`,
  ]);
});

test("features of a node are named, sorted and said once", () => {
  const judge = (...declaredFeatures: string[]) => validate("nodes", { status: { declaredFeatures } });
  assert.deepEqual(judge("Audit", "Swap", "Swap/limited"), []);
  assert.deepEqual(judge("Swap", "Swap", "Audit"), [
    'status.declaredFeatures[1]: Duplicate value: "Swap"',
    'status.declaredFeatures[2]: Invalid value: "Audit": list must be sorted alphabetically',
  ]);
  assert.match(judge("swap")?.[0] ?? "", /^status\.declaredFeatures\[0\]: .*must start with an UpperCamelCase segment/);
  assert.match(judge(`A${"b".repeat(253)}`)?.[0] ?? "", /must be no more than 253 characters$/);
});

test("a volume that names a class of attributes may name another, but not none", () => {
  const volume = (volumeAttributesClassName?: string) => ({
    spec: {
      ...{ accessModes: ["ReadWriteOnce"], capacity: { storage: "1Gi" }, persistentVolumeReclaimPolicy: "Retain" },
      ...{ volumeMode: "Filesystem", csi: { driver: "a.io", volumeHandle: "a" } },
      ...(volumeAttributesClassName && { volumeAttributesClassName }),
    },
  });
  assert.deepEqual(update("persistentvolumes", volume("gold"), volume("silver")), []);
  assert.deepEqual(update("persistentvolumes", volume(), volume("silver")), [
    "spec.volumeAttributesClassName: Forbidden: update from non-nil value to nil is forbidden",
  ]);
});

// Made by `make kinds` from what a kube-apiserver and Kubernetes' Go types say. Do not edit.
/** The kinds and types of resource/v1, as plain JSON. */

import { type Condition, defineKind, type JsonObject, type ObjectMeta, type ObjectOf } from "@pintle/machinery/objects";
import type { NodeSelector } from "../core/v1.ts";

export interface AllocatedDeviceStatus {
  conditions?: Condition[];
  data?: JsonObject;
  device: string;
  driver: string;
  networkData?: NetworkDeviceData;
  pool: string;
  shareID?: string;
}

export interface AllocationResult {
  allocationTimestamp?: string;
  devices?: DeviceAllocationResult;
  nodeSelector?: NodeSelector;
}

export interface CELDeviceSelector {
  expression: string;
}

export interface CapacityRequestPolicy {
  default?: string | number;
  validRange?: CapacityRequestPolicyRange;
  validValues?: (string | number)[];
}

export interface CapacityRequestPolicyRange {
  max?: string | number;
  min: string | number;
  step?: string | number;
}

export interface CapacityRequirements {
  requests?: { [key: string]: string | number };
}

export interface Counter {
  value: string | number;
}

export interface CounterSet {
  counters: { [key: string]: Counter };
  name: string;
}

export interface Device {
  allNodes?: boolean;
  allowMultipleAllocations?: boolean;
  attributes?: { [key: string]: DeviceAttribute };
  bindingConditions?: string[];
  bindingFailureConditions?: string[];
  bindsToNode?: boolean;
  capacity?: { [key: string]: DeviceCapacity };
  consumesCounters?: DeviceCounterConsumption[];
  name: string;
  nodeAllocatableResourceMappings?: { [key: string]: NodeAllocatableResourceMapping };
  nodeName?: string;
  nodeSelector?: NodeSelector;
  taints?: DeviceTaint[];
}

export interface DeviceAllocationConfiguration {
  opaque?: OpaqueDeviceConfiguration;
  requests?: string[];
  source: "FromClaim" | "FromClass";
}

export interface DeviceAllocationResult {
  config?: DeviceAllocationConfiguration[];
  results?: DeviceRequestAllocationResult[];
}

export interface DeviceAttribute {
  bool?: boolean;
  bools?: boolean[];
  int?: number;
  ints?: number[];
  string?: string;
  strings?: string[];
  version?: string;
  versions?: string[];
}

export interface DeviceCapacity {
  requestPolicy?: CapacityRequestPolicy;
  value: string | number;
}

export interface DeviceClaim {
  config?: DeviceClaimConfiguration[];
  constraints?: DeviceConstraint[];
  requests?: DeviceRequest[];
}

export interface DeviceClaimConfiguration {
  opaque?: OpaqueDeviceConfiguration;
  requests?: string[];
}

export const DeviceClass = defineKind({
  group: "resource.k8s.io",
  version: "v1",
  kind: "DeviceClass",
  plural: "deviceclasses",
  scope: "Cluster",
})<{ spec: DeviceClassSpec }>();
export type DeviceClass = ObjectOf<typeof DeviceClass>;

export interface DeviceClassConfiguration {
  opaque?: OpaqueDeviceConfiguration;
}

export interface DeviceClassSpec {
  config?: DeviceClassConfiguration[];
  extendedResourceName?: string;
  selectors?: DeviceSelector[];
}

export interface DeviceConstraint {
  distinctAttribute?: string;
  matchAttribute?: string;
  requests?: string[];
}

export interface DeviceCounterConsumption {
  counterSet: string;
  counters: { [key: string]: Counter };
}

export interface DeviceRequest {
  exactly?: ExactDeviceRequest;
  firstAvailable?: DeviceSubRequest[];
  name: string;
}

export interface DeviceRequestAllocationResult {
  adminAccess?: boolean;
  bindingConditions?: string[];
  bindingFailureConditions?: string[];
  consumedCapacity?: { [key: string]: string | number };
  device: string;
  driver: string;
  pool: string;
  request: string;
  shareID?: string;
  tolerations?: DeviceToleration[];
}

export interface DeviceSelector {
  cel?: CELDeviceSelector;
}

export interface DeviceSubRequest {
  allocationMode?: "All" | "ExactCount";
  capacity?: CapacityRequirements;
  count?: number;
  deviceClassName: string;
  name: string;
  selectors?: DeviceSelector[];
  tolerations?: DeviceToleration[];
}

export interface DeviceTaint {
  effect: "NoExecute" | "NoSchedule" | "None";
  key: string;
  timeAdded?: string;
  value?: string;
}

export interface DeviceToleration {
  effect?: "NoExecute" | "NoSchedule" | "None";
  key?: string;
  operator?: "Equal" | "Exists";
  tolerationSeconds?: number;
  value?: string;
}

export interface ExactDeviceRequest {
  adminAccess?: boolean;
  allocationMode?: "All" | "ExactCount";
  capacity?: CapacityRequirements;
  count?: number;
  deviceClassName: string;
  selectors?: DeviceSelector[];
  tolerations?: DeviceToleration[];
}

export interface NetworkDeviceData {
  hardwareAddress?: string;
  interfaceName?: string;
  ips?: string[];
}

export interface NodeAllocatableResourceMapping {
  allocationMultiplier?: string | number;
  capacityKey?: string;
}

export interface OpaqueDeviceConfiguration {
  driver: string;
  parameters: JsonObject;
}

export const ResourceClaim = defineKind({
  group: "resource.k8s.io",
  version: "v1",
  kind: "ResourceClaim",
  plural: "resourceclaims",
  subresources: ["status"],
  scope: "Namespaced",
})<{ spec: ResourceClaimSpec; status?: ResourceClaimStatus }>();
export type ResourceClaim = ObjectOf<typeof ResourceClaim>;

export interface ResourceClaimConsumerReference {
  apiGroup?: string;
  name: string;
  resource: string;
  uid: string;
}

export interface ResourceClaimSpec {
  devices?: DeviceClaim;
}

export interface ResourceClaimStatus {
  allocation?: AllocationResult;
  devices?: AllocatedDeviceStatus[];
  reservedFor?: ResourceClaimConsumerReference[];
}

export const ResourceClaimTemplate = defineKind({
  group: "resource.k8s.io",
  version: "v1",
  kind: "ResourceClaimTemplate",
  plural: "resourceclaimtemplates",
  scope: "Namespaced",
})<{ spec: ResourceClaimTemplateSpec }>();
export type ResourceClaimTemplate = ObjectOf<typeof ResourceClaimTemplate>;

export interface ResourceClaimTemplateSpec {
  metadata?: ObjectMeta;
  spec: ResourceClaimSpec;
}

export interface ResourcePool {
  generation: number;
  name: string;
  resourceSliceCount: number;
}

export const ResourceSlice = defineKind({
  group: "resource.k8s.io",
  version: "v1",
  kind: "ResourceSlice",
  plural: "resourceslices",
  scope: "Cluster",
})<{ spec: ResourceSliceSpec }>();
export type ResourceSlice = ObjectOf<typeof ResourceSlice>;

export interface ResourceSliceSpec {
  allNodes?: boolean;
  devices?: Device[];
  driver: string;
  nodeName?: string;
  nodeSelector?: NodeSelector;
  perDeviceNodeSelection?: boolean;
  pool: ResourcePool;
  sharedCounters?: CounterSet[];
}

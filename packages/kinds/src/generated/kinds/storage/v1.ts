// Made by `make kinds` from what a kube-apiserver and Kubernetes' Go types say. Do not edit.
/** The kinds and types of storage/v1, as plain JSON. */

import { defineKind, type ObjectOf } from "@pintle/machinery/objects";
import type { PersistentVolumeSpec, TopologySelectorTerm } from "../core/v1.ts";
import type { LabelSelector } from "../meta/v1.ts";

export const CSIDriver = defineKind({
  group: "storage.k8s.io",
  version: "v1",
  kind: "CSIDriver",
  plural: "csidrivers",
  scope: "Cluster",
})<{ spec: CSIDriverSpec }>();
export type CSIDriver = ObjectOf<typeof CSIDriver>;

export interface CSIDriverSpec {
  attachRequired?: boolean;
  fsGroupPolicy?: string;
  nodeAllocatableUpdatePeriodSeconds?: number;
  podInfoOnMount?: boolean;
  preventPodSchedulingIfMissing?: boolean;
  requiresRepublish?: boolean;
  seLinuxMount?: boolean;
  serviceAccountTokenInSecrets?: boolean;
  storageCapacity?: boolean;
  tokenRequests?: TokenRequest[];
  volumeLifecycleModes?: string[];
}

export const CSINode = defineKind({
  group: "storage.k8s.io",
  version: "v1",
  kind: "CSINode",
  plural: "csinodes",
  scope: "Cluster",
})<{ spec: CSINodeSpec }>();
export type CSINode = ObjectOf<typeof CSINode>;

export interface CSINodeDriver {
  allocatable?: VolumeNodeResources;
  name: string;
  nodeID: string;
  topologyKeys?: string[];
}

export interface CSINodeSpec {
  drivers: CSINodeDriver[];
}

export const CSIStorageCapacity = defineKind({
  group: "storage.k8s.io",
  version: "v1",
  kind: "CSIStorageCapacity",
  plural: "csistoragecapacities",
  scope: "Namespaced",
})<{
  capacity?: string | number;
  maximumVolumeSize?: string | number;
  nodeTopology?: LabelSelector;
  storageClassName: string;
}>();
export type CSIStorageCapacity = ObjectOf<typeof CSIStorageCapacity>;

export const StorageClass = defineKind({
  group: "storage.k8s.io",
  version: "v1",
  kind: "StorageClass",
  plural: "storageclasses",
  shortNames: ["sc"],
  scope: "Cluster",
})<{
  allowVolumeExpansion?: boolean;
  allowedTopologies?: TopologySelectorTerm[];
  mountOptions?: string[];
  parameters?: { [key: string]: string };
  provisioner: string;
  reclaimPolicy?: "Delete" | "Recycle" | "Retain";
  volumeBindingMode?: "Immediate" | "WaitForFirstConsumer";
}>();
export type StorageClass = ObjectOf<typeof StorageClass>;

export interface TokenRequest {
  audience: string;
  expirationSeconds?: number;
}

export const VolumeAttachment = defineKind({
  group: "storage.k8s.io",
  version: "v1",
  kind: "VolumeAttachment",
  plural: "volumeattachments",
  subresources: ["status"],
  scope: "Cluster",
})<{ spec: VolumeAttachmentSpec; status?: VolumeAttachmentStatus }>();
export type VolumeAttachment = ObjectOf<typeof VolumeAttachment>;

export interface VolumeAttachmentSource {
  inlineVolumeSpec?: PersistentVolumeSpec;
  persistentVolumeName?: string;
}

export interface VolumeAttachmentSpec {
  attacher: string;
  nodeName: string;
  source: VolumeAttachmentSource;
}

export interface VolumeAttachmentStatus {
  attachError?: VolumeError;
  attached: boolean;
  attachmentMetadata?: { [key: string]: string };
  detachError?: VolumeError;
}

export const VolumeAttributesClass = defineKind({
  group: "storage.k8s.io",
  version: "v1",
  kind: "VolumeAttributesClass",
  plural: "volumeattributesclasses",
  shortNames: ["vac"],
  scope: "Cluster",
})<{ driverName: string; parameters?: { [key: string]: string } }>();
export type VolumeAttributesClass = ObjectOf<typeof VolumeAttributesClass>;

export interface VolumeError {
  errorCode?: number;
  message?: string;
  time?: string;
}

export interface VolumeNodeResources {
  count?: number;
}

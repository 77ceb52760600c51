// Made by `make kinds` from what a kube-apiserver and Kubernetes' Go types say. Do not edit.
/** The kinds and types of apps/v1, as plain JSON. */

import { defineKind, type JsonObject, type ObjectMeta, type ObjectOf } from "@pintle/machinery/objects";
import type { PersistentVolumeClaimSpec, PersistentVolumeClaimStatus, PodTemplateSpec } from "../core/v1.ts";
import type { LabelSelector } from "../meta/v1.ts";

export const ControllerRevision = defineKind({
  group: "apps",
  version: "v1",
  kind: "ControllerRevision",
  plural: "controllerrevisions",
  scope: "Namespaced",
})<{ data?: JsonObject; revision: number }>();
export type ControllerRevision = ObjectOf<typeof ControllerRevision>;

export const DaemonSet = defineKind({
  group: "apps",
  version: "v1",
  kind: "DaemonSet",
  plural: "daemonsets",
  shortNames: ["ds"],
  subresources: ["status"],
  scope: "Namespaced",
})<{ spec?: DaemonSetSpec; status?: DaemonSetStatus }>();
export type DaemonSet = ObjectOf<typeof DaemonSet>;

export interface DaemonSetCondition {
  lastTransitionTime?: string;
  message?: string;
  reason?: string;
  status: string;
  type: string;
}

export interface DaemonSetSpec {
  minReadySeconds?: number;
  revisionHistoryLimit?: number;
  selector: LabelSelector;
  template: PodTemplateSpec;
  updateStrategy?: DaemonSetUpdateStrategy;
}

export interface DaemonSetStatus {
  collisionCount?: number;
  conditions?: DaemonSetCondition[];
  currentNumberScheduled: number;
  desiredNumberScheduled: number;
  numberAvailable?: number;
  numberMisscheduled: number;
  numberReady: number;
  numberUnavailable?: number;
  observedGeneration?: number;
  updatedNumberScheduled?: number;
}

export interface DaemonSetUpdateStrategy {
  rollingUpdate?: RollingUpdateDaemonSet;
  type?: "OnDelete" | "RollingUpdate";
}

export const Deployment = defineKind({
  group: "apps",
  version: "v1",
  kind: "Deployment",
  plural: "deployments",
  shortNames: ["deploy"],
  subresources: ["scale", "status"],
  scope: "Namespaced",
})<{ spec?: DeploymentSpec; status?: DeploymentStatus }>();
export type Deployment = ObjectOf<typeof Deployment>;

export interface DeploymentCondition {
  lastTransitionTime?: string;
  lastUpdateTime?: string;
  message?: string;
  reason?: string;
  status: string;
  type: string;
}

export interface DeploymentSpec {
  minReadySeconds?: number;
  paused?: boolean;
  progressDeadlineSeconds?: number;
  replicas?: number;
  revisionHistoryLimit?: number;
  selector: LabelSelector;
  strategy?: DeploymentStrategy;
  template: PodTemplateSpec;
}

export interface DeploymentStatus {
  availableReplicas?: number;
  collisionCount?: number;
  conditions?: DeploymentCondition[];
  observedGeneration?: number;
  readyReplicas?: number;
  replicas?: number;
  terminatingReplicas?: number;
  unavailableReplicas?: number;
  updatedReplicas?: number;
}

export interface DeploymentStrategy {
  rollingUpdate?: RollingUpdateDeployment;
  type?: "Recreate" | "RollingUpdate";
}

export const ReplicaSet = defineKind({
  group: "apps",
  version: "v1",
  kind: "ReplicaSet",
  plural: "replicasets",
  shortNames: ["rs"],
  subresources: ["scale", "status"],
  scope: "Namespaced",
})<{ spec?: ReplicaSetSpec; status?: ReplicaSetStatus }>();
export type ReplicaSet = ObjectOf<typeof ReplicaSet>;

export interface ReplicaSetCondition {
  lastTransitionTime?: string;
  message?: string;
  reason?: string;
  status: string;
  type: string;
}

export interface ReplicaSetSpec {
  minReadySeconds?: number;
  replicas?: number;
  selector: LabelSelector;
  template?: PodTemplateSpec;
}

export interface ReplicaSetStatus {
  availableReplicas?: number;
  conditions?: ReplicaSetCondition[];
  fullyLabeledReplicas?: number;
  observedGeneration?: number;
  readyReplicas?: number;
  replicas: number;
  terminatingReplicas?: number;
}

export interface RollingUpdateDaemonSet {
  maxSurge?: number | string;
  maxUnavailable?: number | string;
}

export interface RollingUpdateDeployment {
  maxSurge?: number | string;
  maxUnavailable?: number | string;
}

export interface RollingUpdateStatefulSetStrategy {
  maxUnavailable?: number | string;
  partition?: number;
}

export const StatefulSet = defineKind({
  group: "apps",
  version: "v1",
  kind: "StatefulSet",
  plural: "statefulsets",
  shortNames: ["sts"],
  subresources: ["scale", "status"],
  scope: "Namespaced",
})<{ spec?: StatefulSetSpec; status?: StatefulSetStatus }>();
export type StatefulSet = ObjectOf<typeof StatefulSet>;

export interface StatefulSetCondition {
  lastTransitionTime?: string;
  message?: string;
  reason?: string;
  status: string;
  type: string;
}

export interface StatefulSetOrdinals {
  start?: number;
}

export interface StatefulSetPersistentVolumeClaimRetentionPolicy {
  whenDeleted?: string;
  whenScaled?: string;
}

export interface StatefulSetSpec {
  minReadySeconds?: number;
  ordinals?: StatefulSetOrdinals;
  persistentVolumeClaimRetentionPolicy?: StatefulSetPersistentVolumeClaimRetentionPolicy;
  podManagementPolicy?: "OrderedReady" | "Parallel";
  replicas?: number;
  revisionHistoryLimit?: number;
  selector: LabelSelector;
  serviceName?: string;
  template: PodTemplateSpec;
  updateStrategy?: StatefulSetUpdateStrategy;
  volumeClaimTemplates?: {
    apiVersion?: "v1";
    kind?: "PersistentVolumeClaim";
    metadata?: ObjectMeta;
    spec?: PersistentVolumeClaimSpec;
    status?: PersistentVolumeClaimStatus;
  }[];
}

export interface StatefulSetStatus {
  availableReplicas?: number;
  collisionCount?: number;
  conditions?: StatefulSetCondition[];
  currentReplicas?: number;
  currentRevision?: string;
  observedGeneration?: number;
  readyReplicas?: number;
  replicas: number;
  updateRevision?: string;
  updatedReplicas?: number;
}

export interface StatefulSetUpdateStrategy {
  rollingUpdate?: RollingUpdateStatefulSetStrategy;
  type?: "OnDelete" | "RollingUpdate";
}

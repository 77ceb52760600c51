// Made by `make kinds` from what a kube-apiserver and Kubernetes' Go types say. Do not edit.
/** The kinds and types of rbac/v1, as plain JSON. */

import { defineKind, type ObjectOf } from "@pintle/machinery/objects";
import type { LabelSelector } from "../meta/v1.ts";

export interface AggregationRule {
  clusterRoleSelectors?: LabelSelector[];
}

export const ClusterRole = defineKind({
  group: "rbac.authorization.k8s.io",
  version: "v1",
  kind: "ClusterRole",
  plural: "clusterroles",
  scope: "Cluster",
})<{ aggregationRule?: AggregationRule; rules?: PolicyRule[] }>();
export type ClusterRole = ObjectOf<typeof ClusterRole>;

export const ClusterRoleBinding = defineKind({
  group: "rbac.authorization.k8s.io",
  version: "v1",
  kind: "ClusterRoleBinding",
  plural: "clusterrolebindings",
  scope: "Cluster",
})<{ roleRef: RoleRef; subjects?: Subject[] }>();
export type ClusterRoleBinding = ObjectOf<typeof ClusterRoleBinding>;

export interface PolicyRule {
  apiGroups?: string[];
  nonResourceURLs?: string[];
  resourceNames?: string[];
  resources?: string[];
  verbs: string[];
}

export const Role = defineKind({
  group: "rbac.authorization.k8s.io",
  version: "v1",
  kind: "Role",
  plural: "roles",
  scope: "Namespaced",
})<{ rules?: PolicyRule[] }>();
export type Role = ObjectOf<typeof Role>;

export const RoleBinding = defineKind({
  group: "rbac.authorization.k8s.io",
  version: "v1",
  kind: "RoleBinding",
  plural: "rolebindings",
  scope: "Namespaced",
})<{ roleRef: RoleRef; subjects?: Subject[] }>();
export type RoleBinding = ObjectOf<typeof RoleBinding>;

export interface RoleRef {
  apiGroup?: string;
  kind: string;
  name: string;
}

export interface Subject {
  apiGroup?: string;
  kind: string;
  name: string;
  namespace?: string;
}

// Made by `make kinds` from what a kube-apiserver and Kubernetes' Go types say. Do not edit.
/** The kinds and types of meta/v1, as plain JSON. */
import type { JsonObject, ListMeta } from "@pintle/machinery/objects";

export interface APIResource {
  categories?: string[];
  group?: string;
  kind: string;
  name: string;
  namespaced: boolean;
  shortNames?: string[];
  singularName: string;
  storageVersionHash?: string;
  verbs: string[];
  version?: string;
}

export interface APIResourceList {
  apiVersion?: "v1";
  groupVersion: string;
  kind?: "APIResourceList";
  resources: APIResource[];
}

export interface DeleteOptions {
  apiVersion?: string;
  dryRun?: string[];
  gracePeriodSeconds?: number;
  ignoreStoreReadErrorWithClusterBreakingPotential?: boolean;
  kind?: string;
  orphanDependents?: boolean;
  preconditions?: Preconditions;
  propagationPolicy?: string;
}

export interface FieldSelectorRequirement {
  key: string;
  operator: string;
  values?: string[];
}

export interface LabelSelector {
  matchExpressions?: LabelSelectorRequirement[];
  matchLabels?: { [key: string]: string };
}

export interface LabelSelectorRequirement {
  key: string;
  operator: string;
  values?: string[];
}

export type Patch = JsonObject;

export interface Preconditions {
  resourceVersion?: string;
  uid?: string;
}

export interface ShardInfo {
  selector: string;
}

export interface Status {
  apiVersion?: "v1";
  code?: number;
  details?: StatusDetails;
  kind?: "Status";
  message?: string;
  metadata?: ListMeta;
  reason?: string;
  status?: string;
}

export interface StatusCause {
  field?: string;
  message?: string;
  reason?: string;
}

export interface StatusDetails {
  causes?: StatusCause[];
  group?: string;
  kind?: string;
  name?: string;
  retryAfterSeconds?: number;
  uid?: string;
}

export interface WatchEvent {
  object: JsonObject;
  type: string;
}

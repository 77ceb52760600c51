// Made by `make kinds` from what a kube-apiserver and Kubernetes' Go types say. Do not edit.
/** The kinds and types of apiregistration/v1, as plain JSON. */
import { defineKind, type ObjectOf } from "@pintle/machinery/objects";

export const APIService = defineKind({
  group: "apiregistration.k8s.io",
  version: "v1",
  kind: "APIService",
  plural: "apiservices",
  subresources: ["status"],
  scope: "Cluster",
})<{ spec?: APIServiceSpec; status?: APIServiceStatus }>();
export type APIService = ObjectOf<typeof APIService>;

export interface APIServiceCondition {
  lastTransitionTime?: string;
  message?: string;
  reason?: string;
  status: string;
  type: string;
}

export interface APIServiceSpec {
  caBundle?: string;
  group?: string;
  groupPriorityMinimum: number;
  insecureSkipTLSVerify?: boolean;
  service?: ServiceReference;
  version?: string;
  versionPriority: number;
}

export interface APIServiceStatus {
  conditions?: APIServiceCondition[];
}

export interface ServiceReference {
  name?: string;
  namespace?: string;
  port?: number;
}

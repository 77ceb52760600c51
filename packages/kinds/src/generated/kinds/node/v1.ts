// Made by `make kinds` from what a kube-apiserver and Kubernetes' Go types say. Do not edit.
/** The kinds and types of node/v1, as plain JSON. */

import { defineKind, type ObjectOf } from "@pintle/machinery/objects";
import type { Toleration } from "../core/v1.ts";

export interface Overhead {
  podFixed?: { [key: string]: string | number };
}

export const RuntimeClass = defineKind({
  group: "node.k8s.io",
  version: "v1",
  kind: "RuntimeClass",
  plural: "runtimeclasses",
  scope: "Cluster",
})<{ handler: string; overhead?: Overhead; scheduling?: Scheduling }>();
export type RuntimeClass = ObjectOf<typeof RuntimeClass>;

export interface Scheduling {
  nodeSelector?: { [key: string]: string };
  tolerations?: Toleration[];
}

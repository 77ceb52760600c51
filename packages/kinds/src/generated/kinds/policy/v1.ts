// Made by `make kinds` from what a kube-apiserver and Kubernetes' Go types say. Do not edit.
/** The kinds and types of policy/v1, as plain JSON. */

import { type Condition, defineKind, type ObjectMeta, type ObjectOf } from "@pintle/machinery/objects";
import type { DeleteOptions, LabelSelector } from "../meta/v1.ts";

export interface Eviction {
  apiVersion?: "policy/v1";
  deleteOptions?: DeleteOptions;
  kind?: "Eviction";
  metadata?: ObjectMeta;
}

export const PodDisruptionBudget = defineKind({
  group: "policy",
  version: "v1",
  kind: "PodDisruptionBudget",
  plural: "poddisruptionbudgets",
  shortNames: ["pdb"],
  subresources: ["status"],
  scope: "Namespaced",
})<{ spec?: PodDisruptionBudgetSpec; status?: PodDisruptionBudgetStatus }>();
export type PodDisruptionBudget = ObjectOf<typeof PodDisruptionBudget>;

export interface PodDisruptionBudgetSpec {
  maxUnavailable?: number | string;
  minAvailable?: number | string;
  selector?: LabelSelector;
  unhealthyPodEvictionPolicy?: "AlwaysAllow" | "IfHealthyBudget";
}

export interface PodDisruptionBudgetStatus {
  conditions?: Condition[];
  currentHealthy?: number;
  desiredHealthy?: number;
  disruptedPods?: { [key: string]: string };
  disruptionsAllowed?: number;
  expectedPods?: number;
  observedGeneration?: number;
}

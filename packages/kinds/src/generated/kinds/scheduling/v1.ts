// Made by `make kinds` from what a kube-apiserver and Kubernetes' Go types say. Do not edit.
/** The kinds and types of scheduling/v1, as plain JSON. */
import { defineKind, type ObjectOf } from "@pintle/machinery/objects";

export const PriorityClass = defineKind({
  group: "scheduling.k8s.io",
  version: "v1",
  kind: "PriorityClass",
  plural: "priorityclasses",
  shortNames: ["pc"],
  scope: "Cluster",
})<{
  description?: string;
  globalDefault?: boolean;
  preemptionPolicy?: "Never" | "PreemptLowerPriority";
  value?: number;
}>();
export type PriorityClass = ObjectOf<typeof PriorityClass>;

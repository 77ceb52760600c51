// Made by `make kinds` from what a kube-apiserver and Kubernetes' Go types say. Do not edit.
/** The kinds and types of autoscaling/v1, as plain JSON. */
import { defineKind, type ObjectMeta, type ObjectOf } from "@pintle/machinery/objects";

export interface CrossVersionObjectReference {
  apiVersion?: string;
  kind: string;
  name: string;
}

export const HorizontalPodAutoscaler = defineKind({
  group: "autoscaling",
  version: "v1",
  kind: "HorizontalPodAutoscaler",
  plural: "horizontalpodautoscalers",
  shortNames: ["hpa"],
  subresources: ["status"],
  scope: "Namespaced",
})<{ spec: HorizontalPodAutoscalerSpec; status?: HorizontalPodAutoscalerStatus }>();
export type HorizontalPodAutoscaler = ObjectOf<typeof HorizontalPodAutoscaler>;

export interface HorizontalPodAutoscalerSpec {
  maxReplicas: number;
  minReplicas?: number;
  scaleTargetRef: CrossVersionObjectReference;
  targetCPUUtilizationPercentage?: number;
}

export interface HorizontalPodAutoscalerStatus {
  currentCPUUtilizationPercentage?: number;
  currentReplicas: number;
  desiredReplicas: number;
  lastScaleTime?: string;
  observedGeneration?: number;
}

export interface Scale {
  apiVersion?: "autoscaling/v1";
  kind?: "Scale";
  metadata?: ObjectMeta;
  spec?: ScaleSpec;
  status?: ScaleStatus;
}

export interface ScaleSpec {
  replicas?: number;
}

export interface ScaleStatus {
  replicas: number;
  selector?: string;
}

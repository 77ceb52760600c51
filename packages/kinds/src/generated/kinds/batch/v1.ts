// Made by `make kinds` from what a kube-apiserver and Kubernetes' Go types say. Do not edit.
/** The kinds and types of batch/v1, as plain JSON. */

import { defineKind, type ObjectMeta, type ObjectOf } from "@pintle/machinery/objects";
import type { ObjectReference, PodTemplateSpec } from "../core/v1.ts";
import type { LabelSelector } from "../meta/v1.ts";

export const CronJob = defineKind({
  group: "batch",
  version: "v1",
  kind: "CronJob",
  plural: "cronjobs",
  shortNames: ["cj"],
  subresources: ["status"],
  scope: "Namespaced",
})<{ spec: CronJobSpec; status?: CronJobStatus }>();
export type CronJob = ObjectOf<typeof CronJob>;

export interface CronJobSpec {
  concurrencyPolicy?: "Allow" | "Forbid" | "Replace";
  failedJobsHistoryLimit?: number;
  jobTemplate: JobTemplateSpec;
  schedule: string;
  startingDeadlineSeconds?: number;
  successfulJobsHistoryLimit?: number;
  suspend?: boolean;
  timeZone?: string;
}

export interface CronJobStatus {
  active?: ObjectReference[];
  lastScheduleTime?: string;
  lastSuccessfulTime?: string;
}

export const Job = defineKind({
  group: "batch",
  version: "v1",
  kind: "Job",
  plural: "jobs",
  subresources: ["status"],
  scope: "Namespaced",
})<{ spec?: JobSpec; status?: JobStatus }>();
export type Job = ObjectOf<typeof Job>;

export interface JobCondition {
  lastProbeTime?: string;
  lastTransitionTime?: string;
  message?: string;
  reason?: string;
  status: string;
  type: string;
}

export interface JobSpec {
  activeDeadlineSeconds?: number;
  backoffLimit?: number;
  backoffLimitPerIndex?: number;
  completionMode?: "Indexed" | "NonIndexed";
  completions?: number;
  managedBy?: string;
  manualSelector?: boolean;
  maxFailedIndexes?: number;
  parallelism?: number;
  podFailurePolicy?: PodFailurePolicy;
  podReplacementPolicy?: "Failed" | "TerminatingOrFailed";
  selector?: LabelSelector;
  successPolicy?: SuccessPolicy;
  suspend?: boolean;
  template: PodTemplateSpec;
  ttlSecondsAfterFinished?: number;
}

export interface JobStatus {
  active?: number;
  completedIndexes?: string;
  completionTime?: string;
  conditions?: JobCondition[];
  failed?: number;
  failedIndexes?: string;
  ready?: number;
  startTime?: string;
  succeeded?: number;
  terminating?: number;
  uncountedTerminatedPods?: UncountedTerminatedPods;
}

export interface JobTemplateSpec {
  metadata?: ObjectMeta;
  spec?: JobSpec;
}

export interface PodFailurePolicy {
  rules: PodFailurePolicyRule[];
}

export interface PodFailurePolicyOnExitCodesRequirement {
  containerName?: string;
  operator: "In" | "NotIn";
  values: number[];
}

export interface PodFailurePolicyOnPodConditionsPattern {
  status?: string;
  type: string;
}

export interface PodFailurePolicyRule {
  action: "Count" | "FailIndex" | "FailJob" | "Ignore";
  onExitCodes?: PodFailurePolicyOnExitCodesRequirement;
  onPodConditions?: PodFailurePolicyOnPodConditionsPattern[];
}

export interface SuccessPolicy {
  rules: SuccessPolicyRule[];
}

export interface SuccessPolicyRule {
  succeededCount?: number;
  succeededIndexes?: string;
}

export interface UncountedTerminatedPods {
  failed?: string[];
  succeeded?: string[];
}

/** The defaults of jobs and of what starts them. */
import type { JsonObject } from "@pintle/machinery";
import { changeField, objectAt, withDefaults, withMissing, withValueAt } from "../json-fields.ts";
import type { Defaulter } from "./defaults-of.ts";

const maxInt32 = 2 ** 31 - 1;

export const batchDefaults: Readonly<Record<string, Defaulter>> = {
  "batch/v1.Job": completeJob,
  "batch/v1.CronJob": (job) =>
    changeField(job, "spec", (spec) =>
      withDefaults(spec, {
        concurrencyPolicy: "Allow",
        suspend: false,
        successfulJobsHistoryLimit: 3,
        failedJobsHistoryLimit: 1,
      }),
    ),
  "batch/v1.PodFailurePolicyOnPodConditionsPattern": (pattern) => withDefaults(pattern, { status: "True" }),
};

function completeJob(job: JsonObject): JsonObject {
  const completed = changeField(job, "spec", completeJobSpec);
  const labels = objectAt(job, "spec.template.metadata.labels");
  const isLabelled = Object.keys(objectAt(job, "metadata.labels")).length > 0;
  return isLabelled || Object.keys(labels).length === 0 ? completed : withValueAt(completed, "metadata.labels", labels);
}

function completeJobSpec(spec: JsonObject): JsonObject {
  const isPlain = spec.completions === undefined && spec.parallelism === undefined;
  return withMissing(spec, {
    ...(isPlain && { completions: 1 }),
    parallelism: 1,
    backoffLimit: spec.backoffLimitPerIndex === undefined ? 6 : maxInt32,
    completionMode: "NonIndexed",
    suspend: false,
    podReplacementPolicy: spec.podFailurePolicy === undefined ? "TerminatingOrFailed" : "Failed",
    manualSelector: false,
  });
}

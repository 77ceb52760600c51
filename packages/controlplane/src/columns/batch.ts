/** The rows of Jobs and CronJobs. */
import { formatAge, formatHumanDuration, readTimeMs } from "@pintle/apiserver";
import type { JsonObject } from "@pintle/machinery";
import { listAt, numberAt, textAt, valueAt } from "../builtin/json-fields.ts";
import { isConditionMet } from "./condition-cells.ts";
import { containerCells } from "./container-cells.ts";
import { ageOf, type CellsByResource, countAt, isBeingDeleted, nameOf, textOr } from "./kind-cells.ts";
import { formatSelectorAt } from "./label-cells.ts";

export const batchCells: CellsByResource = {
  "jobs.batch": (job, nowMs) => [
    ...[nameOf(job), formatJobStatus(job), formatCompletions(job), formatJobDuration(job, nowMs), ageOf(job, nowMs)],
    ...containerCells(job, "spec.template.spec"),
    formatSelectorAt(job, "spec.selector"),
  ],
  "cronjobs.batch": (cronJob, nowMs) => {
    const lastSchedule = valueAt(cronJob, "status.lastScheduleTime") ?? undefined;
    return [
      nameOf(cronJob),
      textAt(cronJob, "spec.schedule"),
      textOr(cronJob, "spec.timeZone", "<none>"),
      formatSuspend(cronJob),
      listAt(cronJob, "status.active").length,
      lastSchedule === undefined ? "<none>" : formatAge(lastSchedule, nowMs),
      ageOf(cronJob, nowMs),
      ...containerCells(cronJob, "spec.jobTemplate.spec.template.spec"),
      formatSelectorAt(cronJob, "spec.jobTemplate.spec.selector"),
    ];
  },
};

/** An end comes before deletion, and that before what is only about to happen. */
function formatJobStatus(job: JsonObject): string {
  const first = (...types: string[]) => types.find((type) => isConditionMet(job, type));
  const end = first("Complete", "Failed");
  if (end !== undefined) return end;
  if (isBeingDeleted(job)) return "Terminating";
  return first("Suspended", "FailureTarget", "SuccessCriteriaMet") ?? "Running";
}

/** Without a wanted number, one success is enough, of however many try at once. */
function formatCompletions(job: JsonObject): string {
  const succeeded = countAt(job, "status.succeeded");
  const completions = numberAt(job, "spec.completions");
  if (completions !== undefined) return `${succeeded}/${completions}`;
  const parallelism = countAt(job, "spec.parallelism");
  return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`;
}

/** A Job lasts until it is complete; one that has failed has no time of completion and lasts on. */
function formatJobDuration(job: JsonObject, nowMs: number): string {
  const startMs = readTimeMs(valueAt(job, "status.startTime"));
  if (startMs === undefined) return "";
  return formatHumanDuration((readTimeMs(valueAt(job, "status.completionTime")) ?? nowMs) - startMs);
}

function formatSuspend(cronJob: JsonObject): string {
  const suspend = valueAt(cronJob, "spec.suspend");
  if (typeof suspend !== "boolean") return "<unset>";
  return suspend ? "True" : "False";
}

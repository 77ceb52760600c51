/** Jobs and CronJobs that are refused. */
import { type Mutation, refusedCreations } from "../refusals.ts";
import type { Sequence } from "../sequence.ts";

const batch = "/apis/batch/v1/namespaces/default";
const template = { spec: { restartPolicy: "Never", containers: [{ name: "work", image: "busybox" }] } };
const job = { apiVersion: "batch/v1", kind: "Job", metadata: { name: "work" }, spec: { template } };
const indexed = (change: object) => ({ template, completionMode: "Indexed", completions: 3, ...change });

const jobs: readonly Mutation[] = [
  ["no spec", "spec"],
  ["no template", "spec.template"],
  ["no restart policy", "spec.template.spec.restartPolicy"],
  ["a template that always restarts", "spec.template.spec.restartPolicy", "Always"],
  ["an unknown restart policy", "spec.template.spec.restartPolicy", "Sometimes"],
  ["a template without containers", "spec.template.spec.containers", []],
  ["a template without an image", "spec.template.spec.containers[0].image"],
  ["a template with a bad label", "spec.template.metadata", { labels: { a: "b c" } }],
  [
    "a debug container in the template",
    "spec.template.spec.ephemeralContainers",
    [{ name: "debug", image: "busybox" }],
  ],
  [
    "a template with the Job's label for another Job",
    "spec.template.metadata",
    { labels: { "batch.kubernetes.io/job-name": "other" } },
  ],
  ["-1 completions", "spec.completions", -1],
  ["a parallelism of -1", "spec.parallelism", -1],
  ["a negative backoff limit", "spec.backoffLimit", -1],
  ["a negative deadline", "spec.activeDeadlineSeconds", -1],
  ["a negative time to live", "spec.ttlSecondsAfterFinished", -1],
  ["an unknown completion mode", "spec.completionMode", "Random"],
  ["indexed work with too many completions", "spec", indexed({ completions: 100_001, parallelism: 100_001 })],
  ["indexed work with too much parallelism", "spec", indexed({ parallelism: 100_001 })],
  ["a selector without manualSelector", "spec.selector", { matchLabels: { a: "b" } }],
  ["manualSelector without a selector", "spec.manualSelector", true],
  [
    "a manual selector that the template does not match",
    "spec",
    { template, manualSelector: true, selector: { matchLabels: { a: "b" } } },
  ],
  ["a backoff limit an index on work without indexes", "spec.backoffLimitPerIndex", 1],
  ["a negative backoff limit an index", "spec", indexed({ backoffLimitPerIndex: -1 })],
  ["failed indexes without a limit an index", "spec", indexed({ maxFailedIndexes: 1 })],
  ["more failed indexes than completions", "spec", indexed({ backoffLimitPerIndex: 1, maxFailedIndexes: 4 })],
  ["negative failed indexes", "spec", indexed({ backoffLimitPerIndex: 1, maxFailedIndexes: -1 })],
  ["an unknown pod replacement policy", "spec.podReplacementPolicy", "Later"],
  ["a manager without a domain", "spec.managedBy", "me"],
  ["a manager with a bad domain", "spec.managedBy", "Example.com/a b"],
  ["a manager of 64 characters", "spec.managedBy", `example.com/${"m".repeat(64)}`],
  ["a name that makes pod names too long", "metadata.name", "j".repeat(64)],
  ["a parallelism that is a word", "spec.parallelism", "many"],
  ["an unknown field", "spec.retries", 3],
];

const codes = { operator: "In", values: [1] };
const rule = (rule: object) => ({ template, podFailurePolicy: { rules: [rule] } });

const policies: readonly Mutation[] = [
  [
    "a failure policy that restarts on failure",
    "spec",
    { podFailurePolicy: { rules: [] }, template: { spec: { ...template.spec, restartPolicy: "OnFailure" } } },
  ],
  ["a failure rule without anything", "spec", rule({})],
  ["a failure rule without an action", "spec", rule({ onExitCodes: codes })],
  ["a failure rule with an unknown action", "spec", rule({ action: "Cry", onExitCodes: codes })],
  ["a failure rule without a condition", "spec", rule({ action: "Ignore" })],
  [
    "a failure rule on codes and on conditions",
    "spec",
    rule({ action: "Ignore", onExitCodes: codes, onPodConditions: [{ type: "A", status: "True" }] }),
  ],
  ["a failure rule In no codes", "spec", rule({ action: "Ignore", onExitCodes: { operator: "In", values: [] } })],
  ["a failure rule In code 0", "spec", rule({ action: "Ignore", onExitCodes: { operator: "In", values: [0] } })],
  [
    "a failure rule on the same code twice",
    "spec",
    rule({ action: "Ignore", onExitCodes: { operator: "In", values: [1, 1] } }),
  ],
  [
    "a failure rule on codes out of order",
    "spec",
    rule({ action: "Ignore", onExitCodes: { operator: "In", values: [2, 1] } }),
  ],
  [
    "a failure rule with an unknown operator",
    "spec",
    rule({ action: "Ignore", onExitCodes: { operator: "Equals", values: [1] } }),
  ],
  [
    "a failure rule for an absent container",
    "spec",
    rule({ action: "Ignore", onExitCodes: { ...codes, containerName: "other" } }),
  ],
  [
    "a failure rule on a condition without type",
    "spec",
    rule({ action: "Ignore", onPodConditions: [{ status: "True" }] }),
  ],
  [
    "a failure rule on a condition of unknown status",
    "spec",
    rule({ action: "Ignore", onPodConditions: [{ type: "A", status: "Yes" }] }),
  ],
  ["FailIndex on work without indexes", "spec", rule({ action: "FailIndex", onExitCodes: codes })],
  [
    "21 failure rules",
    "spec",
    {
      template,
      podFailurePolicy: { rules: Array.from({ length: 21 }, () => ({ action: "Ignore", onExitCodes: codes })) },
    },
  ],
  [
    "a pod replacement at once with a failure policy",
    "spec",
    { ...rule({ action: "Ignore", onExitCodes: codes }), podReplacementPolicy: "TerminatingOrFailed" },
  ],
  ["a success policy on work without indexes", "spec.successPolicy", { rules: [{ succeededCount: 1 }] }],
  ["a success policy without rules", "spec", indexed({ successPolicy: { rules: [] } })],
  ["a success rule without anything", "spec", indexed({ successPolicy: { rules: [{}] } })],
  [
    "a success rule with a count above completions",
    "spec",
    indexed({ successPolicy: { rules: [{ succeededCount: 4 }] } }),
  ],
  [
    "a success rule with indexes out of range",
    "spec",
    indexed({ successPolicy: { rules: [{ succeededIndexes: "0-3" }] } }),
  ],
  [
    "a success rule with indexes that are words",
    "spec",
    indexed({ successPolicy: { rules: [{ succeededIndexes: "first" }] } }),
  ],
  [
    "a success rule with indexes out of order",
    "spec",
    indexed({ successPolicy: { rules: [{ succeededIndexes: "2,1" }] } }),
  ],
  [
    "a success rule with an interval backwards",
    "spec",
    indexed({ successPolicy: { rules: [{ succeededIndexes: "2-1" }] } }),
  ],
  [
    "a success rule with more than its indexes",
    "spec",
    indexed({ successPolicy: { rules: [{ succeededIndexes: "0-1", succeededCount: 3 }] } }),
  ],
];

const cronJob = {
  apiVersion: "batch/v1",
  kind: "CronJob",
  metadata: { name: "nightly" },
  spec: { schedule: "0 3 * * *", jobTemplate: { spec: { template } } },
};

const cronJobs: readonly Mutation[] = [
  ["no schedule", "spec.schedule"],
  ["an empty schedule", "spec.schedule", ""],
  ["a schedule that is a sentence", "spec.schedule", "every night"],
  ["a schedule of four fields", "spec.schedule", "0 3 * *"],
  ["a schedule of six fields", "spec.schedule", "0 0 3 * * *"],
  ["a schedule in minute 60", "spec.schedule", "60 3 * * *"],
  ["a schedule in hour 24", "spec.schedule", "0 24 * * *"],
  ["a schedule on day 32", "spec.schedule", "0 3 32 * *"],
  ["a schedule in month 13", "spec.schedule", "0 3 * 13 *"],
  ["a schedule on weekday 8", "spec.schedule", "0 3 * * 8"],
  ["a schedule with a step of zero", "spec.schedule", "*/0 * * * *"],
  ["a schedule with a range backwards", "spec.schedule", "30-10 * * * *"],
  ["a schedule that is a bad descriptor", "spec.schedule", "@sometimes"],
  ["a schedule with a bad duration", "spec.schedule", "@every night"],
  ["a time zone within the schedule", "spec.schedule", "TZ=Europe/Berlin 0 3 * * *"],
  [
    "a time zone within the schedule and beside it",
    "spec",
    { ...cronJob.spec, schedule: "CRON_TZ=UTC 0 3 * * *", timeZone: "UTC" },
  ],
  ["an unknown time zone", "spec.timeZone", "Europe/Atlantis"],
  ["an empty time zone", "spec.timeZone", ""],
  ["the local time zone", "spec.timeZone", "Local"],
  ["a time zone with a blank before", "spec.timeZone", " Europe/Berlin"],
  ["an unknown concurrency policy", "spec.concurrencyPolicy", "Queue"],
  ["a negative starting deadline", "spec.startingDeadlineSeconds", -1],
  ["a negative history of successes", "spec.successfulJobsHistoryLimit", -1],
  ["a negative history of failures", "spec.failedJobsHistoryLimit", -1],
  ["no Job template", "spec.jobTemplate"],
  ["a Job template with a selector", "spec.jobTemplate.spec.selector", { matchLabels: { a: "b" } }],
  ["a Job template with manualSelector", "spec.jobTemplate.spec.manualSelector", true],
  ["a Job template that always restarts", "spec.jobTemplate.spec.template.spec.restartPolicy", "Always"],
  ["a Job template with -1 completions", "spec.jobTemplate.spec.completions", -1],
  ["a Job template without an image", "spec.jobTemplate.spec.template.spec.containers[0].image"],
  ["a name of 53 characters", "metadata.name", "c".repeat(53)],
  ["a name in capitals", "metadata.name", "Nightly"],
  ["a suspend that is a word", "spec.suspend", "yes"],
  ["an unknown field", "spec.cron", "0 3 * * *"],
];

export const sequences: readonly Sequence[] = [
  ...refusedCreations(`${batch}/jobs`, job, [...jobs, ...policies]),
  ...refusedCreations(`${batch}/cronjobs`, cronJob, cronJobs),
];

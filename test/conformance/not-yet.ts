/**
 * What Pintle's control plane is not asked yet, and what it waits for: chapters, and files of chapters as `chapter/file`. A chapter that is
 * not here in any way passes whole.
 */
export const notYet: Readonly<Record<string, string>> = {
  "workloads/autoscalers": "the controllers of the next batch",
  "workloads/cron-jobs": "the controllers of the next batch",
  "workloads/daemon-sets": "the controllers of the next batch",
  "workloads/jobs": "the controllers of the next batch",
  "workloads/stateful-sets": "the controllers of the next batch",
};
